// From sm_70 on parameters may have 32764 bytes, with PTX 8.1; a file without such a kernel keeps the default version.
// RUN: %kcc --arch=sm_75 %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --arch=sm_75 -DSMALL %s -o %t.small.ptx && %FileCheck %s --check-prefix=SMALL < %t.small.ptx
// RUN: %kcc --emit=obj --arch=sm_75,sm_90 %s -o %t.o
// RUN: %kcc --arch=sm_75 --ptx-version=8.2 %s -o - | grep -x ".version 8.2"
#include <array>
#include <kcc/device.h>
#ifdef SMALL
using Table = std::array<float, 1080>;
#else
using Table = std::array<float, 8180>;
#endif

[[kcc::kernel]] void apply(Table table, std::span<float> values, unsigned i) { values[0] = table[i]; }

// CHECK: .version 8.1
// SMALL: .version 8.0
