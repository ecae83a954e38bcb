#include "kernels_shared.h"
#include <kcc/device.h>
#include <kcc/warp.h>

#include <cmath>
#include <span>

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}

// Each struct is passed in another way on AArch64.
[[kcc::kernel]] void structs(std::span<double> results, Color color, Triple triple, Vector vector,
                             Large large) {
  const std::uint32_t i = kcc::thread_rank();
  if (i < results.size())
    results[i] = sum(i, color, triple, vector, large);
}

[[kcc::kernel]] void functions(std::span<const float> values, std::span<float> results) {
  const std::size_t i = kcc::global_index();
  if (i < results.size())
    results[i] = std::sin(values[i]) + std::exp(values[i]) * std::sqrt(values[i]);
}

[[kcc::shared]] int parts[block_size];

[[kcc::kernel]] void sums(std::span<const int> values, std::span<int> results) {
  const std::uint32_t thread = kcc::thread_rank();
  parts[thread] = values[kcc::global_index()];
  kcc::sync_threads();
  for (std::uint32_t step = block_size / 2; step != 0; step /= 2) {
    if (thread < step)
      parts[thread] += parts[thread + step];
    kcc::sync_threads();
  }
  if (thread == 0)
    results[kcc::block_idx().x] = parts[0];
}

[[kcc::kernel]] void greatest(std::span<const int> values, std::span<int> results) {
  const int most = kcc::warp::reduce(values[kcc::global_index()], [](int a, int b) { return a < b ? b : a; });
  if (kcc::lane_id() == 0)
    results[kcc::global_index() / 32] = most;
}

// Lanes take different ways, and `char` has no sign.
[[kcc::kernel]] void steps(std::span<int> results) {
  const std::size_t i = kcc::global_index();
  if (i >= results.size())
    return;
  std::uint64_t n = i + 1;
  int count = 0;
  for (; n != 1; ++count)
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  results[i] = static_cast<char>(-1) > 0 ? count : -count;
}
