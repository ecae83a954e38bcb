// What the writes of a thread store, for the checks of races of threads that run in lanes.
#ifndef KCC_TARGETS_CPU_LANES_STOREDVALUES_H
#define KCC_TARGETS_CPU_LANES_STOREDVALUES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace kcc::compiler {

/// The operand bundle of a check of a write that has the stored values. Each follows its distance from the
/// place in bytes. Bytes that are in none keep what they have.
inline constexpr char storedValues[] = "kcc-stored-values";

/// Gives the checks of writes the values that are stored, and moves each to just before the stores. A check
/// without a store, because LLVM has removed or moved it, stays as it is. Returns false if there is a write
/// whose values cannot be known.
bool passStoredValues(llvm::Function &Thread, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
