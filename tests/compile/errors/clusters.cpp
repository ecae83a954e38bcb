// FAIL: %kcc %s --arch=sm_80 -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void where(std::span<std::uint32_t> out) {
  out[0] = kcc::cluster_size();
  // ERROR@-1:12: error: kernel 'where' reaches 'kcc::cluster_size', which needs sm_90 or newer, and this is code for sm_80; compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
  out[1] = kcc::cluster_idx().x;
  // ERROR@-1:12: error: kernel 'where' reaches 'kcc::cluster_idx', which needs sm_90 or newer, and this is code for sm_80; compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
}
