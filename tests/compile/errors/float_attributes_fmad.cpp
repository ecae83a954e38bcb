// FAIL: %kcc %s --fmad=false -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::fmad(true)]] void fused(float *f) { f[0] = f[1] * f[2] + f[3]; }
// ERROR@-1:39: error: kernel 'fused' has [[kcc::fmad(true)]] in a file that is compiled without it, where a pragma or -ffp-contract=on lets kernel 'by_pragma' fuse something; compile with --fmad=true and mark the other kernels [[kcc::fmad(false)]]
[[kcc::kernel]] void by_pragma(float *f) {
#pragma clang fp contract(fast)
  f[0] = f[1] * f[2] + f[3];
}
