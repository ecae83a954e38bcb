// Kernels for the tests of the HIP backend, which does not run them there.
#include <kcc/device.h>
#include <kcc/print.h>

#include <span>

double offset = 1.5;

[[kcc::kernel]] void scaled(std::span<float> values, float factor, bool negate) {
  const unsigned i = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  if (i < values.size())
    values[i] = (negate ? -factor : factor) * values[i] + static_cast<float>(offset);
}

[[kcc::kernel, kcc::launch_bounds(64)]] void prints(int n) {
  kcc::print("{}\n", n);
}
