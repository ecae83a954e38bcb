// Which kernels need not run block by block on the CPU device.
#ifndef KCC_TARGETS_CPU_LANES_BLOCK_PARTS_H
#define KCC_TARGETS_CPU_LANES_BLOCK_PARTS_H

#include "targets/cpu/lanes/PreparedThread.h"

namespace kcc::compiler {

/// The attributes of functions for which abi::CpuBlockFunction::is_divisible, joins_blocks and has_loops are
/// 1, in this order.
inline constexpr char divisibleBlock[] = "kcc-divisible", joinedBlocks[] = "kcc-joined",
                      loopingThreads[] = "kcc-loops";

/// Gives a thread's function these attributes, if in the kernel the order of threads shows in nothing but
/// data races: it has no barriers, no atomic and no volatile accesses, and no calls. Blocks are joined where
/// threads know their place along x only as `block_idx().x * block_dim().x + thread_idx().x`.
void markBlockParts(PreparedThread &Thread, llvm::FunctionAnalysisManager &Analyses);

/// Whether functions are called, which may ask which thread is running.
bool hasCalls(const llvm::Function &F);

} // namespace kcc::compiler

#endif
