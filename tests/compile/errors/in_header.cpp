// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include "include/outer.h"

[[kcc::kernel]] void fill(std::span<int> values) { values[0] = broken(0); }

// ERROR: In file included from %s:3:
// ERROR: In file included from %S/include/outer.h:1:
// ERROR: %S/include/inner.h:1:47: error: use of undeclared identifier 'missing'
