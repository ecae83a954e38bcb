#include "kernels.h"

#include <kcc/runtime.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  const std::vector<int> numbers(static_cast<std::size_t>(std::atoi(arguments[1])), std::atoi(arguments[2]));
  kcc::Stream stream(kcc::Device::cpu());
  const kcc::Buffer<int> values(stream.device(), numbers);
  kcc::Buffer<int> sum(stream.device(), std::vector<int>{0});
  stream.launch(kernels::add_up, {kcc::Blocks(1), kcc::Threads(64)}, values, sum);
  std::printf("the sum is %d\n", sum.to_host(stream)[0]);
}
