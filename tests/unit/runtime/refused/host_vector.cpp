// kcc: launch: an argument (Argument<number, parameter, argument>) is memory of the host
// Argument<2,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)read_only;
  stream.launch(scale, one, floats, host);
}
