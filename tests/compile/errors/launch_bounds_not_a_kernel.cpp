// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::launch_bounds(128)]] void helper(std::span<int> values) { values[0] = 1; }

[[kcc::kernel]] void fill(std::span<int> values) { helper(values); }

// ERROR: %s:4:34: error: 'kcc::launch_bounds' on 'helper' has no effect without [[kcc::kernel]]
