#include "check.h"
#include "cpu_dnn.h"
#include "cudnn.h"

namespace kcc::dnn::detail {

namespace {

struct SoftmaxDescriptors : cudnn::Prepared {
  SoftmaxDescriptors(const core::Operation &operation, const AnyTensor &of) : tensor(operation, of) {}
  cudnn::TensorDescriptor tensor;
};

cudnn::Tensor descriptor(cudnn::StreamHandle &handle, const core::Operation &operation,
                         const AnyTensor &tensor) {
  const cudnn::Key key{"softmax", tensor.type, tensor.layout, tensor.shape, {}, {}, 0};
  return handle
      .prepared<SoftmaxDescriptors>(key,
                                    [&] { return std::make_unique<SoftmaxDescriptors>(operation, tensor); })
      .tensor.get();
}

cudnn::SoftmaxAlgorithm algorithm_of(const Softmax &softmax) {
  return softmax.logarithm ? cudnn::softmax_log : cudnn::softmax_accurate;
}
cudnn::SoftmaxMode mode_of(const Softmax &softmax) {
  return softmax.over == Softmax::Over::channels ? cudnn::softmax_channel : cudnn::softmax_instance;
}

} // namespace

void softmax_forward(Stream &stream, const Softmax &softmax, const AnyTensor &input, const AnyTensor &output,
                     const Blend &blend) {
  const Check check(stream, "softmax_forward");
  check.tensors({{"input", input}, {"output", output}});
  check.same_shape({"output", output}, {"input", input});
  check.blend(blend);
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check,
                                        [=] { cpu::softmax_forward(softmax, input, output, blend); });
  const core::Operation operation(check);
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const cudnn::Tensor tensor = descriptor(handle, operation, input);
  const cudnn::Scalar alpha(input.type, blend.alpha), beta(input.type, blend.beta);
  handle(operation, cudnn::loaded().softmax_forward, algorithm_of(softmax), mode_of(softmax), alpha.get(),
         tensor, input.data, beta.get(), tensor, output.data);
}

void softmax_backward(Stream &stream, const Softmax &softmax, const AnyTensor &output,
                      const AnyTensor &output_gradient, const AnyTensor &input_gradient, const Blend &blend) {
  const Check check(stream, "softmax_backward");
  check.tensors(
      {{"output", output}, {"output_gradient", output_gradient}, {"input_gradient", input_gradient}});
  check.same_shape({"output_gradient", output_gradient}, {"output", output});
  check.same_shape({"input_gradient", input_gradient}, {"output", output});
  check.blend(blend);
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [=] {
      cpu::softmax_backward(softmax, output, output_gradient, input_gradient, blend);
    });
  const core::Operation operation(check);
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const cudnn::Tensor tensor = descriptor(handle, operation, output);
  const cudnn::Scalar alpha(output.type, blend.alpha), beta(output.type, blend.beta);
  handle(operation, cudnn::loaded().softmax_backward, algorithm_of(softmax), mode_of(softmax), alpha.get(),
         tensor, output.data, tensor, output_gradient.data, beta.get(), tensor, input_gradient.data);
}

} // namespace kcc::dnn::detail
