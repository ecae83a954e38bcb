// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] consteval void once(int *out) { *out = 1; }
// ERROR@-1:32: error: kernel 'once' exists only at compile time; remove 'consteval'

template <class T> [[kcc::kernel]] consteval void typed(T *out) { *out = 1; }
// ERROR@-1:51: error: kernel 'typed' exists only at compile time; remove 'consteval'
template void typed<int>(int *);

[[kcc::kernel]] constexpr void later(int *out) { *out = 1; }
