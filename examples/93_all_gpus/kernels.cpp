// The steps of a sample sort between the local sort and the exchange, and after it.
#include "kernels.h"

#include <kcc/device.h>

#include <span>

using all_gpus::Place;

namespace {

/// The number of keys below `key`, or not above it, in sorted keys.
std::uint64_t count_before(std::span<const std::uint32_t> keys, std::uint32_t key, bool with_equal) {
  std::uint64_t first = 0, last = keys.size();
  while (first != last) {
    const std::uint64_t middle = first + (last - first) / 2;
    if (keys[middle] < key || (with_equal && keys[middle] == key))
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

} // namespace

/// to[0] = the number of keys; the rest are samples of the sorted keys. One thread per element.
[[kcc::kernel]] void describe(std::span<std::uint64_t> to, std::span<const std::uint32_t> keys) {
  const std::uint64_t i = kcc::global_index();
  if (i == 0)
    to[0] = keys.size();
  else if (i < to.size())
    to[i] = keys.empty() ? 0 : keys[(i - 1) * keys.size() / all_gpus::samples];
}

/// cuts[i] to cuts[i + 1] are the keys between places i - 1 and i of the sorted order. One thread per cut.
[[kcc::kernel]] void cut(std::span<std::uint64_t> cuts, std::span<const std::uint32_t> keys,
                         std::span<const Place> places, std::uint32_t rank) {
  const std::uint64_t i = kcc::global_index();
  if (i >= cuts.size())
    return;
  if (i == 0 || i == cuts.size() - 1) {
    cuts[i] = i == 0 ? 0 : keys.size();
    return;
  }
  const Place place = places[i - 1];
  cuts[i] = place.rank == rank ? place.index : count_before(keys, place.key, rank < place.rank);
}

/// Merges two sorted runs; equal keys of `a` come first. Each thread writes merged_per_thread keys.
[[kcc::kernel]] void merge(std::span<std::uint32_t> to, std::span<const std::uint32_t> a,
                           std::span<const std::uint32_t> b) {
  const std::uint64_t first = kcc::global_index() * all_gpus::merged_per_thread;
  if (first >= to.size())
    return;
  // Of the first keys of the result, how many are of `a`? At least low, at most high.
  std::uint64_t low = first > b.size() ? first - b.size() : 0, high = first < a.size() ? first : a.size();
  while (low != high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (a[middle] <= b[first - middle - 1])
      low = middle + 1;
    else
      high = middle;
  }
  std::uint64_t i = low, j = first - low;
  for (std::uint64_t k = first; k < first + all_gpus::merged_per_thread && k < to.size(); ++k)
    to[k] = j == b.size() || (i < a.size() && a[i] <= b[j]) ? a[i++] : b[j++];
}
