// The typed header compiles as host C++, alone and in two files of one program.
// RUN: mkdir %T/include && cp %S/typed_header_types.h %T/include/
// RUN: %kcc --emit=header,obj %s -o %T/include/ && %check < %T/include/typed_header.kernels.h
// RUN: echo '#include "typed_header.kernels.h"' > %T/one.cpp
// RUN: { cat %T/one.cpp; echo 'static_assert(std::is_same_v<decltype(typed_header::plain), const kcc::Kernel<std::span<float>, float>>);'; } > %T/two.cpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -I %root/include -I %T/include -fsyntax-only %T/one.cpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -I %root/include -I %T/include -fsyntax-only %T/two.cpp
#include "typed_header_types.h"
#include <array>
#include <kcc/device.h>

enum class Mode : short { off, on = 5 };
struct Local {
  int a;
  Mode mode;
  float table[2][3];
};
namespace inner {
union Word {
  float f;
  int i;
};
}

[[kcc::kernel]] void plain(std::span<float> values, float factor) { values[0] *= factor; }
[[kcc::kernel]] void everything(std::span<const types::Pixel> pixels, std::array<double, 3> weights, Local local, Mode mode,
                                inner::Word word, const int *const *table, std::span<Local, 4> fixed, unsigned char *out) {
  *out = static_cast<unsigned char>(pixels[0].r + weights[0] + local.a + word.i + **table + fixed[0].a + (mode == Mode::on));
}
namespace outer::nested {
template <class T, unsigned width> [[kcc::kernel]] void scale(std::span<T> values) { values[0] *= width; }
template void scale<float, 4>(std::span<float>);
template void scale<types::Pixel, 8>(std::span<types::Pixel>);
}

// CHECK: #include <span>
// CHECK: #include "typed_header_types.h"
// CHECK: struct Local {
// CHECK: using type = ::Local;
// CHECK-NEXT: static_assert(sizeof(type) == 32
// CHECK: namespace typed_header __attribute__((visibility("hidden"))) {
// CHECK: plain{&kcc_image_typed_header_{{[0-9a-f]+}}, "plain"
// CHECK: namespace outer {
// CHECK: namespace nested {
// CHECK: template <typename T, unsigned int width> inline constexpr ::kcc::MissingInstantiation scale{};
// CHECK: template <> inline constexpr ::kcc::Kernel<::std::span<float>> scale<float, 4u>{
