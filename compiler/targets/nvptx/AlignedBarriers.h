// Barriers of the block and the cluster.
#ifndef KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H
#define KCC_TARGETS_NVPTX_ALIGNEDBARRIERS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes `.aligned` barriers of those that no thread of a warp can reach without the others.
///
/// `bar.sync` is `barrier.sync.aligned`, and undefined where a part of a warp has left the kernel on another way, or
/// is still on it: ptxas then keeps values for the whole warp that belong to a part of it. `barrier.sync` is right
/// everywhere, and costs some instructions more (PTX ISA, "bar, barrier").
void alignBarriers(llvm::Module &M);

} // namespace kcc::compiler

#endif
