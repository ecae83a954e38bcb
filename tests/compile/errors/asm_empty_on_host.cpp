// Assembly without instructions is the same in every language, and is an optimization barrier on the CPU device too,
// with the processor's constraints.
// FAIL: %kcc %s --emit=obj -O0 -o %t.o
#include <kcc/device.h>

inline void keep(short value) { asm volatile("" ::"h"(value)); }
// ERROR@-1:46: error: the X86 back end cannot compile this: unknown asm constraint 'h'

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("" : "+r"(values[0]));
  keep(static_cast<short>(values[0]));
}
