// What kernels do in shared memory, as loops over tiles that stay in the cache.
#include "peers.h"

#include <algorithm>
#include <array>

namespace plain {

void multiply(float *__restrict c, const float *__restrict a, const float *__restrict b, std::size_t width) {
  constexpr std::size_t tile = 64;
#pragma omp parallel for collapse(2)
  for (std::size_t top = 0; top < width; top += tile)
    for (std::size_t left = 0; left < width; left += tile) {
      float sums[tile][tile] = {};
      for (std::size_t first = 0; first < width; first += tile)
        for (std::size_t row = 0; row < tile; ++row)
          for (std::size_t k = 0; k < tile; ++k) {
            const float factor = a[(top + row) * width + first + k];
            for (std::size_t column = 0; column < tile; ++column)
              sums[row][column] += factor * b[(first + k) * width + left + column];
          }
      for (std::size_t row = 0; row < tile; ++row)
        std::copy_n(sums[row], tile, c + (top + row) * width + left);
    }
}

void transpose(float *__restrict out, const float *__restrict in, std::size_t width) {
  constexpr std::size_t tile = 32;
#pragma omp parallel for collapse(2)
  for (std::size_t top = 0; top < width; top += tile)
    for (std::size_t left = 0; left < width; left += tile)
      for (std::size_t row = 0; row < tile; ++row)
        for (std::size_t column = 0; column < tile; ++column)
          out[(left + row) * width + top + column] = in[(top + column) * width + left + row];
}

void sums(float *__restrict sums, const float *__restrict values, std::size_t count) {
#pragma omp parallel for
  for (std::size_t block = 0; block < count / 256; ++block) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < 256; ++i)
      sum += values[block * 256 + i];
    sums[block] = sum;
  }
}

float sum(const float *values, std::size_t count) {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i)
    sum += values[i];
  return sum;
}

void histogram(std::uint32_t *__restrict counts, const std::uint8_t *__restrict bytes, std::size_t count) {
#pragma omp parallel
  {
    std::array<std::uint32_t, 256> own{};
#pragma omp for nowait
    for (std::size_t i = 0; i < count; ++i)
      ++own[bytes[i]];
#pragma omp critical
    for (std::size_t i = 0; i < own.size(); ++i)
      counts[i] += own[i];
  }
}

namespace {

constexpr std::size_t tile = 512;

/// One pass over keys whose number begins at `begin`.
void pass(std::uint32_t *keys, std::size_t begin, std::size_t count, std::size_t run, std::size_t distance) {
  for (std::size_t first = 0; first < count; first += 2 * distance) {
    std::uint32_t *const low = keys + first, *const high = low + distance;
    const bool descending = ((begin + first) & run) != 0;
    for (std::size_t i = 0; i < distance; ++i) {
      const std::uint32_t least = std::min(low[i], high[i]), most = std::max(low[i], high[i]);
      low[i] = descending ? most : least;
      high[i] = descending ? least : most;
    }
  }
}

} // namespace

void sort(std::uint32_t *keys, std::size_t count) {
#pragma omp parallel for
  for (std::size_t begin = 0; begin < count; begin += tile)
    for (std::size_t run = 2; run <= tile; run *= 2)
      for (std::size_t distance = run / 2; distance > 0; distance /= 2)
        pass(keys + begin, begin, tile, run, distance);
  for (std::size_t run = 2 * tile; run <= count; run *= 2) {
    for (std::size_t distance = run / 2; distance >= tile; distance /= 2) {
#pragma omp parallel for
      for (std::size_t part = 0; part < count / 2; part += tile) {
        // `tile` pairs, whose first keys are consecutive.
        const std::size_t first = 2 * part - (part & (distance - 1));
        std::uint32_t *const low = keys + first, *const high = low + distance;
        const bool descending = (first & run) != 0;
        for (std::size_t i = 0; i < tile; ++i) {
          const std::uint32_t least = std::min(low[i], high[i]), most = std::max(low[i], high[i]);
          low[i] = descending ? most : least;
          high[i] = descending ? least : most;
        }
      }
    }
#pragma omp parallel for
    for (std::size_t begin = 0; begin < count; begin += tile)
      for (std::size_t distance = tile / 2; distance > 0; distance /= 2)
        pass(keys + begin, begin, tile, run, distance);
  }
}

} // namespace plain
