// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <string>

template <class T> [[kcc::kernel]] void keep(T value, T *out) { *out = value; }

template void keep<int>(int, int *);
template void keep<std::string>(std::string, std::string *);

// ERROR: %s:5:48: error: parameter 'value' of kernel 'keep<std::basic_string<char>>' has type 'std::basic_string<char>', which takes code to copy or destroy, so its bytes cannot be sent to a device; pass a 'std::span' of its elements or a plain struct
