#include "numbered_launch.h"

#include <map>

namespace kcc::cpu::check {

namespace {

/// Gives numbers to blocks. All fit into an AccessWord, and no block has 0.
class Numbers {
public:
  /// `generation` changes if the numbers start again.
  std::uint32_t take(std::uint32_t count, std::uint32_t &generation) {
    const std::lock_guard lock(mutex_);
    if (count > (1u << block_number_bits) - next_) {
      next_ = 1;
      ++generation_;
    }
    generation = generation_;
    next_ += count;
    return next_ - count;
  }

private:
  std::mutex mutex_;
  std::uint32_t next_ = 1, generation_ = 1;
};

Numbers &numbers() {
  static auto *const all = new Numbers;
  return *all;
}

/// The latest launches, by their first numbers. Older ones count as ordered.
class Launches {
public:
  void add(const std::shared_ptr<NumberedLaunch> &launch) {
    constexpr std::size_t most = 256;
    const std::lock_guard lock(mutex_);
    if (!rows_.empty() && rows_.rbegin()->second->generation() != launch->generation())
      rows_.clear();
    rows_[launch->first()] = launch;
    if (rows_.size() > most)
      rows_.erase(rows_.begin());
  }
  /// The first number of the oldest launch that does not come before this one.
  std::uint32_t first_unordered(const NumberedLaunch &launch) {
    const std::lock_guard lock(mutex_);
    for (const auto &[first, row] : rows_)
      if (!launch.comes_after(*row))
        return first;
    return launch.first();
  }
  std::shared_ptr<NumberedLaunch> with(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    if (auto next = rows_.upper_bound(number); next != rows_.begin() && number < (--next)->second->end())
      return next->second;
    for (const auto &[first, row] : rows_)
      if (row->block_with(number))
        return row;
    return nullptr;
  }

private:
  std::mutex mutex_;
  std::map<std::uint32_t, std::shared_ptr<NumberedLaunch>> rows_;
};

Launches &launches() {
  static auto *const all = new Launches;
  return *all;
}

} // namespace

void NumberedLaunch::begin(const std::shared_ptr<NumberedLaunch> &launch, const Description &what,
                           const StreamTask *task) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (launch->count_ != 0)
    return;
  launch->what_ = what;
  if (task)
    launch->task_ = *task;
  launch->count_ = what.grid.x * what.grid.y * what.grid.z;
  launch->first_ = numbers().take(launch->count_, launch->generation_);
  launch->first_unordered_ = launches().first_unordered(*launch);
  launches().add(launch);
}

std::uint32_t NumberedLaunch::take_more(std::uint32_t block) {
  std::uint32_t generation = 0;
  const std::uint32_t number = numbers().take(1, generation);
  const std::lock_guard lock(mutex_);
  more_.emplace_back(number, block);
  return number;
}

std::optional<std::uint32_t> NumberedLaunch::block_with(std::uint32_t number) {
  if (number - first_ < count_)
    return number - first_;
  const std::lock_guard lock(mutex_);
  for (const auto &[more, block] : more_)
    if (more == number)
      return block;
  return std::nullopt;
}

std::shared_ptr<NumberedLaunch> NumberedLaunch::with(std::uint32_t number) {
  return launches().with(number);
}

bool NumberedLaunch::comes_after(const NumberedLaunch &earlier) const {
  if (task_.comes_after(earlier.task_) || earlier.is_published_)
    return true;
  const std::lock_guard lock(mutex_);
  return followed_.contains(earlier.what_.id);
}

void NumberedLaunch::follow(const NumberedLaunch &other) {
  const std::lock_guard lock(mutex_);
  followed_.insert(other.what_.id);
}

} // namespace kcc::cpu::check
