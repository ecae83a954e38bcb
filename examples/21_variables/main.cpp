// Variables of a kernel file that the host writes and reads.
#include "../common/example.h"

#include "example_variables_kernels.h"

#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> values(device, std::vector<float>(20, 2.0f));

  example::expect(stream.read(kernels::limit) == 3, "a variable has the value of its initializer");
  stream.write(kernels::limit, 12);                            // launches given from now on see it
  stream.write(kernels::weights, std::vector<float>(9, 0.5f)); // a whole array, from any contiguous range
  stream.launch(kernels::weigh, kcc::cover(values.size(), 32), values);
  std::vector<float> expected(20, 0.0f);
  std::fill_n(expected.begin(), 12, 1.0f);
  example::expect(values.to_host(stream) == expected, "the kernel saw what the host wrote");

  const kcc::Global<float[9]> &typed = kernels::weights; // what the generated header declares
  example::expect(stream.read(typed)[8] == 0.5f, "the host reads it back");

  if (device.backend() == kcc::Backend::cuda) {
    // A module of its own has variables of its own.
    const kcc::Module module = kcc::Module::load(device, *kernels::weigh.image);
    const kcc::ModuleGlobal<int> limit = module.global(kernels::limit);
    stream.write(limit, 99);
    example::expect(stream.read(kernels::limit) == 12 && stream.read(limit) == 99,
                    "a module has copies of its own");
  }
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
