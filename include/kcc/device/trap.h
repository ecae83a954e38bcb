// Ending a kernel, and stopping in it.
#ifndef KCC_DEVICE_TRAP_H
#define KCC_DEVICE_TRAP_H

#include "output.h"

namespace kcc {

/// Ends the kernel, all of it and not the calling thread alone. The host gets a kcc::Error that names the
/// place of the call, block and thread. On a GPU the whole context is lost: the process can use it no more.
/// The parameters fill themselves in.
[[noreturn]] inline void trap(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                              const char *function = __builtin_FUNCTION()) noexcept {
  detail::fail_check(abi::OutputKind::trap, {nullptr, file, line, function});
}

/// Says that this place is never reached. With NDEBUG the optimiser believes it, as it believes
/// std::unreachable(); without, reaching it ends the kernel like a failed assertion.
[[noreturn]] inline void unreachable([[maybe_unused]] const char *file = __builtin_FILE(),
                                     [[maybe_unused]] unsigned line = __builtin_LINE(),
                                     [[maybe_unused]] const char *function = __builtin_FUNCTION()) noexcept {
#ifdef NDEBUG
  __builtin_unreachable();
#else
  detail::fail_check(abi::OutputKind::assertion, {"kcc::unreachable()", file, line, function});
#endif
}

/// Stops here in a debugger. On the CPU device nothing happens where none is attached to the process. On a
/// GPU this is PTX's `brkpt`, for cuda-gdb; leave none in a program that runs without it.
inline void breakpoint() noexcept {
#if defined(__clang__)
  __builtin_debugtrap();
#elif defined(__x86_64__)
  asm volatile("int3");
#else
  __builtin_trap();
#endif
}

} // namespace kcc

#endif
