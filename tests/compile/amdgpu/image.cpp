// Code objects in an image stand beside the other codes, each for its architecture; nothing is embedded that
// --target does not name.
// REQUIRES: ld.lld-22
// RUN: %kcc --emit=obj,header --target=ptx,amdgpu,cpu --arch=sm_80,gfx90a,gfx1100 %s -o %T/all/
// RUN: grep -a -c amdgcn-amd-amdhsa--gfx90a %T/all/image.o && grep -a -c amdgcn-amd-amdhsa--gfx1100 %T/all/image.o
// RUN: grep -a -c 'target sm_80' %T/all/image.o && ! grep -a 'target sm_75' %T/all/image.o
// RUN: %kcc --emit=obj %s -o %t.o && ! grep -aq amdgcn %t.o
// The default architecture, also beside another target's.
// RUN: %kcc --emit=obj --target=ptx,amdgpu --arch=sm_80 %s -o %t.o && grep -a -c amdgcn-amd-amdhsa--gfx1100 %t.o
// RUN: %kcc --emit=amdgpu %s -o %t.hsaco && grep -a -c amdgcn-amd-amdhsa--gfx1100 %t.hsaco
#include <kcc/device.h>

extern "C" [[kcc::kernel]] void add(const float *a, float *b) { b[kcc::thread_idx().x] += a[kcc::thread_idx().x]; }
