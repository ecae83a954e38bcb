// Barriers of the block and the cluster.
#ifndef KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H
#define KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes all barriers of the block and the cluster `.aligned`, as is correct for each.
///
/// `bar.sync` is `barrier.sync.aligned`, which is undefined if part of a warp is elsewhere or has left the
/// kernel (PTX ISA, "bar, barrier"). ptxas takes a branch that leads some threads past such a barrier for one
/// that a whole warp takes, and keeps values that belong to part of a warp in registers of the whole warp. So
/// a barrier stands in its place only if all threads of a warp provably reach it together. The others are
/// calls of a function in which the warp gathers first, and in which ptxas sees no branch.
///
/// Barriers that are not `.aligned` would be correct everywhere, but ptxas 13.0 generates wrong code for
/// them: they overwrite registers that their callers use.
void alignBarriers(llvm::Module &M);

} // namespace kcc::compiler

#endif
