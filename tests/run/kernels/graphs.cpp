// Kernels for graphs.
#include <kcc/device.h>

namespace graphs {

unsigned step = 1;

/// Adds `amount` times the variable `step` to each element.
[[kcc::kernel]] void add(std::span<unsigned> values, unsigned amount) {
  for (const std::size_t i : kcc::grid_stride(values.size()))
    values[i] += amount * step;
}

/// Subtracts one from `left` if it is not 0, and counts the calls.
[[kcc::kernel]] void count_down(std::uint32_t *left, unsigned *calls) {
  if (*left != 0)
    --*left;
  ++*calls;
}

/// out[i] = a[i] * 2 + b[i]
[[kcc::kernel]] void combine(std::span<unsigned> out, std::span<const unsigned> a,
                             std::span<const unsigned> b) {
  for (const std::size_t i : kcc::grid_stride(out.size()))
    out[i] = a[i] * 2 + b[i];
}

} // namespace graphs
