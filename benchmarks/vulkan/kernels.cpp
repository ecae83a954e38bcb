// Kernels as a program has them: streaming, with shared memory, with atomic operations, with arithmetic.
#include "shapes.h"

#include <kcc/atomic.h>
#include <kcc/device.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace timed {

using namespace shapes;

[[kcc::kernel]] void nothing(std::span<float>, int) {}

[[kcc::kernel]] void copy(std::span<float> to, std::span<const float> from) {
  const std::size_t i = kcc::global_index();
  if (i < to.size())
    to[i] = from[i];
}

[[kcc::kernel]] void triad(std::span<float> a, std::span<const float> b, std::span<const float> c,
                           float scale) {
  const std::size_t i = kcc::global_index();
  if (i < a.size())
    a[i] = b[i] + scale * c[i];
}

[[kcc::kernel]] void triad_strided(std::span<float> a, std::span<const float> b, std::span<const float> c,
                                   float scale) {
  for (const std::size_t i : kcc::grid_stride(a.size()))
    a[i] = b[i] + scale * c[i];
}

[[kcc::kernel]] void gather(std::span<float> to, std::span<const float> from,
                            std::span<const std::uint32_t> places) {
  const std::size_t i = kcc::global_index();
  if (i < to.size())
    to[i] = from[places[i]];
}

[[kcc::kernel]] void stencil(std::span<float> to, std::span<const float> from, std::uint32_t width) {
  const std::uint32_t x = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x,
                      y = kcc::block_idx().y;
  if (x == 0 || y == 0 || x + 1 >= width || (y + 1) * width >= from.size())
    return;
  const std::size_t i = std::size_t{y} * width + x;
  to[i] = 0.5f * from[i] + 0.125f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width]);
}

[[kcc::kernel]] void transpose(std::span<float> to, std::span<const float> from, std::uint32_t width) {
  [[kcc::shared]] static float rows[tile][tile + 1];
  const std::uint32_t x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  const std::uint32_t column = kcc::block_idx().x * tile, row = kcc::block_idx().y * tile;
  for (std::uint32_t i = 0; i < tile; i += 8)
    rows[y + i][x] = from[std::size_t{row + y + i} * width + column + x];
  kcc::sync_threads();
  for (std::uint32_t i = 0; i < tile; i += 8)
    to[std::size_t{column + y + i} * width + row + x] = rows[x][y + i];
}

/// One sum of each block.
[[kcc::kernel]] void sums(std::span<float> out, std::span<const float> in) {
  [[kcc::shared]] static float parts[threads];
  const std::uint32_t rank = kcc::thread_idx().x;
  float sum = 0;
  for (const std::size_t i : kcc::grid_stride(in.size()))
    sum += in[i];
  parts[rank] = sum;
  kcc::sync_threads();
  for (std::uint32_t half = threads / 2; half != 0; half /= 2) {
    if (rank < half)
      parts[rank] += parts[rank + half];
    kcc::sync_threads();
  }
  if (rank == 0)
    out[kcc::block_idx().x] = parts[0];
}

[[kcc::kernel]] void histogram(std::span<std::uint32_t> counts, std::span<const std::uint32_t> words) {
  [[kcc::shared]] static std::uint32_t own[256];
  own[kcc::thread_idx().x] = 0;
  kcc::sync_threads();
  for (const std::size_t i : kcc::grid_stride(words.size()))
    for (int byte = 0; byte != 4; ++byte)
      kcc::atomic_ref<std::uint32_t, kcc::scope::block>(own[words[i] >> 8 * byte & 255])
          .fetch_add(1, std::memory_order_relaxed);
  kcc::sync_threads();
  kcc::atomic_ref<std::uint32_t>(counts[kcc::thread_idx().x])
      .fetch_add(own[kcc::thread_idx().x], std::memory_order_relaxed);
}

/// Square matrices, whose size is a multiple of the tile.
[[kcc::kernel]] void product(std::span<float> c, std::span<const float> a, std::span<const float> b,
                             std::uint32_t size) {
  [[kcc::shared]] static float left[product_depth][product_tile], right[product_depth][product_tile];
  const std::uint32_t x = kcc::thread_idx().x, y = kcc::thread_idx().y, rank = y * 16 + x;
  const std::size_t row = std::size_t{kcc::block_idx().y} * product_tile;
  const std::size_t column = std::size_t{kcc::block_idx().x} * product_tile;
  float sums[4][4] = {};
  for (std::size_t first = 0; first < size; first += product_depth) {
    for (std::uint32_t i = rank; i < product_tile * product_depth; i += threads) {
      left[i % product_depth][i / product_depth] =
          a[(row + i / product_depth) * size + first + i % product_depth];
      right[i / product_tile][i % product_tile] =
          b[(first + i / product_tile) * size + column + i % product_tile];
    }
    kcc::sync_threads();
    for (std::uint32_t k = 0; k < product_depth; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += left[k][y * 4 + i] * right[k][x * 4 + j];
    kcc::sync_threads();
  }
  for (std::uint32_t i = 0; i < 4; ++i)
    for (std::uint32_t j = 0; j < 4; ++j)
      c[(row + y * 4 + i) * size + column + x * 4 + j] = sums[i][j];
}

/// Sorts the keys of each block, with a bitonic network.
[[kcc::kernel]] void sort_tiles(std::span<std::uint32_t> keys) {
  [[kcc::shared]] static std::uint32_t own[sorted_keys];
  const std::span<std::uint32_t> mine =
      keys.subspan(std::size_t{kcc::block_idx().x} * sorted_keys, sorted_keys);
  for (std::uint32_t i = kcc::thread_idx().x; i < sorted_keys; i += threads)
    own[i] = mine[i];
  kcc::sync_threads();
  for (std::uint32_t length = 2; length <= sorted_keys; length *= 2)
    for (std::uint32_t distance = length / 2; distance != 0; distance /= 2) {
      for (std::uint32_t pair = kcc::thread_idx().x; pair < sorted_keys / 2; pair += threads) {
        const std::uint32_t low = pair / distance * 2 * distance + pair % distance, high = low + distance;
        const bool ascends = (low & length) == 0;
        const std::uint32_t first = own[low], second = own[high];
        if ((first > second) == ascends) {
          own[low] = second;
          own[high] = first;
        }
      }
      kcc::sync_threads();
    }
  for (std::uint32_t i = kcc::thread_idx().x; i < sorted_keys; i += threads)
    mine[i] = own[i];
}

/// The steps after which each point of a plane leaves a circle; an own loop for each thread.
[[kcc::kernel]] void mandelbrot(std::span<std::uint32_t> steps, std::uint32_t width) {
  const std::size_t i = kcc::global_index();
  if (i >= steps.size())
    return;
  const float u = static_cast<float>(i % width) * (3.0f / static_cast<float>(width)) - 2;
  const float v = static_cast<float>(i / width) * (3.0f / static_cast<float>(width)) - 1.5f;
  float x = 0, y = 0;
  std::uint32_t step = 0;
  for (; step != 256 && x * x + y * y < 4; ++step) {
    const float next = x * x - y * y + u;
    y = 2 * x * y + v;
    x = next;
  }
  steps[i] = step;
}

struct Particle {
  float x, y, z, mass;
};

/// The forces on all particles, which pass through shared memory in tiles.
[[kcc::kernel]] void forces(std::span<Particle> out, std::span<const Particle> particles) {
  [[kcc::shared]] static Particle some[threads];
  const Particle own = particles[kcc::global_index()];
  float x = 0, y = 0, z = 0;
  for (std::size_t first = 0; first < particles.size(); first += threads) {
    some[kcc::thread_idx().x] = particles[first + kcc::thread_idx().x];
    kcc::sync_threads();
    for (std::uint32_t i = 0; i < threads; ++i) {
      const Particle &other = some[i];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float square = dx * dx + dy * dy + dz * dz + 0.01f;
      const float factor = other.mass / (square * std::sqrt(square));
      x += dx * factor;
      y += dy * factor;
      z += dz * factor;
    }
    kcc::sync_threads();
  }
  out[kcc::global_index()] = {x, y, z, own.mass};
}

/// Numbers from the host's point of view: 64-bit indices that are divided.
[[kcc::kernel]] void divided_indices(std::span<float> to, std::span<const float> from, std::uint64_t width,
                                     std::uint64_t height) {
  const std::uint64_t i = kcc::global_index();
  if (i < to.size())
    to[i] = from[(i % width * height + i / width) % from.size()];
}

[[kcc::kernel]] void black_scholes(std::span<float> calls, std::span<const float> prices, float strike,
                                   float years) {
  const std::size_t i = kcc::global_index();
  if (i >= calls.size())
    return;
  const float rate = 0.02f, volatility = 0.3f, root = volatility * std::sqrt(years);
  const float first = (std::log(prices[i] / strike) + (rate + 0.5f * volatility * volatility) * years) / root;
  const auto normal = [](float x) { return 0.5f * std::erfc(-x * 0.70710678f); };
  calls[i] = prices[i] * normal(first) - strike * std::exp(-rate * years) * normal(first - root);
}

} // namespace timed
