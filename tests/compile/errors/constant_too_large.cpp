// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <array>

[[kcc::constant]] constexpr std::array<float, 9 * 1024> weights{1, 2, 3};
// ERROR@-1:57: error: the constant variables of this file take 77824 bytes, and constant memory has 65536; remove [[kcc::constant]] from the large ones, a plain 'const' variable goes to global memory
[[kcc::constant]] constexpr std::array<double, 5 * 1024> biases{1, 2, 3};

[[kcc::kernel]] void apply(std::span<double> values) {
  const std::size_t i = kcc::thread_idx().x;
  values[i] = values[i] * weights[i] + biases[i];
}
