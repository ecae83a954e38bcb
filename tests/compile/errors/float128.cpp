// Declarations in glibc's headers that use __float128 parse; a kernel that reaches one is an error on every device.
// FAIL(1): %kcc %s -o %t.ptx
// FAIL(2): %kcc -DSTORE %s -o %t.ptx
// FAIL(3): %kcc -DCOMPLEX --target=cpu --emit=obj %s -o %t.o
#include <kcc/device.h>

#ifdef STORE
[[kcc::kernel]] void store(__float128 *wide) { *wide = 1; }
// ERROR(2)@-1:54: error: kernel 'store' computes with '__float128', which GPUs do not have; use 'double' or 'float'
#elif defined COMPLEX
typedef _Complex float Complex __attribute__((__mode__(__TC__)));
[[kcc::kernel]] void real_part(double *values, const Complex *wide) { values[0] = static_cast<double>(__real__ *wide); }
// ERROR(3)@-1:103: error: kernel 'real_part' computes with '__float128', which GPUs do not have; use 'double' or 'float'
#else
double precise(double a, double b) { return static_cast<double>(static_cast<__float128>(a) * b); }
// ERROR(1)@-1:89: error: kernel 'product' computes with '__float128', which GPUs do not have; use 'double' or 'float'

[[kcc::kernel]] void product(std::span<double> values) { values[0] = precise(values[1], values[2]); }
// ERROR(1)@-1:70: note: called by 'product' here
#endif
