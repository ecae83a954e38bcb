#include "kernels.h"

#include <kcc/runtime.h>

// The program's stream and buffer, used by the plug-in.
extern "C" [[gnu::visibility("default")]] void work(kcc::Stream &stream, kcc::Buffer<int> &values) {
  stream.launch(kernels::add_up, {kcc::Blocks(1), kcc::Threads(32)}, values);
}

extern "C" [[gnu::visibility("default")]] void fail(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<int> values(device, std::vector{1, 0});
  stream.launch(kernels::divide, {}, values);
  stream.synchronize();
}
