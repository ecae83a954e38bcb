#include <kcc/device.h>

#include "shape.h"

static_assert(sizeof(LABEL) == 4 && __cplusplus == 202002L);

[[kcc::kernel]] void move(std::span<geometry::Shape> shapes, geometry::Point by) {
  for (std::size_t i : kcc::grid_stride(shapes.size())) {
    shapes[i].corner.x += by.x + OFFSET;
    shapes[i].corner.y += by.y * STEP;
  }
}
