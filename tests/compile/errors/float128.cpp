// What glibc's headers declare with __float128 parses; a kernel that reaches it is an error on each device.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc -DSTORE %s -o %t.ptx
// FAIL: %kcc -DCOMPLEX --target=cpu --emit=obj %s -o %t.o
#include <kcc/device.h>

#ifdef STORE
[[kcc::kernel]] void store(__float128 *wide) { *wide = 1; }
#elif defined COMPLEX
typedef _Complex float Complex __attribute__((__mode__(__TC__)));
[[kcc::kernel]] void real_part(double *values, const Complex *wide) { values[0] = static_cast<double>(__real__ *wide); }
#else
double precise(double a, double b) { return static_cast<double>(static_cast<__float128>(a) * b); }

[[kcc::kernel]] void product(std::span<double> values) { values[0] = precise(values[1], values[2]); }
#endif

// ERROR: %s:13:89: error: kernel 'product' computes with '__float128', which GPUs do not have; use 'double' or 'float'
// ERROR: %s:15:70: note: called by 'product' here
// ERROR: %s:8:54: error: kernel 'store' computes with '__float128', which GPUs do not have; use 'double' or 'float'
// ERROR: %s:11:103: error: kernel 'real_part' computes with '__float128', which GPUs do not have; use 'double' or 'float'
