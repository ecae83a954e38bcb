// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::no_alias]] void helper(std::span<int> values) { values[0] = 1; }
// ERROR@-1:24: error: 'kcc::no_alias' on 'helper' has no effect without [[kcc::kernel]]

[[kcc::kernel]] void fill(std::span<int> values) { helper(values); }
