// kcc: launch: an argument (Argument<number, parameter, argument>) cannot become the kernel's parameter
// Argument<6,
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only;
  stream.launch(store, one, floats, 1, 1.0f, true, Order::up, Order::up);
}
