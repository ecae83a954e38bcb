// PTX only has ASCII. Kernels, variables and files with other names work and are found by these names.
// RUN: mkdir %T/größe && cp %s %T/größe/läufer.cpp
// RUN: %kcc -g %T/größe/läufer.cpp -o %t.ptx && ! grep -qP '[^\x00-\x7f]' %t.ptx && %check < %t.ptx
// RUN: %kcc --emit=obj %T/größe/läufer.cpp -o %t.o
#include <kcc/device.h>

[[kcc::shared]] int zähler;
[[kcc::constant]] constexpr int maß[] = {1, 2};

int verdopplung_größer(int größe) { return größe > 10 ? größe : verdopplung_größer(2 * größe) + 1; }

[[kcc::kernel]] void größer(int *zahlen) {
  zähler = zahlen[0];
  kcc::sync_threads();
  zahlen[0] = verdopplung_größer(zähler) + maß[zahlen[1]];
}

// CHECK: "source":"l\u00e4ufer.cpp"
// CHECK-SAME: "name":"gr\u00f6\u00dfer","entry":"_Z8gr$xc3$xb6$xc3$x9ferPi"
// CHECK: .visible .entry _Z8gr$xc3$xb6$xc3$x9ferPi(
