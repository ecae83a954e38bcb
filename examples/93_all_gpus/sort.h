// Sorts keys that are spread over several ranks: a sample sort.
#ifndef KCC_EXAMPLES_ALL_GPUS_SORT_H
#define KCC_EXAMPLES_ALL_GPUS_SORT_H

#include "../92_bitonic_sort/sort.h"
#include "kernels.h"

#include "example_all_gpus_kernels.h"

#include <kcc/communicator.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

namespace all_gpus {

using Keys = kcc::Buffer<std::uint32_t>;

/// What each rank said about its keys: their number and samples of them.
class Descriptions {
public:
  static constexpr std::size_t length = 1 + samples;
  Descriptions(std::vector<std::uint64_t> gathered) : gathered_(std::move(gathered)) {}

  /// The places that divide all keys into parts of nearly equal size, one for each rank. Equal keys may be
  /// divided, too.
  std::vector<Place> splitters() const {
    const std::size_t ranks = gathered_.size() / length;
    std::vector<Place> places;
    std::uint64_t all_keys = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::uint64_t *const of_rank = gathered_.data() + rank * length;
      all_keys += of_rank[0];
      for (std::size_t i = 0; i < samples && of_rank[0] != 0; ++i)
        places.push_back({static_cast<std::uint32_t>(of_rank[1 + i]), static_cast<std::uint32_t>(rank),
                          i * of_rank[0] / samples});
    }
    std::ranges::sort(places, {},
                      [](const Place &place) { return std::tuple(place.key, place.rank, place.index); });
    constexpr std::uint32_t end = std::numeric_limits<std::uint32_t>::max();
    std::vector<Place> chosen;
    double before = 0; // keys that the samples up to here stand for
    for (const Place &place : places) {
      while (chosen.size() + 1 < ranks && before >= static_cast<double>(all_keys) *
                                                        static_cast<double>(chosen.size() + 1) /
                                                        static_cast<double>(ranks))
        chosen.push_back(place);
      before += static_cast<double>(gathered_[place.rank * length]) / samples;
    }
    chosen.resize(ranks - 1, Place{end, end, 0}); // behind all keys
    return chosen;
  }

private:
  std::vector<std::uint64_t> gathered_;
};

/// Merges neighbouring runs until there is one. Run i ends at ends[i].
inline Keys merge_runs(kcc::Stream &stream, Keys from, std::vector<std::size_t> ends) {
  Keys to(stream, from.size());
  while (ends.size() > 1) {
    std::vector<std::size_t> merged;
    for (std::size_t i = 0, start = 0; i < ends.size(); i += 2) {
      const std::size_t middle = ends[i], end = i + 1 < ends.size() ? ends[i + 1] : middle;
      if (end != start)
        stream.launch(kernels::merge,
                      kcc::cover((end - start + merged_per_thread - 1) / merged_per_thread, 256),
                      to.span().subspan(start, end - start), from.span().subspan(start, middle - start),
                      from.span().subspan(middle, end - middle));
      merged.push_back(end);
      start = end;
    }
    std::swap(from, to);
    ends = std::move(merged);
  }
  return from;
}

/// Returns this rank's part of all ranks' keys in ascending order: the keys of rank 0 come first. All ranks
/// call it, with any number of keys, each in a thread or process of its own; `keys` is sorted in place. The
/// parts are nearly equal even if all keys are. Waits for the stream twice, for the sizes of the parts.
inline Keys sort(kcc::Communicator &rank, kcc::Stream &stream, Keys &keys) {
  const auto ranks = static_cast<std::size_t>(rank.size()), self = static_cast<std::size_t>(rank.rank());
  bitonic_sort(stream, keys, bitonic::Order::ascending);

  // Every rank learns samples of all keys, and so chooses the same splitters.
  kcc::Buffer<std::uint64_t> description(stream, Descriptions::length),
      descriptions(stream, Descriptions::length * ranks);
  stream.launch(kernels::describe, kcc::cover(description.size(), 256), description, keys);
  rank.all_gather(stream, description, descriptions);
  const kcc::Buffer<Place> splitters(stream, Descriptions(descriptions.to_host(stream)).splitters());

  // Every rank learns where all ranks cut their keys, and so how much comes from where.
  const std::size_t cuts_per_rank = ranks + 1;
  kcc::Buffer<std::uint64_t> own_cuts(stream, cuts_per_rank), all_cuts(stream, cuts_per_rank * ranks);
  stream.launch(kernels::cut, kcc::cover(cuts_per_rank, 32), own_cuts, keys, splitters, rank.rank());
  rank.all_gather(stream, own_cuts, all_cuts);
  const std::vector<std::uint64_t> cuts = all_cuts.to_host(stream);
  const auto part = [&](std::size_t of, std::size_t number) { // of the keys of rank `of`
    const std::uint64_t *const at = cuts.data() + of * cuts_per_rank + number;
    return std::pair<std::size_t, std::size_t>(at[0], at[1] - at[0]);
  };
  std::vector<std::size_t> ends;
  for (std::size_t peer = 0; peer < ranks; ++peer)
    ends.push_back((ends.empty() ? 0 : ends.back()) + part(peer, self).second);

  Keys received(stream, ends.back());
  const auto place_of = [&](std::size_t peer) {
    return received.view().part(ends[peer] - part(peer, self).second, part(peer, self).second);
  };
  const auto [own_start, own_count] = part(self, self);
  copy(stream, place_of(self), keys.view().part(own_start, own_count));
  kcc::communicate([&] {
    for (std::size_t peer = 0; peer < ranks; ++peer) {
      if (peer == self)
        continue;
      if (const auto [start, count] = part(self, peer); count != 0)
        rank.send(stream, keys.span().subspan(start, count), static_cast<int>(peer));
      if (const auto to = place_of(peer); to.size() != 0)
        rank.receive(stream, to.span(), static_cast<int>(peer));
    }
  });
  return merge_runs(stream, std::move(received), std::move(ends));
}

} // namespace all_gpus

#endif
