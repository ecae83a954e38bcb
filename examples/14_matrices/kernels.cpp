#include <kcc/device.h>
#include <kcc/pitched_view.h>

[[kcc::kernel]] void transpose(kcc::PitchedView<const float, 2> from, kcc::PitchedView<float, 2> to) {
  for (std::size_t i : kcc::grid_stride(from.size())) {
    const std::size_t row = i / from.extent(1), column = i % from.extent(1);
    to(column, row) = from(row, column);
  }
}
