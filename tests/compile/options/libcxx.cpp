// Kernels with libc++ instead of libstdc++: what kernels use of it has bodies, its errors end the kernel, and a
// program with the other library is told, because the two lay a tuple out differently.
// REQUIRES: /usr/include/c++/v1/span
// RUN: %kcc -stdlib=libc++ -O0 %s -o %t.0.ptx
// RUN: %kcc -stdlib=libc++ --arch=sm_90 --emit=llvm-ir,ptx %s -o %T/ && %check < %T/libcxx.ll
// RUN: %kcc -stdlib=libc++ --emit=obj,header %s -o %T/
// RUN: %FileCheck %s --check-prefix=HEADER < %T/libcxx.kernels.h
// RUN: clang++-22 -std=c++20 -stdlib=libc++ -fsyntax-only -I%root/include -x c++ %T/libcxx.kernels.h
// RUN: ! %cxx -std=c++20 -fsyntax-only -I%root/include -x c++ %T/libcxx.kernels.h 2> %t.err
// RUN: grep -q 'the kernel was compiled with std::tuple<int, float> of libc++' %t.err
// RUN: %kcc -stdlib=libstdc++ --emit=header %s -o %t.h && %cxx -std=c++20 -fsyntax-only -I%root/include -x c++ %t.h
// RUN: ! clang++-22 -std=c++20 -stdlib=libc++ -fsyntax-only -I%root/include -x c++ %t.h 2> %t.err
// RUN: grep -q 'the kernel was compiled with std::tuple<int, float> of libstdc++' %t.err
#include <kcc/device.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

[[kcc::kernel]] void use(std::span<float> out, std::tuple<int, float> both, std::variant<int, float> either) {
  out[0] = std::sqrt(out[1]) + std::abs(std::complex<float>(out[2], out[3]));
  out[1] = std::visit([](auto value) { return static_cast<float>(value); }, either);
  out[2] = std::get<float>(both);
  std::atomic_ref<float>(out[3]).fetch_add(1);
  std::vector<int> copy(out.begin(), out.end());
  std::sort(copy.begin(), copy.end());
  std::ranges::sort(out.first(8));
  out[4] = static_cast<float>(copy.at(2)) + std::optional<int>(copy[0]).value();
  out[5] = static_cast<float>(std::string("a text that is too long for the object itself").size());
}

// CHECK-DAG: c"std::out_of_range\00"
// CHECK-DAG: c"std::bad_variant_access\00"
// CHECK: define {{.*}}ptx_kernel

// HEADER-NOT: #include <__
// HEADER: #include <tuple>
// HEADER-NOT: #include <__
