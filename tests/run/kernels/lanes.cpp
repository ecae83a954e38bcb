// Kernels that are hard to run with threads side by side in the lanes of vectors.
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/float16.h>
#include <kcc/warp.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <utility>

/// `table[x - n]` is used by threads from n on; the optimizer computes the difference for all of them.
[[kcc::kernel]] void read_behind(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                 std::uint32_t n) {
  const std::uint32_t x = kcc::thread_idx().x;
  const std::uint32_t *row = table.data();
  std::uint64_t sum = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (x >= n)
      sum += row[x - n];
    out[kcc::global_index()] = sum;
    row += 1000;
  }
}

/// The same with a signed index that is -1 in the first thread.
[[kcc::kernel]] void read_left(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                               std::uint32_t n) {
  const auto x = static_cast<std::int32_t>(kcc::thread_idx().x);
  const std::uint32_t *row = table.data();
  std::uint64_t sum = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (x - 1 >= 0 && static_cast<std::uint32_t>(x) - 1 < n)
      sum += row[x - 1];
    out[kcc::global_index()] = sum;
    row += 1000;
  }
}

/// A number that grows by so much from thread to thread that it wraps again and again.
[[kcc::kernel]] void wrap(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                          std::uint32_t n) {
  const auto x = static_cast<std::int32_t>((kcc::thread_idx().x * 31337u + n) * 31337u);
  if (x < 1000000000)
    out[kcc::global_index()] = table[kcc::global_index() * 2];
  else
    out[kcc::global_index()] = table[kcc::global_index()];
}

[[gnu::noinline]] static void lock(std::uint64_t &mutex) {
  while (kcc::atomic_ref<std::uint64_t, kcc::scope::device>(mutex).exchange(1, std::memory_order_acquire) !=
         0)
    ;
}
static void lock_again(std::uint64_t &mutex) {
  if (kcc::atomic_ref<std::uint64_t, kcc::scope::device>(mutex).exchange(1, std::memory_order_acquire) != 0)
    return lock_again(mutex);
}
static void unlock(std::uint64_t &mutex) {
  kcc::atomic_ref<std::uint64_t, kcc::scope::device>(mutex).store(0, std::memory_order_release);
}

/// Each thread adds 1 to out[1] with a lock in out[0], which another function takes. It may wait for another
/// thread of its warp, as few targets let it.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
lock_in_function(std::span<std::uint64_t> out, std::span<const std::uint32_t>, std::uint32_t) {
  lock(out[0]);
  ++out[1];
  unlock(out[0]);
}
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
lock_by_recursion(std::span<std::uint64_t> out, std::span<const std::uint32_t>, std::uint32_t) {
  lock_again(out[0]);
  ++out[1];
  unlock(out[0]);
}

struct Locker {
  virtual void take(std::uint64_t &mutex) const = 0;
};
struct ByOne : Locker {
  void take(std::uint64_t &mutex) const override { lock(mutex); }
};
struct ByThree : Locker {
  void take(std::uint64_t &mutex) const override {
    while (kcc::atomic_ref<std::uint64_t, kcc::scope::device>(mutex).exchange(3, std::memory_order_acquire) !=
           0)
      ;
  }
};
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
lock_by_virtual_call(std::span<std::uint64_t> out, std::span<const std::uint32_t> table, std::uint32_t) {
  const ByOne one;
  const ByThree three;
  const Locker *lockers[] = {&one, &three};
  lockers[table[kcc::thread_idx().x] % 2]->take(out[0]);
  ++out[1];
  unlock(out[0]);
}

/// The result of the atomic operation goes through memory.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
lock_through_memory(std::span<std::uint64_t> out, std::span<const std::uint32_t>, std::uint32_t) {
  [[kcc::shared]] static std::uint64_t taken[1024];
  const std::uint32_t rank = kcc::thread_rank();
  taken[rank] = 1;
  while (taken[rank] != 0)
    taken[rank] =
        kcc::atomic_ref<std::uint64_t, kcc::scope::device>(out[0]).exchange(1, std::memory_order_acquire);
  ++out[1];
  unlock(out[0]);
}

/// Each thread waits, in another function, for the one before.
[[gnu::noinline]] static void wait_for(const volatile std::uint64_t &turn, std::uint64_t value) {
  while (turn != value)
    ;
}
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void take_turns(std::span<std::uint64_t> out,
                                                            std::span<const std::uint32_t>, std::uint32_t) {
  const std::uint64_t i = kcc::global_index();
  wait_for(out[0], i);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  out[1] += i;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  *const_cast<volatile std::uint64_t *>(&out[0]) = i + 1;
}

/// The optimizer does not know the address.
[[gnu::noinline]] static std::uint64_t low_bits(void *address, std::uint64_t alignment) {
  const volatile std::uintptr_t number = reinterpret_cast<std::uintptr_t>(address);
  return number % alignment;
}

/// Local arrays keep their alignment at a barrier.
[[kcc::kernel]] void aligned(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                             std::uint32_t n) {
  alignas(128) std::uint32_t values[32];
  alignas(32) std::uint32_t others[8];
  for (std::uint32_t k = 0; k < 32; ++k)
    values[k] = others[k % 8] = table[kcc::thread_idx().x + k];
  std::uint64_t wrong = low_bits(values, 128) + low_bits(others, 32);
  kcc::sync_threads();
  wrong += low_bits(values, 128) + low_bits(others, 32);
  out[kcc::global_index()] = wrong + values[n % 32] - table[kcc::thread_idx().x + n % 32];
}

/// Neighbours read what is two, three or four places apart.
[[kcc::kernel]] void members(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                             std::uint32_t) {
  const std::size_t i = kcc::global_index();
  const auto *bytes = reinterpret_cast<const unsigned char *>(table.data());
  out[i] = std::uint64_t{table[2 * i + 1]} + 3 * std::uint64_t{table[3 * i + 2]} +
           5 * std::uint64_t{table[4 * i]} + std::uint64_t{7} * bytes[2 * i + 1] +
           std::uint64_t{11} * bytes[3 * i] + std::uint64_t{13} * bytes[4 * i + 3];
}

[[kcc::kernel]] void every_fourth(std::span<std::uint64_t> out, std::span<const std::uint8_t> bytes) {
  const std::size_t i = kcc::global_index();
  out[i] = bytes[4 * i];
}

/// Looks small numbers up, in all threads or in every third one, one after another.
template <class T>
[[kcc::kernel]] void look_up(std::span<T> out, std::span<const T> table,
                             std::span<const std::uint32_t> places, bool is_one_of_three) {
  const std::size_t i = kcc::global_index();
  if (i >= out.size() || (is_one_of_three && i % 3 != 1))
    return;
  T sum = table[places[i]];
  for (std::uint32_t k = 0; k < places[i] % 5; ++k)
    sum = static_cast<T>(sum + table[places[i] - k]);
  out[i] = sum;
}
template void look_up<std::uint8_t>(std::span<std::uint8_t>, std::span<const std::uint8_t>,
                                    std::span<const std::uint32_t>, bool);
template void look_up<std::int16_t>(std::span<std::int16_t>, std::span<const std::int16_t>,
                                    std::span<const std::uint32_t>, bool);
template void look_up<kcc::float16>(std::span<kcc::float16>, std::span<const kcc::float16>,
                                    std::span<const std::uint32_t>, bool);

template <class T> struct Three {
  T x, y, z;
};
/// Reads and writes the members of each struct in turn, and some of them twice. `numbers` are those of all.
template <class T> [[kcc::kernel]] void change_members(T *numbers, std::uint32_t count, bool is_twice) {
  auto *const structs = reinterpret_cast<Three<T> *>(numbers);
  const std::uint32_t i = static_cast<std::uint32_t>(kcc::global_index());
  if (i >= count)
    return;
  structs[i].x = static_cast<T>(structs[i].x + structs[i].y);
  structs[i].y = static_cast<T>(structs[i].y * T(3));
  structs[i].z = static_cast<T>(structs[i].z - structs[i].x);
  if (is_twice) {
    structs[i].x = static_cast<T>(structs[i].z + T(1));
    structs[i].z = static_cast<T>(structs[i].x + structs[i].y);
    structs[i].y = static_cast<T>(structs[i].y + T(2));
  }
}
template void change_members<std::uint8_t>(std::uint8_t *, std::uint32_t, bool);
template void change_members<std::int16_t>(std::int16_t *, std::uint32_t, bool);
template void change_members<float>(float *, std::uint32_t, bool);
template void change_members<double>(double *, std::uint32_t, bool);
/// Writes structs while it reads others, which may be the same.
[[kcc::kernel]] void change_members_of_two(float *numbers, const float *other_numbers, std::uint32_t count) {
  auto *const structs = reinterpret_cast<Three<float> *>(numbers);
  auto *const others = reinterpret_cast<const Three<float> *>(other_numbers);
  const std::uint32_t i = static_cast<std::uint32_t>(kcc::global_index());
  if (i >= count)
    return;
  structs[i].x = others[i].x + 1;
  structs[i].y = others[i].x + others[i].y;
  structs[i].z = others[i].y * 2 + others[i].z;
}

/// Makes an integer where a float is, which the other pointer shows to be the same place only if `scale`
/// is 1.
[[kcc::kernel]] void reuse_members(std::span<int> numbers, std::size_t scale) {
  const std::size_t i = kcc::global_index();
  if (i >= numbers.size() / 2)
    return;
  float *const first = reinterpret_cast<float *>(numbers.data() + scale - 1) + 2 * i;
  int *const second = numbers.data() + 2 * i * scale;
  first[0] = static_cast<float>(i);
  new (second) int(5);
  first[1] = 2;
}

struct Answer {
  std::uint32_t value;
  std::uint64_t other;
};
[[gnu::noinline]] static Answer answer(bool is_even, std::uint8_t byte, std::uint32_t x, std::size_t i) {
  return {x, is_even ? byte : i};
}

/// Some threads call a function with operands of several sizes.
[[kcc::kernel]] void calls(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                           std::uint32_t n) {
  const std::size_t i = kcc::global_index();
  const std::uint32_t x = table[i];
  out[i] = 1;
  if (x % 3 != 0)
    return;
  const Answer got = answer(x % 2 == 0, static_cast<std::uint8_t>(x), x, i + n);
  out[i] = got.value + got.other * 1000;
}

/// For blocks of 8 threads along x there are functions of their own.
[[kcc::kernel]] void rows(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                          std::uint32_t n) {
  const std::uint32_t x = kcc::thread_idx().x, y = kcc::thread_idx().y, i = kcc::thread_rank();
  if (x % 3 != y % 2)
    out[i] = table[2 * (y * 32 + x)] + answer(x < n, 1, x, y).other;
}

/// Some threads of a group access the first and the last elements of shared memory.
[[kcc::kernel]] void edges(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                           std::uint32_t n) {
  [[kcc::shared]] std::uint32_t values[41];
  const std::uint32_t x = kcc::thread_idx().x;
  if (x >= n && x < n + 41)
    values[x - n] = table[x];
  kcc::sync_threads();
  if (x >= 3 && x < 44 && table[x] % 2 == 0)
    values[x - 3] += x;
  kcc::sync_threads();
  out[kcc::global_index()] = values[x % 41];
}

/// Neighbours store numbers of different types in the same memory, again and again.
[[kcc::kernel]] void types(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                           std::uint32_t n) {
  alignas(4) [[kcc::shared]] std::byte memory[400];
  auto *const floats = reinterpret_cast<float *>(memory);
  auto *const integers = reinterpret_cast<std::uint32_t *>(memory);
  const std::uint32_t x = kcc::thread_idx().x;
  std::uint64_t sum = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (table[x + k] % 2 == 0)
      floats[x] = static_cast<float>(x + k);
    else
      integers[x] = x + k;
    kcc::sync_threads();
    const std::uint32_t other = (x + n) % kcc::block_dim().x;
    sum += table[other + k] % 2 == 0 ? static_cast<std::uint32_t>(floats[other]) * 3 : integers[other];
    kcc::sync_threads();
  }
  out[kcc::global_index()] = sum;
}

template <class T> static void order(T &a, T &b) {
  if (a > b)
    std::swap(a, b);
}

/// Neighbours access memory in orders that are the same in all groups of threads.
[[kcc::kernel]] void orders(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                            std::uint32_t n) {
  [[kcc::shared]] std::uint32_t values[256];
  [[kcc::shared]] std::uint8_t bytes[128];
  [[kcc::shared]] std::uint64_t words[128];
  const std::uint32_t x = kcc::thread_idx().x;
  for (std::uint32_t i = x; i < 256; i += kcc::block_dim().x)
    values[i] = table[i];
  bytes[x ^ 1] = static_cast<std::uint8_t>(x);
  words[x ^ 3] = x;
  kcc::sync_threads();
  std::uint64_t sum = values[x ^ 1] + 3ull * values[x ^ 6] + 5ull * values[x & 7] + 7ull * values[x / 4] +
                      11ull * values[x % 8 * 8 + x / 8] + 13ull * values[(x & ~3u) | (3 - (x & 3))] +
                      17ull * values[2 * x - (x & 3)] + 19ull * table[x ^ 5] + 23ull * table[x / 16 + x % 4] +
                      29ull * bytes[x] + words[x];
  if (table[x] % 3 != 0)
    sum += values[x ^ 2] + table[x ^ 2] + values[(x + n) / 8] + values[x / 32 * 2 + n];
  kcc::sync_threads();
  order(values[2 * x], values[2 * x + 1]);
  kcc::sync_threads();
  order(values[2 * x - (x & 1)], values[2 * x - (x & 1) + 2]);
  kcc::sync_threads();
  order(values[2 * x - (x & 7)], values[2 * x - (x & 7) + 8]);
  kcc::sync_threads();
  order(values[2 * x - (x & 15)], values[2 * x - (x & 15) + 16]);
  kcc::sync_threads();
  if (x % 4 == 3)
    values[x | 3] += n;
  kcc::sync_threads();
  if (x % 4 == 0 || x > n)
    values[x ^ 2] = x;
  kcc::sync_threads();
  out[kcc::global_index() ^ 1] = sum + values[x] + values[x + 100];
}

struct alignas(32) Eight {
  std::uint32_t numbers[8];
};

/// What is aligned is where every eighth thread looks, not where the others would.
[[kcc::kernel]] void aligned_parts(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                   std::uint32_t n) {
  [[kcc::shared]] alignas(32) std::uint32_t values[256];
  const std::uint32_t x = kcc::thread_idx().x;
  const std::size_t index = x;
  values[x] = table[x];
  values[x + 128] = n;
  kcc::sync_threads();
  if (x % 8 == 7)
    reinterpret_cast<Eight *>(&values[index + 1])->numbers[0] += x;
  kcc::sync_threads();
  out[kcc::global_index()] = values[x];
}

/// The scan of a block as in textbooks: by warps, of the warps' sums by the first warp, and their sum.
template <class IsFirstWarp>
static void scan_block(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                       IsFirstWarp is_first) {
  [[kcc::shared]] static std::uint32_t totals[32];
  const std::uint32_t rank = kcc::thread_rank(), warp = kcc::warp_id();
  std::uint32_t value = kcc::warp::inclusive_scan(table[rank]);
  if (kcc::lane_id() == 31 || rank == kcc::block_size() - 1)
    totals[warp] = value;
  kcc::sync_threads();
  if (is_first()) {
    const std::uint32_t total = kcc::lane_id() < kcc::warps_per_block() ? totals[kcc::lane_id()] : 0;
    totals[kcc::lane_id()] = kcc::warp::inclusive_scan(total);
  }
  kcc::sync_threads();
  out[kcc::block_rank() * kcc::block_size() + rank] = value + (warp != 0 ? totals[warp - 1] : 0);
}

[[kcc::kernel]] void scan_by_warp_id(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                     std::uint32_t) {
  scan_block(out, table, [] { return kcc::warp_id() == 0; });
}
[[kcc::kernel]] void scan_by_rank(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                  std::uint32_t) {
  scan_block(out, table, [] { return kcc::thread_rank() < 32; });
}
[[kcc::kernel]] void scan_by_signed_rank(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                         std::uint32_t) {
  scan_block(out, table, [] { return static_cast<int>(kcc::thread_rank()) / 32 == 0; });
}
[[kcc::kernel]] void scan_by_index(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                   std::uint32_t) {
  scan_block(out, table, [] {
    const kcc::Index3 at = kcc::thread_idx(), of = kcc::block_dim();
    return (at.x + of.x * (at.y + of.y * at.z)) >> 5 == 0;
  });
}

/// Conditions that are the same in a warp, and differ between those of a row.
[[kcc::kernel]] void warps_of_a_row(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                    std::uint32_t n) {
  const std::uint32_t rank = kcc::thread_rank(), warp = rank / 32;
  const std::uint32_t of_warp = kcc::warp::reduce(table[rank] & 0xffff);
  std::uint64_t &mine = out[kcc::block_rank() * kcc::block_size() + rank];
  if (warp % 2 == 0 && rank < n)
    mine = of_warp;
  if (rank < n + warp * 16)
    mine += 1000000;
}
[[kcc::kernel]] void warps_of_a_row_by_x(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                         std::uint32_t n) {
  const std::uint32_t x = kcc::thread_idx().x, warp = x / 32;
  const std::uint32_t of_warp = kcc::warp::reduce(table[x] & 0xffff);
  std::uint64_t &mine = out[kcc::block_rank() * kcc::block_size() + kcc::thread_rank()];
  if (warp % 2 == 0 && x < n)
    mine = of_warp;
  if (x < n + warp * 16)
    mine += 1000000;
}

/// A value that is the same in all threads that have one, before a barrier and after it.
[[kcc::kernel]] void values_of_some(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                    std::uint32_t n) {
  const std::size_t i = kcc::global_index();
  const std::uint32_t x = table[i];
  std::optional<std::uint32_t> value;
  if (x % 2 == 0)
    out[i] = 4;
  else
    value = table[n];
  std::uint32_t rounds = 0;
  while (value && rounds < x % 8)
    rounds += *value != 0 ? 1 : 2;
  kcc::sync_threads();
  if (value)
    out[i] = *value + rounds;
}

/// Loops with two entries.
[[kcc::kernel]] void goto_into_loops(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                     std::uint32_t) {
  const std::size_t i = kcc::global_index();
  std::uint32_t x = table[i], rounds = 0;
  if (x % 2 != 0)
    goto second;
first:
  x = x * 3 + 1;
  if (x % 8 > 3)
    goto third;
second:
  x ^= rounds;
third:
  x -= 5;
  if (++rounds < 3) {
    if (x % 4 > 1)
      goto first;
    goto second;
  }
  out[i] = x;
}

/// Each thread reads the N members of an object, and writes all of them.
template <class T, unsigned N>
[[kcc::kernel]] void rotate_members(std::span<T> out, std::span<const T> in, std::uint32_t n) {
  const std::size_t i = kcc::global_index();
  if (i >= n)
    return;
  T members[N];
#pragma unroll
  for (unsigned k = 0; k < N; ++k)
    members[k] = in[N * i + k];
#pragma unroll
  for (unsigned k = 0; k < N; ++k)
    out[N * i + k] = static_cast<T>(members[(k + 1) % N] * 3 + k);
}
#define KCC_ROTATE_MEMBERS(T, N)                                                                             \
  template void rotate_members<T, N>(std::span<T>, std::span<const T>, std::uint32_t);
KCC_ROTATE_MEMBERS(std::uint8_t, 4)
KCC_ROTATE_MEMBERS(std::uint8_t, 3)
KCC_ROTATE_MEMBERS(std::uint16_t, 2)
KCC_ROTATE_MEMBERS(std::uint32_t, 2)
KCC_ROTATE_MEMBERS(std::uint32_t, 3)
KCC_ROTATE_MEMBERS(std::uint32_t, 4)
KCC_ROTATE_MEMBERS(float, 3)
KCC_ROTATE_MEMBERS(std::uint64_t, 2)
KCC_ROTATE_MEMBERS(double, 4)

struct Quad {
  std::int64_t a, b, c, d;
};

/// Members are read at once with others that are written between.
[[kcc::kernel]] void read_between_stores(std::span<std::int64_t> out, std::int64_t stores) {
  [[kcc::shared]] Quad quads[64];
  const std::uint32_t t = kcc::thread_idx().x;
  quads[t] = {t, 2 * t, 3 * t, 4 * t};
  kcc::sync_threads();
  std::int64_t sum = quads[t].a;
  sum = sum * 3 + quads[t].c;
  if ((stores & 1) != 0)
    quads[t].d = sum;
  out[t] = sum;
  out[t + 64] = quads[t].a;
  out[t + 128] = quads[t].b;
  out[t + 192] = quads[t].d;
}
[[kcc::kernel]] void move_members(std::span<std::int64_t> sums, std::span<std::int64_t> targets,
                                  std::span<std::int64_t> sources) {
  const std::uint32_t t = kcc::thread_idx().x;
  auto *const to = reinterpret_cast<Quad *>(targets.data());
  auto *const from = reinterpret_cast<Quad *>(sources.data());
  to[t].c = from[t].a + 1;
  to[t].b = to[t].b ^ t;
  to[t].a = from[t].d;
  sums[t] += from[t].b;
  to[t].d = from[t].c + 1;
}

/// Some threads read what neighbours at a distance have just written to shared memory. `which` says who does;
/// with `Warps`, all 32 lanes run at the same time.
template <class T, bool Warps>
[[kcc::kernel]] void read_neighbours(std::span<T> values, std::uint32_t which, std::uint32_t limit,
                                     std::int64_t distance) {
  [[kcc::shared]] T row[192];
  const std::uint32_t t = kcc::thread_idx().x;
  const std::size_t i = kcc::global_index();
  for (std::uint32_t k = t; k < 192; k += kcc::block_dim().x)
    row[k] = static_cast<T>(k);
  kcc::sync_threads();
  for (std::uint32_t round = 0; round < 3; ++round) {
    row[t + 32] = static_cast<T>(values[i] + static_cast<T>(round));
    kcc::sync_threads();
    const bool reads = which == 0   ? t < limit
                       : which == 1 ? t >= limit
                       : which == 2 ? t % 2 == limit % 2
                                    : t == limit;
    T sum = row[t + 32];
    if (reads)
      sum = static_cast<T>(sum + row[std::int64_t{t} + 32 + distance]);
    if constexpr (Warps)
      sum = static_cast<T>(sum + static_cast<T>(kcc::warp::ballot(reads) % 3));
    values[i] = sum;
    kcc::sync_threads();
  }
}
#define KCC_READ_NEIGHBOURS(T)                                                                               \
  template void read_neighbours<T, false>(std::span<T>, std::uint32_t, std::uint32_t, std::int64_t);         \
  template void read_neighbours<T, true>(std::span<T>, std::uint32_t, std::uint32_t, std::int64_t);
KCC_READ_NEIGHBOURS(std::uint8_t)
KCC_READ_NEIGHBOURS(std::uint16_t)
KCC_READ_NEIGHBOURS(std::uint32_t)
KCC_READ_NEIGHBOURS(float)
KCC_READ_NEIGHBOURS(double)

/// In rows of threads, only the first ones have something to do: none, a few of a group, or whole groups.
/// What a thread keeps over the barriers is its own.
[[kcc::kernel]] void busy_beginnings(std::span<std::uint64_t> out, std::span<const std::uint32_t> table,
                                     std::uint32_t n) {
  [[kcc::shared]] std::uint64_t sums[8][128];
  const std::uint32_t x = kcc::thread_idx().x, width = kcc::block_dim().x,
                      y = kcc::thread_idx().y + kcc::thread_idx().z * kcc::block_dim().y;
  const std::uint64_t own = table[kcc::thread_rank()];
  sums[y][x] = own;
  kcc::sync_threads();
  for (std::uint32_t half = 64; half > 0; half /= 2) {
    if (x < half && x + half < width)
      sums[y][x] += sums[y][x + half];
    kcc::sync_threads();
  }
  for (std::uint32_t half = width / 2; half > 0; half /= 2) {
    if (x < half)
      sums[y][x] += sums[y][x + half];
    kcc::sync_threads();
  }
  if (x < 4)
    sums[y][x] += sums[y][x + 4];
  kcc::sync_threads();
  if (x < n)
    sums[y][x] += 1000;
  kcc::sync_threads();
  if (x >= n)
    sums[y][x] += own * 7;
  kcc::sync_threads();
  if (x == 0 && y != 1)
    sums[y][1] *= 3;
  kcc::sync_threads();
  out[kcc::thread_rank()] = sums[y][x] + own * 5;
}
