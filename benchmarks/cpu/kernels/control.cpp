// Threads that take different paths, local arrays, calls.
#include <kcc/device.h>

#include <cmath>

#include "pixel.h"

/// The number of steps from first + i to 1.
[[kcc::kernel]] void collatz(std::span<std::uint32_t> steps, std::uint32_t first) {
  const std::size_t i = kcc::global_index();
  if (i >= steps.size())
    return;
  std::uint64_t number = first + i;
  std::uint32_t count = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++count;
  }
  steps[i] = count;
}

[[kcc::kernel]] void mandelbrot(std::span<std::uint32_t> iterations, std::uint32_t width,
                                std::uint32_t height) {
  const auto [x, y] = kcc::global_index_2d();
  if (x >= width || y >= height)
    return;
  const float real = -2.0f + 3.0f * static_cast<float>(x) / static_cast<float>(width);
  const float imaginary = -1.0f + 2.0f * static_cast<float>(y) / static_cast<float>(height);
  float a = 0, b = 0;
  std::uint32_t count = 0;
  while (count < 256 && a * a + b * b < 4) {
    const float next = a * a - b * b + real;
    b = 2 * a * b + imaginary;
    a = next;
    ++count;
  }
  iterations[y * width + x] = count;
}

/// The median of 15 consecutive values, by sorting them in a local array.
[[kcc::kernel]] void medians(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i >= out.size())
    return;
  float values[15];
  for (std::size_t k = 0; k < 15; ++k) {
    const float value = in[i + k];
    std::size_t at = k;
    for (; at > 0 && values[at - 1] > value; --at)
      values[at] = values[at - 1];
    values[at] = value;
  }
  out[i] = values[7];
}

namespace {

[[gnu::noinline]] float series(float x) {
  float sum = 0;
  for (int k = 8; k > 0; --k)
    sum = sum * x + 1.0f / static_cast<float>(k);
  return sum * x;
}

} // namespace

[[kcc::kernel]] void calls(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = series(in[i]) - series(-in[i]);
}

/// The number of the nearest center of each point: the inner loop reads the same values in all threads.
[[kcc::kernel]] void nearest(std::span<std::uint32_t> numbers, std::span<const Point> points,
                             std::span<const Point> centers) {
  const std::size_t i = kcc::global_index();
  if (i >= numbers.size())
    return;
  float least = INFINITY;
  std::uint32_t number = 0;
  for (std::uint32_t k = 0; k < centers.size(); ++k) {
    const float x = points[i].x - centers[k].x, y = points[i].y - centers[k].y;
    const float distance = x * x + y * y;
    if (distance < least) {
      least = distance;
      number = k;
    }
  }
  numbers[i] = number;
}
