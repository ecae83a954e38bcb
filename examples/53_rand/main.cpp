// Random numbers in bulk: cuRAND's on a GPU, kcc's own on the CPU device.
#include "../common/example.h"

#include <kcc/rand.h>

#include <cmath>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::rand::Generator generator(device, 42);
  kcc::Buffer<float> numbers(device, 1000000);

  generator.normal(stream, numbers, 10, 2); // mean 10, standard deviation 2
  double sum = 0;
  for (float number : numbers.to_host(stream))
    sum += number;
  std::cout << sum / 1e6 << '\n'; // about 10
  example::expect(std::abs(sum / 1e6 - 10) < 0.02, "the mean is 10");

  const std::vector<float> first = numbers.to_host(stream);
  generator.seed(42);
  generator.normal(stream, numbers, 10, 2);
  example::expect(numbers.to_host(stream) == first, "the same seed gives the same numbers");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
