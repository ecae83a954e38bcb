// kcc: launch: an argument (Argument<number, parameter, argument>) is a temporary Buffer
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

#include <kcc/texture.h>

inline constexpr kcc::Kernel<kcc::TextureView<float>> show{&image, "show", "show"};

void launch(kcc::Stream &stream, const kcc::Array<float> &pixels) {
  stream.launch(show, one, kcc::Texture<float>(pixels));
}
