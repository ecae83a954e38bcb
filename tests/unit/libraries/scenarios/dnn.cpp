#include "scenarios.h"

#include <kcc/dnn.h>

void library_scenarios::dnn(const kcc::Device &gpu) {
  namespace dnn = kcc::dnn;
  kcc::Stream stream(gpu);
  kcc::Buffer<float> a(gpu, std::vector<float>(16, 1)), b(gpu, std::vector<float>(16, 1)), c(gpu, 16),
      d(gpu, 16);
  const dnn::Shape image{1, 1, 4, 4}, small{1, 1, 2, 2};
  const dnn::Tensor input(a, image), output(b, image), result(c, image);
  const dnn::Convolution convolution;
  const dnn::Tensor filter(b, dnn::Shape{1, 1, 3, 3}), convolved(d, small);
  dnn::convolution_forward(stream, convolution, input, filter, convolved);
  dnn::convolution_backward_data(stream, convolution, filter, convolved, result);
  dnn::convolution_backward_filter(stream, convolution, input, convolved, filter);
  const dnn::Tensor pooled(b, small), pooled_gradient(d, small);
  dnn::pooling_forward(stream, {}, input, pooled);
  dnn::pooling_backward(stream, {}, pooled, pooled_gradient, input, result);
  const dnn::Activation swish{dnn::ActivationMode::swish, 2};
  dnn::activation_forward(stream, swish, input, output);
  dnn::activation_backward(stream, swish, output, output, input, result);
  dnn::softmax_forward(stream, {}, input, output);
  dnn::softmax_backward(stream, {}, output, output, result);
  stream.synchronize();
}
