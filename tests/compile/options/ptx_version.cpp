// The PTX version is 8.0, or the architecture's own if that is higher; --ptx-version sets another one.
// RUN: %kcc --arch=sm_50,sm_75,sm_90,sm_100 -o %T/default/ %s
// RUN: cd %T/default && head -qn 20 ptx_version.sm_{50,75,90}.ptx | grep -c '^.version 8.0$' | grep -x 3
// RUN: grep -x '.version 8.6' %T/default/ptx_version.sm_100.ptx
// RUN: %kcc --arch=sm_50,sm_75,sm_80,sm_90 --ptx-version=7.0 -o %T/old/ %s
// RUN: cd %T/old && head -qn 20 ptx_version.sm_{50,75}.ptx | grep -c '^.version 7.0$' | grep -x 2
// RUN: grep -x '.version 7.1' %T/old/ptx_version.sm_80.ptx && grep -x '.version 8.0' %T/old/ptx_version.sm_90.ptx
// RUN: %kcc --arch=sm_90 --ptx-version=8.8 -o - %s | grep -x '.version 8.8'
// RUN: %kcc --ptx-version=7.0 --emit=obj -o %t.o %s && grep -a '^.version 7.0$' %t.o
// From PTX 7.7 on, a pointer can point to a parameter; before, a kernel copies what such a pointer may read.
// RUN: %kcc --arch=sm_75 -o %t.ptx %s && %check --check-prefix=NEW < %t.ptx
// RUN: %kcc --arch=sm_75 --ptx-version=7.6 -o %T/copy.ptx %s && %check --check-prefix=OLD < %T/copy.ptx
#include <array>
#include <kcc/device.h>

[[kcc::kernel]] void choose(std::array<float, 16> a, std::array<float, 16> b, std::span<float> out) {
  const unsigned i = kcc::thread_idx().x;
  const float *chosen = i % 2 != 0 ? a.data() : b.data();
  out[i] = chosen[i % 16];
}

// NEW: .version 8.0
// NEW-NOT: .local
// NEW: ld.param.b32
// NEW-NOT: .local

// OLD: .version 7.6
// OLD: .local
