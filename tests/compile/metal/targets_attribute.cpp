// A kernel that [[kcc::targets]] leaves out has no file.
// RUN: %kcc --emit=msl %s -o %T/ && %check < %T/targets_attribute.metal && test ! -e %T/in_clusters.metal
// RUN: %kcc --emit=ptx,msl --arch=sm_90 %s -o %T/both/ && %check < %T/both/targets_attribute.metal
// REQUIRES: spirv-cross
#include <kcc/device.h>

// CHECK: kernel void everywhere
extern "C" [[kcc::kernel]] void everywhere(int *value) { *value = 1; }

extern "C" [[kcc::kernel, kcc::targets("ptx")]] void in_clusters(unsigned *value) {
  *value = kcc::block_rank_in_cluster();
}
