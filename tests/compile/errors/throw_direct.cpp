// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <stdexcept>

[[kcc::kernel]] void half(std::span<int> values) {
  if (values[0] % 2 != 0)
    throw std::invalid_argument("odd");
  values[0] /= 2;
}

// ERROR: %s:7:11: error: kernel 'half' reaches 'std::invalid_argument::invalid_argument', which is a function of the host; compute it on the host and pass the result as a parameter, or write it in this file
// ERROR: %s:7:5: error: kernel 'half' reaches 'std::invalid_argument::~invalid_argument', which is a function of the host; compute it on the host and pass the result as a parameter, or write it in this file
// ERROR: %s:7:5: error: kernel 'half' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
// ERROR: %s:7:5: error: kernel 'half' reaches variable 'vtable for __cxxabiv1::__si_class_type_info', which is defined elsewhere and lives on the host; pass what the kernel needs of it as a parameter
// ERROR: %s:7:5: error: kernel 'half' reaches variable 'vtable for __cxxabiv1::__class_type_info', which is defined elsewhere and lives on the host; pass what the kernel needs of it as a parameter
