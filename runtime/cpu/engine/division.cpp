#include "division.h"

#include "block.h"
#include "dimensions.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace kcc::cpu {

Division divide(const GridLaunch &launch, std::uint64_t blocks, unsigned workers) {
  constexpr std::uint64_t many = 4; // blocks for each worker
  if (workers == 1 || blocks >= many * workers || launch.run_block.is_divisible == 0 ||
      launch.run_block.has_loops == 0 || !runs_without_shared_memory(launch))
    return {};
  const std::uint32_t lanes = launch.run_block.lanes;
  const std::uint32_t groups[3] = {(launch.block.x + lanes - 1) / lanes, launch.block.y, launch.block.z};
  const auto axis = static_cast<unsigned>(std::max_element(groups, groups + 3) - groups);
  // The part of the time in which a worker has work, if all groups take the same time.
  const auto busy = [&](std::uint32_t size) {
    const std::uint64_t units = blocks * ((groups[axis] + size - 1) / size);
    const std::uint64_t time = (units + workers - 1) / workers * size;
    return static_cast<double>(blocks * groups[axis]) / static_cast<double>(time * workers);
  };
  constexpr double enough = 0.9;
  std::uint32_t best = groups[axis];
  for (std::uint32_t size = best; size > 0 && busy(best) < enough; --size)
    if (busy(size) > busy(best))
      best = size;
  return {axis, axis == 0 ? best * lanes : best, (groups[axis] + best - 1) / best};
}

Division divide_elements(const GridLaunch &launch, unsigned workers) {
  constexpr std::uint64_t most = (std::uint64_t{1} << 31) - 64, least_part = 4096, parts_per_worker = 16;
  constexpr std::uint64_t line = 64; // elements, if one is a byte
  if (workers == 1 || launch.run_block.count_elements == nullptr || !runs_without_shared_memory(launch) ||
      launch.grid.y != 1 || launch.grid.z != 1 || launch.block.y != 1 || launch.block.z != 1 ||
      launch.block.x % launch.run_block.lanes != 0) // then neighbours that a fault names are in one block
    return {};
  abi::CpuThread thread{};
  store(launch.block, thread.block_dim);
  store(launch.grid, thread.grid_dim);
  store(launch.cluster, thread.cluster_dim);
  const std::uint64_t count = launch.run_block.count_elements(launch.arguments, &thread);
  const std::uint64_t size =
      (std::max(count / (workers * parts_per_worker), least_part) + line - 1) / line * line;
  if (count <= size || count >= most)
    return {};
  return {.axis = 0,
          .size = static_cast<std::uint32_t>(size),
          .parts = static_cast<std::uint32_t>((count + size - 1) / size),
          .elements = static_cast<std::uint32_t>(count)};
}

namespace {

/// Times of kernels in microseconds, with some bits of their keys; 0: unknown. Kernels that share an entry
/// replace each other's.
std::array<std::atomic<std::uint64_t>, 256> past_times;
constexpr std::uint64_t time_bits = 32;

} // namespace

PastTime::PastTime(const GridLaunch &launch) noexcept {
  key_ = reinterpret_cast<std::uintptr_t>(launch.run_thread);
  for (const std::uint64_t part : {std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z,
                                   std::uint64_t{small_volume(launch.block)}})
    key_ = (key_ ^ part) * 0x9e3779b97f4a7c15; // the golden ratio, to spread the bits
  key_ ^= key_ >> time_bits;
  const std::uint64_t past = past_times[key_ % past_times.size()].load(std::memory_order_relaxed);
  if (past >> time_bits == key_ >> time_bits)
    time_ = static_cast<std::uint32_t>(past);
}

void PastTime::set(std::uint64_t nanoseconds) noexcept {
  const std::uint64_t time = std::clamp<std::uint64_t>(nanoseconds / 1000, 1, 0xffffffff);
  if (time != time_)
    past_times[key_ % past_times.size()].store((key_ >> time_bits << time_bits) | time,
                                               std::memory_order_relaxed);
}

} // namespace kcc::cpu
