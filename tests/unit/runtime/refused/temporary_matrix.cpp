// kcc: launch: an argument (Argument<number, parameter, argument>) is a temporary Buffer
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

inline constexpr kcc::Kernel<kcc::PitchedView<const float, 2>> show{&image, "show", "show"};

void launch(kcc::Stream &stream) {
  stream.launch(show, one, kcc::PitchedBuffer<float>(stream.device(), {2, 3}));
}
