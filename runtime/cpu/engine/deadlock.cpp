#include "deadlock.h"

#include "dimensions.h"

#include <algorithm>

namespace kcc::cpu {
namespace {

/// Threads that wait at the same place.
struct Group {
  std::string name;
  const WaitingThread *first;
  std::vector<std::uint32_t> ranks;
};

} // namespace

std::string describe_threads(std::span<const std::uint32_t> ranks, Dim3 block) {
  constexpr std::size_t most = 4;
  std::string result = ranks.size() == 1 ? "thread " : "threads ";
  const std::size_t shown = ranks.size() <= most ? ranks.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i != 0)
      result += i + 1 == ranks.size() ? " and " : ", ";
    result += text(index_of_rank(ranks[i], block));
  }
  if (shown < ranks.size())
    result += " and " + std::to_string(ranks.size() - shown) + " more";
  return result;
}

std::string describe_deadlock(std::vector<WaitingThread> threads, Dim3 block) {
  std::ranges::sort(threads, {}, &WaitingThread::rank);
  std::vector<Group> groups;
  for (const WaitingThread &thread : threads) {
    std::string name = thread.kind->name(thread.state);
    auto group = std::ranges::find(groups, name, &Group::name);
    if (group == groups.end())
      group = groups.insert(groups.end(), {std::move(name), &thread, {}});
    group->ranks.push_back(thread.rank);
  }
  std::string result;
  for (const Group &group : groups) {
    const auto [misses, state] = std::pair(group.first->kind->misses, group.first->state);
    std::vector<std::uint32_t> missing;
    for (const WaitingThread &thread : threads)
      if (misses ? misses(state, thread.rank) : !std::ranges::binary_search(group.ranks, thread.rank))
        missing.push_back(thread.rank);
    result += (result.empty() ? "" : "; ") + describe_threads(group.ranks, block) +
              (group.ranks.size() == 1 ? " waits at " : " wait at ") + group.name;
    if (!missing.empty())
      result += " for " + describe_threads(missing, block);
  }
  return result;
}

} // namespace kcc::cpu
