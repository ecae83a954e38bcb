// For the sources of planted bugs: each kernel has a twin that differs by the fix.
//
//   //! 1x64 race
//   PLANTED(name) {
//     ...
//     if constexpr (fixed)
//       kcc::sync_threads();
//     out[t] = tile[63 - t]; // here
//   }
//   TWINS(name)
//
// `out` has 256 zeros, `in` the numbers from 0 to 255, `unwritten` 256 numbers that nobody has written. Each
// launch has 512 bytes of dynamic shared memory. Both parties of each report must be in lines that end in `//
// here`.
#ifndef KCC_TESTS_CHECK_PLANTED_H
#define KCC_TESTS_CHECK_PLANTED_H

#include <kcc/atomic.h>
#include <kcc/barrier.h>
#include <kcc/device.h>
#include <kcc/warp.h>

#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

#define PLANTED(name)                                                                                        \
  template <bool fixed>                                                                                      \
  [[kcc::kernel]] void name([[maybe_unused]] Out out, [[maybe_unused]] In in,                                \
                            [[maybe_unused]] Out unwritten)
#define TWINS(name)                                                                                          \
  template void name<false>(Out, In, Out);                                                                   \
  template void name<true>(Out, In, Out);

inline constexpr auto relaxed = std::memory_order_relaxed, acquire = std::memory_order_acquire,
                      release = std::memory_order_release, acq_rel = std::memory_order_acq_rel;

template <class T> using Atomic = kcc::atomic_ref<T, kcc::scope::device>;
template <class T> using BlockAtomic = kcc::atomic_ref<T, kcc::scope::block>;

#endif
