// The kernels' computations as plain C++ for CPUs: loops, divided among threads by OpenMP, which the compiler
// vectorizes.
#ifndef CPU_BENCHMARK_PEERS_H
#define CPU_BENCHMARK_PEERS_H

#include "../kernels/pixel.h"

#include <cstddef>
#include <cstdint>

namespace plain {

void triad(float *a, const float *b, const float *c, float factor, std::size_t count);
void saxpy(float *y, const float *x, float factor, std::size_t count);
void stencil(float *out, const float *in, std::size_t count);
void blur(float *out, const float *in, std::size_t width, std::size_t height);
void to_gray(std::uint8_t *gray, const Pixel *pixels, std::size_t count);

void collatz(std::uint32_t *steps, std::uint32_t first, std::size_t count);
void mandelbrot(std::uint32_t *iterations, std::size_t width, std::size_t height);
void medians(float *out, const float *in, std::size_t count); ///< `in` has 14 more elements
void calls(float *out, const float *in, std::size_t count);
void nearest(std::uint32_t *numbers, const Point *points, std::size_t count, const Point *centers,
             std::size_t center_count);

void multiply(float *c, const float *a, const float *b, std::size_t width);
void transpose(float *out, const float *in, std::size_t width);
/// One sum for each 256 values.
void sums(float *sums, const float *values, std::size_t count);
float sum(const float *values, std::size_t count);
void histogram(std::uint32_t *counts, const std::uint8_t *bytes, std::size_t count);
void sort(std::uint32_t *keys, std::size_t count); ///< a power of two, 512 at least

} // namespace plain

#define CPU_BENCHMARK_FUNCTIONS                                                                              \
  void sines(float *out, const float *in, std::size_t count);                                                \
  void exponentials(float *out, const float *in, std::size_t count);                                         \
  void black_scholes(float *calls, float *puts, const float *prices, const float *strikes,                   \
                     const float *years, float rate, float volatility, std::size_t count);
namespace plain {
CPU_BENCHMARK_FUNCTIONS
}
/// Compiled with -ffast-math, for which GCC takes glibc's vector functions.
namespace fast_math {
CPU_BENCHMARK_FUNCTIONS
}

#endif
