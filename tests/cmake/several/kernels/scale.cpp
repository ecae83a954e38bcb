#include <kcc/device.h>

#include "shape.h"

namespace geometry {

template <class T> [[kcc::kernel]] void scale(std::span<T> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}

template void scale<float>(std::span<float>);
template void scale<int>(std::span<int>);

} // namespace geometry
