// RUN: %kcc %s -o %t.ptx && %check --check-prefix=NONE < %t.ptx
// RUN: %kcc -lineinfo %s -o %T/lines.ptx && %check --check-prefix=LINES < %T/lines.ptx
// RUN: %kcc --lineinfo -O0 %s -o %T/lines0.ptx && %check --check-prefix=LINES < %T/lines0.ptx
// RUN: %kcc -g -O0 %s -o %T/debug.ptx && %check --check-prefix=DEBUG < %T/debug.ptx
// RUN: %kcc -g %s -o %T/debug3.ptx && %check --check-prefix=DEBUG < %T/debug3.ptx
// RUN: %kcc -g -O0 --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

[[kcc::kernel]] void fill(int *values, int factor) {
  int twice = 2 * factor;
  values[0] = values[1] * twice;
}

// NONE-NOT: .loc
// NONE-NOT: .section

// LINES: .target sm_75{{$}}
// LINES: .loc 1 11
// LINES: .file 1 "{{.*}}debug_information.cpp"
// LINES-NOT: DW_TAG

// DEBUG: .target sm_75, debug
// DEBUG: .loc 1 11
// DEBUG: .section .debug_info
