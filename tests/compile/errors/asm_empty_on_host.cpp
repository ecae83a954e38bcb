// Assembly without instructions is no language of its own, and stops the optimiser on the CPU device too, with the
// constraints that the processor has.
// FAIL: %kcc %s --emit=obj -O0 -o %t.o
#include <kcc/device.h>

inline void keep(short value) { asm volatile("" ::"h"(value)); }
// ERROR@-1:46: error: the X86 back end cannot compile this: unknown asm constraint 'h'

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("" : "+r"(values[0]));
  keep(static_cast<short>(values[0]));
}
