// The standard library in one kernel: sorting, ranges, optional, variant, virtual calls, recursion. std_more.cpp has the rest.
// The benchmark of compile times uses this file as well.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc -O1 -g %s -o %T/O1/
// RUN: %kcc --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

#include <algorithm>
#include <array>
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

[[kcc::kernel("std_heavy")]] void std_heavy(std::span<int> values, std::span<float> results, int limit) {
  for (std::size_t i : kcc::grid_stride(values.size() / 16)) {
    std::span<int, 16> part = values.subspan(i * 16).first<16>();
    std::sort(part.begin(), part.end(), std::greater<>());

    float result = 0;
    for (int square : part | std::views::filter([](int value) { return value % 2 != 0; }) |
                          std::views::transform([](int value) { return value * value; }))
      result += static_cast<float>(square);
    result += static_cast<float>(first_above(part, limit).value_or(-1));

    Number number = part[0];
    if (part[1] > limit)
      number = static_cast<float>(part[1]);
    else if (part[2] > limit)
      number = std::array<short, 4>{1, 2, 3, static_cast<short>(part[2])};
    result += std::visit(Sum(), number);

    Square square(result);
    Disc disc(2);
    const Shape *shapes[] = {&square, &disc, part[0] % 2 == 0 ? static_cast<Shape *>(&square) : &disc};
    result += total_area(shapes);
    result += static_cast<float>(ackermann(2, static_cast<unsigned>(part[0]) % 3));

    results[i] = result;
  }
}

// CHECK: .func {{.*}}ackermann
// CHECK: .visible .entry std_heavy(
