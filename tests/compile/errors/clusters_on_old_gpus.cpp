// FAIL: %kcc %s --arch=sm_80 -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void exchange(std::span<int> out) {
  [[kcc::shared]] static int value;
  kcc::sync_cluster();
  // ERROR@-1:3: error: kernel 'exchange' reaches 'kcc::sync_cluster', which needs sm_90 or newer, and this is code for sm_80; compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
  out[0] = *kcc::cluster_shared(&value, 1);
  // ERROR@-1:13: error: kernel 'exchange' reaches 'kcc::cluster_shared', which needs sm_90 or newer, and this is code for sm_80; compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
}
