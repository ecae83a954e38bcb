// What is computed first of a strided loop where a block's function begins.
#ifndef KCC_TARGETS_CPU_LANES_LOOP_NUMBERS_H
#define KCC_TARGETS_CPU_LANES_LOOP_NUMBERS_H

#include "targets/cpu/lanes/EntryValues.h"
#include "targets/cpu/lanes/InterchangedLoops.h"

namespace kcc::compiler {

/// Where a counter of this type comes to this number, threads run one by one: below it, the sum with the
/// width of a row does not wrap, and has no sign.
std::uint64_t counterLimit(const llvm::Type *T);

struct LoopNumbers {
  llvm::Value *First, *Last, *Step; ///< Start, End and Step of the loop, with 64 bits
  llvm::Value *StaysBelowLimit;     ///< 0 <= First, and no thread's counter comes to counterLimit()
  llvm::Value *IsReached;           ///< the conditions before the loop hold
};

LoopNumbers numbersOf(const StridedLoop &Loop, EntryValues &Values, llvm::IRBuilder<> &At);

} // namespace kcc::compiler

#endif
