#include "peers.h"

#include <cmath>

namespace plain {

void collatz(std::uint32_t *__restrict steps, std::uint32_t first, std::size_t count) {
#pragma omp parallel for schedule(dynamic, 4096)
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t number = first + i;
    std::uint32_t passed = 0;
    while (number != 1) {
      number = number % 2 == 0 ? number / 2 : 3 * number + 1;
      ++passed;
    }
    steps[i] = passed;
  }
}

void mandelbrot(std::uint32_t *__restrict iterations, std::size_t width, std::size_t height) {
#pragma omp parallel for schedule(dynamic, 8)
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
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
}

void medians(float *__restrict out, const float *__restrict in, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) {
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
}

namespace {

[[gnu::noinline]] float series(float x) {
  float sum = 0;
  for (int k = 8; k > 0; --k)
    sum = sum * x + 1.0f / static_cast<float>(k);
  return sum * x;
}

} // namespace

void calls(float *__restrict out, const float *__restrict in, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i)
    out[i] = series(in[i]) - series(-in[i]);
}

void nearest(std::uint32_t *__restrict numbers, const Point *__restrict points, std::size_t count,
             const Point *__restrict centers, std::size_t center_count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) {
    float least = INFINITY;
    std::uint32_t number = 0;
    for (std::size_t k = 0; k < center_count; ++k) {
      const float x = points[i].x - centers[k].x, y = points[i].y - centers[k].y;
      const float distance = x * x + y * y;
      if (distance < least) {
        least = distance;
        number = static_cast<std::uint32_t>(k);
      }
    }
    numbers[i] = number;
  }
}

} // namespace plain
