// Shared by kernels and program.
#pragma once

#include <cstdint>

namespace geometry {

struct Point {
  float x, y;
};

struct Shape {
  std::uint8_t kind;
  Point corner;
  std::uint32_t edges;
};

inline constexpr int factor = 2;

} // namespace geometry
