#include "answers.h"
#include "kernels.h"

#include <kcc/runtime.h>

#include <vector>

std::string answers() {
  kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  kcc::Buffer<int> values(device, std::vector{0, 0});
  stream.launch(kernels::tell, kcc::cover(1, 1), values);
  std::vector<int> given = values.to_host(stream);
  return std::string(given[0] ? "NDEBUG" : "assertions") + ", " + (given[1] ? "optimized" : "-O0");
}
