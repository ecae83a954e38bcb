// kcc::dnn: all tensors of a call have the same element type
#include <kcc/dnn.h>

void refused(kcc::Stream &stream, kcc::Buffer<float> &x, kcc::Buffer<double> &y) {
  kcc::dnn::softmax_forward(stream, {}, kcc::dnn::Tensor(x, {1, 1, 2, 2}), kcc::dnn::Tensor(y, {1, 1, 2, 2}));
}
