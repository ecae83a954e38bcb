// More of the standard library in kernels than std_heavy.cpp has: sorting by ranges, numeric algorithms, views, atomics.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <ranges>
#include <span>

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

// CHECK: .visible .entry sort_by_ranges(
// CHECK: .visible .entry fold(
// CHECK: {{atom|red}}{{.*}}.add.{{[us]}}32
// CHECK: .visible .entry accumulate(
// CHECK: atom{{.*}}.cas{{.*}}.b32
