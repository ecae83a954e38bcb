// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

double precise(double a, double b) { return static_cast<double>(static_cast<__float128>(a) * b); }

[[kcc::kernel]] void product(std::span<double> values) { values[0] = precise(values[1], values[2]); }

// ERROR: %s:4:77: error: __float128 is not supported on this target
