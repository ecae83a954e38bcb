// A pointer in a variable is the same for all kernels, so it cannot point to code of two modes. A constant is copied.
// FAIL: %kcc %s -o %t.ptx
#include <cmath>
#include <kcc/device.h>

static float half(float x) { return x / 2; }
struct Choice {
  float (*function)(float);
};
Choice chosen = {half};
// ERROR@-1:8: error: variable 'chosen' holds the address of 'half', of which kernels 'exact' and 'fast' need different versions, because their floating-point attributes differ; make the variable 'constexpr', choose the function in the kernel, or give the kernels the same attributes
constexpr Choice constants[] = {{half}, {[](float x) { return std::sin(x); }}};
[[kcc::kernel]] void exact(float *f, int i) { f[0] = chosen.function(f[0]) + constants[i].function(f[1]); }
[[kcc::kernel, kcc::use_fast_math]] void fast(float *f, int i) { f[0] = chosen.function(f[0]) + constants[i].function(f[1]); }
