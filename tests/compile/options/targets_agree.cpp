// All targets of a source form one image: what the host sees is the same for each, and the dependency file lists every
// header that one of them reads.
// RUN: echo '#define OLD 1' > %T/old.h && echo '#define NEW 1' > %T/new.h
// RUN: %kcc --emit=obj --arch=sm_75,sm_90 -I %T -MD -MF %t.d %s -o %t.o && grep -q old.h %t.d && grep -q new.h %t.d
// RUN: ! %kcc --emit=obj,header --arch=sm_75,sm_90 -I %T -DFIELD %s -o %T/all/ 2> %t.err && test ! -e %T/all
// RUN: %check --check-prefix=FIELD < %t.err
// RUN: ! %kcc --emit=obj --arch=sm_75,sm_90 -I %T -DKERNEL %s -o %T/k.o 2> %t.err && test ! -e %T/k.o
// RUN: %check --check-prefix=KERNEL < %t.err
// Each PTX file has its own manifest, so its kernels may differ.
// RUN: %kcc --emit=ptx --arch=sm_75,sm_90 -I %T -DKERNEL %s -o %T/ptx/ && grep -q newer %T/ptx/targets_agree.sm_90.ptx
// Launch bounds may differ between targets.
// RUN: %kcc --emit=obj --arch=sm_75,sm_90 -I %T -DBOUNDS %s -o %t.o && grep -aq maxntid.256 %t.o && grep -aq maxntid.512 %t.o
#include <kcc/device.h>

#if __KCC_ARCH__ >= 90
#include "new.h"
#else
#include "old.h"
#endif

struct Item {
  int first;
#if defined(FIELD) && __KCC_ARCH__ >= 90
  int second;
#endif
};

#ifdef BOUNDS
[[kcc::launch_bounds(__KCC_ARCH__ >= 90 ? 512 : 256)]]
#endif
[[kcc::kernel]] void k(Item item, std::span<int> values) { values[0] = item.first; }

#if defined(KERNEL) && __KCC_ARCH__ >= 90
[[kcc::kernel]] void newer(std::span<int> values) { values[0] = 1; }
#endif

// FIELD: kcc: error: targets_agree.cpp: the code for sm_75 and that for sm_90 differ in what the host sees: kernels 'k'
// KERNEL: kcc: error: targets_agree.cpp: the code for sm_75 and that for sm_90 differ in what the host sees: kernels: nothing and 'newer'
