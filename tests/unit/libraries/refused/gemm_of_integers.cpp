// kcc::blas::gemm: elements are float, double, kcc::float16 or kcc::bfloat16
#include <kcc/blas.h>

void refused(kcc::Stream &stream, kcc::Buffer<int> &x) {
  const kcc::blas::Matrix matrix(x, 2, 2);
  kcc::blas::gemm(stream, 1, matrix, matrix, 0, matrix);
}
