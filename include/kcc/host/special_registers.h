// Clocks and special registers on the host (builtins.h). The clocks are the process's.
#ifndef KCC_HOST_SPECIAL_REGISTERS_H
#define KCC_HOST_SPECIAL_REGISTERS_H

#include "builtins.h"

#include <ctime>

extern "C" {

inline std::uint64_t __kcc_global_timer() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}
inline std::uint64_t __kcc_clock64() noexcept {
  return __kcc_global_timer();
}
inline std::uint32_t __kcc_clock() noexcept {
  return static_cast<std::uint32_t>(__kcc_clock64());
}
inline void __kcc_nanosleep(std::uint32_t nanoseconds) noexcept {
  constexpr std::uint32_t longest = 1'000'000; // as on a GPU
  const timespec time{0, static_cast<long>(nanoseconds < longest ? nanoseconds : longest)};
  nanosleep(&time, nullptr);
}

} // extern "C"

#endif
