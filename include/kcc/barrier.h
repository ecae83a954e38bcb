// A barrier in shared memory, after std::barrier: arriving and waiting are two steps, so that a thread can do
// something else in between.
//
//   [[kcc::shared]] static kcc::barrier ready;
//   if (kcc::thread_idx().x == 0)
//     ready.init(kcc::block_dim().x);
//   kcc::sync_threads();
//   auto token = ready.arrive();
//   …                                // what needs nothing of the others
//   ready.wait(token);
#ifndef KCC_BARRIER_H
#define KCC_BARRIER_H

#include <cstdint>

#include "device/arch.h"
#include "device/builtins.h"

extern "C" {

// On the GPU an mbarrier (PTX ISA, "mbarrier"), on the CPU device three numbers. The result of arriving is
// what the others take as `token`.

/// Makes the object a barrier of `expected` arrivals.
void __kcc_barrier_init(std::uint64_t *barrier, std::uint32_t expected) noexcept;
/// Arrives once.
std::uint64_t __kcc_barrier_arrive(std::uint64_t *barrier) noexcept;
/// Arrives `count` times, which must not be the last of the phase.
std::uint64_t __kcc_barrier_arrive_early(std::uint64_t *barrier, std::uint32_t count) noexcept;
/// Arrives once, and is one less to arrive in later phases.
std::uint64_t __kcc_barrier_arrive_drop(std::uint64_t *barrier) noexcept;
/// Not 0 if the phase has ended.
std::uint32_t __kcc_barrier_test(std::uint64_t *barrier, std::uint64_t token) noexcept;
/// The same after waiting for some time.
std::uint32_t __kcc_barrier_try_wait(std::uint64_t *barrier, std::uint64_t token) noexcept;
/// Waits until the phase has ended.
void __kcc_barrier_wait(std::uint64_t *barrier, std::uint64_t token) noexcept;
/// Waits until the phase of that parity has ended, the current one or the one before.
void __kcc_barrier_wait_parity(std::uint64_t *barrier, std::uint32_t parity) noexcept;
/// Not 0 if it has ended, after waiting for some time.
std::uint32_t __kcc_barrier_try_wait_parity(std::uint64_t *barrier, std::uint32_t parity) noexcept;

/// The same pointer; the atomic operation that takes the result directly gets the scope.
void *__kcc_atomic_at_scope(void *pointer, int scope) noexcept;

} // extern "C"

// A macro, because the call has to be the operand itself: 1 is the block's scope.
#define KCC_AT_BLOCK_SCOPE(pointer) static_cast<std::uint64_t *>(__kcc_atomic_at_scope(pointer, 1))

#ifndef __KCC__
#include <kcc/host/barrier.h>
#endif

namespace kcc {

/// A barrier of threads of one block, in phases: a phase ends when as many have arrived as init() said, and
/// the next one begins. It must be a [[kcc::shared]] variable. What threads wrote before they arrived is
/// visible to those that have waited for the end of the phase.
///
/// From sm_80 on the hardware has it; older GPUs do it by atomic operations. Before sm_70 no thread may wait
/// for another of its own warp that has not arrived yet, as the threads of a warp go on together.
class barrier {
public:
  /// What arrive() gives and wait() takes: a phase.
  using arrival_token = std::uint64_t;

  /// The most arrivals of a phase.
  static constexpr std::uint32_t max() noexcept { return (1u << 20) - 1; }

  /// Makes it a barrier of `expected` arrivals, 1 to max(). One thread calls it; the others may use the
  /// barrier after a sync_threads(). It must not be in use.
  void init(std::uint32_t expected) noexcept {
    if constexpr (is_native)
      __kcc_barrier_init(&state, expected);
    else
      state = expected * one_expected + expected;
  }

  /// Arrives `count` times, at least once, and does not wait. No more than still are expected in this phase.
  [[nodiscard]] arrival_token arrive(std::uint32_t count = 1) noexcept {
    if constexpr (is_native) {
      if (count > 1) // the last of them alone can end the phase
        __kcc_barrier_arrive_early(&state, count - 1);
      return __kcc_barrier_arrive(&state);
    } else {
      return subtract(count, 0);
    }
  }

  /// Waits until the phase in which the token was given has ended. The phase after it must not have ended
  /// yet: a token is good for the current phase and the one before.
  void wait(arrival_token token) noexcept {
    if constexpr (is_native && arch < 90)
      __kcc_barrier_wait(&state, token);
    else
      while (!try_wait(token)) {
      }
  }

  /// Whether that phase has ended. It may wait for some time, but comes back in any case.
  [[nodiscard]] bool try_wait(arrival_token token) noexcept {
    if constexpr (arch >= 90)
      return __kcc_barrier_try_wait(&state, token) != 0;
    else if constexpr (is_native)
      return __kcc_barrier_test(&state, token) != 0;
    else
      return phase() != token;
  }

  /// Waits for the end of a phase by its number's last bit, for who has not arrived in it and so has no
  /// token: `odd` is false for the first phase after init(), then true, false, … The phase must be the
  /// current one or the one before.
  void wait_parity(bool odd) noexcept {
    if constexpr (arch >= 90) {
      while (__kcc_barrier_try_wait_parity(&state, odd) == 0) {
      }
    } else if constexpr (is_native) {
      __kcc_barrier_wait_parity(&state, odd);
    } else {
      while (phase() % 2 == odd) {
      }
    }
  }

  /// wait(arrive()).
  void arrive_and_wait() noexcept { wait(arrive()); }

  /// Arrives, and takes no part in later phases: of each of these one arrival less is expected.
  void arrive_and_drop() noexcept {
    if constexpr (is_native)
      (void)__kcc_barrier_arrive_drop(&state);
    else
      (void)subtract(1, 1);
  }

  /// The barrier as PTX knows it, for inline assembly from sm_80 on; opaque elsewhere.
  std::uint64_t *native_handle() noexcept { return &state; }

private:
  // Where hardware has no barrier: 20 bits of arrivals still expected in this phase, 20 of those of the next,
  // and the number of the phase, which is also the token.
  static constexpr bool is_native = arch == 0 || arch >= 80;
  static constexpr std::uint64_t one_expected = 1ull << 20, one_phase = 1ull << 40;

  std::uint64_t phase() noexcept {
    return __atomic_load_n(KCC_AT_BLOCK_SCOPE(&state), __ATOMIC_ACQUIRE) / one_phase;
  }

  /// Takes arrivals off what this phase expects, and off what later ones do; the last begins the next phase.
  /// Nobody else arrives between its two operations: all have.
  arrival_token subtract(std::uint64_t arrivals, std::uint64_t expected) noexcept {
    const std::uint64_t before =
        __atomic_fetch_sub(KCC_AT_BLOCK_SCOPE(&state), arrivals + expected * one_expected, __ATOMIC_ACQ_REL);
    if (before % one_expected == arrivals) {
      const std::uint64_t next = before / one_expected % one_expected - expected;
      __atomic_store_n(KCC_AT_BLOCK_SCOPE(&state),
                       (before / one_phase + 1) * one_phase + next * one_expected + next, __ATOMIC_RELEASE);
    }
    return before / one_phase;
  }

  std::uint64_t state;
};

} // namespace kcc

#undef KCC_AT_BLOCK_SCOPE

#endif
