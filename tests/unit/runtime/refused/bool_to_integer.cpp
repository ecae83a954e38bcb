// kcc: launch: an argument (Argument<number, parameter, argument>) mixes bool and a number
// Argument<2,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only;
  stream.launch(store, one, floats, true, 1.0f, true, Order::up, Pixel{});
}
