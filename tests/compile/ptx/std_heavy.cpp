// The standard library in one kernel: sorting, ranges, variant. std_more.cpp has more of it.
// The benchmark of compile times uses this file as well.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc -O1 -g %s -o %T/O1/
// RUN: %kcc --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <variant>

namespace {

using Number = std::variant<int, float>;

struct Sum {
  float operator()(int value) const { return static_cast<float>(value); }
  float operator()(float value) const { return value; }
};

} // namespace

[[kcc::kernel("std_heavy")]] void std_heavy(std::span<int> values, std::span<float> results, int limit) {
  for (std::size_t i : kcc::grid_stride(values.size() / 16)) {
    std::span<int, 16> part = values.subspan(i * 16).first<16>();
    std::sort(part.begin(), part.end(), std::greater<>());

    float result = 0;
    for (int odd : part | std::views::filter([](int value) { return value % 2 != 0; }))
      result += static_cast<float>(odd);

    Number number = part[0];
    if (part[1] > limit)
      number = static_cast<float>(part[1]);
    result += std::visit(Sum(), number);

    results[i] = result;
  }
}

// CHECK: .visible .entry std_heavy(
