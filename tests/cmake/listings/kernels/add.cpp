// kernels/add.cpp
#include <kcc/device.h>

[[kcc::kernel]] void add(std::span<float> sum, std::span<const float> a, std::span<const float> b) {
  for (std::size_t i : kcc::grid_stride(sum.size())) sum[i] = a[i] + b[i];
}
