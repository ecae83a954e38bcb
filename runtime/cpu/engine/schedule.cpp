#include "schedule.h"

#include "dimensions.h"
#include "kernel_name.h"
#include "warp.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

namespace kcc::cpu {

namespace {

/// The last step of MurmurHash3: every bit of the result depends on every bit of `x`.
std::uint64_t hash(std::uint64_t x) {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return x ^ x >> 33;
}

} // namespace

Permutation::Permutation(const Order &order, std::uint64_t count, std::uint64_t salt)
    : kind_(order.kind), count_(count), seed_(hash(order.seed + hash(salt + 1))) {
  if (count > 1)
    half_bits_ = (static_cast<unsigned>(std::bit_width(count - 1)) + 1) / 2;
}

/// A Feistel network: each round is a permutation whatever the function is that it uses.
std::uint64_t Permutation::mix(std::uint64_t i) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = i >> half_bits_, right = i & mask;
  for (std::uint64_t round = 0; round < 4; ++round) {
    const std::uint64_t next = left ^ (hash(right + hash(seed_ + round)) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

/// The network permutes up to four times as many numbers, so it is repeated until one of these comes.
std::uint64_t Permutation::operator()(std::uint64_t i) const {
  if (kind_ == Order::Kind::forward || count_ <= 1)
    return i;
  if (kind_ == Order::Kind::reverse)
    return count_ - 1 - i;
  do
    i = mix(i);
  while (i >= count_);
  return i;
}

namespace {

/// Says at the end of the process if no launch had the chosen thread, as when the kernel's name is wrong.
class UnusedChoices {
public:
  void add(const char *variable, const std::optional<ThreadChoice> &choice, bool is_used) {
    if (!choice)
      return;
    const std::lock_guard lock(mutex_);
    const auto [row, is_new] = rows_.try_emplace(variable, choice->text, is_used);
    row->second.second |= is_used;
    if (is_new && rows_.size() == 1)
      std::atexit([] { of_process().say(); });
  }
  static UnusedChoices &of_process() {
    static UnusedChoices &all = *new UnusedChoices; // lives until the process ends
    return all;
  }

private:
  void say() {
    const std::lock_guard lock(mutex_);
    for (const auto &[variable, row] : rows_)
      if (!row.second)
        std::fprintf(
            stderr, "kcc: CPU device: %s=%s: no kernel was launched that has this %sblock and thread\n",
            variable.c_str(), row.first.c_str(), row.first.find(':') == row.first.npos ? "" : "name, ");
  }

  std::mutex mutex_;
  std::map<std::string, std::pair<std::string, bool>> rows_; ///< the text, and whether a launch had it
};

} // namespace

bool Schedule::steps_aside(std::uint64_t rank, std::uint32_t n) const {
  constexpr std::uint64_t one_of = 4;
  return order_.kind == Order::Kind::shuffle && hash(order_.seed + hash((rank << 32 | n) + 1)) % one_of == 0;
}

Schedule::Schedule(const GridLaunch &launch, Dim3 unit, bool needs_all)
    : launch_(launch), order_(schedule_settings().order), unit_count_(volume(in_units(launch.grid, unit))),
      unit_order_(order_, unit_count_, 0) {
  const ScheduleSettings &settings = schedule_settings();
  only_ = find(settings.only, launch);
  stop_ = find(settings.stop, launch);
  UnusedChoices::of_process().add("KCC_CPU_THREAD", settings.only, only_.has_value());
  UnusedChoices::of_process().add("KCC_CPU_STOP", settings.stop, stop_.has_value());
  is_plain_ = !only_ && !stop_ && order_.kind == Order::Kind::forward;
  if (!only_ || needs_all)
    return;
  const Dim3 block = index_of_rank(only_->block, launch.grid);
  only_unit_ = rank_of_index(in_units(block, unit), in_units(launch.grid, unit));
  say_what_runs(*settings.only, unit);
}

std::optional<Schedule::Chosen> Schedule::find(const std::optional<ThreadChoice> &choice,
                                               const GridLaunch &launch) {
  if (!choice)
    return std::nullopt;
  if (!choice->kernel.empty() &&
      (launch.entry == nullptr || !is_named(kernel_name(launch.entry), choice->kernel)))
    return std::nullopt;
  const std::optional<std::uint64_t> block = choice->block.rank_in(launch.grid);
  const std::optional<std::uint64_t> thread = choice->thread.rank_in(launch.block);
  if (!block || !thread)
    return std::nullopt;
  return Chosen{*block, static_cast<std::uint32_t>(*thread)};
}

void Schedule::say_what_runs(const ThreadChoice &choice, Dim3 unit) const {
  const std::uint64_t blocks = volume(unit), threads = volume(launch_.block);
  std::string what = "block of rank " + std::to_string(only_->block);
  if (blocks > 1)
    what = "the cluster of " + what + ", whose blocks wait for each other";
  else if (launch_.uses_barrier && threads > 1)
    what += ", whose threads wait for each other";
  else
    what = "thread of rank " + std::to_string(only_->thread) + " in " + what;
  std::fprintf(stderr,
               "kcc: CPU device: KCC_CPU_THREAD=%s: of the kernel `%s` only %s%s. The results of the "
               "others are missing\n",
               choice.text.c_str(), launch_.entry == nullptr ? "?" : kernel_name(launch_.entry).c_str(),
               what.c_str(), what.find(", whose") == what.npos ? " runs" : ", runs");
}

std::uint64_t Schedule::block_rank(Dim3 index) const {
  return rank_of_index(index, launch_.grid);
}

std::vector<std::uint32_t> Schedule::threads_of(Dim3 block_idx) const {
  if (only_ && !launch_.uses_barrier)
    return {only_->thread};
  std::vector<std::uint32_t> ranks(small_volume(launch_.block));
  std::iota(ranks.begin(), ranks.end(), 0u);
  // A thread that polls keeps the others of its block from running. Kernels that poll within a block do so
  // for an earlier warp, so warps keep their order.
  for (std::size_t first = 0; first < ranks.size(); first += warp_size) {
    std::vector<std::uint32_t> warp(
        ranks.begin() + static_cast<std::ptrdiff_t>(first),
        ranks.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(first + warp_size, ranks.size())));
    arrange(warp, block_rank(block_idx));
    std::ranges::copy(warp, ranks.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return ranks;
}

} // namespace kcc::cpu
