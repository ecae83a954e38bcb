// Cubins in the object, beside the PTX of the same architectures.
// REQUIRES: ptxas
// RUN: %kcc --emit=obj --arch=sm_75,sm_90 --ptxas=ptxas %s -o %t.o && grep -aq 'target sm_90' %t.o
// RUN: LC_ALL=C grep -aoP '\x7fELF\x02\x01\x01[\x33\x41]' %t.o | wc -l | grep -qx 2
// RUN: %kcc --emit=obj --ptxas=ptxas -g %s -o %T/debug.o
// RUN: %kcc --emit=obj --ptxas=ptxas -lineinfo %s -o %T/lines.o
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values, int value) {
  values[kcc::global_index()] = value;
}
