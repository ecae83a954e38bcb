// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
typedef bool Bits __attribute__((ext_vector_type(8)));
struct Holder {
  _BitInt(24) value;
};
[[kcc::kernel]] void a(_BitInt(24) value) {}
[[kcc::kernel]] void b(Bits bits) {}
[[kcc::kernel]] void c(Holder holder) {}

// ERROR: %s:7:36: error: parameter 'value' of kernel 'a' has type '_BitInt(24)' with a '_BitInt' or a vector of bits, whose bytes GPUs and hosts do not lay out alike; use an integer of 8, 16, 32, 64 or 128 bits
// ERROR: %s:8:29: error: parameter 'bits' of kernel 'b' has type 'Bits' (vector of 8 'bool' values) with a '_BitInt' or a vector of bits, whose bytes GPUs and hosts do not lay out alike; use an integer of 8, 16, 32, 64 or 128 bits
// ERROR: %s:9:31: error: parameter 'holder' of kernel 'c' has type 'Holder' with a '_BitInt' or a vector of bits, whose bytes GPUs and hosts do not lay out alike; use an integer of 8, 16, 32, 64 or 128 bits
