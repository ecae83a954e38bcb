// What kcc::blas refuses, on the CPU device and a GPU alike.
#include "expect_error.h"

#include <kcc/blas.h>

#include <cstdint>

namespace {

namespace blas = kcc::blas;
using kcc::Buffer;
using kcc::Device;
using kcc::Stream;

class BlasChecks : public testing::TestWithParam<kcc::Backend> {
protected:
  Device device_ = GetParam() == kcc::Backend::cpu ? Device::cpu() : Device::cuda(1);
  Stream stream_{device_};
  Buffer<float> a_{device_, 12}, b_{device_, 12}, c_{device_, 12};
};

TEST_P(BlasChecks, ShapesOfGemm) {
  EXPECT_ERROR(
      blas::gemm(stream_, 1, blas::Matrix(a_, 2, 3), blas::Matrix(b_, 4, 2), 0, blas::Matrix(c_, 2, 2)),
      "kcc::blas::gemm on ", "operand `b` has 4 rows, but `a` has 3 columns");
  EXPECT_ERROR(
      blas::gemm(stream_, 1, blas::Matrix(a_, 2, 3), blas::Matrix(b_, 3, 2), 0, blas::Matrix(c_, 3, 2)),
      "operand `c` has 3 rows, but `a` has 2 rows");
  EXPECT_ERROR(
      blas::gemm(stream_, 1, blas::Matrix(a_, 2, 3), blas::Matrix(b_, 3, 2), 0, blas::Matrix(c_, 2, 4)),
      "operand `c` has 4 columns, but `b` has 2 columns");
}

TEST_P(BlasChecks, MemoryOfMatrices) {
  EXPECT_ERROR(
      blas::gemm(stream_, 1, blas::Matrix(a_, 4, 4), blas::Matrix(b_, 4, 3), 0, blas::Matrix(c_, 4, 3)),
      "operand `a` of 4 x 4 with stride 4 takes 16 elements, but its memory has 12");
  EXPECT_ERROR(
      blas::gemm(stream_, 1, blas::Matrix(a_, 3, 2, 6), blas::Matrix(b_, 2, 3, 2), 0, blas::Matrix(c_, 3, 3)),
      "operand `a` of 3 x 2 with stride 6 takes 14");
  EXPECT_ERROR(
      blas::gemm(stream_, 1, blas::Matrix(a_, 3, 2), blas::Matrix(b_, 2, 3, 2), 0, blas::Matrix(c_, 3, 3)),
      "operand `b` has a stride of 2, but its rows have 3 elements");
  EXPECT_ERROR(blas::gemm(stream_, 1, blas::Matrix(a_, 3, 2), blas::Matrix(b_, 2, std::size_t{1} << 40), 0,
                          blas::Matrix(c_, 3, std::size_t{1} << 40)),
               "operand `b`", "the number of columns is 1099511627776, over 2^31 - 1", "parts");
}

TEST_P(BlasChecks, Batches) {
  const blas::Matrix<float> one(a_, 2, 2);
  EXPECT_ERROR(blas::gemm_batched(stream_, 1, blas::MatrixBatch(4, one), blas::MatrixBatch(4, one, 0), 0,
                                  blas::MatrixBatch(4, blas::Matrix(c_, 2, 2), 1)),
               "kcc::blas::gemm_batched",
               "operand `a` of 4 matrices of 2 x 2, 4 elements apart, does not fit its "
               "memory of 12 elements");
  EXPECT_ERROR(blas::gemm_batched(stream_, 1, blas::MatrixBatch(3, one), blas::MatrixBatch(3, one, 0), 0,
                                  blas::MatrixBatch(3, blas::Matrix(c_, 2, 2), 1)),
               "operand `c` has matrices that overlap: they are 1 elements apart and take 4");
  EXPECT_ERROR(blas::gemm_batched(stream_, 1, blas::MatrixBatch(2, one), blas::MatrixBatch(3, one, 0), 0,
                                  blas::MatrixBatch(3, blas::Matrix(c_, 2, 2))),
               "operand `a` has 2 matrices, but `c` has 3 matrices");
  EXPECT_ERROR(blas::gemm_batched(stream_, 1, blas::MatrixBatch(SIZE_MAX / 2, one, 1),
                                  blas::MatrixBatch(2, one), 0, blas::MatrixBatch(2, one)),
               "operand `a`", "the number of matrices");
}

TEST_P(BlasChecks, Vectors) {
  EXPECT_ERROR(blas::axpy(stream_, 1, a_, blas::Vector(b_, 6, 2)), "kcc::blas::axpy",
               "operand `x` has 12 elements, but `y` has 6 elements");
  EXPECT_ERROR(blas::axpy(stream_, 1, blas::Vector(a_, 7, 2), blas::Vector(b_, 7)),
               "operand `x` of 7 elements, 2 apart, takes 13 elements, but its memory has 12");
  EXPECT_ERROR(blas::scal(stream_, 1, blas::Vector(a_, 7, 0)), "operand `x` has a stride of 0");
  EXPECT_ERROR(blas::gemv(stream_, 1, blas::Matrix(a_, 3, 4), b_, 0, blas::Vector(c_, 3)),
               "operand `x` has 12 elements, but `a` has 4 columns");
  EXPECT_ERROR(blas::symv(stream_, blas::Triangle::lower, 1, blas::Matrix(a_, 3, 4), b_, 0, c_),
               "operand `a` is 3 x 4, not square");
  EXPECT_ERROR((void)blas::iamax(stream_, blas::Vector(a_, 0)), "operand `x` has no element");
  EXPECT_ERROR(blas::dot_into(stream_, blas::Vector(c_, 0), a_, b_), "operand `result` has no element");
}

TEST_P(BlasChecks, Devices) {
  const Device other = GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu();
  Buffer<float> elsewhere(other, 12);
  EXPECT_ERROR(blas::scal(stream_, 1, elsewhere), "operand `x` is on ", "stream's device");
  EXPECT_ERROR(
      blas::gemv(stream_, 1, blas::Matrix(elsewhere, 1, 1), blas::Vector(a_, 1), 0, blas::Vector(b_, 1)),
      "operand `a` is on ");
}

TEST_P(BlasChecks, PartsOfMatrices) {
  const blas::Matrix<float> matrix(a_, 3, 4);
  EXPECT_ERROR((void)matrix.row(3), "row 3 of 3");
  EXPECT_ERROR((void)matrix.column(4), "column 4 of 4");
  EXPECT_ERROR((void)matrix.block(1, 0, 3, 1), "rows 1 to 4 (exclusive) of 3");
}

INSTANTIATE_TEST_SUITE_P(Devices, BlasChecks, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                         [](const auto &test) {
                           return std::string(test.param == kcc::Backend::cpu ? "cpu" : "cuda");
                         });

} // namespace
