// The running thread of the CPU device, for device functions.
#ifndef KCC_TARGETS_CPU_DEVICE_THREAD_H
#define KCC_TARGETS_CPU_DEVICE_THREAD_H

#include <kcc/abi/cpu_functions.h>

namespace kcc::cpu {

inline const abi::CpuThread &thread() noexcept {
  return *kcc_cpu_thread;
}

inline std::uint32_t lane() noexcept {
  return thread().thread_rank % 32;
}

} // namespace kcc::cpu

#endif
