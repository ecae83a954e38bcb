// RUN: %kcc --emit=ptx - < %s | %check
// RUN: %kcc --emit=ptx -o %t.ptx - < %s && %kcc - < %s | cmp - %t.ptx
// RUN: cat %s | %kcc --emit=manifest - | %check --check-prefix=MANIFEST
// RUN: cd %T && %kcc --emit=obj -o obj/ - < %s && test -f obj/stdin.o
#include <kcc/device.h>

[[kcc::kernel]] void fill(int *values) { *values = 1; }

// CHECK: // kcc-manifest: {"version":14,"source":"<stdin>"
// CHECK: .visible .entry _Z4fillPi(
// MANIFEST: "source":"<stdin>"
