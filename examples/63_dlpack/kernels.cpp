#include <kcc/device.h>
#include <kcc/pitched_view.h>

#include <span>

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}

[[kcc::kernel]] void scale_rows(kcc::PitchedView<float, 2> rows, float factor) {
  for (std::size_t i : kcc::grid_stride(rows.size()))
    rows(i / rows.extent(1), i % rows.extent(1)) *= factor;
}
