// Kernels of which the checks' costs are measured.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void triad(std::span<float> out, std::span<const float> a, std::span<const float> b,
                           unsigned) {
  for (const std::size_t i : kcc::grid_stride(out.size()))
    out[i] = a[i] + 2 * b[i];
}

/// Each thread reads an element and its four neighbours in rows of 2048.
[[kcc::kernel]] void stencil(std::span<float> out, std::span<const float> a, std::span<const float>,
                             unsigned) {
  constexpr std::size_t width = 2048;
  for (const std::size_t i : kcc::grid_stride(out.size())) {
    const std::size_t x = i % width;
    if (x > 0 && x < width - 1 && i >= width && i < out.size() - width)
      out[i] = a[i] + a[i - 1] + a[i + 1] + a[i - width] + a[i + width];
  }
}

/// Of square matrices with `size` rows.
[[kcc::kernel]] void matrix_product(std::span<float> out, std::span<const float> a, std::span<const float> b,
                                    unsigned size) {
  constexpr unsigned tile = 16;
  [[kcc::shared]] float of_a[tile][tile], of_b[tile][tile];
  const unsigned x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  const unsigned row = kcc::block_idx().y * tile + y, column = kcc::block_idx().x * tile + x;
  float sum = 0;
  for (unsigned begin = 0; begin < size; begin += tile) {
    of_a[y][x] = a[row * size + begin + x];
    of_b[y][x] = b[(begin + y) * size + column];
    kcc::sync_threads();
    for (unsigned i = 0; i < tile; ++i)
      sum += of_a[y][i] * of_b[i][x];
    kcc::sync_threads();
  }
  out[row * size + column] = sum;
}

[[kcc::kernel]] void sum_of_blocks(std::span<float> out, std::span<const float> a, std::span<const float>,
                                   unsigned) {
  [[kcc::shared]] float part[256];
  const unsigned t = kcc::thread_idx().x;
  part[t] = a[kcc::global_index()];
  kcc::sync_threads();
  for (unsigned step = 128; step != 0; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    kcc::sync_threads();
  }
  if (t == 0)
    out[kcc::block_idx().x] = part[0];
}

[[kcc::kernel]] void histogram(std::span<float> out, std::span<const float> a, std::span<const float>,
                               unsigned) {
  [[kcc::shared]] unsigned bins[256];
  const unsigned t = kcc::thread_idx().x;
  bins[t] = 0;
  kcc::sync_threads();
  for (const std::size_t i : kcc::grid_stride(a.size())) {
    const auto bin = static_cast<unsigned>(a[i] + static_cast<float>(i * 7 % 251));
    kcc::atomic_ref(bins[bin]).fetch_add(1u, std::memory_order_relaxed);
  }
  kcc::sync_threads();
  kcc::atomic_ref<float, kcc::scope::device>(out[t]).fetch_add(static_cast<float>(bins[t]),
                                                               std::memory_order_relaxed);
}
