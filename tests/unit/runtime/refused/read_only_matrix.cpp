// kcc: launch: an argument (Argument<number, parameter, argument>) is read-only
// Argument<1,
#include <kcc/runtime.h>

#include "kernels.inc"

inline constexpr kcc::Kernel<kcc::PitchedView<float, 2>> clear{&image, "clear", "clear"};

void launch(kcc::Stream &stream, const kcc::PitchedBuffer<float> &matrix) {
  stream.launch(clear, one, matrix);
}
