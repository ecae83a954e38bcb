// The sum and the greatest of all values of a buffer.
#include "../common/example.h"

#include <kcc/algorithm.h>

#include <numeric>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  std::vector<float> values(100'000);
  std::iota(values.begin(), values.end(), 1.0f);
  kcc::Buffer<float> buffer(device, values);
  kcc::Buffer<float> result(device, 1);

  float largest = kcc::reduce<float, kcc::maximum>(stream, buffer);
  float bounded = kcc::reduce(stream, buffer, 1e6f, kcc::maximum{}); // with an initial value
  example::expect(largest == 100'000 && bounded == 1e6f, "the greatest value");

  const std::vector<std::int64_t> integers(values.begin(), values.end());
  kcc::Buffer<std::int64_t> numbers(device, integers);
  std::int64_t total = kcc::reduce(stream, numbers); // waits for the result
  example::expect(total == 5'000'050'000, "the sum of 1 to 100000");

  kcc::reduce_into(stream, result, buffer.span(), 0.0f, kcc::maximum{}); // into a Buffer, without waiting
  example::expect(result.to_host(stream)[0] == 100'000, "the same without waiting");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
