// Which function of a kernel runs a block on this processor.
#ifndef KCC_RUNTIME_CPU_LANES_H
#define KCC_RUNTIME_CPU_LANES_H

#include "kcc/abi/cpu_code.h"

namespace kcc::cpu {

/// Of abi::CpuKernel::run_block, the function for the highest level that the processor has and KCC_CPU_LANES
/// allows: it is the greatest abi::CpuLevel::lanes, 1 for none of these functions, as `run` is null then.
/// Throws std::invalid_argument if the variable is not a number in 1 … 16.
abi::CpuBlockFunction block_function(const abi::CpuKernel &kernel);

} // namespace kcc::cpu

#endif
