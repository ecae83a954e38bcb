#include "scenarios.h"

#include <kcc/runtime.h>

#include <vector>

void scenarios::textures(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  std::vector<float> pixels(16);
  kcc::Array<float> image(gpu, {.width = 4, .height = 4}, {.surface = true});
  kcc::Array<float> pyramid(gpu, {.width = 4, .height = 4}, {.levels = 3});
  kcc::copy(stream, image, pixels);
  kcc::copy(stream, pyramid.level(0), image);
  kcc::copy(stream, pixels, pyramid);
  kcc::Buffer<float> buffer(gpu, 16);
  kcc::PitchedBuffer<float> pitched(gpu, {4, 4});
  const kcc::Texture<float> of_array(image), of_pyramid(pyramid, {.normalized_coordinates = true});
  const kcc::Texture<float> of_matrix(pitched);
  const kcc::Texture<float, kcc::linear_memory> of_buffer(buffer);
  const kcc::Surface<float> surface(image);
  stream.synchronize();
}
