// The back end reads assembly of the CPU device only when it writes the object: the place must still be right.
// FAIL: %kcc %s --emit=obj -O0 -o %t.o
#include <kcc/device.h>

inline void pause(int count) {
  for (int i = 0; i != count; ++i)
    asm volatile("nop\n\t"
                 "paws");
}

[[kcc::kernel]] void wait(std::span<int> values) { pause(values[0]); }

// ERROR: %s:7:24: error: the X86 back end cannot compile this: invalid instruction mnemonic 'paws' in 'paws'
