// another kind of number than the variable
#include <kcc/runtime.h>

#include "kernels.inc"

inline constexpr kcc::Global<int> limit{&image, "limit", "limit"};

void write(kcc::Stream &stream) {
  stream.write(limit, 2.9);
}
