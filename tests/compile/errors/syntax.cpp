// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  values[0] = 0
  valeus[1] = 1;
}

// ERROR: %s:5:16: error: expected ';' after expression
// ERROR: %s:6:3: error: use of undeclared identifier 'valeus'; did you mean 'values'?
// ERROR: %s:4:42: note: 'values' declared here
