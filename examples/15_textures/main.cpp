// Arrays that kernels read by coordinates, and write by indices.
#include "../common/example.h"

#include "example_textures_kernels.h"

#include <kcc/float16.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace {

/// An image, turned by 90 degrees.
void rotate(const kcc::Device &device) {
  kcc::Stream stream(device);
  const int size = 64;
  std::vector<float> pixels(size * size);
  std::iota(pixels.begin(), pixels.end(), 0.0f);

  kcc::Array<float> image(device, {.width = size, .height = size});
  kcc::Array<float> canvas(device, {.width = size, .height = size}, {.surface = true});
  kcc::copy(stream, image, pixels);
  const kcc::Texture<float> texture(image, {.filter = kcc::TextureFilter::linear,
                                            .address = kcc::TextureAddress::border,
                                            .normalized_coordinates = true});
  kcc::Surface<float> surface(canvas);
  stream.launch(kernels::rotate, kcc::cover(size * size, 256), texture, surface, size, size, 1.57079633f);
  std::vector<float> turned(pixels.size());
  kcc::copy(stream, turned, canvas);

  bool all_right = true;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      all_right &= std::abs(turned[static_cast<std::size_t>(y * size + x)] -
                            pixels[static_cast<std::size_t>(x * size + size - 1 - y)]) < 0.5f;
  example::expect(all_right, "an image, turned by 90 degrees");
}

/// A cube with mip levels.
void look_around(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Array<float> sky(device, {.width = 16, .height = 16}, {.levels = 5, .cube = true});
  for (unsigned number = 0; number < sky.levels(); ++number) {
    const kcc::ArrayView<float> level = sky.level(number);
    for (std::size_t face = 0; face < 6; ++face) {
      const std::vector<float> color(level.width() * level.height(), static_cast<float>(10 * number + face));
      kcc::copy(stream, level.part({0, 0, face}, {level.width(), level.height(), 1}), color);
    }
  }
  const kcc::Texture<float, kcc::cube> texture(sky, {.level_filter = kcc::TextureFilter::linear});
  kcc::Buffer<float> seen(device, 6);
  stream.launch(kernels::look_around, kcc::cover(6, 32), texture, 1.5f, seen);
  example::expect(seen.to_host(stream) == std::vector<float>{15, 16, 17, 18, 19, 20},
                  "six directions between two mip levels");
}

/// What arrays and textures there are.
void show_types(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Array<float> line(device, {.width = 256});
  kcc::Array<std::array<std::uint8_t, 4>> image(device, {.width = 640, .height = 480});
  kcc::Array<kcc::float16> volume(device, {.width = 64, .height = 64, .depth = 64});
  kcc::Array<float> layers(device, {.width = 64, .height = 64, .layers = 10});   // for kcc::layered_2d
  kcc::Array<float> sky(device, {.width = 64, .height = 64}, {.cube = true});    // +x, -x, +y, -y, +z, -z
  kcc::Array<float> pyramid(device, {.width = 64, .height = 64}, {.levels = 7}); // 64, 32, ... 1
  kcc::Array<float> canvas(device, {.width = 640, .height = 480}, {.surface = true});
  const kcc::ArrayExtents extents = layers.extents();
  example::expect(extents.layers == 10, "arrays of all types");

  std::vector<float> half_as_large(32 * 32), image_of_layer_3(64 * 64);
  kcc::PitchedBuffer<float> pitched_buffer(device, {64, 64});
  kcc::Buffer<float> buffer(device, 1000);

  kcc::copy(stream, pyramid.level(1), half_as_large);
  kcc::copy(stream, layers.part({0, 0, 3}, {64, 64, 1}), image_of_layer_3);
  kcc::copy(stream, pitched_buffer, layers.part({0, 0, 3}, {64, 64, 1}));

  const kcc::TextureAddresses repeated(kcc::TextureAddress::wrap, kcc::TextureAddress::mirror);
  kcc::Texture<std::array<float, 4>> color(
      image, {.filter = kcc::TextureFilter::linear, .address = repeated, .normalized_coordinates = true});
  kcc::Texture<std::array<std::uint8_t, 4>> bytes(image); // as they are
  kcc::Texture<float, kcc::cube> light(sky, {.filter = kcc::TextureFilter::linear});
  kcc::Texture<float> rows(pitched_buffer, {.filter = kcc::TextureFilter::linear}); // without a copy
  kcc::Texture<float, kcc::linear_memory> table(buffer); // read by an index, 0 outside
  example::expect(table.native_handle() != 0, "textures of arrays, matrices and buffers");
  stream.synchronize();
}

void run(const kcc::Device &device) {
  rotate(device);
  look_around(device);
  show_types(device);
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
