// Sparse matrices and graphs.
#include "../dialect.h"

KERNEL csr_by_threads(In<std::uint32_t> starts, In<std::uint32_t> columns, In<float> values, In<float> vector,
                      Out<float> result, int rows) {
  const Index y = global_x();
  if (y >= count(result, rows))
    return;
  float sum = 0;
  for (std::uint32_t k = starts[y]; k < starts[y + 1]; ++k)
    sum += values[k] * vector[columns[k]];
  result[y] = sum;
}

KERNEL csr_by_warps(In<std::uint32_t> starts, In<std::uint32_t> columns, In<float> values, In<float> vector,
                    Out<float> result, int rows) {
  const Index y = global_x() / 32;
  if (y >= count(result, rows))
    return; // whole warps
  float sum = 0;
  for (std::uint32_t k = starts[y] + thread_x() % 32; k < starts[y + 1]; k += 32)
    sum += values[k] * vector[columns[k]];
  for (unsigned bits = 16; bits > 0; bits /= 2)
    sum += shuffle_xor(sum, bits);
  if (thread_x() % 32 == 0)
    result[y] = sum;
}

KERNEL ellpack(In<std::uint32_t> columns, In<double> values, In<double> vector, Out<double> result, int rows,
               int width) {
  const Index y = global_x();
  if (y >= count(result, rows))
    return;
  double sum = 0;
  for (int k = 0; k < width; ++k)
    sum += values[k * static_cast<Index>(rows) + y] * vector[columns[k * static_cast<Index>(rows) + y]];
  result[y] = sum;
}

/// One level of a search: the neighbours of nodes at the level get the next, unless they have one.
KERNEL breadth_first_step(In<std::uint32_t> starts, In<std::uint32_t> neighbours, In<std::uint32_t> levels,
                          Out<std::uint32_t> next_levels, int nodes, std::uint32_t level) {
  const Index node = global_x();
  if (node >= count(levels, nodes) || levels[node] != level)
    return;
  for (std::uint32_t k = starts[node]; k < starts[node + 1]; ++k)
    if (levels[neighbours[k]] > level + 1)
      next_levels[neighbours[k]] = level + 1;
}

KERNEL page_rank(In<std::uint32_t> starts, In<std::uint32_t> sources, In<float> ranks, In<float> shares,
                 Out<float> next, int nodes, float damping) {
  const Index node = global_x();
  if (node >= count(ranks, nodes))
    return;
  float sum = 0;
  for (std::uint32_t k = starts[node]; k < starts[node + 1]; ++k) {
    const std::uint32_t source = sources[k];
    sum += ranks[source] * shares[source];
  }
  next[node] = (1 - damping) / static_cast<float>(nodes) + damping * sum;
}
