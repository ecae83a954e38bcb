// kcc::blas: all operands have the same element type
#include <kcc/blas.h>

void refused(kcc::Stream &stream, kcc::Buffer<float> &x, kcc::Buffer<double> &y) {
  kcc::blas::axpy(stream, 2, x, y);
}
