// Kernels that are loaded as modules, in every form that there is.
#include <kcc/device.h>
#include <kcc/print.h>

#include <span>

namespace modules {

int offset = 5;

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = values[i] * factor + static_cast<float>(offset);
}

[[kcc::kernel]] void greet(int number) {
  kcc::print("number {}\n", number);
}

} // namespace modules
