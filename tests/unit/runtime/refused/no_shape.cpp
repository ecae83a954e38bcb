// kcc: launch: the second argument is not a shape
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats) {
  stream.launch(scale, floats, floats);
}
