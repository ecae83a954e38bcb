// A barrier in shared memory, modelled on std::barrier: arriving and waiting are two steps, so that a thread
// can do other work in between.
//
//   [[kcc::shared]] static kcc::barrier ready;
//   if (kcc::thread_idx().x == 0)
//     ready.init(kcc::block_dim().x);
//   kcc::sync_threads();
//   auto token = ready.arrive();
//   …                                // work that needs nothing from the others
//   ready.wait(token);
#ifndef KCC_BARRIER_H
#define KCC_BARRIER_H

#include <cstdint>

#include "device/arch.h"
#include "device/builtins.h"

extern "C" {

// On the GPU an mbarrier (PTX ISA, "mbarrier"), on the CPU device three numbers. The functions that arrive
// return the token that the others take.

/// Initializes a barrier for `expected` arrivals per phase.
KCC_BUILTIN(void __kcc_barrier_init(std::uint64_t *barrier, std::uint32_t expected), "kcc::barrier::init()")
/// Arrives once.
KCC_BUILTIN(std::uint64_t __kcc_barrier_arrive(std::uint64_t *barrier), "kcc::barrier::arrive()")
/// Arrives `count` times, which must not complete the phase.
KCC_BUILTIN(std::uint64_t __kcc_barrier_arrive_early(std::uint64_t *barrier, std::uint32_t count),
            "kcc::barrier::arrive()")
/// Arrives once and lowers the expected count of later phases by one.
KCC_BUILTIN(std::uint64_t __kcc_barrier_arrive_drop(std::uint64_t *barrier),
            "kcc::barrier::arrive_and_drop()")
/// Nonzero if the phase has ended.
KCC_BUILTIN(std::uint32_t __kcc_barrier_test(std::uint64_t *barrier, std::uint64_t token),
            "kcc::barrier::try_wait()")
/// The same, after waiting for a limited time.
KCC_BUILTIN(std::uint32_t __kcc_barrier_try_wait(std::uint64_t *barrier, std::uint64_t token),
            "kcc::barrier::try_wait()")
/// Waits until the phase has ended.
KCC_BUILTIN(void __kcc_barrier_wait(std::uint64_t *barrier, std::uint64_t token), "kcc::barrier::wait()")
/// Waits until the phase with that parity, the current one or the previous one, has ended.
KCC_BUILTIN(void __kcc_barrier_wait_parity(std::uint64_t *barrier, std::uint32_t parity),
            "kcc::barrier::wait_parity()")
/// Nonzero if it has ended, after waiting for a limited time.
KCC_BUILTIN(std::uint32_t __kcc_barrier_try_wait_parity(std::uint64_t *barrier, std::uint32_t parity),
            "kcc::barrier::wait_parity()")

/// Returns `pointer`; the atomic operation that uses the result as its operand gets the scope.
void *__kcc_atomic_at_scope(void *pointer, int scope) noexcept;

} // extern "C"

// A macro, because the call itself has to be the operand: 1 is block scope.
#define KCC_AT_BLOCK_SCOPE(pointer) static_cast<std::uint64_t *>(__kcc_atomic_at_scope(pointer, 1))

#ifndef __KCC__
#include <kcc/host/barrier.h>
#endif

namespace kcc {

/// A barrier for threads of one block, in phases: a phase ends when as many threads have arrived as init()
/// said, and the next one begins. It must be a [[kcc::shared]] variable. What threads wrote before they
/// arrived is visible to those that have waited for the end of the phase.
///
/// From sm_80 on it is a hardware barrier; older GPUs use atomic operations. Before sm_70 no thread may wait
/// for another one of its own warp that has not arrived yet, because the threads of a warp advance together.
class KCC_SHARED_TYPE barrier {
public:
  /// Identifies a phase: returned by arrive(), taken by wait().
  using arrival_token = std::uint64_t;

  /// The maximum number of arrivals per phase.
  static constexpr std::uint32_t max() noexcept { return (1u << 20) - 1; }

  /// Initializes the barrier for `expected` arrivals per phase, 1 to max(). One thread calls it; the others
  /// may use the barrier after a sync_threads(). It must not be in use.
  void init(std::uint32_t expected) noexcept {
    if constexpr (is_native)
      __kcc_barrier_init(&state, expected);
    else
      state = expected * one_expected + expected;
  }

  /// Arrives `count` times, at least once and at most as often as this phase still expects, and does not
  /// wait.
  [[nodiscard]] arrival_token arrive(std::uint32_t count = 1) noexcept {
    if constexpr (is_native) {
      if (count > 1) // only the last arrival can end the phase
        __kcc_barrier_arrive_early(&state, count - 1);
      return __kcc_barrier_arrive(&state);
    } else {
      return subtract(count, 0);
    }
  }

  /// Waits until the phase in which the token was obtained has ended. The phase after it must not have ended
  /// yet: a token is valid for the current phase and the previous one.
  void wait(arrival_token token) noexcept {
    if constexpr (is_native && arch < 90)
      __kcc_barrier_wait(&state, token);
    else
      while (!try_wait(token)) {
      }
  }

  /// Whether that phase has ended. It may wait for a limited time, but always returns.
  [[nodiscard]] bool try_wait(arrival_token token) noexcept {
    if constexpr (arch >= 90)
      return __kcc_barrier_try_wait(&state, token) != 0;
    else if constexpr (is_native)
      return __kcc_barrier_test(&state, token) != 0;
    else
      return phase() != token;
  }

  /// Waits for the end of a phase by the lowest bit of its number, for threads that have not arrived in it
  /// and so have no token: `odd` is false for the first phase after init(), then true, false, … The phase
  /// must be the current or the previous one.
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

  /// Arrives and leaves the barrier: each later phase expects one arrival less.
  void arrive_and_drop() noexcept {
    if constexpr (is_native)
      (void)__kcc_barrier_arrive_drop(&state);
    else
      (void)subtract(1, 1);
  }

  /// The barrier as PTX sees it, for inline assembly from sm_80 on; opaque elsewhere.
  std::uint64_t *native_handle() noexcept { return &state; }

private:
  // Without a hardware barrier: 20 bits for the arrivals still expected in this phase, 20 bits for those of
  // the next phase, and the phase number, which is also the token.
  static constexpr bool is_native = arch == 0 || arch >= 80;
  static constexpr std::uint64_t one_expected = 1ull << 20, one_phase = 1ull << 40;

  std::uint64_t phase() noexcept {
    return __atomic_load_n(KCC_AT_BLOCK_SCOPE(&state), __ATOMIC_ACQUIRE) / one_phase;
  }

  /// Subtracts arrivals from what this phase and later phases expect; the last arrival starts the next phase.
  /// No other thread arrives between the two operations, because all have arrived.
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
