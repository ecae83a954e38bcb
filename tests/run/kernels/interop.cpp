// The kernel of the tests about other libraries' objects.
#include <kcc/device.h>

#include <span>

namespace interop {

[[kcc::kernel]] void add(std::span<unsigned> values, unsigned amount) {
  for (const std::size_t i : kcc::grid_stride(values.size()))
    values[i] += amount;
}

} // namespace interop
