// Small integers wrap, comparisons know NaNs, and products keep the signs of zeros.
// REQUIRES: spirv-cross
// RUN: %kcc --emit=msl --fmad=false %s -o %T/ && %check --check-prefix=SMALL < %T/numbers.small.metal
// RUN: %check --check-prefix=FLOATS < %T/numbers.floats.metal
// RUN: cat %T/numbers.*.metal | %check --check-prefix=NONE
#include <cmath>
#include <kcc/device.h>

// NONE-NOT: double
// NONE-NOT: optnone

// SMALL: kernel void small(
// SMALL: uint [[SUM:_[0-9]+]] = {{_[0-9]+}} + {{_[0-9]+}};
// SMALL: uint [[BYTE:_[0-9]+]] = [[SUM]] & 255u;
// SMALL: [[BYTE]] >> 1u;
// SMALL: int({{_[0-9]+}}) / int({{_[0-9]+}})
// SMALL: int({{_[0-9]+}}) >> int(3u)
extern "C" [[kcc::kernel]] void small(unsigned char *bytes, int *words) {
  bytes[0] = static_cast<unsigned char>(static_cast<unsigned char>(bytes[1] + bytes[2]) >> 1);
  words[0] = words[1] / words[2];
  words[3] = words[4] >> 3;
}

// FLOATS: kernel void floats(
// FLOATS: bool [[LESS:_[0-9]+]] = [[A:_[0-9]+]] < [[B:_[0-9]+]];
// FLOATS: bool [[GREATER:_[0-9]+]] = [[A]] > [[B]];
// FLOATS: = [[LESS]] || [[GREATER]];
// FLOATS: (isunordered([[C:_[0-9]+]], [[D:_[0-9]+]]) || [[C]] >= [[D]])
// FLOATS: isnan(
// FLOATS: float [[PRODUCT:_[0-9]+]] = {{_[0-9]+}} * {{_[0-9]+}};
// FLOATS: = {{_[0-9]+}} + [[PRODUCT]];
// FLOATS: half {{_[0-9]+}} = fma(
extern "C" [[kcc::kernel]] void floats(float *f, int *truth, _Float16 *h) {
  truth[0] = __builtin_islessgreater(f[0], f[1]);
  truth[1] = !(f[2] < f[3]);
  truth[2] = __builtin_isunordered(f[4], f[5]);
  f[6] = f[7] + f[8] * f[9];
  h[0] = __builtin_fmaf16(h[1], h[2], h[3]);
  f[10] = std::exp(f[11]) + std::log(f[12]);
}
