// Keeps stores that other threads may wait for before the gathering of a warp.
#ifndef KCC_TARGETS_NVPTX_GATHERAFTERSTORES_H
#define KCC_TARGETS_NVPTX_GATHERAFTERSTORES_H

namespace llvm {
class IntrinsicInst;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Inserts `bar.warp.sync` before barriers, `match.sync` and `redux.sync` that a store for other threads may
/// precede.
///
/// ptxas gathers the warp before these instructions, and from sm_90 on version 13.0 moves the gathering up
/// over stores, also over volatile ones and those of `st.release`. If another thread of the warp waits for
/// the store in a loop, as for a lock that the store releases, both wait forever. ptxas does not move
/// `bar.warp.sync`, the gathering before a shuffle or a vote, or that after an atomic read-modify-write; and
/// where `bar.warp.sync` stands in front, it gathers only once.
void gatherAfterStores(llvm::Module &M);

/// Whether the threads of a warp, or those of the operation's mask, wait for one another at \p I and go on
/// together, and ptxas does not move that.
bool gathersInOrder(const llvm::IntrinsicInst &I);

} // namespace kcc::compiler

#endif
