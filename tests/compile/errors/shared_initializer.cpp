// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] int count = 0;
// ERROR@-1:29: error: shared variable 'count' cannot have an initializer: every block gets fresh memory with no value; remove it, and let a thread of the block assign the value before kcc::sync_threads()
[[kcc::shared]] int table[4] = {1, 2, 3, 4};
// ERROR@-1:32: error: shared variable 'table' cannot have an initializer: every block gets fresh memory with no value; remove it, and let a thread of the block assign the value before kcc::sync_threads()

[[kcc::kernel]] void sum(std::span<int> values) {
  [[kcc::shared]] int total{};
  // ERROR@-1:28: error: shared variable 'total' cannot have an initializer: every block gets fresh memory with no value; remove it, and let a thread of the block assign the value before kcc::sync_threads()
  [[kcc::shared]] auto first = values[0];
  // ERROR@-1:32: error: shared variable 'first' cannot have an initializer: every block gets fresh memory with no value; remove it, and let a thread of the block assign the value before kcc::sync_threads()
  total += values[kcc::thread_idx().x] + first + count + table[0];
  values[0] = total;
}
