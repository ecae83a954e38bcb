#include "scenarios.h"

#include <kcc/blas.h>

namespace {

template <class T> void levels_1_and_2(kcc::Stream &stream) {
  namespace blas = kcc::blas;
  const kcc::Device &gpu = stream.device();
  kcc::Buffer<T> x(gpu, std::vector<T>{1, 2}), y(gpu, std::vector<T>{3, 4}),
      a(gpu, std::vector<T>{1, 0, 0, 1});
  kcc::Buffer<T> result(gpu, 1);
  const blas::Matrix matrix(a, 2, 2);
  blas::copy(stream, x, y);
  blas::swap(stream, x, y);
  blas::scal(stream, 2, x);
  blas::axpy(stream, 2, x, y);
  blas::rot(stream, x, y, 0, 1);
  (void)blas::dot(stream, x, y);
  blas::dot_into(stream, result, x, y);
  (void)blas::nrm2(stream, x);
  blas::nrm2_into(stream, result, x);
  (void)blas::asum(stream, x);
  blas::asum_into(stream, result, x);
  (void)blas::iamax(stream, x);
  blas::gemv(stream, 1, matrix, x, 0, y);
  blas::ger(stream, 1, x, y, matrix);
  blas::symv(stream, blas::Triangle::lower, 1, matrix, x, 0, y);
  blas::trmv(stream, blas::Triangle::lower, blas::Diagonal::ones, matrix, x);
  blas::trsv(stream, blas::Triangle::upper, blas::Diagonal::ones, matrix, x);
}

} // namespace

void library_scenarios::blas(const kcc::Device &gpu) {
  namespace blas = kcc::blas;
  kcc::Stream stream(gpu);
  levels_1_and_2<float>(stream);
  levels_1_and_2<double>(stream);
  kcc::Buffer<float> a(gpu, std::vector<float>(8, 1)), c(gpu, 8);
  kcc::Buffer<float *> pointers(gpu, std::vector<float *>{a.data()}), to(gpu, std::vector<float *>{c.data()});
  const blas::Matrix matrix(a, 2, 2), result(c, 2, 2);
  blas::gemm(stream, 1, matrix, matrix, 0, result);
  blas::gemm_batched(stream, 1, blas::MatrixBatch(2, matrix), blas::MatrixBatch(2, matrix), 0,
                     blas::MatrixBatch(2, result));
  const blas::MatrixPointers<float> list(pointers, 2, 2);
  blas::gemm_batched(stream, 1, list, list, 0, blas::MatrixPointers(to, 2, 2));
  stream.synchronize();
}
