// Works around errors of llvmpipe, Mesa's Vulkan driver for the processor. Mesa 22.3 has them, 25 does not.
//
// It runs eight threads at once, each in a lane of vectors, with masks of those that take part. Four things
// go wrong there:
//   - Lanes beyond the last thread of a block run too. What they read from memory is 0, so they may stay in a
//     loop that ends for all threads.
//   - A value that a thread computes in the loop's last iteration changes if other threads go on: only what
//     phi instructions merge is kept for each lane.
//   - Fences, and atomic operations that order others, are taken for barriers.
//   - All loops end after 65535 iterations in all, without a word.
// The last one cannot be avoided; a kernel in which it happens fails.
//
// All of this depends on a specialization constant (abi::vulkan_on_llvmpipe), so that other drivers remove
// it.
#ifndef KCC_TARGETS_SPIRV_LLVMPIPEGUARDS_H
#define KCC_TARGETS_SPIRV_LLVMPIPEGUARDS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Functions behind OwnPrefix: the constant; a boolean that is false, which no compiler knows; one that
/// counts the loops that a thread has begun and returns that number; the failure of a kernel whose loop was
/// cut off; and a fence that llvmpipe does not take for a barrier.
inline constexpr char OnLlvmpipeName[] = "on_llvmpipe", HiddenFalseName[] = "hidden_false",
                      BeginLoopName[] = "begin_loop", LoopCutOffName[] = "loop_cut_off",
                      LlvmpipeFenceName[] = "llvmpipe_fence";

/// Lets kernels with loops do nothing in lanes without a thread.
void skipSpareLanes(llvm::Module &M);

/// Lets fences, and atomic operations that order others, do so in another way.
void replaceOrders(llvm::Module &M);

/// Keeps what threads compute in loops, and fails the kernel if the driver cuts a loop off. Each loop of \p F
/// has a preheader and one block to which all exits lead.
void guardLoops(llvm::Function &F);

} // namespace kcc::compiler

#endif
