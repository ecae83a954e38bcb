// kcc: launch: an argument (Argument<number, parameter, argument>) has elements of another type
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

#include <kcc/texture.h>

inline constexpr kcc::Kernel<kcc::TextureView<float>> show{&image, "show", "show"};

void launch(kcc::Stream &stream, const kcc::Texture<int> &texture) {
  stream.launch(show, one, texture);
}
