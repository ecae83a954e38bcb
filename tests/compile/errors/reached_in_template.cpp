// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

namespace math {
template <class T> T checked(T value) {
  if (value == T())
    throw "zero";
    // ERROR@-1:5: error: kernel 'invert<float>' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
  return value;
}
}

template <class T> [[kcc::kernel]] void invert(std::span<T> values) { values[0] = 1 / math::checked(values[0]); }
// ERROR@-1:87: note: called by 'invert<float>' here

template void invert<float>(std::span<float>);
template void invert<double>(std::span<double>);
