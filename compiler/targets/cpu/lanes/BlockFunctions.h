// The functions of the CPU device that run all threads of a block (abi::CpuKernel::run_block).
#ifndef KCC_TARGETS_CPU_LANES_BLOCK_FUNCTIONS_H
#define KCC_TARGETS_CPU_LANES_BLOCK_FUNCTIONS_H

#include "kcc/abi/cpu_code.h"
#include <vector>

namespace llvm {
class PassBuilder;
}

namespace kcc::compiler {

struct HostProcessor;

/// The attribute of a thread's function whose threads may wait for each other.
inline constexpr char waitingThreads[] = "kcc-waiting-threads";
/// The attribute of a block's function that says what abi::CpuBlockFunction::group_bytes is, if not 0.
inline constexpr char frameBytes[] = "kcc-frame-bytes";

/// The attribute of a block's function that says what abi::CpuBlockFunction::lanes is.
inline constexpr char laneCount[] = "kcc-lanes";
/// The attribute of a block's function for which abi::CpuBlockFunction::is_strided is 1.
inline constexpr char stridedLoop[] = "kcc-strided";

/// The symbol of abi::CpuBlockFunction::count_elements is the block function's followed by this.
inline constexpr char elementsSuffix[] = ".elements";

/// The scope of atomic operations among the threads of a block, which addBlockFunctions() replaces.
inline constexpr char blockScope[] = "block";
/// The attribute of a thread's function that says why there is no function for its block.
inline constexpr char obstacle[] = "kcc-obstacle";

/// Lets the pipelines of this builder add them, for each of these levels of the processor, to kernels that
/// can be run in lanes.
void addBlockFunctions(llvm::PassBuilder &Builder, const HostProcessor &Processor,
                       const std::vector<abi::CpuLevel> &Levels);

} // namespace kcc::compiler

#endif
