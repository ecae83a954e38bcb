#include <kcc/device.h>

#include "no_alias.h"

namespace tests {

float scale[4] = {1, 2, 3, 4};

/// to[i] = from[i] + from[0] + more[0], which depends on the order if the memory overlaps.
[[kcc::kernel, kcc::no_alias]] void add_first(std::span<float> to, std::span<const float> from,
                                              std::span<const float> more) {
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = from[i] + from[0] + more[0];
}

/// The same for any memory.
[[kcc::kernel]] void add_first_anywhere(std::span<float> to, std::span<const float> from,
                                        std::span<const float> more) {
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = from[i] + from[0] + more[0];
}

[[kcc::kernel, kcc::no_alias]] void clamp(Field field, std::span<float, 2> counts) {
  for (std::size_t i = 0; i < field.x.size(); ++i) {
    field.x[i] = field.x[i] < field.limits[0][0] ? field.limits[0][0] : field.x[i];
    field.y[i] = field.y[i] > field.limits[1][0] ? field.limits[1][0] : field.y[i];
    counts[1] += 1;
  }
}

/// `values` may be the variable that the kernel also uses by name: only spans are disjoint.
[[kcc::kernel, kcc::no_alias]] void scale_all(std::span<float> values, std::span<const float> by) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    scale[0] += 1;
    values[i] *= scale[0] + by[0];
  }
}

/// The parameters change places: what is disjoint is the memory, not the name.
[[kcc::kernel, kcc::no_alias]] void alternate(std::span<float> a, std::span<float> b, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = b[i] + b[0] + 1;
    std::swap(a, b);
  }
}

/// A block's threads exchange their values through a span.
[[kcc::kernel, kcc::no_alias]] void reverse(std::span<int> values, std::span<const int> add,
                                            std::span<int> spare) {
  std::size_t i = kcc::thread_rank();
  spare[i] = values[i] + add[0];
  kcc::sync_threads();
  values[i] = spare[values.size() - 1 - i] + add[0];
}

} // namespace tests
