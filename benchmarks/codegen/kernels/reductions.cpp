// Many values to few.
#include "../dialect.h"

/// The sum over the block of 256 threads, in all of them.
DEVICE float block_sum(float value) {
  SHARED float parts[256];
  parts[thread_x()] = value;
  sync();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (thread_x() < half)
      parts[thread_x()] += parts[thread_x() + half];
    sync();
  }
  return parts[0];
}

KERNEL sum_by_blocks(In<float> values, Out<float> sums, int n) {
  float sum = 0;
  for (Index i = global_x(); i < count(values, n); i += grid_size_x())
    sum += values[i];
  sum = block_sum(sum);
  if (thread_x() == 0)
    sums[block_x()] = sum;
}

/// Each warp by shuffles; one atomic addition per warp.
KERNEL dot_product(In<float> a, In<float> b, Out<float> result, int n) {
  float sum = 0;
  for (Index i = global_x(); i < count(a, n); i += grid_size_x())
    sum += a[i] * b[i];
  for (unsigned delta = 16; delta > 0; delta /= 2)
    sum += shuffle_down(sum, delta);
  if (thread_x() % 32 == 0)
    atomic_add(result[block_x()], sum);
}

/// One thread sums one column of a matrix.
KERNEL column_sums(In<float> matrix, Out<float> sums, int rows, int columns) {
  const int x = column();
  if (x >= columns)
    return;
  float sum = 0;
  for (int y = 0; y < rows; ++y)
    sum += matrix[y * columns + x];
  sums[x] = sum;
}

/// The greatest value and its position, for each block.
KERNEL maximum_position(In<float> values, Out<float> maxima, Out<std::uint32_t> places, int n) {
  SHARED float best[8];
  SHARED std::uint32_t best_place[8];
  float own = -1e30f;
  std::uint32_t place = 0;
  for (Index i = global_x(); i < count(values, n); i += grid_size_x())
    if (values[i] > own) {
      own = values[i];
      place = static_cast<std::uint32_t>(i);
    }
  for (unsigned bits = 16; bits > 0; bits /= 2) {
    const float other = shuffle_xor(own, bits);
    const std::uint32_t other_place = shuffle_xor(place, bits);
    if (other > own || (other == own && other_place < place)) {
      own = other;
      place = other_place;
    }
  }
  if (thread_x() % 32 == 0) {
    best[thread_x() / 32] = own;
    best_place[thread_x() / 32] = place;
  }
  sync();
  if (thread_x() == 0) {
    for (int k = 1; k < 8; ++k)
      if (best[k] > own || (best[k] == own && best_place[k] < place)) {
        own = best[k];
        place = best_place[k];
      }
    maxima[block_x()] = own;
    places[block_x()] = place;
  }
}

/// Mean and variance in one pass (Welford), for each thread's row.
KERNEL row_variance(In<float> values, Out<float> means, Out<float> variances, int rows, int columns) {
  const int y = column();
  if (y >= rows)
    return;
  float mean = 0, squares = 0;
  for (int x = 0; x < columns; ++x) {
    const float value = values[x * rows + y], difference = value - mean;
    mean += difference / static_cast<float>(x + 1);
    squares += difference * (value - mean);
  }
  means[y] = mean;
  variances[y] = squares / static_cast<float>(columns);
}

KERNEL count_matches(In<std::uint32_t> values, Out<std::uint32_t> counts, int n, std::uint32_t limit) {
  std::uint32_t matches = 0;
  for (Index i = global_x(); i < count(values, n); i += grid_size_x())
    if ((values[i] & 0xffff) < limit && values[i] % 3 == 1)
      ++matches;
  for (unsigned delta = 16; delta > 0; delta /= 2)
    matches += shuffle_down(matches, delta);
  if (thread_x() % 32 == 0 && matches != 0)
    atomic_add(counts[block_x()], matches);
}
