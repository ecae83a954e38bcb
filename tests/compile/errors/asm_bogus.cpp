// FAIL: %kcc %s --emit=obj -o %t.o
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  asm("bogus");
  values[0] = 1;
}

// ERROR: kcc: error: kcc itself failed on this source (fault 139); nothing was written. Please report it with the source.
