// Code for threads whose indices lie in one row of an array: `i / width` is the same for all lanes then, and
// `i % width` grows from lane to lane.
#ifndef KCC_TARGETS_CPU_LANES_ROW_VERSIONS_H
#define KCC_TARGETS_CPU_LANES_ROW_VERSIONS_H

#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace kcc::compiler {

/// A call that stands for a part of the division of numbers that grow from lane to lane by one that is the
/// same in all lanes.
struct RowDivision {
  enum Part {
    IsOneRow,  ///< whether the lanes' quotients are the same; a bool, the same in all lanes
    Quotient,  ///< if so: the quotient
    Remainder, ///< if so: the remainder, which grows as the dividend does
  } What;
  llvm::Value *Dividend, *Divisor;
  bool IsSigned;
};
std::optional<RowDivision> rowDivision(const llvm::Value &V);

/// Whether addresses or conditions depend on such divisions.
bool dividesRows(PreparedThread &Thread, unsigned Lanes, llvm::FunctionAnalysisManager &Analyses);

/// If so, and the operands are known at the beginning: gives the function a second copy of all that follows,
/// for groups of lanes in which each of them has one quotient. Returns whether it has.
bool versionForRows(PreparedThread &Thread, unsigned Lanes, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
