// Kernels that show what the runtime's memory functions have done, and in which order.
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/device/clock.h>

#include <kcc/pitched_view.h>

#include <cstdint>
#include <span>

namespace host_memory {

/// Adds `amount` to each element.
[[kcc::kernel]] void add(std::span<unsigned> values, unsigned amount) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] += amount;
}

/// Writes one element.
[[kcc::kernel]] void write(unsigned *value) {
  *value = 1;
}

/// Counts the elements that are not `expected`.
[[kcc::kernel]] void count_others(std::span<const std::uint64_t> values, std::uint64_t expected,
                                  std::span<unsigned, 1> others) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    if (values[i] != expected)
      kcc::atomic_ref(others[0]).fetch_add(1u);
}

/// to(x, y) = from(y, x)
[[kcc::kernel]] void transpose(kcc::PitchedView<const float, 2> from, kcc::PitchedView<float, 2> to) {
  for (std::size_t i : kcc::grid_stride(from.size())) {
    const std::size_t row = i / from.extent(1), column = i % from.extent(1);
    to[column, row] = from(row, column);
  }
}

/// Adds the number of the slice to each element.
[[kcc::kernel]] void add_slice(kcc::PitchedView<int, 3> volume) {
  for (std::size_t i : kcc::grid_stride(volume.extent(0) * volume.extent(1)))
    for (int &value : volume.row(i / volume.extent(1), i % volume.extent(1)))
      value += static_cast<int>(i / volume.extent(1));
}

/// Keeps the stream busy.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void take_time(std::uint64_t nanoseconds) {
  const std::uint64_t begin = kcc::global_timer();
  while (kcc::global_timer() - begin < nanoseconds) {
  }
}

} // namespace host_memory
