// Kernels in which many threads access few objects; tests/run/atomics_test.cpp knows the results.
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
  // Every number ever stored is returned once, except the last.
  const T mine = static_cast<T>(i % 100 + 1);
  std::atomic_ref(seen[2]).fetch_add(static_cast<std::uint32_t>(at(exchanged).exchange(mine, order)),
                                     memory_order_relaxed);
  // Each thread succeeds once in its loop: as many successes as threads.
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

/// Some threads of a warp, or none, change numbers in shared memory and then in the device's, and none learns
/// what was there. Each gets a number from `values`.
template <class T> [[kcc::kernel]] void by_some(std::span<T> objects, std::span<const T> values) {
  [[kcc::shared]] T in_block[object_count];
  const auto i = static_cast<std::uint32_t>(kcc::global_index());
  const std::uint32_t t = kcc::thread_rank();
  if (t < object_count)
    in_block[t] = objects[t];
  kcc::sync_threads();
  const auto change = [&]<kcc::scope Scope>(T *numbers) {
    auto at = [&](Object object) { return kcc::atomic_ref<T, Scope>(numbers[object]); };
    const T number = values[i];
    at(added).fetch_add(number, memory_order_relaxed);
    at(subtracted).fetch_sub(number, memory_order_relaxed);
    at(highest).fetch_max(number, memory_order_relaxed);
    at(lowest).fetch_min(number, memory_order_relaxed);
    at(bits_set).fetch_or(number, memory_order_relaxed);
    at(bits_cleared).fetch_and(number, memory_order_relaxed);
    at(bits_flipped).fetch_xor(number, memory_order_relaxed);
    at(counted)++;
  };
  if (takes_part(i)) {
    change.template operator()<kcc::scope::block>(in_block);
    change.template operator()<kcc::scope::device>(objects.data());
  }
  kcc::sync_threads();
  if (t < object_count)
    objects[object_count * (1 + kcc::block_idx().x) + t] = in_block[t];
}
template void by_some(std::span<std::int8_t>, std::span<const std::int8_t>);
template void by_some(std::span<std::uint16_t>, std::span<const std::uint16_t>);
template void by_some(std::span<std::int32_t>, std::span<const std::int32_t>);
template void by_some(std::span<std::uint32_t>, std::span<const std::uint32_t>);
template void by_some(std::span<std::int64_t>, std::span<const std::int64_t>);
template void by_some(std::span<std::uint64_t>, std::span<const std::uint64_t>);

/// Eight bytes of shared memory, by operations that order others, of which each thread executes another
/// number.
[[kcc::kernel]] void eight_shared_bytes(EightBytes *result, int order_number) {
  const auto order = static_cast<std::memory_order>(order_number);
  [[kcc::shared]] static EightBytes in_block;
  const std::uint32_t thread = kcc::thread_rank();
  if (thread == 0)
    in_block = {0, 7, ~std::uint64_t{0}, 0, 0};
  kcc::sync_threads();
  for (std::uint32_t turn = 0; turn < thread % 5; ++turn) {
    std::atomic_ref(in_block.sum).fetch_add(0x100000001u * std::uint64_t{thread}, order);
    std::atomic_ref product(in_block.product);
    std::uint64_t seen = product.load(memory_order_relaxed);
    while (!product.compare_exchange_weak(seen, seen * 3, order, memory_order_relaxed)) {
    }
    if (thread % 3 != 0)
      kcc::atomic_ref<std::uint64_t, kcc::scope::block>(in_block.least)
          .fetch_min(std::uint64_t{1000 - thread} << 30, order);
    kcc::atomic_ref<double, kcc::scope::block>(in_block.halves).fetch_add(0.5, order);
    const std::uint64_t both = std::uint64_t{thread} << 32 | thread;
    std::atomic_ref kept(in_block.exchanged);
    const std::uint64_t old = turn % 2 == 0 ? kept.exchange(both, order) : kept.load(memory_order_relaxed);
    if (old >> 32 != (old & 0xffffffff))
      std::atomic_ref(in_block.sum).store(0, memory_order_relaxed);
  }
  kcc::sync_threads();
  if (thread == 0)
    *result = in_block;
}

/// The operations on `_Float16` or `__bf16`; integers up to 256 are exact in both.
template <class T> void change_halves(std::span<std::uint16_t> bits, std::memory_order order) {
  static_assert(sizeof(T) == 2);
  const auto i = static_cast<std::uint32_t>(kcc::global_index());
  auto at = [&](HalfObject object) {
    return kcc::atomic_ref<T, kcc::scope::device>(reinterpret_cast<T *>(bits.data())[object]);
  };
  const T number = static_cast<T>(static_cast<int>(i % 50));
  at(half_added).fetch_add(static_cast<T>(1), order);
  at(half_subtracted).fetch_sub(static_cast<T>(1), order);
  at(half_highest).fetch_max(number, order);
  at(half_lowest).fetch_min(-number, order);
  at(half_summed) += static_cast<T>(1);
  at(half_exchanged).exchange(number, order);
  for (T old = at(half_looped).load(memory_order_relaxed);
       !at(half_looped).compare_exchange_weak(old, static_cast<T>(old + 1), order, memory_order_relaxed);) {
  }
}
[[kcc::kernel]] void halves(std::span<std::uint16_t> f16, std::span<std::uint16_t> bf16, int order_number) {
  change_halves<_Float16>(f16, static_cast<std::memory_order>(order_number));
  change_halves<__bf16>(bf16, static_cast<std::memory_order>(order_number));
}

/// Wrapping counters of every width.
template <class T>
[[kcc::kernel]] void wrapping(std::span<T> counters, std::span<std::uint32_t> seen, T last) {
  const T up = kcc::atomic_ref<T, kcc::scope::device>(counters[0]).fetch_inc_wrap(last, memory_order_relaxed);
  const T down = kcc::atomic_ref<T, kcc::scope::device>(counters[1]).fetch_dec_wrap(last);
  std::atomic_ref(seen[up]).fetch_add(1, memory_order_relaxed);
  std::atomic_ref(seen[last + 1u + down]).fetch_add(1, memory_order_relaxed);
}
template void wrapping(std::span<std::uint8_t>, std::span<std::uint32_t>, std::uint8_t);
template void wrapping(std::span<std::uint16_t>, std::span<std::uint32_t>, std::uint16_t);
template void wrapping(std::span<std::uint32_t>, std::span<std::uint32_t>, std::uint32_t);
template void wrapping(std::span<std::uint64_t>, std::span<std::uint32_t>, std::uint64_t);

/// 16 bytes: both halves of a pair change at once, and are seen to do so. Older GPUs can only load and store,
/// so there the halves change one by one.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void wide(std::span<Pair> pairs, std::span<std::uint32_t> seen) {
  using Ref = kcc::atomic_ref<Pair, kcc::scope::device>;
  const auto i = static_cast<std::uint32_t>(kcc::global_index());
  auto check = [&](const Pair &pair) {
    if (pair.up + pair.down != 0)
      std::atomic_ref(seen[torn]).fetch_add(1, memory_order_relaxed);
  };
  Ref stored(pairs[2]);
  stored.store({i, std::uint64_t{0} - i}, std::memory_order_release);
  check(stored.load(std::memory_order_acquire));
  if constexpr (kcc::arch == 0 || kcc::arch >= 90) {
    Ref looped(pairs[0]);
    for (Pair old = looped.load(memory_order_relaxed);
         check(old), !looped.compare_exchange_weak(old, {old.up + 1, old.down - 1});) {
    }
    Ref exchanged(pairs[1]);
    check(exchanged.exchange({i, std::uint64_t{0} - i}, std::memory_order_acq_rel));
    unsigned __int128 &sum = reinterpret_cast<unsigned __int128 &>(pairs[3]);
    kcc::atomic_ref<unsigned __int128, kcc::scope::device>(sum).fetch_add(
        (static_cast<unsigned __int128>(1) << 64) - 1, memory_order_relaxed);
  } else {
    std::atomic_ref(pairs[0].up).fetch_add(1);
    std::atomic_ref(pairs[0].down).fetch_sub(1);
    std::atomic_ref(pairs[3].up).fetch_sub(1);
    std::atomic_ref(pairs[3].down).fetch_add(i != 0);
  }
}

/// The same function on memory of the grid and of the thread: PTX has no atomic operations on the latter.
[[gnu::noinline]] std::uint32_t count_up(std::uint32_t *counter) {
  return kcc::atomic_ref<std::uint32_t, kcc::scope::device>(*counter).fetch_add(1, memory_order_relaxed);
}
[[kcc::kernel]] void opaque_locals(std::span<std::uint32_t> counter, std::span<std::uint32_t> sums) {
  std::uint32_t own[4] = {1, 2, 3, 4};
  std::uint32_t *const places[] = {&own[kcc::thread_idx().x % 4], &counter[0]};
  count_up(places[1]);
  for (std::uint32_t k = 0; k < 10; ++k)
    count_up(places[0]);
  sums[kcc::global_index()] = own[0] + own[1] + own[2] + own[3];
}

/// Pointers advance, an enumeration is set, and a local object is only used by its own thread.
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

/// Counts in shared memory at block scope, then adds up over all blocks.
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

/// libstdc++'s own: its compare-exchange loop is one instruction on a GPU.
[[kcc::kernel]] void standard_floats(std::span<float> floats, std::span<double> doubles) {
  std::atomic_ref(floats[0]).fetch_add(1);
  std::atomic_ref(floats[1]).fetch_sub(1, memory_order_relaxed);
  std::atomic_ref(floats[2]) += 2;
  std::atomic_ref(doubles[0]).fetch_add(1, std::memory_order_acq_rel);
  std::atomic_ref(doubles[1]) -= 1;
}

/// Even blocks write messages and set a flag; each odd block waits for the flag of the previous block and
/// reads. `broken` counts incomplete messages.
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

/// Each thread of a block waits for the next one, down to the last.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void waiting_for_later_threads(std::span<std::uint32_t> turn,
                                                                           std::span<std::uint32_t> order) {
  const std::uint32_t i = kcc::thread_idx().x, count = kcc::block_dim().x, block = kcc::block_idx().x;
  kcc::atomic_ref<std::uint32_t, kcc::scope::block> ref(turn[block]);
  for (std::uint32_t now = ref.load(memory_order_relaxed); now != count - 1 - i; now = ref)
    ref.wait(now, memory_order_relaxed);
  order[block * count + i] = ref.fetch_add(1, std::memory_order_acq_rel);
  ref.notify_all();
}

/// The second block waits until the first one has stored.
[[kcc::kernel]] void waiting(std::span<std::uint32_t> flag, std::span<std::uint32_t> seen) {
  kcc::atomic_ref<std::uint32_t, kcc::scope::device> ref(flag[0]);
  if (kcc::block_idx().x == 0) {
    ref.store(ref.is_lock_free() ? 7 : 0, std::memory_order_release);
    ref.notify_one();
  } else {
    ref.wait(0, std::memory_order_acquire);
    seen[0] = ref;
  }
}
