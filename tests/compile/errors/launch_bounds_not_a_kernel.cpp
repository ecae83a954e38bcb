// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::launch_bounds(128)]] void helper(std::span<int> values) { values[0] = 1; }
// ERROR@-1:34: error: 'kcc::launch_bounds' on 'helper' has no effect without [[kcc::kernel]]

[[kcc::kernel]] void fill(std::span<int> values) { helper(values); }
