// Warnings are printed but are not errors, unless the user asks for that.
// RUN: %kcc -Wall -Wextra %s -o %t.ptx 2> %T/warnings && %check < %T/warnings
// RUN: test -f %t.ptx
// RUN: %kcc -Wall -Wno-unused-variable %s -o %T/quiet.ptx 2> %T/none && test ! -s %T/none
// FAIL: %kcc -Wall -Werror %s -o %T/failed.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(int *values) {
  int unused;
  // ERROR@-1:7: error: unused variable 'unused' [-Werror,-Wunused-variable]
  *values = 1;
}

// CHECK: warnings.cpp:9:7: warning: unused variable 'unused'
