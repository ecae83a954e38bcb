// The kernels that other libraries' arrays go into.
#include <kcc/device.h>
#include <kcc/pitched_view.h>

#include <cstddef>
#include <span>

namespace client {

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (const std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}

[[kcc::kernel]] void scale_rows(kcc::PitchedView<float, 2> rows, float factor) {
  for (const std::size_t i : kcc::grid_stride(rows.size()))
    rows(i / rows.extent(1), i % rows.extent(1)) *= factor;
}

/// Traps in one thread.
[[kcc::kernel]] void fail(unsigned thread) {
  if (kcc::global_index() == thread)
    __builtin_trap();
}

} // namespace client
