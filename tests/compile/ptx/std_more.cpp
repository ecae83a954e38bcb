// More of the standard library in kernels than std_heavy.cpp has: optional, virtual calls, recursion, sorting by
// ranges, numeric algorithms, views, atomics.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <variant>

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
struct Disc final : Shape {
  explicit Disc(float radius) : radius(radius) {}
  float area() const override { return 3.14159265f * radius * radius; }
  float radius;
};

float total_area(std::span<const Shape *const> shapes) {
  float total = 0;
  for (const Shape *shape : shapes)
    total += shape->area();
  return total;
}

std::optional<int> first_above(std::span<const int> values, int limit) {
  auto found = std::ranges::find_if(values, [limit](int value) { return value > limit; });
  return found == values.end() ? std::nullopt : std::optional(*found);
}

unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

using Number = std::variant<int, float, std::array<short, 4>>;

struct Sum {
  float operator()(int value) const { return static_cast<float>(value); }
  float operator()(float value) const { return value; }
  float operator()(const std::array<short, 4> &values) const {
    return static_cast<float>(std::accumulate(values.begin(), values.end(), 0));
  }
};

} // namespace

[[kcc::kernel("choose")]] void choose(std::span<float> results, std::span<const int> values, int limit) {
  for (std::size_t i : kcc::grid_stride(results.size())) {
    Number number = values[i];
    if (values[i] > limit)
      number = static_cast<float>(values[i]) / 2;
    else if (values[i] % 2 == 0)
      number = std::array<short, 4>{1, 2, 3, static_cast<short>(values[i])};
    float result = std::visit(Sum(), number) + static_cast<float>(first_above(values, limit).value_or(-1));

    Square square(result);
    Disc disc(2);
    const Shape *shapes[] = {&square, &disc, values[i] % 2 == 0 ? static_cast<Shape *>(&square) : &disc};
    results[i] = total_area(shapes) + static_cast<float>(ackermann(2, static_cast<unsigned>(values[i]) % 3));
  }
}

[[kcc::kernel("sort_by_ranges")]] void sort_by_ranges(std::span<int> values) {
  for (std::size_t i : kcc::grid_stride(values.size() / 16)) {
    std::span<int> part = values.subspan(i * 16, 16);
    std::ranges::sort(part, std::less<>());
    std::ranges::reverse(part.first(8));
  }
}

[[kcc::kernel("fold")]] void fold(std::span<int> results, std::span<const int> values) {
  for (std::size_t i : kcc::grid_stride(results.size())) {
    std::span<const int> part = values.subspan(i * 16, 16);
    int sum = std::inner_product(part.begin(), part.end(), part.rbegin(), 0);
    for (int value : part | std::views::drop(2) | std::views::take(4) | std::views::reverse)
      sum = sum * 3 + value;
    std::atomic_ref(results[i]).fetch_add(sum, std::memory_order_relaxed);
  }
}

[[kcc::kernel("accumulate")]] void accumulate(std::span<float> total, std::span<const float> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    std::atomic_ref(total[0]).fetch_add(values[i], std::memory_order_relaxed);
}

// CHECK-DAG: .func {{.*}}ackermann
// CHECK-DAG: .visible .entry choose(
// CHECK: .visible .entry sort_by_ranges(
// CHECK: .visible .entry fold(
// CHECK: {{atom|red}}{{.*}}.add.{{[us]}}32
// CHECK: .visible .entry accumulate(
// CHECK: red.relaxed.sys.global.add.f32
