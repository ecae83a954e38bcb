// Beside other code that uses the GPU: its context, its streams and its memory.
#include "../common/example.h"

#include "example_contexts_kernels.h"

#include <vector>

namespace {

void run(const kcc::Device &chosen) {
  if (chosen.backend() == kcc::Backend::cpu)
    throw example::Skip("the CPU device has no contexts");

  // Stands for the context of other code. PyTorch and the CUDA runtime use the GPU's primary context, as kcc
  // does.
  void *const context = chosen.native_context();
  const kcc::Device device = kcc::Device::adopt(context); // a CUcontext, which stays the program's
  example::expect(device == chosen, "the primary context is that of kcc's device");

  kcc::Stream stream(device);
  example::expect(stream.native_handle() != nullptr, "other libraries can use the stream as a CUstream");

  kcc::Buffer<float> values(device, std::vector<float>(1000, 1.0f));
  float *const pointer = values.data(); // stands for memory that another library allocated
  const std::size_t count = values.size();
  kcc::BufferView<float> theirs(device, pointer, count); // memory of another library
  stream.launch(kernels::scale, kcc::cover(theirs.size(), 256), theirs, 2.0f);
  example::expect(values.to_host(stream) == std::vector<float>(1000, 2.0f),
                  "a kernel used memory by its address");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
