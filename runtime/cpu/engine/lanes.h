// Which function of a kernel runs a block on this processor.
#ifndef KCC_RUNTIME_CPU_ENGINE_LANES_H
#define KCC_RUNTIME_CPU_ENGINE_LANES_H

#include "kcc/abi/cpu_code.h"

namespace kcc::cpu {

/// The last of the processor's levels (abi::CpuLevel) whose functions run blocks: the one that KCC_CPU_LANES
/// names, or the highest. Null if the processor has none of them, or if the variable is 1. It is read once.
/// Throws std::invalid_argument if it is neither 1 nor the name of a level that the processor has.
const abi::CpuLevel *block_level();

/// Of abi::CpuKernel::run_block, the best function up to that level for blocks with `threads` threads along
/// x; `run` is null if there is none. Throws like block_level().
abi::CpuBlockFunction block_function(const abi::CpuKernel &kernel, std::uint32_t threads);

} // namespace kcc::cpu

#endif
