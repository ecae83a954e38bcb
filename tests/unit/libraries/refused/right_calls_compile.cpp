// compiles
#include <kcc/blas.h>
#include <kcc/communicator.h>
#include <kcc/dnn.h>
#include <kcc/fft.h>
#include <kcc/rand.h>

void right(kcc::Stream &stream, kcc::Communicator &rank, kcc::fft::ComplexPlan<float> &plan,
           kcc::rand::Generator &generator, kcc::Buffer<float> &x, const kcc::Buffer<float> &y,
           kcc::Buffer<kcc::float16> &half, kcc::Buffer<std::complex<float>> &z) {
  kcc::blas::axpy(stream, 2, y, x);
  kcc::blas::axpy(stream, 2, y.span(), x.span());
  kcc::blas::axpy(stream, 2, kcc::blas::Vector(y, 2, 2), kcc::blas::Vector(x, 2));
  const kcc::blas::Matrix a(half, 2, 2), b(half, 2, 2, 3);
  kcc::blas::gemm(stream, 1, a, transposed(b), 0, kcc::blas::Matrix(x, 2, 2));
  rank.all_reduce(stream, y, x, kcc::ReduceOp::maximum);
  rank.all_gather(stream, y.span().first(1), x.span());
  plan.forward(stream, z, z);
  plan.inverse(stream, z.span(), z.span());
  generator.normal(stream, x.span().first(2));
  const kcc::dnn::Tensor image(y, {1, 1, 4, 4});
  const kcc::dnn::Tensor result(x, {1, 1, 4, 4}, kcc::dnn::Layout::nhwc);
  kcc::dnn::softmax_forward(stream, {}, image, result);
  kcc::dnn::pooling_forward(stream, {.window = {3, 3}}, image,
                            kcc::dnn::Tensor(x.view().first(4), {1, 1, 2, 2}));
}
