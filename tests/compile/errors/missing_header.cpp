// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include "no_such_header.h"

[[kcc::kernel]] void fill(std::span<int> values) { values[0] = 0; }

// ERROR: %s:3:10: fatal error: 'no_such_header.h' file not found
