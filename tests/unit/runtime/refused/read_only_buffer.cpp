// kcc: launch: an argument (Argument<number, parameter, argument>) is read-only
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host;
  stream.launch(scale, one, read_only, floats);
}
