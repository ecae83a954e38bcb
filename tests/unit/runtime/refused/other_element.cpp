// kcc: launch: an argument (Argument<number, parameter, argument>) has elements of another type
// Argument<2,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only;
  kcc::Buffer<int> ints(stream.device(), 4);
  stream.launch(scale, one, floats, ints);
}
