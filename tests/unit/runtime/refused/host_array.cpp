// kcc: launch: an argument (Argument<number, parameter, argument>) is memory of the host
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)read_only, (void)host;
  float array[4]{};
  stream.launch(scale, one, array, floats);
}
