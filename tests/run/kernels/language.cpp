// Kernels that use one part of the language each; tests/run/language_test.cpp holds them against the host.
#include "language.h"
#include <kcc/device.h>
#include <tuple>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <ostream>
#include <ranges>
#include <string>
#include <utility>
#include <variant>

using namespace language;

[[kcc::kernel]] void parameters(std::span<double> seen, bool flag, char letter, std::int8_t i8,
                                std::uint16_t u16, std::int32_t i32, std::uint64_t u64, float f32, double f64,
                                Operation operation, Mixed mixed, Vector vector, std::array<int, 3> three,
                                Bits bits, Empty, const int *pointer, std::span<const int, 2> two) {
  double values[parameter_count] = {double(flag),
                                    double(letter),
                                    double(i8),
                                    double(u16),
                                    double(i32),
                                    double(u64),
                                    double(f32),
                                    f64,
                                    double(operation),
                                    double(mixed.letter) + mixed.half,
                                    double(mixed.inner.small) + mixed.inner.large,
                                    double(mixed.numbers[0]) + mixed.numbers[2],
                                    double(mixed.operation),
                                    double(mixed.wide),
                                    double(vector.x) + vector.w,
                                    double(three[0]) + three[2],
                                    double(bits.bits),
                                    double(pointer[1]),
                                    double(two[0]) + two[1],
                                    double(seen.size())};
  for (std::size_t i : kcc::grid_stride(seen.size()))
    seen[i] = values[i];
}

[[kcc::kernel]] void indices(std::span<std::uint32_t> seen) {
  auto [tx, ty, tz] = kcc::thread_idx();
  auto [bx, by, bz] = kcc::block_idx();
  auto [nx, ny, nz] = kcc::block_dim();
  auto [gx, gy, gz] = kcc::grid_dim();
  std::uint32_t x = bx * nx + tx, y = by * ny + ty, z = bz * nz + tz;
  seen[(z * gy * ny + y) * gx * nx + x] = x + 1000 * y + 1000000 * z;
}

namespace {
struct Shape {
  virtual ~Shape() = default;
  virtual float area() const = 0;
};
struct Square final : Shape {
  explicit Square(float side) : side(side) {}
  float area() const override { return side * side; }
  float side;
};
struct Rectangle final : Shape {
  Rectangle(float width, float height) : width(width), height(height) {}
  float area() const override { return width * height; }
  float width, height;
};

unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int twice(int value) {
  return 2 * value;
}
int square(int value) {
  return value * value;
}
} // namespace

[[kcc::kernel, kcc::targets("ptx", "cpu", "amdgpu")]] void virtual_calls(std::span<float> areas) {
  for (std::size_t i : kcc::grid_stride(areas.size())) {
    Square a{static_cast<float>(i)};
    Rectangle b{static_cast<float>(i), 2};
    const Shape *shape = i % 3 == 0 ? static_cast<const Shape *>(&a) : &b;
    areas[i] = shape->area();
  }
}

// What only the host calls stays out of kernels: virtual functions of a class that they use, too.
namespace {
struct Node {
  virtual ~Node() = default;
  virtual int value() const = 0;
  virtual void write(std::ostream &out) const { out << value(); }
  virtual int other() const noexcept { return 1; }
};
struct Counted {
  virtual int count() const { return 10; }
  virtual std::string name() const { return "counted"; }
};
struct Leaf : virtual Node {
  explicit Leaf(int held) : held(held) {}
  int value() const override { return held; }
  void write(std::ostream &out) const override { out << "leaf"; }
  int held;
};
struct Twig : Leaf, Counted {
  explicit Twig(int held) : Leaf(held) {}
  int count() const override { return held + 20; }
  int other() const noexcept override { return 2; }
};
[[gnu::noinline]] int value_of(const Node &node) {
  return node.value();
}
[[gnu::noinline]] int count_of(const Counted &counted) {
  return counted.count();
}
} // namespace

[[kcc::kernel, kcc::targets("ptx", "cpu", "amdgpu")]] void partly_virtual(std::span<int> values) {
  for (std::size_t i : kcc::grid_stride(values.size())) {
    Leaf leaf(static_cast<int>(i));
    Twig twig(static_cast<int>(2 * i));
    values[i] = value_of(leaf) + 100 * value_of(twig) + 10000 * count_of(twig);
  }
}

// One kernel makes the objects, another calls and a third destroys them.
struct Held {
  virtual ~Held() = default;
  virtual int get(int add) const = 0;
};
struct First final : Held {
  int get(int add) const override { return 1 + add; }
};
struct Second : Held {
  int get(int add) const override { return 2 + add; }
};
namespace {
Held *held[2];
}

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void make_objects() {
  held[0] = new First;
  held[1] = new Second;
}
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void call_objects(std::span<int> values) {
  int (Held::*get)(int) const = &Held::get;
  for (int i = 0; i != 2; ++i)
    values[static_cast<std::size_t>(i)] = held[i]->get(10) + 100 * (held[i]->*get)(20);
}
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void destroy_objects() {
  delete held[0];
  delete held[1];
}

[[kcc::kernel, kcc::targets("ptx", "cpu", "amdgpu")]] void recursion(std::span<std::uint32_t> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = ackermann(2, std::uint32_t(i % 6));
}

[[kcc::kernel, kcc::targets("ptx", "cpu", "amdgpu")]] void function_pointers(std::span<int> values) {
  int (*functions[])(int) = {twice, square};
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = functions[values[i] % 2 == 0](values[i]);
}

[[kcc::kernel]] void library(std::span<int> values, std::span<float> results) {
  for (std::size_t i : kcc::grid_stride(results.size())) {
    std::span<int, 16> part = values.subspan(i * 16).first<16>();
    std::ranges::make_heap(part);
    std::ranges::sort_heap(part);
    float result = 0;
    for (int value : part | std::views::filter([](int v) { return v % 2 != 0; }) |
                         std::views::transform([](int v) { return v * 3; }))
      result += float(value);
    auto found = std::ranges::find_if(part, [](int v) { return v > 50; });
    std::optional<int> first = found == part.end() ? std::nullopt : std::optional(*found);
    result += float(first.value_or(-7));
    std::variant<int, float> either = part[0];
    if (part[1] % 2 == 0)
      either = float(part[1]) / 2;
    result += std::visit([](auto v) { return float(v); }, either);
    results[i] = result;
  }
}

/// Sums each block's part by a tree in shared memory. Threads beyond the end have left before the first
/// barrier.
[[kcc::kernel]] [[kcc::launch_bounds(256)]] void block_sums(std::span<std::uint32_t> sums,
                                                            std::span<const std::uint32_t> values) {
  [[kcc::shared]] std::uint32_t partial[256];
  std::uint32_t thread = kcc::thread_idx().x, threads = kcc::block_dim().x;
  std::size_t i = kcc::global_index();
  partial[thread] = i < values.size() ? values[i] : 0;
  kcc::sync_threads();
  for (std::uint32_t half = threads / 2; half != 0; half /= 2) {
    if (thread < half)
      partial[thread] += partial[thread + half];
    kcc::sync_threads();
  }
  if (thread == 0)
    sums[kcc::block_idx().x] = partial[0];
}

[[kcc::shared]] std::array<int, 64> exchange;

/// Reverses each block's 64 values through one shared variable of the file and one array that the launch
/// sizes.
[[kcc::kernel]] void reverse(std::span<int> values) {
  std::span<int> dynamic = kcc::dynamic_shared<int>();
  std::uint32_t thread = kcc::thread_idx().x;
  std::size_t i = kcc::global_index();
  exchange[thread] = values[i];
  dynamic[thread] = int(thread);
  kcc::sync_threads();
  values[i] = exchange[63 - thread] + dynamic[63 - thread] * 1000 + int(dynamic.size()) * 1000000;
}

/// Half of the threads leave before the others wait: they count as arrived.
[[kcc::kernel]] void leaves_early(std::span<int> values) {
  [[kcc::shared]] int word;
  std::uint32_t thread = kcc::thread_idx().x;
  if (thread % 2 == 1)
    return;
  if (thread == 0)
    word = 42;
  kcc::sync_threads();
  values[kcc::global_index()] = word;
}

[[kcc::constant]] constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};

[[kcc::kernel]] void constants(std::span<int> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = primes[i % 8];
}

[[kcc::kernel]] void count(std::span<unsigned> total) {
  std::atomic_ref(total[0]).fetch_add(1);
}

[[kcc::kernel]] void fused(std::span<float> results, std::span<const float> a, std::span<const float> b,
                           std::span<const float> c) {
  for (std::size_t i : kcc::grid_stride(results.size()))
    results[i] = a[i] * b[i] + c[i];
}

// Hosts and GPUs pass this struct in different ways.
struct Numbered {
  int number;
  float value;
};
static Numbered product(int number, float x, float y) {
  return {number, x * y};
}
[[kcc::kernel]] void fused_across(std::span<float> results, std::span<const float> a,
                                  std::span<const float> b, std::span<const float> c) {
  for (std::size_t i : kcc::grid_stride(results.size())) {
    const Numbered made = product(static_cast<int>(i), a[i], b[i]);
    const Numbered copied = made.number % 2 == 0 ? made : product(0, b[i], a[i]);
    results[i] = made.value + c[i];
    if (made.number == 1)
      results[i] = copied.number == 0 ? results[i] : 0;
  }
}

[[kcc::kernel]] void rewritten(language::Ways ways, std::span<int> out) {
  [[kcc::shared]] int tile[1];
  tile[0] = 7;
  ways.to[ways.exchanged & 1] = tile;
  for (unsigned i = 0; i != 2; ++i)
    out[i] = *ways.to[(static_cast<unsigned>(out[i]) + i) & 1];
}

namespace outer::inner {
template <class T, int Factor> [[kcc::kernel]] void scale(std::span<T> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= Factor;
}
template void scale<int, 3>(std::span<int>);
template void scale<double, -2>(std::span<double>);
} // namespace outer::inner

// libstdc++'s tuple has a nontrivial move constructor, so functions receive its address.
[[kcc::kernel]] void counts_in_parameters(std::span<long> out, std::tuple<int, long, char> tuple,
                                          language::Mixed mixed) {
  std::get<1>(tuple) += 1;
  mixed.half += 1;
  out[kcc::global_index()] = std::get<1>(tuple) * 100 + mixed.half;
}

extern "C" [[kcc::kernel]] void c_name(std::span<int> values) {
  values[0] = 1;
}
[[kcc::kernel("chosen_name")]] void named(std::span<int> values) {
  values[0] = 2;
}

/// The library's error path: `std::get` of the wrong alternative.
[[kcc::kernel]] void wrong_alternative(std::span<int> values) {
  std::variant<int, float> either = 1.0f;
  if (values[0] == 1)
    either = 1;
  values[0] = std::get<int>(either);
}

/// Functions that take and return signed bytes, whose extension ptxas lost (see the compiler's
/// SignedByteLoads).
[[gnu::noinline]] void use_byte(signed char value, std::span<unsigned> out) {
  const unsigned low = static_cast<unsigned>(value) & 0xffff;
  out[0] = low;
  out[1] = static_cast<unsigned>(static_cast<float>(low));
  out[2] = low / 7;
  out[3] = static_cast<unsigned short>(value) * 3u;
  out[4] = static_cast<unsigned short>(value) >> 4;
  out[5] = low > 70000;
  out[6] = static_cast<unsigned>(value);
  out[7] = static_cast<unsigned>(static_cast<std::uint64_t>(value) >> 32);
}
[[gnu::noinline]] signed char give_byte(std::span<const int> in, unsigned i) {
  return static_cast<signed char>(in[i]);
}
[[kcc::kernel]] void signed_bytes(std::span<const int> in, std::span<unsigned> out) {
  use_byte(static_cast<signed char>(in[0]), out.subspan(0, 8));
  use_byte(static_cast<signed char>(in[1]), out.subspan(8, 8));
  const unsigned low = static_cast<unsigned>(give_byte(in, 0)) & 0xffff;
  out[16] = static_cast<unsigned>(static_cast<float>(low));
  out[17] = low / 7;
}

[[kcc::kernel]] void strided_loops(std::span<const unsigned> table, std::span<const Strided> cases,
                                   std::span<std::uint64_t> sums) {
  strided_sums(table.data(), cases[kcc::grid_rank()], &sums[5 * kcc::grid_rank()]);
}

/// Loops that store: to what they load in a later iteration, and to other memory.
[[kcc::kernel]] void strided_stores(std::span<const unsigned> from, std::span<unsigned> chain,
                                    std::span<unsigned> to, unsigned stride) {
  for (std::size_t i = 0; i + stride < chain.size(); i += stride)
    chain[i + stride] = chain[i] * 3 + from[i];
  auto copy = [stride](const unsigned *__restrict__ x, unsigned *__restrict__ y, std::size_t n) {
    for (std::size_t i = 0; i < n; i += stride)
      y[i] = x[i] * x[i / 2] + y[i];
  };
  copy(from.data(), to.data(), to.size());
}
[[kcc::kernel, kcc::no_alias]] void strided_stores_apart(std::span<const unsigned> from,
                                                         std::span<unsigned> to, unsigned stride) {
  for (std::size_t i = 0; i < to.size(); i += stride)
    to[i] = from[i] * 5 + from[i / 2];
}

/// Pointers that are never equal in one iteration, and lead to the same memory in the next.
namespace {
[[kcc::shared]] unsigned even_turns[8], odd_turns[8];
} // namespace
[[kcc::kernel]] void strided_exchanges(std::span<unsigned> seen, unsigned count, unsigned stride) {
  for (unsigned i = 0; i != 8; ++i)
    even_turns[i] = i, odd_turns[i] = 2 * i;
  unsigned *from = even_turns, *to = odd_turns;
  for (unsigned i = 0; i < count; i += stride) {
    to[i % 8] = from[i * 5 % 8] + 3;
    std::swap(from, to);
  }
  for (unsigned i = 0; i < count; i += stride)
    (i % 2 == 0 ? even_turns : odd_turns)[i % 8] += (i % 2 == 0 ? odd_turns : even_turns)[i * 3 % 8];
  for (unsigned i = 0; i != 8; ++i)
    seen[i] = even_turns[i], seen[8 + i] = odd_turns[i];
}

/// Numbers in vectors that are converted lane by lane, and that a loop exchanges.
namespace {
using TwoFloats = float __attribute__((vector_size(8)));
using TwoInts = int __attribute__((vector_size(8)));
using TwoShorts = short __attribute__((vector_size(4)));
} // namespace
[[kcc::kernel]] void numbers_in_vectors(std::span<const float> in, std::span<float> out, int turns) {
  const TwoFloats both = {in[0], in[1]};
  auto halves = __builtin_convertvector(std::bit_cast<TwoInts>(both), TwoShorts);
  out[0] = std::bit_cast<float>(halves) + 1;
  TwoFloats turning = both;
  float sum = 0;
  for (int i = 0; i < turns; ++i) {
    sum += turning[0] * static_cast<float>(i);
    turning = __builtin_shufflevector(turning, turning, 1, 0);
  }
  out[1] = sum;
}

/// Knows its address, which no copy may change: a function makes it in the caller's variable.
namespace {
struct Placed {
  explicit Placed(float value) : self(this), values{value, value + 1, value + 2, value + 3} {}
  Placed(const Placed &other) : self(this), values{other.values[0]} {}
  ~Placed() {}
  Placed *self;
  float values[4];
};
Placed placed(float value) {
  return Placed(value);
}
[[gnu::noinline]] Placed placed_apart(float value) {
  return placed(value * 2 + 1);
}
} // namespace
[[kcc::kernel, kcc::targets("ptx", "cpu", "amdgpu")]] void results_in_place(std::span<const float> in,
                                                                            std::span<int> seen) {
  const Placed one = placed(in[0] * in[1]), other = placed_apart(in[0]);
  Placed (*volatile function)(float) = placed;
  const Placed third = function(in[1]);
  seen[0] = one.self == &one;
  seen[1] = other.self == &other;
  seen[2] = third.self == &third;
  seen[3] = static_cast<int>(one.values[1] + other.values[2] * third.values[3]);
}
