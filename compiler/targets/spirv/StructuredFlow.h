// Control flow as SPIR-V demands it of shaders ("Structured Control Flow"): selections and loops with one
// entry and one merge block each. OpenCL's kernels could do without, but have the same.
#ifndef KCC_TARGETS_SPIRV_STRUCTUREDFLOW_H
#define KCC_TARGETS_SPIRV_STRUCTUREDFLOW_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The name of a function that returns false, which no pass knows: the condition of an exit of loops that
/// have none.
inline constexpr char NeverName[] = "kcc.spirv.never";

/// Gives the functions of \p M, which have no unreachable code, structured flow. Afterwards
/// * there are only branches and one return in each function;
/// * a conditional branch is the end of a loop's latch, which contains nothing else, leaves the loop from
///   another block, or chooses between parts that meet in its immediate post-dominator;
/// * a loop has one latch, and one block behind it.
/// Before blocks are split for that, \p Change may add exits to loops, to the block behind them; they have a
/// preheader.
void structureFlow(llvm::Module &M, llvm::function_ref<void(llvm::Function &)> Change);

} // namespace kcc::compiler

#endif
