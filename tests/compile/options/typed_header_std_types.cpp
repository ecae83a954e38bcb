// Types that libstdc++ defines in internal headers are included through public ones.
// RUN: %kcc --emit=header,ptx %s -o %T/
// RUN: %FileCheck %s < %T/typed_header_std_types.kernels.h
// RUN: %cxx -std=c++20 -fsyntax-only -I%root/include -x c++ %T/typed_header_std_types.kernels.h
#include <atomic>
#include <complex>
#include <kcc/device.h>
#include <utility>

[[kcc::kernel]] void k(std::span<int> out, std::memory_order order, std::strong_ordering *first,
                       std::byte *second) {
  out[0] = static_cast<int>(order) + (*first < 0) + static_cast<int>(*second);
}

// CHECK-NOT: {{#include <(bits|atomic_base)}}
// CHECK: #include <atomic>
// CHECK-NOT: {{#include <(bits|atomic_base)}}
