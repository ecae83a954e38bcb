// Control flow as SPIR-V demands it of shaders ("Structured Control Flow"): selections and loops with one
// entry and one merge block each. OpenCL's kernels could do without, but have the same.
#ifndef KCC_TARGETS_SPIRV_STRUCTUREDFLOW_H
#define KCC_TARGETS_SPIRV_STRUCTUREDFLOW_H

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
/// * a conditional branch is the end of a loop's latch, which contains nothing else, leaves the loop from its
///   header, or chooses between parts that meet in its immediate post-dominator;
/// * a loop has one latch and one exit.
void structureFlow(llvm::Module &M);

} // namespace kcc::compiler

#endif
