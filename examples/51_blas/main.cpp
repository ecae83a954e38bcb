// Products of matrices and vectors: cuBLAS on a GPU, kcc's own on the CPU device.
#include "../common/example.h"

#include <kcc/blas.h>

#include <cmath>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  namespace blas = kcc::blas;
  kcc::Stream stream(device);
  kcc::Buffer<float> a(device, std::vector<float>{1, 2, 3, 4, 5, 6}); // 2 rows of 3
  kcc::Buffer<float> c(device, 4);
  const blas::Matrix matrix(a, 2, 3);

  blas::gemm(stream, 1, matrix, blas::transposed(matrix), 0, blas::Matrix(c, 2, 2)); // c = a aᵀ
  for (float element : c.to_host(stream))
    std::cout << element << ' '; // 14 32 32 77
  std::cout << "norm " << blas::nrm2(stream, a) << '\n';
  example::expect(c.to_host(stream) == std::vector<float>{14, 32, 32, 77}, "a matrix times its transpose");
  example::expect(std::abs(blas::nrm2(stream, a) - std::sqrt(91.0f)) < 1e-5f, "the norm of all elements");

  // Every second element, without a copy.
  const blas::Vector<float> odd(a, 3, 2);
  example::expect(blas::asum(stream, odd) == 1 + 3 + 5, "a vector with a stride");

  // Many products with one call: three times the same matrix, by three others.
  kcc::Buffer<float> many(device, std::vector<float>{1, 0, 0, 1, 2, 0, 0, 2, 3, 0, 0, 3});
  kcc::Buffer<float> products(device, 3 * 6);
  blas::gemm_batched(stream, 1, blas::MatrixBatch<const float>(3, blas::Matrix<const float>(many, 2, 2)),
                     blas::MatrixBatch<const float>(3, matrix, 0), 0,
                     blas::MatrixBatch<float>(3, blas::Matrix(products, 2, 3)));
  example::expect(products.to_host(stream)[17] == 18, "a batch of products");

  // The same matrices anywhere in memory; the pointers to them are on the device, too.
  kcc::Buffer<const float *> factors(device, std::vector<const float *>{many.data(), many.data() + 8});
  kcc::Buffer<const float *> right(device, std::vector<const float *>{a.data(), a.data()});
  kcc::Buffer<float *> places(device, std::vector<float *>{products.data(), products.data() + 6});
  blas::gemm_batched(stream, 1, blas::MatrixPointers(factors, 2, 2), blas::MatrixPointers(right, 2, 3), 0,
                     blas::MatrixPointers(places, 2, 3));
  example::expect(products.to_host(stream)[11] == 18, "a batch given by pointers");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
