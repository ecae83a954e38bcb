// kcc: launch: an argument (Argument<number, parameter, argument>) loses precision
// Argument<3,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only;
  stream.launch(store, one, floats, 1, 0.5, true, Order::up, Pixel{});
}
