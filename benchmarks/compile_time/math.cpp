// Two math functions, from the library that kcc links in.
#include <kcc/device.h>

#include <cmath>

[[kcc::kernel("math")]] void math(std::span<float> y, std::span<const float> x) {
  for (std::size_t i : kcc::grid_stride(y.size()))
    y[i] = std::sin(x[i]) + std::pow(x[i], 1.7f);
}
