// Without its namespace, an attribute of kcc would be ignored.
// FAIL(1): %kcc %s -o %t.ptx
// FAIL(2): %kcc -w %s -o %t.ptx
#include <kcc/device.h>

[[kernel]] void fill(std::span<int> values) {
// ERROR@-1:3: error: the attribute 'kernel' does nothing; kcc's is [[kcc::kernel]]
  [[shared]] int tile[32];
  // ERROR@-1:5: error: the attribute 'shared' does nothing; kcc's is [[kcc::shared]]
  __attribute__((shared)) int other;
  // ERROR@-1:18: error: the attribute 'shared' does nothing; kcc's is [[kcc::shared]]
  // ERROR(1)@-2:18: warning: 'shared' attribute ignored [-Wignored-attributes]
  tile[0] = other = 1;
  values[0] = tile[0];
}
[[kernel("named")]] void named(std::span<int> values) { values[0] = 0; }
// ERROR@-1:3: error: the attribute 'kernel' does nothing; kcc's is [[kcc::kernel]]
[[gnu::kernel]] void scaled(std::span<int> values) { values[0] = 0; }
// ERROR@-1:3: error: the attribute 'kernel' does nothing; kcc's is [[kcc::kernel]]
[[kcc::kernel, launch_bounds(64)]] void bounded(std::span<int> values) { values[0] = 0; }
// ERROR@-1:16: error: the attribute 'launch_bounds' does nothing; kcc's is [[kcc::launch_bounds]]
[[using gnu: constant, aligned(16)]] int table[4];
// ERROR@-1:14: error: the attribute 'constant' does nothing; kcc's is [[kcc::constant]]

// Names in arguments, and of others.
constexpr int kernel = 64;
[[kcc::kernel, kcc::launch_bounds(kernel), other_tool::kernel]] void right(std::span<int> values) {
// ERROR(1)@-1:44: warning: unknown attribute 'other_tool::kernel' ignored [-Wunknown-attributes]
  [[assume(kernel > 3)]];
  values[kernel] = 0;
}
