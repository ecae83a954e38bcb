// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include "no_such_header.h"
// ERROR@-1:10: fatal error: 'no_such_header.h' file not found

[[kcc::kernel]] void fill(std::span<int> values) { values[0] = 0; }
