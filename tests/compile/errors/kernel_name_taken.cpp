// Two kernels cannot be the same entry, however they get its name.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj %s -o %t.o
#include <kcc/device.h>

[[kcc::kernel("fill")]] void fill_int(std::span<int> values, int value) { values[0] = value; }
// ERROR@-1:30: note: kernel 'fill_int' is here
namespace other {
[[kcc::kernel("fill")]] void fill_float(std::span<float> values, float value) { values[0] = value; }
// ERROR@-1:30: error: kernel 'other::fill_float' and kernel 'fill_int' are both the entry 'fill', and a launch finds a kernel by it; give one of them another name, as in [[kcc::kernel("name")]]
}

[[kcc::kernel("_Z4latePi")]] void early(int *out) { *out = 1; }
// ERROR@-1:35: note: kernel 'early' is here
[[kcc::kernel]] void late(int *out) { *out = 2; }
// ERROR@-1:22: error: kernel 'late' and kernel 'early' are both the entry '_Z4latePi', and a launch finds a kernel by it; give one of them another name, as in [[kcc::kernel("name")]]

[[kcc::kernel("twice")]] void declared(int *out);
[[kcc::kernel("twice")]] void declared(float *out) { *out = 1; }
// ERROR@-1:31: note: kernel 'declared' is here
void declared(int *out) { *out = 1; }
// ERROR@-1:6: error: kernel 'declared' and kernel 'declared' are both the entry 'twice', and a launch finds a kernel by it; give one of them another name, as in [[kcc::kernel("name")]]

extern "C" [[kcc::kernel]] void plain(int *out) { *out = 1; }
// ERROR@-1:33: note: kernel 'plain' is here
[[kcc::kernel("plain")]] void named(int *out) { *out = 2; }
// ERROR@-1:31: error: kernel 'named' and kernel 'plain' are both the entry 'plain', and a launch finds a kernel by it; give one of them another name, as in [[kcc::kernel("name")]]

[[kcc::kernel("one")]] void redeclared(int *out);
// ERROR@-1:3: note: [[kcc::kernel("one")]] is here
[[kcc::kernel("other")]] void redeclared(int *out) { *out = 1; }
// ERROR@-1:31: error: kernel 'redeclared' is declared as the entry 'one' and as 'other'; keep one of the names
