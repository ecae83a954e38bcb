// Kernels that use much of their stack, and kernels with mistakes that the processor notices.
#include <kcc/device.h>

#include <cstdint>
#include <span>

namespace faults {

/// 400 KiB of local memory; a GPU has at most 512 KiB a thread.
[[kcc::kernel]] void large_arrays(std::span<unsigned> wrong) {
  constexpr unsigned size = 100 << 10, step = 997;
  const auto me = static_cast<unsigned>(kcc::global_index());
  volatile unsigned array[size];
  for (unsigned i = 0; i < size; i += step)
    array[i] = me + i;
  kcc::sync_threads();
  wrong[me] = 0;
  for (unsigned i = 0; i < size; i += step)
    wrong[me] += array[i] != me + i;
}

[[kcc::kernel]] void divide(std::span<int> values, int by, unsigned thread, bool wait) {
  if (wait)
    kcc::sync_threads();
  const auto i = kcc::global_index();
  if (i == thread)
    values[i] /= by;
}

[[kcc::kernel]] void write_to(int *place, unsigned thread) {
  if (kcc::global_index() == thread)
    *place = 1;
}

inline unsigned count_down(unsigned n) {
  volatile unsigned frame[64]; // so that it is no loop
  frame[n % 64] = n;
  return n == 0 ? 0 : count_down(frame[n % 64] - 1) + (frame[n % 64] == n);
}

[[kcc::kernel]] void recurse(std::span<unsigned> result, unsigned depth) {
  result[0] = count_down(depth);
}

[[kcc::kernel]] void call(std::span<int> values, std::uintptr_t function) {
  auto *const pointer = reinterpret_cast<int (*)(int)>(function);
  values[0] = pointer(1) + 1;
}

inline int quotient(int value, int by) {
  return value / by;
}

[[kcc::kernel]] void divide_span(std::span<int> values, int by) {
  values[0] = quotient(values[0], by);
}

} // namespace faults
