// Kernels with errors whose reports run_settings reads.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <algorithm>
#include <atomic>
#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

[[kcc::kernel]] void correct(Out out, In in, Out) {
  out[kcc::thread_idx().x] = in[kcc::thread_idx().x];
}
[[kcc::kernel]] void races(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  out[t] = tile[t == 0 ? 0 : t - 1]; // race
}
[[kcc::kernel]] void counts(Out out, In, Out) {
  ++out[0];
}
/// Each block of a cluster counts in both blocks' shared memory, and reads its own too early.
[[kcc::kernel]] void cluster_bins(Out out, In, Out) {
  [[kcc::shared]] int bins[64];
  const unsigned t = kcc::thread_idx().x;
  bins[t] = 0;
  kcc::sync_cluster();
  kcc::atomic_ref<int, kcc::scope::cluster>(*kcc::cluster_shared(bins + t, t % 2)) += 1;
  kcc::atomic_ref<int, kcc::scope::cluster>(*kcc::cluster_shared(bins + t, (t + 1) % 2)) += 1;
  out[kcc::global_index()] = bins[63 - t];
  kcc::sync_cluster();
}
[[kcc::kernel]] void reads_volatile(Out out, In, Out) {
  const unsigned t = kcc::thread_idx().x;
  const volatile int *const first = out.data();
  if (t == 0)
    out[0] = 1;
  else
    out[t] = *first;
}
[[kcc::kernel]] void shifts(Out out, In in, Out) {
  const auto i = kcc::global_index();
  out[i] = in[i];
  out[i + 128] = out[i + 1];
}
[[kcc::kernel]] void finds(Out out, In in, Out) {
  if (in[kcc::thread_idx().x] > 2)
    out[0] = 1;
}
[[kcc::kernel]] void grid_shifts(Out out, In in, Out) {
  const auto i = kcc::global_index();
  out[i] = in[i];
  kcc::sync_threads();
  out[i + 128] = out[i + 1];
}
using Lock = kcc::atomic_ref<int, kcc::scope::device>;
static void take(Lock lock) {
  while (lock.exchange(1, std::memory_order_acquire) != 0) // polls a lock
    ;
}
[[kcc::kernel]] void grid_locks_in_two_orders(Out out, In, Out) {
  const unsigned own = kcc::block_idx().x;
  const Lock both_are_here(out[8]);
  Lock(out[own]).exchange(1, std::memory_order_acquire); // takes the first lock
  both_are_here.fetch_add(1, std::memory_order_relaxed);
  while (both_are_here.load(std::memory_order_relaxed) < 2)
    ;
  take(Lock(out[1 - own]));
}
[[kcc::kernel]] void locks_twice(Out out, In, Out) {
  take(Lock(out[0]));
  take(Lock(out[0]));
}
static void take_by_comparing(Lock lock) {
  int free = 0;
  while (!lock.compare_exchange_strong(free, 1, std::memory_order_acquire)) // compares a lock
    free = 0;
}
[[kcc::kernel]] void compares_twice(Out out, In, Out) {
  take_by_comparing(Lock(out[0]));
  Lock(out[0]).store(0, std::memory_order_release);
  take_by_comparing(Lock(out[0]));
  take_by_comparing(Lock(out[0]));
}
[[kcc::kernel]] void polls_two_flags(Out out, In, Out) {
  const Lock flag(out[kcc::thread_idx().x % 2]);
  while (flag.load(std::memory_order_acquire) == 0) // polls a flag
    ;
}
[[kcc::kernel]] void reads_a_flag(Out out, In, Out) {
  if (kcc::global_index() == 0)
    kcc::atomic_ref<int, kcc::scope::device>(out[0]).store(1, std::memory_order_release);
  else if (out[0] == 1) // reads a flag
    out[kcc::global_index()] = 1;
}
[[kcc::kernel]] void adds_to_an_atomic_sum(Out out, In, Out) {
  if (kcc::thread_idx().x == 0)
    kcc::atomic_ref<int, kcc::scope::device>(out[0]).fetch_add(1, std::memory_order_relaxed);
  else if (kcc::thread_idx().x == 40)
    out[0] += 2; // adds
}
[[kcc::kernel]] void publishes_too_weakly(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  const kcc::atomic_ref<int, kcc::scope::device> count(out[255]);
  out[t] = in[t];
  if (count.fetch_add(1, std::memory_order_relaxed) == 31 && count.load(std::memory_order_acquire) == 32)
    out[64] = out[(t + 1) % 32];
}
struct Bits {
  unsigned low : 12, high : 9, last : 11;
};
[[kcc::kernel]] void writes_bit_fields(Out out, In, Out) {
  auto *const bits = reinterpret_cast<Bits *>(out.data());
  if (kcc::thread_idx().x == 0)
    bits->low = 5;
  if (kcc::thread_idx().x == 33)
    bits->high = kcc::block_dim().x;
}
// Of two operations, the scope of one or of both is too narrow.
template <kcc::scope first, kcc::scope others> static void count_in_scopes(int &count) {
  if (kcc::block_idx().x == 0)
    kcc::atomic_ref<int, first>(count).fetch_add(1, std::memory_order_relaxed); // first
  else
    kcc::atomic_ref<int, others>(count).fetch_add(1, std::memory_order_relaxed); // others
}
[[kcc::kernel]] void counts_in_another_scope(Out out, In, Out) {
  if (kcc::thread_idx().x == 0)
    count_in_scopes<kcc::scope::device, kcc::scope::block>(out[0]);
}
[[kcc::kernel]] void counts_in_two_scopes(Out out, In, Out) {
  if (kcc::thread_idx().x == 0)
    count_in_scopes<kcc::scope::block, kcc::scope::cluster>(out[0]);
}
[[kcc::kernel]] void cluster_counts(Out out, In, Out) {
  if (kcc::thread_idx().x == 0)
    count_in_scopes<kcc::scope::device, kcc::scope::block>(out[0]);
}
[[kcc::kernel]] void counts_for_itself(Out out, In, Out) {
  count_in_scopes<kcc::scope::thread, kcc::scope::thread>(out[0]);
}
// A function of the library that calls itself is not inlined. Neighbours sort a common number.
[[kcc::kernel]] void sorts(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  int *const mine = &out[t * 20];
  for (unsigned i = 0; i < 20; ++i)
    mine[i] = in[(i * 7 + t) % 32];
  kcc::sync_threads();
  std::sort(mine, mine + 21); // sorts
}
[[kcc::kernel]] void adds(Out out, In in, Out) {
  out[0] += in[1];
}
[[kcc::kernel]] void adds_in_full(Out out, In in, Out) {
  int *const sum = out.data();
  sum[0] = in[1] + sum[0];
}
[[kcc::kernel]] void same_value(Out out, In, Out) {
  out[0] = 1;
}
[[kcc::kernel]] void writes_outside(Out out, In, Out) {
  out.data()[256 + kcc::thread_idx().x] = 1;
}
[[kcc::kernel]] void changes_outside(Out out, In, Out) {
  std::atomic_ref(out.data()[256]).fetch_add(1); // in a library
}
[[kcc::kernel]] void computes(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = (2147483647 - 30 + in[t]) & 1;
  out[t] += 1 << (in[t] + 1);
  const float x = static_cast<float>(in[t]);
  out[t] ^= static_cast<int>(x * 1e8f);
  out[t] ^= x / x > 2 ? 1 : 0;
  out[t] ^= 7 / in[t];
}
// Frames of different sizes: some overflow where a check allocates.
template <int bytes> static int depth_of(int left, volatile char *at) {
  volatile char here[bytes];
  here[0] = 1;
  return left == 0 ? at[0] : here[0] + depth_of<bytes>(left - 1, here);
}
template <int bytes> [[kcc::kernel]] void recurses(Out out, In in, Out) {
  volatile char first[2] = {1, 1};
  out[kcc::thread_idx().x] = depth_of<bytes>(in[1] * 1000000000, first);
}
template void recurses<16>(Out, In, Out);
template void recurses<64>(Out, In, Out);
template void recurses<400>(Out, In, Out);
template void recurses<3000>(Out, In, Out);
template <int bytes> [[kcc::kernel]] void recurses_before_a_barrier(Out out, In in, Out) {
  volatile char first[2] = {1, 1};
  out[kcc::thread_idx().x] = depth_of<bytes>(in[1] * 1000000000, first);
  kcc::sync_threads();
}
template void recurses_before_a_barrier<16>(Out, In, Out);
template void recurses_before_a_barrier<64>(Out, In, Out);
template void recurses_before_a_barrier<400>(Out, In, Out);
template void recurses_before_a_barrier<3000>(Out, In, Out);
static int allocations(int left) {
  auto *mine = new int[3];
  mine[0] = left;
  return left == 0 ? 0 : allocations(left - 1) + mine[0] % 2;
}
[[kcc::kernel]] void allocates_and_recurses(Out out, In in, Out) {
  out[0] = allocations(in[1] * 1000000000);
}
[[kcc::kernel]] void reads_unwritten(Out out, In, Out unwritten) {
  out[kcc::thread_idx().x] = unwritten[3] + 1;
}
template <unsigned first> static void free_too_early(Out out) {
  [[kcc::shared]] static int *numbers;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    numbers = new int[64]{};
  kcc::sync_threads();
  if (t == first)
    delete[] numbers; // frees
  kcc::sync_threads();
  if (t == 0)
    out[t] = numbers[t];
}
[[kcc::kernel]] void reads_what_another_has_freed(Out out, In, Out) {
  free_too_early<1>(out);
}
[[kcc::kernel]] void reads_what_it_has_freed(Out out, In, Out) {
  free_too_early<0>(out);
}
static int *kept;
[[kcc::kernel]] void keeps_what_it_frees(Out, In, Out) {
  kept = new int(1);
  delete kept; // frees earlier
}
[[kcc::kernel]] void reads_what_was_kept(Out out, In, Out) {
  out[0] = *kept;
}
[[kcc::kernel]] void wraps_below_the_buffer(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in.data()[t - 1];
}
[[kcc::kernel]] void wraps_below_the_span(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in[t - 1];
}
struct Row {
  int numbers[5];
};
[[kcc::kernel]] void wraps_below_the_rows(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  const std::span rows(reinterpret_cast<const Row *>(in.data()), 50);
  out[t] = rows[t - 2].numbers[1];
}
[[kcc::kernel]] void wraps_below_a_shared_span(Out out, In in, Out) {
  [[kcc::shared]] int other[64], tile[64];
  const unsigned t = kcc::thread_idx().x;
  other[t] = tile[t] = in[t];
  const std::span numbers(other[0] < 0 ? other : tile);
  out[t] = numbers[t - 2];
}
[[kcc::kernel]] void wraps_below_the_variable(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  const unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  out[t] = tile[t - 2];
}
[[kcc::kernel]] void leaves_the_variable(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  tile[kcc::thread_idx().x + 1] = in[0];
  out[0] = tile[0];
}
[[gnu::noinline]] static int read_at(const int *from, unsigned index) {
  return from[index];
}
[[kcc::kernel]] void begins_behind_shared_memory(Out out, In, Out) {
  const std::span<int> tile = kcc::dynamic_shared<int>();
  out[0] = read_at(tile.data() + tile.size(), 1);
}
[[kcc::kernel]] void begins_before_shared_memory(Out out, In, Out) {
  [[kcc::shared]] int tile[64];
  out[0] = read_at(tile - 3, 1);
}
