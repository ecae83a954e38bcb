// A shared library with kernels and its own runtime, which plugin_test.cpp loads.
#include "test_image.h"

#include <string>

namespace {

std::vector<float> added(kcc::Stream &stream) {
  const std::vector<float> numbers{1, 2, 3};
  kcc::Buffer<float> sum(stream.device(), numbers.size());
  const kcc::Buffer a(stream.device(), numbers);
  stream.launch(test_image::add, kcc::cover(sum.size(), 2), sum, a, a);
  return sum.to_host(stream);
}

} // namespace

extern "C" bool plugin_adds() {
  kcc::Stream stream(kcc::Device::cpu());
  std::vector<int> values{1, 2, 3, 4};
  kcc::Buffer<int> buffer(stream.device(), values);
  stream.launch(test_image::reverse, {kcc::Blocks(1), kcc::Threads(4), 4 * sizeof(int)},
                buffer); // with a barrier
  return added(stream) == std::vector<float>{2, 4, 6} &&
         buffer.to_host(stream) == std::vector<int>{4, 3, 2, 1};
}

/// Throws what a launch on the program's stream throws.
extern "C" void plugin_adds_on(kcc::Stream &stream) {
  (void)added(stream);
}
