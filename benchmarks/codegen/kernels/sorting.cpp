// Steps of sorts and searches.
#include "../dialect.h"

#include <algorithm>
#include <utility>

/// A bitonic sort of 512 keys by 256 threads in shared memory.
BOUNDED_KERNEL(256) bitonic_in_shared(In<std::uint32_t> from, Out<std::uint32_t> to) {
  SHARED std::uint32_t keys[512];
  const Index first = static_cast<Index>(block_x()) * 512;
  keys[thread_x()] = from[first + thread_x()];
  keys[thread_x() + 256] = from[first + thread_x() + 256];
  for (unsigned size = 2; size <= 512; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      sync();
      const unsigned low = 2 * thread_x() - (thread_x() & (stride - 1)), high = low + stride;
      const bool ascending = (low & size) == 0;
      const std::uint32_t a = keys[low], b = keys[high];
      if ((a > b) == ascending) {
        keys[low] = b;
        keys[high] = a;
      }
    }
  sync();
  to[first + thread_x()] = keys[thread_x()];
  to[first + thread_x() + 256] = keys[thread_x() + 256];
}

/// One compare-exchange step on the whole array.
KERNEL bitonic_step(In<float> from, Out<float> to, int n, unsigned stride, unsigned size) {
  const Index i = global_x(), other = i ^ stride;
  if (i >= count(from, n) || other < i)
    return;
  const float a = from[i], b = from[other];
  const bool exchange = (a > b) == ((i & size) == 0);
  to[i] = exchange ? b : a;
  to[other] = exchange ? a : b;
}

/// An odd-even network of eight values in registers.
KERNEL network_of_8(In<float> from, Out<float> to, int n) {
  const Index i = global_x(), step = grid_size_x();
  float keys[8];
  for (int k = 0; k < 8; ++k)
    keys[k] = from[i + k * step];
  for (int round = 0; round < 8; ++round)
    for (int k = round % 2; k + 1 < 8; k += 2)
      if (keys[k] > keys[k + 1]) {
        const float greater = keys[k];
        keys[k] = keys[k + 1];
        keys[k + 1] = greater;
      }
  for (int k = 0; k < 8; ++k)
    to[i + k * step] = keys[k];
}

/// Insertion of 12 values into a local array.
KERNEL insertion_sort(In<std::uint32_t> from, Out<std::uint32_t> to, int threads) {
  const int thread = column();
  if (thread >= threads)
    return;
  std::uint32_t keys[12];
  for (int k = 0; k < 12; ++k)
    keys[k] = from[k * threads + thread];
  for (int k = 1; k < 12; ++k) {
    const std::uint32_t key = keys[k];
    int at = k;
    for (; at > 0 && keys[at - 1] > key; --at)
      keys[at] = keys[at - 1];
    keys[at] = key;
  }
  for (int k = 0; k < 12; ++k)
    to[k * threads + thread] = keys[k];
}

KERNEL binary_search(In<std::uint32_t> sorted, In<std::uint32_t> wanted, Out<std::uint32_t> places, int n,
                     int queries) {
  const Index i = global_x();
  if (i >= count(wanted, queries))
    return;
  const std::uint32_t value = wanted[i];
  Index low = 0, high = count(sorted, n);
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (sorted[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  places[i] = static_cast<std::uint32_t>(low);
}

/// The same with the library's function.
KERNEL std_lower_bound(In<std::uint32_t> sorted, In<std::uint32_t> wanted, Out<std::uint32_t> places, int n,
                       int queries) {
  const Index i = global_x();
  if (i >= count(wanted, queries))
    return;
  const std::uint32_t *first = &sorted[0];
  places[i] =
      static_cast<std::uint32_t>(std::lower_bound(first, first + count(sorted, n), wanted[i]) - first);
}

/// std::sort of 16 values in a local array.
KERNEL std_sort(In<std::uint32_t> from, Out<std::uint32_t> to, int threads) {
  const int thread = column();
  if (thread >= threads)
    return;
  std::uint32_t keys[16];
  for (int k = 0; k < 16; ++k)
    keys[k] = from[k * threads + thread];
  std::sort(keys, keys + 16);
  for (int k = 0; k < 16; ++k)
    to[k * threads + thread] = keys[k];
}

/// Where each element of two sorted runs goes when they are merged.
KERNEL merge_ranks(In<std::uint32_t> left, In<std::uint32_t> right, Out<std::uint32_t> merged, int run) {
  const int thread = column(), first = thread / run * run, at = thread % run;
  const std::uint32_t own_left = left[thread], own_right = right[thread];
  int below_left = 0, below_right = 0; // of the other run
  for (int width = run / 2; width > 0; width /= 2) {
    if (right[first + below_left + width - 1] < own_left)
      below_left += width;
    if (left[first + below_right + width - 1] <= own_right)
      below_right += width;
  }
  if (right[first + below_left] < own_left)
    ++below_left;
  if (left[first + below_right] <= own_right)
    ++below_right;
  merged[2 * first + at + below_left] = own_left;
  merged[2 * first + at + below_right] = own_right;
}
