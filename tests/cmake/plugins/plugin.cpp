#include "kernels.h"

#include <kcc/runtime.h>

#include <string>
#include <vector>

extern "C" int answer() {
  kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  kcc::Buffer<int> values(device, std::vector{0});
  stream.launch(kernels::give, kcc::cover(1, 1), values);
  return values.to_host(stream).front();
}

/// The error of a kernel that divides by zero.
extern "C" const char *failure() {
  static std::string text;
  kcc::Stream stream(kcc::Device::cpu());
  kcc::Buffer<int> values(stream.device(), std::vector{1, 0});
  stream.launch(kernels::divide, {}, values);
  try {
    stream.synchronize();
  } catch (const kcc::Error &error) {
    text = error.what();
  }
  return text.c_str();
}
