// Ending a kernel, and breakpoints.
#ifndef KCC_DEVICE_TRAP_H
#define KCC_DEVICE_TRAP_H

#include "send_record.h"

namespace kcc {

/// Ends the whole kernel, not only the calling thread. The host gets a kcc::Error that names the source
/// location of the call, the block and the thread. On a GPU the whole context is lost: the process cannot use
/// the GPU any more. Leave the parameters to their defaults.
[[noreturn]] inline void trap(const char *file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                              const char *function = __builtin_FUNCTION()) noexcept {
  detail::fail_check(abi::RecordKind::trap, {nullptr, file, line, function});
}

/// Declares that this point is never reached. With NDEBUG the optimizer assumes it, as for
/// std::unreachable(); otherwise reaching it ends the kernel like a failed assertion.
[[noreturn]] inline void unreachable([[maybe_unused]] const char *file = __builtin_FILE(),
                                     [[maybe_unused]] unsigned line = __builtin_LINE(),
                                     [[maybe_unused]] const char *function = __builtin_FUNCTION()) noexcept {
#ifdef NDEBUG
  __builtin_unreachable();
#else
  detail::fail_check(abi::RecordKind::assertion, {"kcc::unreachable()", file, line, function});
#endif
}

/// Stops in a debugger. On the CPU device it has no effect if none is attached to the process. On a GPU it is
/// PTX's `brkpt`, for cuda-gdb; do not leave one in a program that runs without it.
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
