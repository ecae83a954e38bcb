// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
// ERROR@-1:42: note: 'values' declared here
  values[0] = 0
  // ERROR@-1:16: error: expected ';' after expression
  valeus[1] = 1;
  // ERROR@-1:3: error: use of undeclared identifier 'valeus'; did you mean 'values'?
}
