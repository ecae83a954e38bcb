// The masks of warp operations, and how they are kept out of uniform registers.
#ifndef KCC_TARGETS_NVPTX_WARPMASKS_H
#define KCC_TARGETS_NVPTX_WARPMASKS_H

namespace llvm {
class IntrinsicInst;
class Module;
class Use;
} // namespace llvm

namespace kcc::compiler {

enum class WarpOperation { Sync, Match, Reduction, Shuffle, Vote };

/// A warp operation and the operand that is its mask; null for other instructions.
struct MaskedOperation {
  llvm::Use *Mask = nullptr;
  WarpOperation Operation = WarpOperation::Sync;
};
MaskedOperation maskedOperation(llvm::IntrinsicInst &I);

/// Adds the thread's own bit to the masks of warp operations that are not constants. It is in them already,
/// because PTX demands it, but its value differs from thread to thread.
///
/// ptxas 13.0 may keep a mask that a vote computed in a uniform register, of which a warp has one set. From
/// sm_90 on it does so even where the threads of another branch, which run in between, overwrite the
/// register: the operation then waits for wrong threads, or ends with an illegal instruction.
void makeMasksDivergent(llvm::Module &M);

} // namespace kcc::compiler

#endif
