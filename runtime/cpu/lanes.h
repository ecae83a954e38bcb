// Which function of a kernel runs a block on this processor.
#ifndef KCC_RUNTIME_CPU_LANES_H
#define KCC_RUNTIME_CPU_LANES_H

#include "kcc/abi/cpu_code.h"

#include <cstdint>

namespace kcc::cpu {

/// One of abi::CpuKernel::run_block.
struct BlockFunction {
  abi::CpuBlockFunction function{nullptr, 0};
  std::uint32_t lanes = 1; ///< threads that run at the same time
};

/// The function for the highest level that the processor has and KCC_CPU_LANES allows: it is the greatest
/// number of lanes, 1 for none of these functions. Throws std::invalid_argument if the variable is not a
/// number in 1 … 16.
BlockFunction block_function(const abi::CpuKernel &kernel);

} // namespace kcc::cpu

#endif
