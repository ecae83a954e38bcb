// What kernels can use: scripts/device-table compiles these kernels for each target, and makes the tables of
// docs/devices.md of what kcc accepts.
//
// A comment "Table: heading" begins a table, and one with three slashes a row, whose title it is. The code
// up to the next one is a kernel, with the headers and functions that it needs. "Options:" are further
// options of kcc for this row.
#include <kcc/device.h>

// Table: [memory](memory.md)

/// Spans, pointers, arrays and structs as parameters
#include <array>
struct Pair {
  std::array<float, 2> values;
  std::span<float> out;
};
[[kcc::kernel]] void parameters(std::span<float> out, const float *in, std::array<int, 3> places, Pair pair) {
  const auto i = static_cast<unsigned>(places[kcc::thread_idx().x % 3]);
  out[i] = pair.out[i] = in[i] + pair.values[i % 2];
}

/// More than 4352 bytes of parameters
#include <array>
[[kcc::kernel]] void large_parameters(std::array<int, 2000> values, std::span<int> out) {
  out[0] = values[kcc::thread_idx().x];
}

/// Lists and trees: pointers in memory
struct Node {
  Node *next;
  int value;
};
[[kcc::kernel]] void list(const Node *first, int *sum) {
  for (const Node *node = first; node; node = node->next)
    *sum += node->value;
}

/// Spans whose memory does not overlap: `[[kcc::no_alias]]`
[[kcc::kernel, kcc::no_alias]] void apart(std::span<float> out, std::span<const float> in) {
  out[0] = in[0];
}

/// Shared memory: `[[kcc::shared]]`, `kcc::dynamic_shared`
#include <kcc/device/shared_layout.h>
[[kcc::kernel]] void shared(int *out) {
  [[kcc::shared]] static int values[32];
  const auto [more, rest] = kcc::dynamic_shared<int, double>(32, 32);
  const unsigned i = kcc::thread_idx().x;
  values[i] = more[i] = out[i];
  kcc::sync_threads();
  out[i] = values[31 - i] + more[i ^ 1];
}

/// Pointers to shared or global memory, in memory
[[kcc::kernel]] void mixed_pointers(int **places, int *out) {
  [[kcc::shared]] static int value;
  places[kcc::thread_idx().x] = kcc::thread_idx().x % 2 == 0 ? &value : out;
  kcc::sync_threads();
  *places[out[1]] = 3;
}

/// Variables that the host reads and writes
int limit = 7;
[[kcc::kernel]] void variables(int *out) {
  if (*out > limit)
    limit = *out;
}

/// Constant memory: `[[kcc::constant]]`
[[kcc::constant]] float weights[9] = {1, 2, 3};
[[kcc::kernel]] void constants(float *out) {
  out[0] = weights[kcc::thread_idx().x % 9];
}

/// `new`, `malloc`, `std::vector`
#include <vector>
[[kcc::kernel]] void heap(int *out) {
  std::vector<int> values(static_cast<std::size_t>(out[0]));
  values.push_back(1);
  out[0] = values.back();
}

/// Volatile accesses to 1, 2 and 4 bytes
[[kcc::kernel]] void volatiles(volatile char *byte, volatile short *half, volatile int *word) {
  *byte = 1;
  *half = 2;
  *word = 3;
}

/// Volatile accesses to 8 bytes
[[kcc::kernel]] void wide_volatiles(volatile long *value) {
  *value = 1;
}

/// [Cache hints](memory.md#caches) and prefetches
#include <kcc/device/cache_hints.h>
[[kcc::kernel]] void hints(float *values) {
  kcc::prefetch_l2(&values[1024]);
  kcc::store<kcc::cache::streaming>(&values[0], kcc::load_read_only(&values[1]));
}

/// Which memory an address is in: `kcc::is_shared` and the like
#include <kcc/device/address_space.h>
[[kcc::kernel]] void spaces(int *const *places, int *out) {
  *out = kcc::is_shared(*places) || kcc::is_constant(*places) || kcc::is_local(*places) ||
         kcc::is_global(*places);
}

/// [Textures](textures.md): `kcc::TextureView`
#include <kcc/texture.h>
[[kcc::kernel]] void textures(kcc::TextureView<float> image, float *out) {
  *out = image(out[1], out[2]) + image.at_level(1, out[3], out[4]);
}

/// [Surfaces](textures.md#accessing-a-surface): `kcc::SurfaceView`
#include <kcc/texture.h>
[[kcc::kernel]] void surfaces(kcc::SurfaceView<float> image, int x) {
  image.write(image.read(x, 1), x, 2);
}

// Table: [synchronization](synchronization.md)

/// `sync_threads()` of all threads of a block
[[kcc::kernel]] void barrier(int *out) {
  [[kcc::shared]] static int value;
  if (kcc::thread_idx().x == 0)
    value = *out;
  kcc::sync_threads();
  if (kcc::sync_threads_or(value == 3))
    *out = static_cast<int>(kcc::sync_threads_count(value > 1));
}

/// `sync_threads()` after some threads have returned
[[kcc::kernel]] void partial_barrier(std::span<int> out) {
  const unsigned i = kcc::thread_idx().x;
  if (i >= out.size())
    return;
  out[i] = 1;
  kcc::sync_threads();
  out[i] += out[out.size() - 1 - i];
}

/// Named barriers
[[kcc::kernel]] void named_barriers(int *out) {
  kcc::named_barrier(1, 64).sync();
  *out = 1;
}

/// `<kcc/barrier.h>`
#include <kcc/barrier.h>
[[kcc::kernel]] void shared_barriers(int *out) {
  [[kcc::shared]] static kcc::barrier ready;
  if (kcc::thread_idx().x == 0)
    ready.init(kcc::block_dim().x);
  kcc::sync_threads();
  ready.wait(ready.arrive());
  *out = 1;
}

/// `<kcc/async_copy.h>`, waiting for groups of copies
#include <kcc/async_copy.h>
[[kcc::kernel]] void copies(std::span<const float> in, float *out) {
  [[kcc::shared]] static float values[256];
  const unsigned i = kcc::thread_idx().x;
  kcc::async_copy(&values[i], &in[i]);
  kcc::async_commit();
  kcc::async_wait<0>();
  kcc::sync_threads();
  out[i] = values[255 - i];
}

/// The same, waiting at a `kcc::barrier`; `kcc::bulk_copy`
#include <kcc/async_copy.h>
#include <kcc/barrier.h>
[[kcc::kernel]] void bulk_copies(std::span<const float> in, float *out) {
  alignas(16) [[kcc::shared]] static float values[256];
  [[kcc::shared]] static kcc::barrier ready;
  const unsigned i = kcc::thread_idx().x;
  if (i == 0)
    ready.init(1);
  kcc::sync_threads();
  if (i == 0) {
    kcc::bulk_copy(std::span(values), in.first(256), ready);
    (void)ready.arrive();
  }
  ready.wait_parity(false);
  out[i] = values[255 - i];
}

/// [Clusters](synchronization.md#clusters) of blocks
[[kcc::kernel]] void clusters(int *out) {
  [[kcc::shared]] static int value;
  value = static_cast<int>(kcc::block_rank_in_cluster());
  kcc::sync_cluster();
  *out = *kcc::cluster_shared(&value, 1);
  kcc::sync_cluster();
}

/// [Cooperative grids](synchronization.md#cooperative-grids): `sync_grid()`
[[kcc::kernel]] void grids(int *out) {
  out[kcc::global_index()] = 1;
  kcc::sync_grid();
  out[kcc::global_index()] += out[0];
}

/// [Dependent launches](host-api/launches.md#dependent-launches)
#include <kcc/device/dependent_launch.h>
[[kcc::kernel]] void dependent_launches(int *out) {
  kcc::trigger_programmatic_launch_completion();
  kcc::grid_dependency_synchronize();
  *out = 1;
}

/// Fences: `fence_block()` to `fence_system()`
[[kcc::kernel]] void fences(int *out) {
  out[0] = 0;
  kcc::fence_block();
  out[1] = 1;
  kcc::fence_cluster();
  out[2] = 2;
  kcc::fence_device();
  out[3] = 3;
  kcc::fence_system();
  out[4] = 4;
}

/// `nanosleep`
#include <kcc/device/clock.h>
[[kcc::kernel]] void sleeps(int *out) {
  kcc::nanosleep(100);
  *out = 1;
}

// Table: [atomic operations](atomics.md), relaxed unless an order is named

/// On 1 and 2 bytes
#include <atomic>
[[kcc::kernel]] void narrow_atomics(std::uint8_t *byte, std::uint16_t *half) {
  std::atomic_ref(*byte).fetch_add(1, std::memory_order_relaxed);
  std::atomic_ref(*half).exchange(1, std::memory_order_relaxed);
}

/// On 4 bytes
#include <kcc/atomic.h>
[[kcc::kernel]] void atomics(unsigned *out) {
  [[kcc::shared]] static unsigned value;
  kcc::atomic_ref<unsigned, kcc::scope::block>(value).fetch_max(*out, std::memory_order_relaxed);
  kcc::atomic_ref<unsigned, kcc::scope::device>(*out).fetch_inc_wrap(value, std::memory_order_relaxed);
}

/// On 8 bytes of global memory
#include <atomic>
[[kcc::kernel]] void wide_atomics(std::uint64_t *out) {
  std::atomic_ref(*out).fetch_add(1, std::memory_order_relaxed);
}

/// On 8 bytes of shared memory
#include <atomic>
[[kcc::kernel]] void wide_shared_atomics(std::uint64_t *out) {
  [[kcc::shared]] static std::uint64_t value;
  std::atomic_ref(value).fetch_add(*out, std::memory_order_relaxed);
  kcc::sync_threads();
  *out = value;
}

/// On 16 bytes: loads and stores
#include <kcc/atomic.h>
struct alignas(16) Twin {
  std::uint64_t first, second;
};
[[kcc::kernel]] void twin_loads(Twin *twins) {
  kcc::atomic_ref(twins[0]).store(kcc::atomic_ref(twins[1]).load(std::memory_order_relaxed),
                                  std::memory_order_relaxed);
}

/// On 16 bytes: exchanges and changes
#include <kcc/atomic.h>
struct alignas(16) Couple {
  std::uint64_t first, second;
};
[[kcc::kernel]] void couple_changes(Couple *couples) {
  couples[1] = kcc::atomic_ref(couples[0]).exchange({1, 2}, std::memory_order_relaxed);
}

/// Sums of `float`
#include <atomic>
[[kcc::kernel]] void float_sums(float *out) {
  std::atomic_ref(*out).fetch_add(1, std::memory_order_relaxed);
}

/// Sums of `double`
#include <atomic>
[[kcc::kernel]] void double_sums(double *out) {
  std::atomic_ref(*out).fetch_add(1, std::memory_order_relaxed);
}

/// Sums of `kcc::float16` and `kcc::bfloat16`
#include <kcc/atomic.h>
#include <kcc/float16.h>
[[kcc::kernel]] void half_sums(kcc::float16 *half, kcc::bfloat16 *brain) {
  kcc::atomic_ref(*half).fetch_add(1, std::memory_order_relaxed);
  kcc::atomic_ref(*brain).fetch_add(1, std::memory_order_relaxed);
}

/// Acquire, release and sequentially consistent orders
#include <atomic>
[[kcc::kernel]] void orders(int *out) {
  std::atomic_ref(out[0]).store(1, std::memory_order_release);
  out[1] = std::atomic_ref(out[2]).load(std::memory_order_acquire);
  ++std::atomic_ref(out[3]);
}

/// `std::atomic_thread_fence`, `kcc::atomic_fence`
#include <kcc/atomic.h>
[[kcc::kernel]] void atomic_fences(int *out) {
  out[0] = 1;
  kcc::atomic_fence(std::memory_order_release, kcc::scope::device);
  out[1] = 1;
}

/// `wait`
#include <kcc/atomic.h>
[[kcc::kernel]] void waits(int *out) {
  kcc::atomic_ref(*out).wait(0, std::memory_order_relaxed);
}

// Table: [warps](warps.md)

/// Shuffles
#include <kcc/warp.h>
[[kcc::kernel]] void shuffles(float *out) {
  *out = kcc::warp::shuffle_xor(kcc::warp::shuffle(*out, 3), 1);
}

/// Votes, `elect`, `active_mask`
#include <kcc/warp.h>
[[kcc::kernel]] void votes(unsigned *out) {
  if (kcc::warp::elect())
    *out = kcc::warp::active_mask() + kcc::warp::ballot(kcc::warp::any(*out == 1), 1);
}

/// Matches
#include <kcc/warp.h>
[[kcc::kernel]] void matches(unsigned *out) {
  *out = kcc::warp::match_any(*out) + kcc::warp::match_all(out[1]);
}

/// Reductions and scans
#include <kcc/warp.h>
[[kcc::kernel]] void warp_sums(int *out) {
  *out = kcc::warp::reduce(kcc::warp::inclusive_scan(*out));
}

/// `sync_warp`
[[kcc::kernel]] void sync_warps(int *out) {
  [[kcc::shared]] static int values[32];
  values[kcc::lane_id()] = *out;
  kcc::sync_warp();
  *out = values[31 - kcc::lane_id()];
}

// Table: [numbers](numbers.md) and [math](math.md)

/// `double`
#include <cmath>
[[kcc::kernel]] void doubles(double *out) {
  *out = out[1] * 3 + std::sqrt(out[2]);
}

/// `kcc::float16`, `kcc::bfloat16`
#include <kcc/float16.h>
[[kcc::kernel]] void halves(kcc::float16 *half, kcc::bfloat16 *brain) {
  half[0] = kcc::fma(half[1], half[2], half[3]);
  brain[0] = brain[1] + static_cast<kcc::bfloat16>(static_cast<float>(half[0]));
}

/// Conversions to `kcc::float8_e4m3` and `kcc::float8_e5m2`
#include <kcc/float16.h>
[[kcc::kernel]] void quarters(float *in, kcc::float8_e4m3 *small, kcc::float8_e5m2 *wide) {
  small[0] = kcc::float8_e4m3(in[0]);
  wide[0] = kcc::float8_e5m2(in[1]);
}

/// `__int128`
[[kcc::kernel]] void wide_integers(__int128 *out) {
  out[0] = out[1] * out[2] / out[3];
}

/// Functions of `<bit>` and `<kcc/device/integer.h>`
#include <bit>
#include <kcc/device/integer.h>
[[kcc::kernel]] void integers(unsigned *out) {
  out[0] = kcc::dot4(out[1], out[2], kcc::byte_permute(out[3], out[4], out[5]));
  out[1] = static_cast<unsigned>(std::popcount(out[6])) + kcc::mul_hi(out[7], out[8]);
}

/// `std::exp`, `log`, `pow`, `fma` of `float`
#include <cmath>
[[kcc::kernel]] void functions(float *out) {
  out[0] = std::fma(std::exp(out[1]), std::log(out[2]), std::pow(out[3], out[4]));
}

/// `std::sin`, `cos`, `tan` of `float`, and those of `kcc::fast`
#include <cmath>
#include <kcc/math.h>
[[kcc::kernel]] void angles(float *out) {
  out[0] = std::sin(out[1]) + std::cos(out[2]) + std::tan(out[3]) + kcc::fast::sin(out[4]);
}

/// `<cmath>` of `double`
#include <cmath>
[[kcc::kernel]] void double_functions(double *out) {
  out[0] = std::exp(out[1]) + std::sin(out[2]) + std::tgamma(out[3]);
}

/// Arithmetic rounded up, down or to zero: `kcc::add_rz` and the like
#include <kcc/math.h>
[[kcc::kernel]] void directed(float *out) {
  out[0] = kcc::add_rz(out[1], kcc::mul_ru(out[2], out[3]));
}

/// Other functions of `kcc::fast`
#include <kcc/math.h>
[[kcc::kernel]] void approximations(float *out) {
  out[0] = kcc::fast::exp(out[1]) + kcc::fast::divide(out[2], out[3]);
}

// Table: functions and libraries

/// Recursion
int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}
[[kcc::kernel]] void recursion(int *out) {
  *out = factorial(*out) + factorial(out[1]);
}

/// Mutually recursive functions
int odd(int n);
int even(int n) {
  return n < 1 ? n : odd(n - 1) * 3 + 1;
}
int odd(int n) {
  return even(n / 2) + 1;
}
[[kcc::kernel]] void mutual_recursion(int *out) {
  *out = even(*out);
}

/// Calls through pointers to functions
int twice(int n) {
  return 2 * n;
}
int square(int n) {
  return n * n;
}
constexpr int (*steps[])(int) = {twice, square};
[[kcc::kernel]] void indirect(int *out) {
  *out = steps[*out & 1](out[1]);
}

/// Virtual functions
struct Shape {
  virtual int sides() const = 0;
};
struct Square : Shape {
  int sides() const override { return 4; }
};
struct Triangle : Shape {
  int sides() const override { return 3; }
};
[[kcc::kernel]] void shapes(int *out) {
  const Square square;
  const Triangle triangle;
  const Shape &shape = *out == 0 ? static_cast<const Shape &>(square) : triangle;
  *out = shape.sides();
}

/// `std::sort`
#include <algorithm>
[[kcc::kernel]] void sorts(std::span<int> values) {
  std::sort(values.begin(), values.end());
}

/// `std::optional`, `std::variant`, `std::string_view`
#include <optional>
#include <string_view>
#include <variant>
[[kcc::kernel]] void library(std::span<int> values) {
  std::optional<int> last;
  for (int value : values)
    if (value > 3)
      last = value;
  const std::variant<int, float> result = last ? std::variant<int, float>(*last) : 2.0f;
  values[0] =
      std::get_if<int>(&result) ? std::get<int>(result) : static_cast<int>(std::string_view("none").size());
}

/// [Block algorithms](block.md)
#include <kcc/block.h>
[[kcc::kernel]] void block_algorithms(unsigned *values) {
  using Sort = kcc::BlockRadixSort<unsigned, 128, 2>;
  using Scan = kcc::BlockScan<unsigned, 128>;
  [[kcc::shared]] Sort::Shared sort;
  [[kcc::shared]] Scan::Shared scan;
  unsigned keys[] = {values[2 * kcc::thread_idx().x], values[2 * kcc::thread_idx().x + 1]};
  Sort(sort).sort(keys);
  values[kcc::thread_idx().x] = Scan(scan).exclusive_sum(keys[0]);
}

/// [Random numbers](random.md)
#include <kcc/random.h>
[[kcc::kernel]] void random_numbers(float *out) {
  kcc::random::Pcg32 engine(1, kcc::global_index());
  out[kcc::global_index()] = kcc::random::UniformReal<float>()(engine);
}

/// [PTX in a kernel](kernels.md#ptx-in-a-kernel)
[[kcc::kernel]] void assembly(unsigned *out) {
  asm("prmt.b32 %0, %1, %2, 0x3210;" : "=r"(*out) : "r"(out[1]), "r"(out[2]));
}

// Table: output, failures and measurements

/// [`kcc::print`, `printf`](printing.md)
#include <cstdio>
#include <kcc/print.h>
[[kcc::kernel]] void prints(int *out) {
  kcc::print("{}\n", *out);
  std::printf("%d\n", *out);
}

/// `assert`, `KCC_ASSERT`, `kcc::trap`
#include <cassert>
#include <kcc/assert.h>
#include <kcc/device/trap.h>
[[kcc::kernel]] void assertions(int *out) {
  assert(*out != 1);
  KCC_ASSERT(*out != 2, "it is {}", *out);
  if (*out == 3)
    kcc::trap();
}

/// Clocks: `clock64`, `global_timer`
#include <kcc/device/clock.h>
[[kcc::kernel]] void clocks(std::uint64_t *out) {
  *out = kcc::clock64() + kcc::global_timer();
}

/// Masks of lanes: `kcc::lanemask_lt` and the like
#include <kcc/device/special_registers.h>
[[kcc::kernel]] void masks(unsigned *out) {
  *out = kcc::lanemask_lt() + kcc::lanemask_ge();
}

/// Other special registers: `sm_id`, `warp_slot`, `grid_id`, …
#include <kcc/device/special_registers.h>
[[kcc::kernel]] void registers(std::uint64_t *out) {
  *out = kcc::sm_id() + kcc::sm_count() + kcc::warp_slot() + kcc::warp_slots() + kcc::grid_id() +
         kcc::total_shared_bytes();
}

/// Events for profilers: `kcc::profiler_event`
#include <kcc/device/special_registers.h>
[[kcc::kernel]] void events(int *out) {
  kcc::profiler_event<3>();
  *out = 1;
}

/// [Checks](checks.md) of memory and arithmetic: `--check=memory,arith --check-gpu`
// Options: --check=memory,arith --check-gpu
[[kcc::kernel]] void checked(std::span<int> out) {
  out[0] += 1;
}

/// Checks of races, barriers and uninitialized memory: `--check=race,barrier,init`
// Options: --check=race,barrier,init
[[kcc::kernel]] void raced(std::span<int> out) {
  out[0] += 1;
}
