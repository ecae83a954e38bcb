// compiles
#include "kernels.inc"

#include <kcc/float16.h>

inline constexpr kcc::Kernel<std::span<kcc::float16>, kcc::bfloat16> halves{&image, "halves", "halves"};

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            kcc::Buffer<kcc::float16> &small, const kcc::ModuleKernel &loaded) {
  stream.launch(scale, one, floats, read_only);
  stream.launch(scale, one, floats.span().subspan(1), floats.span());
  stream.launch(store, one, floats, 1, 1.0f, true, Order::up, Pixel{});
  stream.launch(store, one, nullptr, std::size_t{1}, 1.0f, true, Order::up, Pixel{});
  stream.launch(halves, one, small, kcc::bfloat16(1.0f));
  stream.launch(loaded, one, floats, read_only, 1, 1.0, true, Order::up, Pixel{});
}
