// Kernels in which many threads meet at few objects; tests/run/atomics_test.cpp knows what must come out.
#include "atomics.h"
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <atomic>
#include <type_traits>

using namespace atomics;
using std::memory_order_relaxed;

/// Every read-modify-write operation, each on its own object; `threads` is the number of threads.
template <class T, kcc::scope Scope>
[[kcc::kernel]] void operations(std::span<T> objects, std::span<std::uint32_t> seen, std::uint32_t threads,
                                int order_number) {
  const auto order = static_cast<std::memory_order>(order_number);
  const auto i = static_cast<std::uint32_t>(kcc::global_index());
  if (i >= threads)
    return;
  using Ref = kcc::atomic_ref<T, Scope>;
  auto at = [&](Object object) { return Ref(objects[object]); };
  const T number = static_cast<T>(i % 50);
  at(added).fetch_add(1, order);
  at(subtracted).fetch_sub(number, order);
  at(highest).fetch_max(number, order);
  at(lowest).fetch_min(number, order);
  at(summed) += 1;
  // Every number that was ever stored comes back once, but the last.
  const T mine = static_cast<T>(i % 100 + 1);
  std::atomic_ref(seen[2]).fetch_add(static_cast<std::uint32_t>(at(exchanged).exchange(mine, order)),
                                     memory_order_relaxed);
  // Each thread gets through its loop once: as many successes as threads.
  for (T old = at(looped).load(memory_order_relaxed);
       !at(looped).compare_exchange_weak(old, static_cast<T>(old + 1), order, memory_order_relaxed);) {
  }
  // One thread wins, and the others see what it stored.
  T nothing = 0;
  if (at(won).compare_exchange_strong(nothing, mine, order, memory_order_relaxed))
    std::atomic_ref(seen[0]).fetch_add(1, memory_order_relaxed);
  else if (nothing != 0)
    std::atomic_ref(seen[1]).fetch_add(1, memory_order_relaxed);
  if constexpr (std::is_integral_v<T>) {
    const T bit = static_cast<T>(T{1} << (i % (8 * sizeof(T) - 1)));
    at(bits_set).fetch_or(bit, order);
    at(bits_cleared).fetch_and(static_cast<T>(~bit), order);
    at(bits_flipped).fetch_xor(bit, order);
    at(counted)++;
  }
}

#define OPERATIONS(T)                                                                                        \
  template void operations<T, kcc::scope::device>(std::span<T>, std::span<std::uint32_t>, std::uint32_t,     \
                                                  int);                                                      \
  template void operations<T, kcc::scope::system>(std::span<T>, std::span<std::uint32_t>, std::uint32_t, int);
OPERATIONS(std::int8_t)
OPERATIONS(std::uint8_t)
OPERATIONS(std::int16_t)
OPERATIONS(std::uint16_t)
OPERATIONS(std::int32_t)
OPERATIONS(std::uint32_t)
OPERATIONS(std::int64_t)
OPERATIONS(std::uint64_t)
OPERATIONS(float)
OPERATIONS(double)

/// Pointers walk, an enumeration is set, and a local object needs no other thread.
[[kcc::kernel]] void other_types(std::span<int> array, std::span<int *> pointers, std::span<State> states,
                                 std::span<std::uint32_t> sums) {
  kcc::atomic_ref<int *, kcc::scope::device> pointer(pointers[0]);
  int *place = pointer.fetch_add(1, memory_order_relaxed);
  kcc::atomic_ref<int, kcc::scope::device>(*place).fetch_add(1, memory_order_relaxed);
  kcc::atomic_ref<State, kcc::scope::device> state(states[0]);
  State expected = State::waiting;
  if (state.compare_exchange_strong(expected, State::running))
    states[1] = State::done;
  std::uint32_t local = 0;
  kcc::atomic_ref<std::uint32_t, kcc::scope::thread> own(local);
  for (std::uint32_t i = 0; i < 10; ++i)
    own.fetch_add(i);
  kcc::atomic_ref<std::uint32_t, kcc::scope::device>(sums[0]).fetch_add(own.load());
}

/// Counts in shared memory at the scope of the block, then adds up over all blocks.
[[kcc::kernel]] void histogram(std::span<std::uint32_t> counts, std::span<const std::uint8_t> values) {
  [[kcc::shared]] static std::uint32_t block_counts[bins];
  for (std::uint32_t bin = kcc::thread_idx().x; bin < bins; bin += kcc::block_dim().x)
    block_counts[bin] = 0;
  kcc::sync_threads();
  for (std::size_t i : kcc::grid_stride(values.size()))
    kcc::atomic_ref<std::uint32_t, kcc::scope::block>(block_counts[values[i] % bins])
        .fetch_add(1, memory_order_relaxed);
  kcc::sync_threads();
  for (std::uint32_t bin = kcc::thread_idx().x; bin < bins; bin += kcc::block_dim().x)
    kcc::atomic_ref<std::uint32_t, kcc::scope::device>(counts[bin])
        .fetch_add(block_counts[bin], memory_order_relaxed);
}

/// libstdc++'s own: what it does by compare-exchange is one instruction on a GPU.
[[kcc::kernel]] void standard_floats(std::span<float> floats, std::span<double> doubles) {
  std::atomic_ref(floats[0]).fetch_add(1);
  std::atomic_ref(floats[1]).fetch_sub(1, memory_order_relaxed);
  std::atomic_ref(floats[2]) += 2;
  std::atomic_ref(doubles[0]).fetch_add(1, std::memory_order_acq_rel);
  std::atomic_ref(doubles[1]) -= 1;
}

/// The even blocks write messages and raise a flag; each odd block waits for the flag of the one before it
/// and reads. `broken` counts the messages that were not all there.
[[kcc::kernel]] void messages(std::span<std::uint32_t> data, std::span<std::uint32_t> flags,
                              std::span<std::uint32_t> broken, std::uint32_t rounds, bool with_fences) {
  if (kcc::thread_idx().x != 0)
    return;
  using Ref = kcc::atomic_ref<std::uint32_t, kcc::scope::device>;
  const std::uint32_t pair = kcc::block_idx().x / 2;
  const auto message = data.subspan(pair * message_length * rounds, message_length * rounds);
  Ref flag(flags[pair]);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const auto part = message.subspan(round * message_length, message_length);
    if (kcc::block_idx().x % 2 == 0) {
      for (std::uint32_t &word : part)
        word = round + 1;
      if (with_fences) {
        kcc::atomic_fence(std::memory_order_release, kcc::scope::device);
        flag.store(round + 1, memory_order_relaxed);
      } else {
        flag.fetch_add(1, std::memory_order_release);
      }
    } else {
      while (flag.load(with_fences ? memory_order_relaxed : std::memory_order_acquire) <= round) {
      }
      if (with_fences)
        kcc::atomic_fence(std::memory_order_acquire, kcc::scope::device);
      for (std::uint32_t word : part)
        if (word != round + 1)
          Ref(broken[0]).fetch_add(1, memory_order_relaxed);
    }
  }
}

/// The second block waits until the first one has stored.
[[kcc::kernel]] void waiting(std::span<std::uint32_t> flag, std::span<std::uint32_t> seen) {
  kcc::atomic_ref<std::uint32_t, kcc::scope::device> ref(flag[0]);
  if (kcc::block_idx().x == 0) {
    ref.store(7, std::memory_order_release);
    ref.notify_all();
  } else {
    ref.wait(0, std::memory_order_acquire);
    seen[0] = ref;
  }
}
