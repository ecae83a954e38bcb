#include "kernels.h"

#include <kcc/runtime.h>

#include <cstdio>
#include <vector>

int main() {
  kcc::Stream stream(kcc::Device::cpu());
  const kcc::Buffer<int> numbers(stream.device(), std::vector<int>(192, 2));
  kcc::Buffer<int> sum(stream.device(), std::vector<int>{0});
  stream.launch(kernels::add_squares, {kcc::Blocks(3), kcc::Threads(64)}, numbers, sum);
  std::printf("the sum is %d\n", sum.to_host(stream)[0]);
}
