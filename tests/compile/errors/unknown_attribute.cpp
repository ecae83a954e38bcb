// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernal]] void fill(std::span<int> values) { values[0] = 0; }
// ERROR@-1:3: error: there is no attribute 'kcc::kernal'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::shared' and 'kcc::constant'

[[kcc::kernel, kcc::launch_bound(64)]] void sum(std::span<int> values) {
// ERROR@-1:16: error: there is no attribute 'kcc::launch_bound'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::shared' and 'kcc::constant'
  [[kcc::share]] int tile[32];
  // ERROR@-1:5: error: there is no attribute 'kcc::share'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::shared' and 'kcc::constant'
  tile[kcc::thread_rank()] = values[kcc::thread_rank()];
  [[other::hint]] values[0] = tile[0];
  // ERROR@-1:5: warning: unknown attribute 'other::hint' ignored [-Wunknown-attributes]
}
