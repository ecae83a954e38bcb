// Metal has no double. Where a function of a library computes with it, the message names the function.
// FAIL(sine): %kcc --emit=msl -DSINE %s -o %T/
// FAIL(c): %kcc --emit=msl -DC_SINE %s -o %T/
// FAIL(fast): %kcc --emit=msl -DFAST %s -o %T/
// FAIL(lines): %kcc --emit=msl --lineinfo -DFAST %s -o %T/
// FAIL(O0): %kcc --emit=msl -O0 -DFAST %s -o %T/
// FAIL(rounded): %kcc --emit=msl -DROUNDED %s -o %T/
// FAIL(small): %kcc --emit=msl -DSMALL %s -o %T/
// FAIL(sum): %kcc --emit=msl -DSUM %s -o %T/
// FAIL(literal): %kcc --emit=msl -DLITERAL %s -o %T/
#include <cmath>
#include <kcc/device.h>
#include <kcc/float16.h>
#include <kcc/math.h>
#include <numeric>

#ifdef SINE
[[kcc::kernel]] void sine(float *x) { *x = std::sin(x[1]); }
// ERROR(sine)@-1:44: error: kernel 'sine' reaches 'double' in 'std::sin', which code for Metal cannot have; do without it, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
#elif defined(C_SINE)
[[kcc::kernel]] void c_sine(float *x) { *x = sinf(x[1]); }
// ERROR(c)@-1:46: error: kernel 'c_sine' reaches 'double' in 'sinf', which code for Metal cannot have; do without it, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
#elif defined(FAST)
float height(float angle) {
  return 2 * kcc::fast::sin(angle);
  // ERROR(fast)@-1:14: error: kernel 'fast' reaches 'double' in 'kcc::fast::sin', which code for Metal cannot have; do without it, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
  // ERROR(lines)@-2:14: error: kernel 'fast' reaches 'double' in 'kcc::fast::sin', which code for Metal cannot have; do without it, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
  // ERROR(O0)@-3:14: error: kernel 'fast' reaches 'double' in 'kcc::fast::sin', which code for Metal cannot have; do without it, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
}
[[kcc::kernel]] void fast(float *x) {
  *x = height(x[1]);
  // ERROR(fast)@-1:8: note: called by 'fast' here
  // ERROR(lines)@-2:8: note: called by 'fast' here
  // ERROR(O0)@-3:8: note: called by 'fast' here
}
#elif defined(ROUNDED)
[[kcc::kernel]] void rounded(float *x) { *x = kcc::add_rz(x[1], x[2]); }
// ERROR(rounded)@-1:47: error: kernel 'rounded' reaches 'double' in 'kcc::add_rz', which code for Metal cannot have; do without it, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
#elif defined(SMALL)
[[kcc::kernel]] void small(float *x, kcc::float8_e4m3 *y) { *y = kcc::float8_e4m3(*x); }
// ERROR(small)@-1:66: error: kernel 'small' reaches 'double' in 'kcc::float8_e4m3::float8_e4m3', which code for Metal cannot have; call the version for 'float' if there is one, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
#elif defined(SUM)
[[kcc::kernel]] void sum(float *x) { *x = static_cast<float>(std::accumulate(x, x + 9, 0.0)); }
// ERROR(sum)@-1:62: error: kernel 'sum' reaches 'double' in 'std::accumulate', which code for Metal cannot have; call the version for 'float' if there is one, or name the targets that have 'double': [[kcc::targets("ptx", "cpu")]]
#elif defined(LITERAL)
[[kcc::kernel]] void literal(float *x) { *x = std::sqrt(x[1] * 0.3); }
// ERROR(literal)@-1:57: error: kernel 'literal' reaches 'double', which code for Metal cannot have; use 'float', and literals such as 0.5f, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
#endif
