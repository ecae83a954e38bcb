// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] [[kcc::constant]] int table[4];
// ERROR@-1:19: error: variable 'table' cannot be in shared and in constant memory; remove one of the attributes
[[kcc::shared]] [[kcc::shared]] int twice[4];

[[kcc::kernel]] [[kcc::kernel]] void fill(std::span<int> values) { values[0] = table[0] + twice[1]; }
