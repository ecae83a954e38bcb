// Address spaces, cache hints, and what shared memory can hold.
#include "memory.h"

#include <array>
#include <kcc/device.h>
#include <kcc/device/address_space.h>
#include <kcc/device/cache_hints.h>
#include <kcc/device/shared_layout.h>

namespace memory {

unsigned in_global;
[[kcc::constant]] unsigned in_constant[4] = {1, 2, 3, 4};
[[kcc::constant]] constexpr unsigned fixed[] = {5, 6};
[[kcc::shared]] unsigned in_shared[4];

inline unsigned space_of(const void *place) {
  return (kcc::is_global(place) ? global : 0u) | (kcc::is_shared(place) ? shared : 0u) |
         (kcc::is_constant(place) ? constant : 0u) | (kcc::is_local(place) ? local : 0u);
}

/// `wait` is 1 or 0: with a barrier, the CPU device runs the threads on fibers.
template <int wait> [[kcc::kernel]] void spaces(std::span<unsigned> out, unsigned index) {
  unsigned in_local[4] = {index, 1, 2, 3};
  if constexpr (wait)
    kcc::sync_threads();
  unsigned *mine = out.data() + kcc::global_index() * 9;
  mine[0] = space_of(&in_global);
  mine[1] = space_of(&in_constant[index]);
  mine[2] = space_of(&fixed[index]);
  mine[3] = space_of(&in_shared[index]);
  mine[4] = space_of(&in_local[index]);
  mine[5] = space_of(out.data());
  mine[6] = space_of(kcc::dynamic_shared<unsigned>().data() + index);
  mine[7] = space_of(&out);
  mine[8] = kcc::shared_address(&in_shared[3]) - kcc::shared_address(&in_shared[index]);
}
template void spaces<0>(std::span<unsigned>, unsigned);
template void spaces<1>(std::span<unsigned>, unsigned);

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void space_of_heap(std::span<unsigned> out) {
  unsigned *heap = new unsigned[2];
  out[kcc::global_index()] = space_of(heap);
  delete[] heap;
}

template <kcc::cache...> struct Hints {};

template <class T, kcc::cache... hint>
void copy_with(std::span<T> to, std::span<const T> from, Hints<hint...>) {
  std::size_t next = 0;
  const std::size_t i = kcc::global_index(), count = kcc::global_size();
  // Each hint copies a separate part.
  (
      [&] {
        kcc::store<hint>(&to[next * count + i], kcc::load<hint>(&from[next * count + i]));
        ++next;
      }(),
      ...);
}
template <class T, kcc::cache... hint>
void copy_read_only_with(std::span<T> to, std::span<const T> from, Hints<hint...>) {
  std::size_t next = 12;
  const std::size_t i = kcc::global_index(), count = kcc::global_size();
  (
      [&] {
        to[next * count + i] = kcc::load_read_only<hint>(&from[next * count + i]);
        ++next;
      }(),
      ...);
}

/// 22 copies, one with each kind of load and store.
template <class T> [[kcc::kernel]] void hinted(std::span<T> to, std::span<const T> from) {
  using enum kcc::cache;
  kcc::prefetch_l1(&from[0]);
  kcc::prefetch_l2(&from[kcc::global_index()]);
  kcc::prefetch_uniform(&from[1]);
  copy_with(to, from,
            Hints<normal, all_levels, level_2, streaming, last_use, no_cache, evict_first, evict_last,
                  no_allocate, prefetch_l2_64, prefetch_l2_128, prefetch_l2_256>());
  copy_read_only_with(to, from,
                      Hints<normal, all_levels, level_2, streaming, evict_first, evict_last, no_allocate,
                            prefetch_l2_64, prefetch_l2_128, prefetch_l2_256>());
}
template void hinted(std::span<std::uint8_t>, std::span<const std::uint8_t>);
template void hinted(std::span<std::uint16_t>, std::span<const std::uint16_t>);
template void hinted(std::span<float>, std::span<const float>);
template void hinted(std::span<double>, std::span<const double>);
template void hinted(std::span<Quad>, std::span<const Quad>);
template void hinted(std::span<Odd>, std::span<const Odd>);
template void hinted(std::span<Long>, std::span<const Long>);

struct Record {
  std::array<short, 3> numbers;
  double weight;
};
struct alignas(128) Line {
  unsigned char bytes[128];
};

/// Used by two kernels, each of which has its own copy.
template <class T> std::uint64_t around(T value) {
  [[kcc::shared]] T values[64];
  values[kcc::thread_idx().x] = value;
  kcc::sync_threads();
  T next = values[(kcc::thread_idx().x + 1) % 64];
  kcc::sync_threads();
  return static_cast<std::uint64_t>(next);
}

/// 64 threads. Shared variables of every kind, in blocks that must not see each other's.
[[kcc::kernel]] void shared_types(std::span<std::uint64_t> out) {
  [[kcc::shared]] Record records[2][32];
  [[kcc::shared]] std::array<std::array<Quad, 4>, 16> quads;
  [[kcc::shared]] Line line[2];
  [[kcc::shared]] unsigned __int128 wide[64];
  [[kcc::shared]] bool flags[64];
  const unsigned i = kcc::thread_idx().x, block = kcc::block_idx().x, other = 63 - i;
  records[i / 32][i % 32] = {{static_cast<short>(i), static_cast<short>(block), 3}, i * 0.5};
  quads[i / 4][i % 4] = {1, 2, 3, static_cast<float>(i + block)};
  line[i / 32].bytes[i % 32] = static_cast<unsigned char>(i);
  wide[i] = static_cast<unsigned __int128>(i) << 70;
  flags[i] = i % 3 == 0;
  kcc::sync_threads();
  std::uint64_t sum = 0;
  sum += static_cast<std::uint64_t>(records[other / 32][other % 32].numbers[0]);
  sum += static_cast<std::uint64_t>(records[other / 32][other % 32].numbers[1]) * 100;
  sum += static_cast<std::uint64_t>(records[other / 32][other % 32].weight * 2) * 10000;
  sum += static_cast<std::uint64_t>(quads[other / 4][other % 4].w) * 1000000;
  sum += line[other / 32].bytes[other % 32] * std::uint64_t{100000000};
  sum += static_cast<std::uint64_t>(wide[other] >> 70) * 10000000000;
  sum += std::uint64_t{flags[other]} * 1000000000000;
  const bool aligned = reinterpret_cast<std::uintptr_t>(line) % 128 == 0 &&
                       reinterpret_cast<std::uintptr_t>(&quads) % 16 == 0 &&
                       reinterpret_cast<std::uintptr_t>(wide) % 16 == 0;
  sum += std::uint64_t{aligned} * 10000000000000;
  out[block * 64 + i] = sum;
}

static int unaligned_before = 1;
alignas(256) static int aligned_global = 2;

[[kcc::kernel]] void alignments(std::span<unsigned> ok) {
  [[kcc::shared]] char first;
  [[kcc::shared]] alignas(256) char small[3];
  [[kcc::shared]] alignas(1024) int large;
  first = small[2] = 1;
  large = 2;
  const auto misplaced = [](const void *address, std::uintptr_t alignment) {
    const volatile auto number = reinterpret_cast<std::uintptr_t>(address); // else it is folded
    return number % alignment != 0;
  };
  ok[kcc::block_idx().x] = !misplaced(small, 256) && !misplaced(&large, 1024) && first + large == 3 &&
                           !misplaced(&aligned_global, 256) && aligned_global == 2 * unaligned_before;
}

[[kcc::kernel]] void around_integers(std::span<std::uint64_t> out) {
  out[kcc::thread_idx().x] = around<std::uint64_t>(kcc::thread_idx().x) + around<short>(100);
}
[[kcc::kernel]] void around_shorts(std::span<std::uint64_t> out) {
  out[kcc::thread_idx().x] = around<short>(static_cast<short>(kcc::thread_idx().x));
}

/// Three arrays in dynamic shared memory after a static one; 32 threads.
[[kcc::kernel]] void carved(std::span<double> out, unsigned letters, unsigned numbers, unsigned quads) {
  [[kcc::shared]] char before[3];
  const unsigned i = kcc::thread_idx().x;
  if (i < 3)
    before[i] = static_cast<char>(i);
  auto [a, b, c] = kcc::dynamic_shared<char, double, Quad>(letters, numbers, quads);
  for (unsigned n = i; n < a.size(); n += 32)
    a[n] = static_cast<char>(n % 100);
  for (unsigned n = i; n < b.size(); n += 32)
    b[n] = n * 0.25;
  for (unsigned n = i; n < c.size(); n += 32)
    c[n] = {0, 0, 0, static_cast<float>(n)};
  kcc::sync_threads();
  double sum = before[0] + before[1] + before[2];
  for (char letter : a)
    sum += letter;
  for (double number : b)
    sum += number;
  for (const Quad &quad : c)
    sum += quad.w;
  out[i] = sum;
  auto again = kcc::dynamic_shared<char>(letters);
  if (again.data() != a.data() || reinterpret_cast<std::uintptr_t>(b.data()) % 8 != 0 ||
      reinterpret_cast<std::uintptr_t>(c.data()) % 16 != 0 || !kcc::is_shared(&c[quads - 1]))
    out[i] = -1;
}

/// 16-byte vectors through pointers, spans and structs.
[[kcc::kernel]] void quads(std::span<Quad> to, std::span<const Quad> from) {
  for (std::size_t i : kcc::grid_stride(to.size())) {
    Quad value = from[i];
    value.x += 1;
    to[i] = value;
  }
}

} // namespace memory
