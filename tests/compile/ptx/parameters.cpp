// Parameters of every kind have the size and alignment that they have on the host.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=TYPES
#include <array>
#include <kcc/device.h>

enum class Mode : std::uint8_t { off, on };
enum Old { red, green = 70000 };
struct Empty {};
struct Pixel {
  std::uint8_t r, g, b;
};
struct alignas(16) Vector {
  float x, y, z, w;
};
struct Nested {
  Pixel pixels[2];
  Vector vector;
  Mode mode;
};
union Word {
  float f;
  std::uint32_t u;
};
struct Bits {
  unsigned low : 3;
  unsigned high : 29;
};

[[kcc::kernel("scalars")]] void scalars(bool a, char b, signed char c, short d, int e, long f, long long g, unsigned char h,
                                        unsigned short i, unsigned j, unsigned long k, float l, double m, wchar_t n,
                                        char8_t o, char32_t p, double *out) {
  *out = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
}
[[kcc::kernel("wide")]] void wide(__int128 a, unsigned __int128 b, unsigned __int128 *out) { *out = a + b; }
[[kcc::kernel("half")]] void half(_Float16 a, __bf16 b, float *out) {
  *out = static_cast<float>(a) + static_cast<float>(b);
}
[[kcc::kernel("pointers")]] void pointers(const float *a, void *b, int *const *c, std::nullptr_t, std::byte *d) {
  static_cast<float *>(b)[0] = a[0] + c[0][0];
  *d = std::byte{1};
}
[[kcc::kernel("views")]] void views(std::span<float> a, std::span<const int> b, std::span<double, 4> c,
                                    std::array<short, 3> d) {
  a[0] = static_cast<float>(b[0] + c[3] + d[2]);
}
[[kcc::kernel("classes")]] void classes(Mode a, Old b, Empty, Pixel c, Vector d, Nested e, Word f, Bits g, float *out) {
  *out = a == Mode::on ? b + c.b + d.w + e.vector.z + e.pixels[1].g + f.f + g.high : 0;
}

// CHECK: .visible .entry scalars(
// CHECK-NEXT: .param .u8 scalars_param_0,
// CHECK: .param .f32 scalars_param_11,
// CHECK-NEXT: .param .f64 scalars_param_12,
// CHECK: .visible .entry wide(
// CHECK-NEXT: .param .align 16 .b8 wide_param_0[16],
// CHECK: .visible .entry half(
// CHECK: .visible .entry pointers(
// CHECK: .visible .entry views(
// CHECK-NEXT: .param .align 8 .b8 views_param_0[16],
// CHECK-NEXT: .param .align 8 .b8 views_param_1[16],
// CHECK-NEXT: .param .align 8 .b8 views_param_2[8],
// CHECK-NEXT: .param .align 2 .b8 views_param_3[6]
// CHECK: .visible .entry classes(
// CHECK-NEXT: .param .u8 classes_param_0,
// CHECK-NEXT: .param .u32 classes_param_1,
// CHECK: .param .align 16 .b8 classes_param_{{.}}[16],
// CHECK-NEXT: .param .align 16 .b8 classes_param_{{.}}[48],

// TYPES: "name":"a","type":"bool","signature":"bool","size":1,"align":1
// TYPES: "type":"long","signature":"i64","size":8,"align":8
// TYPES: "type":"wchar_t","signature":"i32"
// TYPES: "type":"char8_t","signature":"u8"
// TYPES: "signature":"i128","size":16,"align":16
// TYPES: "signature":"u128"
// TYPES: "signature":"f16"
// TYPES: "signature":"bf16"
// TYPES: "signature":"ptr<const f32>"
// TYPES: "signature":"ptr<void>"
// TYPES: "signature":"span<f32>","size":16
// TYPES: "signature":"span<const i32>"
// TYPES: "signature":"span<f64,4>","size":8
// TYPES: "signature":"array<i16,3>","size":6,"align":2
// TYPES: "signature":"enum(Mode:u8)","size":1,"align":1,"values":{"off":0,"on":1}
// TYPES: "signature":"enum(Old:u32)"
// TYPES: "signature":"struct(Empty:1:1)"
// TYPES: "signature":"struct(Pixel:3:1)"
// TYPES: "signature":"struct(Vector:16:16)"
// TYPES: "signature":"struct(Nested:48:16)"
// TYPES: {"name":"vector","offset":16,"type":"Vector"
// TYPES: "signature":"struct(Word:4:4)"
// TYPES: "signature":"struct(Bits:4:4)"
