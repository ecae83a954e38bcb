// kcc: launch: an argument (Argument<number, parameter, argument>) is read-only
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

#include <kcc/texture.h>

inline constexpr kcc::Kernel<kcc::SurfaceView<float>> paint{&image, "paint", "paint"};

void launch(kcc::Stream &stream, const kcc::Surface<float> &surface) {
  stream.launch(paint, one, surface);
}
