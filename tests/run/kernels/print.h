// What the kernels of the tests of printing share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_PRINT_H
#define KCC_TESTS_RUN_KERNELS_PRINT_H

#include <cstdint>

namespace printing {

/// How the kernel `fail` ends.
enum class Failure : std::uint32_t {
  none,
  c_assert,
  check,
  check_with_message,
  builtin_trap,
  library_error,
  library_check,
  aborted,
  terminated,
  trap,
  unreachable
};

/// What the kernel `formats` prints, one line each: "format" and its arguments.
#define KCC_TEST_FORMATS(X)                                                                                  \
  X("plain {{}} and 100%\n")                                                                                 \
  X("{} {} {} {}\n", -1, 2u, std::int64_t{-3}, std::uint64_t{18446744073709551615u})                         \
  X("{:d} {:x} {:X} {:o} {:b} {:B}\n", 255, 255, 255, 255, 5, 5)                                             \
  X("{:#x} {:#X} {:#o} {:#b} {:#o}\n", 255, 255, 8, 5, 0)                                                    \
  X("[{:5}] [{:<5}] [{:^5}] [{:>5}] [{:05}] [{:+}] [{: }]\n", 42, 42, 42, 42, -42, 42, 42)                   \
  X("[{:*<6}] [{:é^7}] [{:#08x}]\n", 1, "ab", 255)                                                           \
  X("{1} {0} {1:>{2}}\n", 'a', "b", 4)                                                                       \
  X("{} {:d} {:s} {:#x}\n", true, false, true, true)                                                         \
  X("{} {:d} {:c} [{:3}]\n", 'x', 'x', 120, 'y')                                                             \
  X("{} {} {} {}\n", 0.1, 0.1f, 1e100, 100.0f)                                                               \
  X("{:.3f} {:.0e} {:g} {:a} {:A}\n", 3.14159, 12345.678, 0.0001, 0.5, 255.5)                                \
  X("{:10.2f} {:<10.3} {:+.1f} {:010.2f}\n", 3.14159, 2.71828, 1.0f, -1.5)                                   \
  X("{:#.0f} {:#g} {:F} {:.{}f}\n", 1.0, 1.0, 1.5, 2.0, 3)                                                   \
  X("{} {} {:05}\n", 1.0 / 0.0, -1.0 / 0.0, 1.0 / 0.0)                                                       \
  X("{} {:.2} [{:6.3}]\n", "text", "text", "äöü€")                                                           \
  X("{} {}\n", nullptr, static_cast<const void *>(nullptr))                                                  \
  X("{}\n", static_cast<const char *>(nullptr))

} // namespace printing

#endif
