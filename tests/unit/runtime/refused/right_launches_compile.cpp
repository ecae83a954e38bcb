// compiles
#include <kcc/runtime.h>

#include "kernels.inc"

#include <kcc/float16.h>
#include <kcc/texture.h>

inline constexpr kcc::Kernel<kcc::TextureView<float>, kcc::SurfaceView<float>, kcc::SurfaceView<const float>>
    draw{&image, "draw", "draw"};
inline constexpr kcc::Kernel<std::span<kcc::float16>, kcc::bfloat16> halves{&image, "halves", "halves"};

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            kcc::Buffer<kcc::float16> &small, const kcc::ModuleKernel &loaded) {
  stream.launch(scale, one, floats, read_only);
  stream.launch(scale, {kcc::Blocks(3), kcc::Threads(32)}, floats, read_only);
  stream.launch(scale, {.grid = kcc::Blocks(3, 3), .block = kcc::Threads(8, 8)}, floats, read_only);
  stream.launch(scale, {{}, kcc::Threads(32), 1024}, floats, read_only);
  stream.launch(scale, kcc::cover(100, 32), floats, read_only);
  stream.launch(scale, {}, floats, read_only);
  stream.launch(scale, one, floats.span().subspan(1), floats.span());
  stream.launch(scale, one, floats.view().first(2), read_only.view());
  kcc::copy(stream, floats.view().first(2), read_only.view().last(2));
  kcc::fill(stream, floats, 0);
  stream.launch(store, one, floats, 1, 1.0f, true, Order::up, Pixel{});
  stream.launch(store, one, nullptr, std::size_t{1}, 1.0f, true, Order::up, Pixel{});
  stream.launch(halves, one, small, kcc::bfloat16(1.0f));
  stream.launch(loaded, one, floats, read_only, 1, 1.0, true, Order::up, Pixel{});
  stream.launch(loaded, one, floats.view(), read_only.view());
}

void draw_all(kcc::Stream &stream, const kcc::Texture<float> &texture, kcc::Surface<float> &surface,
              const kcc::Surface<float> &read_only) {
  stream.launch(draw, one, texture, surface, surface);
  stream.launch(draw, one, texture, surface, read_only);
  stream.launch(draw, one, texture.kernel_view(), surface.kernel_view(), read_only.kernel_view());
}
