// Keeps the masks of warp operations out of uniform registers.
#ifndef KCC_TARGETS_NVPTX_WARPMASKS_H
#define KCC_TARGETS_NVPTX_WARPMASKS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Adds the thread's own bit to the masks of warp operations that are not constants. It is in them already,
/// because PTX demands it, but its value differs from thread to thread.
///
/// ptxas 13.0 may keep a mask that a vote computed in a uniform register, of which a warp has one set. From
/// sm_90 on it does so even where the threads of another branch, which run in between, overwrite the
/// register: the operation then waits for wrong threads, or ends with an illegal instruction.
void makeMasksDivergent(llvm::Module &M);

} // namespace kcc::compiler

#endif
