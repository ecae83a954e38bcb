// kcc::blas: this operand is written: it cannot be const
#include <kcc/blas.h>

void refused(kcc::Stream &stream, const kcc::Buffer<float> &x) {
  kcc::blas::scal(stream, 2, x);
}
