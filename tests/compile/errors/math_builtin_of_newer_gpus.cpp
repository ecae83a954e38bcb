// FAIL: %kcc %s --arch=sm_70 -o %t.ptx
// kcc::fast::tanh() checks the architecture; the builtin that it uses does not.
#include <kcc/device.h>
#include <kcc/math.h>

[[kcc::kernel]] void direct(float *f) { f[0] = kcc::fast::tanh(f[0]) + __kcc_tanh_approx(f[1]); }
// ERROR@-1:72: error: kernel 'direct' reaches 'kcc::tanh_approx', which needs sm_75 or newer, and this is code for sm_70; compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
