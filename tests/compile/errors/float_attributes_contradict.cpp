// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::ftz(true), kcc::ftz(false)]] void both(float *f) { f[0] = 1; }
// ERROR@-1:32: error: [[kcc::ftz(false)]] and [[kcc::ftz(true)]] contradict each other; remove one of them from kernel 'both'
// ERROR@-2:16: note: [[kcc::ftz(true)]] is here
[[kcc::kernel, kcc::math("reproducible"), kcc::use_fast_math]] void fast(float *f) { f[0] = 1; }
// ERROR@-1:43: error: [[kcc::use_fast_math]] and [[kcc::math("reproducible")]] contradict each other; remove one of them from kernel 'fast'
// ERROR@-2:16: note: [[kcc::math("reproducible")]] is here
[[kcc::kernel, kcc::math("reproducible"), kcc::math("fast")]] void kinds(float *f) { f[0] = 1; }
// ERROR@-1:43: error: [[kcc::math("fast")]] and [[kcc::math("reproducible")]] contradict each other; remove one of them from kernel 'kinds'
// ERROR@-2:16: note: [[kcc::math("reproducible")]] is here
[[kcc::kernel, kcc::prec_div(false), kcc::math("reproducible")]] void division(float *f) { f[0] = 1; }
// ERROR@-1:16: error: [[kcc::prec_div(false)]] and [[kcc::math("reproducible")]] contradict each other; remove one of them from kernel 'division'
// ERROR@-2:38: note: [[kcc::math("reproducible")]] is here
[[kcc::kernel, kcc::fmad(true)]] void declared(float *f);
// ERROR@-1:16: note: [[kcc::fmad(true)]] is here
[[kcc::fmad(false)]] void declared(float *f) { f[0] = 1; }
// ERROR@-1:3: error: [[kcc::fmad(false)]] and [[kcc::fmad(true)]] contradict each other; remove one of them from kernel 'declared'
[[kcc::kernel, kcc::math("reproducible"), kcc::use_fast_math(false), kcc::ftz(false)]] void good(float *f) { f[0] = 1; }
template <int N> [[kcc::kernel, kcc::ftz(N), kcc::math("reproducible")]] void templated(float *f) { f[0] = 1; }
// ERROR@-1:33: error: [[kcc::ftz(true)]] and [[kcc::math("reproducible")]] contradict each other; remove one of them from kernel 'templated<1>'
// ERROR@-2:46: note: [[kcc::math("reproducible")]] is here
// ERROR@-3:33: error: 'kcc::ftz' takes a constant of type 'bool', true or false, like the option
template void templated<0>(float *);
template void templated<1>(float *);
template void templated<2>(float *);
[[kcc::ftz(true)]] void helper(float *f) { f[0] = 1; }
// ERROR@-1:25: error: 'kcc::ftz' on 'helper' has no effect without [[kcc::kernel]]
[[kcc::kernel]] void in_body(float *f) {
  auto lambda = [] [[kcc::use_fast_math]] (float *f) { f[0] = 1; };
  // ERROR@-1:17: error: 'kcc::use_fast_math' on 'operator()' has no effect without [[kcc::kernel]]
  lambda(f);
}
