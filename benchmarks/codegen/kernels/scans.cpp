// Scans, compaction, histograms.
#include "../dialect.h"

/// Hillis and Steele's, in shared memory; 256 threads.
KERNEL scan_in_shared(In<std::uint32_t> values, Out<std::uint32_t> sums, int n) {
  SHARED std::uint32_t buffer[2][256];
  const Index i = global_x();
  unsigned from = 0;
  buffer[0][thread_x()] = i < count(values, n) ? values[i] : 0;
  sync();
  for (unsigned distance = 1; distance < 256; distance *= 2) {
    std::uint32_t sum = buffer[from][thread_x()];
    if (thread_x() >= distance)
      sum += buffer[from][thread_x() - distance];
    buffer[1 - from][thread_x()] = sum;
    from = 1 - from;
    sync();
  }
  if (i < count(values, n))
    sums[i] = buffer[from][thread_x()];
}

/// By shuffles; each warp has 32 values.
KERNEL scan_in_warp(In<float> values, Out<float> sums, int n) {
  const Index i = global_x();
  float sum = i < count(values, n) ? values[i] : 0;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const float below = shuffle_up(sum, distance);
    if (thread_x() % 32 >= distance)
      sum += below;
  }
  if (i < count(values, n))
    sums[i] = sum;
}

/// Each thread scans its 16 consecutive values; the threads' sums are scanned in shared memory.
KERNEL scan_16_per_thread(In<std::uint32_t> values, Out<std::uint32_t> sums) {
  SHARED std::uint32_t totals[128];
  const Index first = (static_cast<Index>(block_x()) * 128 + thread_x()) * 16;
  std::uint32_t own[16];
  std::uint32_t sum = 0;
  for (int k = 0; k < 16; ++k)
    own[k] = sum += values[first + k];
  totals[thread_x()] = sum;
  sync();
  std::uint32_t before = 0;
  for (unsigned k = 0; k < thread_x(); ++k)
    before += totals[k];
  for (int k = 0; k < 16; ++k)
    sums[first + k] = before + own[k];
}

KERNEL compact(In<std::uint32_t> values, Out<std::uint32_t> kept, Out<std::uint32_t> counts, int n,
               std::uint32_t limit) {
  const Index i = global_x();
  if (i >= count(values, n))
    return; // whole warps
  const std::uint32_t value = values[i];
  const unsigned lanes = vote(value < limit), lane = thread_x() % 32;
  const Index warp = i / 32;
  if (value < limit)
    kept[warp * 32 + popcount(lanes & ((1u << lane) - 1))] = value;
  if (lane == 0)
    counts[warp] = popcount(lanes);
}

KERNEL histogram_in_shared(In<std::uint8_t> bytes, Out<std::uint32_t> counts, int n) {
  SHARED std::uint32_t own[256];
  own[thread_x()] = 0;
  sync();
  for (Index i = global_x(); i < count(bytes, n); i += grid_size_x())
    atomic_add(own[bytes[i]], 1u);
  sync();
  atomic_add(counts[thread_x()], own[thread_x()]);
}

KERNEL histogram_in_global(In<std::uint32_t> values, Out<std::uint32_t> counts, int n, std::uint32_t mask) {
  for (Index i = global_x(); i < count(values, n); i += grid_size_x())
    atomic_add(counts[values[i] & mask], 1u);
}

/// The digits of a radix sort's pass, 16 counters in each thread's registers or memory.
KERNEL digit_counts(In<std::uint32_t> keys, Out<std::uint32_t> counts, int per_thread, int shift) {
  const int thread = column();
  const int threads = static_cast<int>(blocks_x() * block_size_x());
  std::uint32_t own[16] = {};
  for (int k = 0; k < per_thread; ++k)
    ++own[keys[k * threads + thread] >> shift & 15];
  for (int digit = 0; digit < 16; ++digit)
    counts[digit * threads + thread] = own[digit];
}
