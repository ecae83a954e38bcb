// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::math(fast)]] void unquoted(float *f) { f[0] = 1; }
// ERROR@-1:26: error: 'kcc::math' takes "fast" or "reproducible", like the option --math
[[kcc::kernel, kcc::math("precise")]] void unknown(float *f) { f[0] = 1; }
// ERROR@-1:26: error: 'kcc::math' takes "fast" or "reproducible", like the option --math
[[kcc::kernel, kcc::math]] void without(float *f) { f[0] = 1; }
// ERROR@-1:16: error: 'kcc::math' takes "fast" or "reproducible", like the option --math
[[kcc::kernel, kcc::math("fast", "fast")]] void two(float *f) { f[0] = 1; }
// ERROR@-1:16: error: 'kcc::math' attribute takes no more than 1 argument
[[kcc::kernel, kcc::ftz(1)]] void number(float *f) { f[0] = 1; }
// ERROR@-1:25: error: 'kcc::ftz' takes a constant of type 'bool', true or false, like the option
[[kcc::kernel, kcc::ftz]] void no_value(float *f) { f[0] = 1; }
// ERROR@-1:16: error: 'kcc::ftz' takes a constant of type 'bool', true or false, like the option
bool variable;
[[kcc::kernel, kcc::prec_div(variable)]] void not_constant(float *f) { f[0] = 1; }
// ERROR@-1:30: error: 'kcc::prec_div' takes a constant of type 'bool', true or false, like the option
[[kcc::kernel, kcc::prec_sqrt(nothing)]] void undeclared(float *f) { f[0] = 1; }
// ERROR@-1:31: error: 'kcc::prec_sqrt' takes a constant of type 'bool', true or false, like the option
[[kcc::kernel, kcc::fmad("true")]] void string(float *f) { f[0] = 1; }
// ERROR@-1:26: error: 'kcc::fmad' takes a constant of type 'bool', true or false, like the option
[[kcc::fmad(true)]] int object;
// ERROR@-1:3: error: 'kcc::fmad' on 'object' has no effect without [[kcc::kernel]]
