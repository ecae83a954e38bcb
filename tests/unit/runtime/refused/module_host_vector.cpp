// kcc: launch: an argument (Argument<number, parameter, argument>) is memory of the host
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)floats, (void)read_only;
  kcc::Module module = kcc::Module::load_file("k.ptx");
  stream.launch(module.kernel("k"), one, host);
}
