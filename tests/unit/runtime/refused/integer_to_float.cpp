// kcc: launch: argument 3 is an integer
#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only;
  stream.launch(store, one, floats, 1, 1, true, Order::up, Pixel{});
}
