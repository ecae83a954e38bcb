// kcc: launch: an argument (Argument<number, parameter, argument>) cannot become the kernel's parameter
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

#include <kcc/texture.h>

inline constexpr kcc::Kernel<kcc::TextureView<float>> show{&image, "show", "show"};

void launch(kcc::Stream &stream, const kcc::Texture<float, 3> &texture) {
  stream.launch(show, one, texture);
}
