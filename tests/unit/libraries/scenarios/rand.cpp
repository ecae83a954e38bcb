#include "scenarios.h"

#include <kcc/rand.h>

void library_scenarios::rand(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::Buffer<std::uint32_t> words(gpu, 3);
  kcc::Buffer<float> floats(gpu, 3);
  kcc::Buffer<double> doubles(gpu, 3);
  kcc::rand::Generator generator(gpu, 1, kcc::rand::Algorithm::mrg32k3a);
  generator.seed(2);
  generator.bits(stream, words);
  generator.poisson(stream, words, 5);
  generator.uniform(stream, floats);
  generator.uniform(stream, doubles);
  generator.normal(stream, floats);
  generator.normal(stream, doubles);
  generator.log_normal(stream, floats);
  generator.log_normal(stream, doubles);
  stream.synchronize();
}
