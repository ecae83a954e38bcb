// Time in a kernel: cycles, nanoseconds, and a short sleep.
#ifndef KCC_DEVICE_CLOCK_H
#define KCC_DEVICE_CLOCK_H

#include <cstdint>

extern "C" {
/// The low 32 bits of the cycle counter.
std::uint32_t __kcc_clock() noexcept;
/// The cycle counter.
std::uint64_t __kcc_clock64() noexcept;
/// Nanoseconds on a clock that all threads share.
std::uint64_t __kcc_global_timer() noexcept;
/// Suspends the thread.
void __kcc_nanosleep(std::uint32_t nanoseconds) noexcept;
}

#ifndef __KCC__
#include <kcc/host/special_registers.h>
#endif

namespace kcc {

/// The low 32 bits of clock64(): cheaper to read on a GPU, and sufficient for differences below 2^32 cycles.
inline std::uint32_t clock() noexcept {
  return __kcc_clock();
}

/// The cycle counter of the multiprocessor that runs the thread. Each multiprocessor has its own, so only
/// differences within a block are meaningful. On the CPU device it is the processor's time stamp counter.
inline std::uint64_t clock64() noexcept {
  return __kcc_clock64();
}

/// Nanoseconds on one clock for all blocks and grids of the device. It never goes backwards. On GPUs it
/// advances in steps of 32 ns to about a microsecond.
inline std::uint64_t global_timer() noexcept {
  return __kcc_global_timer();
}

/// Suspends the thread for between 0 and twice this many nanoseconds, at most a millisecond: for polling
/// loops, so that they take fewer resources. On the CPU device it takes at least `nanoseconds`, and the other
/// threads of the block run before it returns.
///
/// Targets: sm_70, CPU.
inline void nanosleep(std::uint32_t nanoseconds) noexcept {
  __kcc_nanosleep(nanoseconds);
}

} // namespace kcc

#endif
