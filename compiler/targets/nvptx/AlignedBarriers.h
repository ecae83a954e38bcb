// Barriers of the block and the cluster.
#ifndef KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H
#define KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes those barriers `.aligned` that all threads of a warp provably reach together.
///
/// `bar.sync` is `barrier.sync.aligned`, which is undefined if part of a warp is elsewhere or has left the
/// kernel: ptxas then keeps values for the whole warp that belong to a part of it. `barrier.sync` is always
/// correct and costs a few more instructions (PTX ISA, "bar, barrier").
void alignBarriers(llvm::Module &M);

} // namespace kcc::compiler

#endif
