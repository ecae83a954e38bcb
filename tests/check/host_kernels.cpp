// For programs of planted bugs of the host.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void add_one(std::span<int> values) {
  if (const auto i = kcc::global_index(); i < values.size())
    ++values[i];
}

[[kcc::kernel]] void point_at(std::span<int> values, std::span<int *> pointer) {
  if (kcc::global_index() == 0)
    pointer[0] = &values[11];
}

/// Takes about as many milliseconds as that.
[[kcc::kernel]] void takes_long(std::span<int> values, int milliseconds) {
  if (kcc::global_index() != 0)
    return;
  unsigned x = 1;
  for (int i = 0; i < milliseconds * 100000; ++i)
    x = x * 1664525 + 1013904223;
  values[0] = static_cast<int>(x | 1);
}

/// Tells the host that it runs.
[[kcc::kernel]] void sets_a_flag(int *flag) {
  kcc::atomic_ref<int, kcc::scope::system>(*flag).store(1, std::memory_order_release);
}

/// Reads numbers through a pointer, and has constants.
[[kcc::kernel]] void add_number(std::span<int> values, const int *numbers) {
  static constexpr int weights[] = {3, 1, 4, 1, 5, 9};
  const auto i = kcc::global_index();
  if (i < values.size())
    values[i] += numbers[i] * weights[i % 6]; // here
}
