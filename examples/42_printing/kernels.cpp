#include <kcc/assert.h>
#include <kcc/device.h>
#include <kcc/print.h>

#include <span>

[[kcc::kernel]] void halve(std::span<float> values) {
  for (std::size_t i : kcc::grid_stride(values.size())) {
    KCC_ASSERT(values[i] >= 0, "values[{}] is {}", i, values[i]);
    if (i % 4 == 0)
      kcc::print("values[{}] = {:.2f}\n", i, values[i]);
    values[i] /= 2;
  }
}
