// RUN: %kcc -O0 %s -o %T/O0.ptx && %check --check-prefix=O0 < %T/O0.ptx
// RUN: %kcc -O1 %s -o %T/O1.ptx && %check --check-prefix=O1 < %T/O1.ptx
// RUN: %kcc -O2 %s -o %T/O2.ptx && %kcc -O3 %s -o %T/O3.ptx && %kcc %s -o %T/default.ptx
// RUN: cmp %T/O3.ptx %T/default.ptx
#include <kcc/device.h>

inline int add(int a, int b) { return a + b; }

[[kcc::kernel]] void fill(int *values) {
  for (int i = 0; i != 4; ++i)
    values[i] = add(i, 1);
}

// O0: .func {{.*}}add
// O0: .local
// O1-NOT: .func
// O1-NOT: .local
// O1: .visible .entry
