// Barriers of the block and the cluster.
#ifndef KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H
#define KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes all barriers of the block and the cluster `.aligned` in such a way that they remain defined.
///
/// `bar.sync` is `barrier.sync.aligned`, which is undefined if part of a warp is elsewhere or has left the
/// kernel (PTX ISA, "bar, barrier"): ptxas assumes that a whole warp takes a branch that leads past the
/// barrier, and keeps values that belong to part of a warp in registers of the whole warp. So a barrier stays
/// inline only if all threads of a warp provably reach it together. The others become calls of a function in
/// which the warp gathers first and ptxas sees no branch.
///
/// Barriers that are not `.aligned` would be correct everywhere, but ptxas 13.0 generates wrong code for
/// them: they overwrite registers that their callers use.
///
/// If \p Arch is below 70, warps run in lockstep and all barriers stay inline.
void alignBarriers(llvm::Module &M, unsigned Arch);

} // namespace kcc::compiler

#endif
