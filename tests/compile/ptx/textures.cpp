// Textures and surfaces become one instruction each, which takes the handle in a register.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_50 -o %T/50.ptx
// RUN: %kcc %s --arch=sm_90 -O0 -o %T/plain90.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
#include <kcc/device.h>
#include <kcc/texture.h>

#include <array>
#include <cstdint>

using kcc::SurfaceView;
using kcc::TextureView;
using Float2 = std::array<float, 2>;

// CHECK-LABEL: .entry reads(
// CHECK: ld.param.b64 [[IMAGE:%rd[0-9]+]], [reads_param_0]
// CHECK: tex.2d.v4.f32.f32 {{{.*}}}, {{\[}}[[IMAGE]], {%r{{[0-9]+}}, %r{{[0-9]+}}}];
// CHECK: tex.a2d.v4.s32.f32 {
// CHECK: tex.cube.v4.u32.f32 {
// CHECK: tex.1d.v4.f32.s32 {
// CHECK: tex.level.3d.v4.f32.f32 {
// CHECK: tex.grad.2d.v4.f32.f32 {
// CHECK: tld4.g.2d.v4.f32.f32 {
[[kcc::kernel("reads")]] void reads(TextureView<Float2> image,
                                    TextureView<std::int8_t, kcc::layered_2d> layers,
                                    TextureView<std::uint32_t, kcc::cube> cube,
                                    TextureView<float, kcc::linear_memory> line, TextureView<float, 3> volume,
                                    float x, float y, float *out) {
  out[0] = image(x, y)[1];
  out[1] = layers(x, y, 2);
  out[2] = static_cast<float>(cube(x, y, 1));
  out[3] = line[7];
  out[4] = volume.at_level(2, x, y, 0);
  out[5] = image.with_gradients({x, y}, {y, x}, x, y)[0];
  out[6] = image.gather<1>(x, y)[3];
}

// A read has no effects: it is made once, and only if it is used.
// CHECK-LABEL: .entry once(
// CHECK-COUNT-1: tex.
// CHECK-NOT: tex.
// CHECK-LABEL: .entry surfaces(
[[kcc::kernel("once")]] void once(TextureView<float> image, float x, float *out) {
  out[0] = image(x, 1);
  out[1] = image(x, 1);
  (void)image(2, x);
}

// CHECK: suld.b.2d.b32.trap %r{{[0-9]+}}, [
// CHECK: sust.b.2d.b32.trap [
// CHECK: suld.b.2d.b32.trap
// CHECK: suld.b.3d.b8.zero
// CHECK: sust.b.a1d.v2.b32.clamp [
[[kcc::kernel("surfaces")]] void surfaces(SurfaceView<float> image, SurfaceView<const std::uint8_t, 3> volume,
                                          SurfaceView<Float2, kcc::layered_1d> lines, int x) {
  image.write(image.read(x, 1) + 1, x, 2);
  const float after = image.read(x, 1); // may be another thread's value by now
  const float byte = volume.read<kcc::outside::zero>(x, 0, 1);
  lines.write<kcc::outside::clamp>({after, byte}, x, 3);
}
