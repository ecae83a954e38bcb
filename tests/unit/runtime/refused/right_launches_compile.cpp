// compiles
#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            const kcc::ModuleKernel &loaded) {
  stream.launch(scale, one, floats, read_only);
  stream.launch(scale, one, floats.span().subspan(1), floats.span());
  stream.launch(store, one, floats, 1, 1.0f, true, Order::up, Pixel{});
  stream.launch(store, one, nullptr, std::size_t{1}, 1.0f, true, Order::up, Pixel{});
  stream.launch(loaded, one, floats, read_only, 1, 1.0, true, Order::up, Pixel{});
}
