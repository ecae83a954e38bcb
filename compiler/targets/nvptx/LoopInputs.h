// The values that loops around atomic operations get from outside, and how they are kept out of uniform
// registers.
#ifndef KCC_TARGETS_NVPTX_LOOPINPUTS_H
#define KCC_TARGETS_NVPTX_LOOPINPUTS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// Lets loops with atomic operations or volatile loads that threads of a warp may leave in different
/// iterations, and what follows them up to where the warp gathers, use divergent values only: shifts each
/// value from outside by a zero that ptxas does not know to be one, and of which it believes that it differs
/// from thread to thread. Expands the atomic operations that the back end makes loops of.
///
/// ptxas 13.0 lets the threads in such a loop and those that have left it take turns (YIELD). Those that have
/// left it do not wait for the others where it makes them wait (BSYNC), only at barriers and `bar.warp.sync`.
/// But ptxas counts on that, and may keep values that the threads in the loop still need in uniform
/// registers, of which a warp has one set: the threads that are ahead overwrite an address, and the others
/// write to a wrong one. Seen for sm_90 from -O1 on.
void makeLoopInputsDivergent(llvm::Module &M, llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
