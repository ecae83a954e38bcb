// Many values to few.
#include "../dialect.h"

/// The sum over the block of 256 threads, in its first thread.
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
