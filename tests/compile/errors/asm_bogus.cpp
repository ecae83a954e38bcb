// FAIL: %kcc %s --emit=obj -o %t.o
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  asm("bogus");
  values[0] = 1;
}

// ERROR: %s:5:7: error: the X86 back end cannot compile this: invalid instruction mnemonic 'bogus' in 'bogus'
