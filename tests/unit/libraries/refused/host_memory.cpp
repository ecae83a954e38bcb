// kcc::blas: a vector operand is a Buffer, a std::span of device memory, or a Vector
#include <kcc/blas.h>

#include <vector>

void refused(kcc::Stream &stream, std::vector<float> &x) {
  kcc::blas::scal(stream, 2, x);
}
