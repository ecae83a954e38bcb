// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

template <class T> T half(T value) { return value.half(); }
// ERROR@-1:50: error: member reference base type 'float' is not a structure or union

template <class T> [[kcc::kernel]] void halve(std::span<T> values) { values[0] = half(values[0]); }
// ERROR@-1:82: note: in instantiation of function template specialization 'half<float>' requested here

template void halve<float>(std::span<float>);
