// kcc: launch: an argument (Argument<number, parameter, argument>) has elements of another type
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only, (void)floats;
  int *ints = nullptr;
  stream.launch(store, one, ints, 1, 1.0f, true, Order::up, Pixel{});
}
