// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Limits {
  long double low[2];
};

[[kcc::kernel]] void scale(std::span<float> values, long double) { values[0] = 0; }
// ERROR@-1:64: error: parameter 2 of kernel 'scale' has type 'long double' with floating-point numbers wider than 64 bits, which GPUs do not have; use 'double' or 'float'
[[kcc::kernel]] void clip(std::span<float> values, Limits limits) { values[0] = 0; }
// ERROR@-1:59: error: parameter 'limits' of kernel 'clip' has type 'Limits' with floating-point numbers wider than 64 bits, which GPUs do not have; use 'double' or 'float'
[[kcc::kernel]] void quad(float *values, __float128) { values[0] = 0; }
// ERROR@-1:52: error: parameter 2 of kernel 'quad' has type '__float128' with floating-point numbers wider than 64 bits, which GPUs do not have; use 'double' or 'float'
[[kcc::kernel]] void complex_number(float *values, _Complex long double) { values[0] = 0; }
// ERROR@-1:72: error: parameter 2 of kernel 'complex_number' has type '_Complex long double' with floating-point numbers wider than 64 bits, which GPUs do not have; use 'double' or 'float'
