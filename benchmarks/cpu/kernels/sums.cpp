// Threads of a block that combine their values. Blocks have 256 threads.
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/warp.h>

/// One sum for each block, in a tree.
[[kcc::kernel]] void sum_tree(std::span<float> sums, std::span<const float> values) {
  [[kcc::shared]] float partial[256];
  const std::uint32_t thread = kcc::thread_idx().x;
  const std::size_t i = kcc::global_index();
  partial[thread] = i < values.size() ? values[i] : 0.0f;
  kcc::sync_threads();
  for (std::uint32_t half = 128; half > 0; half /= 2) {
    if (thread < half)
      partial[thread] += partial[thread + half];
    kcc::sync_threads();
  }
  if (thread == 0)
    sums[kcc::block_idx().x] = partial[0];
}

namespace {

float sum_of_warp(float value) {
  for (std::uint32_t distance = 16; distance > 0; distance /= 2)
    value += kcc::warp::shuffle_down(value, distance);
  return value;
}

} // namespace

/// The same with shuffles.
[[kcc::kernel]] void sum_shuffle(std::span<float> sums, std::span<const float> values) {
  [[kcc::shared]] float partial[8];
  const std::size_t i = kcc::global_index();
  const float sum = sum_of_warp(i < values.size() ? values[i] : 0.0f);
  if (kcc::lane_id() == 0)
    partial[kcc::warp_id()] = sum;
  kcc::sync_threads();
  if (kcc::warp_id() == 0) {
    const float total = sum_of_warp(kcc::lane_id() < 8 ? partial[kcc::lane_id()] : 0.0f);
    if (kcc::lane_id() == 0)
      sums[kcc::block_idx().x] = total;
  }
}

/// Counts the values of bytes; `counts` has 256 zeros before.
[[kcc::kernel]] void histogram(std::span<std::uint32_t> counts, std::span<const std::uint8_t> bytes) {
  [[kcc::shared]] std::uint32_t block_counts[256];
  const std::uint32_t thread = kcc::thread_idx().x;
  block_counts[thread] = 0;
  kcc::sync_threads();
  for (std::size_t i : kcc::grid_stride(bytes.size()))
    kcc::atomic_ref<std::uint32_t, kcc::scope::block>(block_counts[bytes[i]])
        .fetch_add(1, std::memory_order_relaxed);
  kcc::sync_threads();
  kcc::atomic_ref<std::uint32_t, kcc::scope::device>(counts[thread])
      .fetch_add(block_counts[thread], std::memory_order_relaxed);
}

/// Changes the sign of 256 values: what a launch costs.
[[kcc::kernel]] void negate(std::span<float> values) {
  values[kcc::thread_idx().x] = -values[kcc::thread_idx().x];
}

/// Turns 256 values around: what a launch with one barrier costs.
[[kcc::kernel]] void reverse(std::span<float> values) {
  [[kcc::shared]] float copy[256];
  const std::uint32_t thread = kcc::thread_idx().x;
  copy[thread] = values[thread];
  kcc::sync_threads();
  values[thread] = copy[255 - thread];
}
