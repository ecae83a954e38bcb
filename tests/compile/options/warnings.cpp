// Warnings are printed but are not errors, unless the user asks for that.
// RUN: %kcc -Wall -Wextra %s -o %t.ptx 2> %T/warnings && %check < %T/warnings
// RUN: test -f %t.ptx
// RUN: %kcc -Wall -Wno-unused-variable -Wno-unknown-attributes %s -o %T/quiet.ptx 2> %T/none && test ! -s %T/none
// FAIL: %kcc -Wall -Werror %s -o %T/failed.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(int *values) {
  int unused;
  // ERROR@-1:7: error: unused variable 'unused' [-Werror,-Wunused-variable]
  *values = 1;
}

// kcc knows this attribute of libstdc++'s, which must not change what others get to see.
__attribute__((externally_visible)) int visible(int value) {
// ERROR@-1:16: error: unknown attribute 'externally_visible' ignored [-Werror,-Wunknown-attributes]
  __attribute__((__externally_visible__(1, 2))) return value;
  // ERROR@-1:18: error: unknown attribute '__externally_visible__' ignored [-Werror,-Wunknown-attributes]
}

// CHECK: warnings.cpp:9:7: warning: unused variable 'unused'
// CHECK: warnings.cpp:15:16: warning: unknown attribute 'externally_visible' ignored
