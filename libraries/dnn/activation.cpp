#include "check.h"
#include "cpu_dnn.h"
#include "cudnn.h"

#include <cmath>

namespace kcc::dnn::detail {

namespace {

cudnn::ActivationMode mode_of(ActivationMode mode) {
  switch (mode) {
  case ActivationMode::relu:
    return cudnn::activation_relu;
  case ActivationMode::sigmoid:
    return cudnn::activation_sigmoid;
  case ActivationMode::tanh:
    return cudnn::activation_tanh;
  case ActivationMode::elu:
    return cudnn::activation_elu;
  case ActivationMode::clipped_relu:
    return cudnn::activation_clipped_relu;
  case ActivationMode::swish:
    break;
  }
  return cudnn::activation_swish;
}

struct ActivationDescriptors : cudnn::Prepared {
  ActivationDescriptors(const core::Operation &operation, const Activation &parameters, const AnyTensor &of)
      : tensor(operation, of),
        activation(operation, cudnn::loaded().create_activation, cudnn::loaded().destroy_activation) {
    cudnn::call(operation, cudnn::loaded().set_activation, activation.get(), mode_of(parameters.mode),
                cudnn::propagate_nan, parameters.coefficient);
    if (parameters.mode == ActivationMode::swish)
      cudnn::call(operation, cudnn::loaded().set_swish_beta, activation.get(), parameters.coefficient);
  }

  cudnn::TensorDescriptor tensor;
  cudnn::Descriptor<cudnn::Activation> activation;
};

ActivationDescriptors &activation_descriptors(cudnn::StreamHandle &handle, const core::Operation &operation,
                                              const Activation &activation, const AnyTensor &input) {
  const cudnn::Key key{"activation",          input.type, input.layout,
                       input.shape,           {},         {static_cast<std::size_t>(activation.mode)},
                       activation.coefficient};
  return handle.prepared<ActivationDescriptors>(
      key, [&] { return std::make_unique<ActivationDescriptors>(operation, activation, input); });
}

void check_coefficient(const Check &check, const Activation &activation) {
  if (!std::isfinite(activation.coefficient))
    check.fail("the coefficient is " + std::to_string(activation.coefficient), "It is finite");
}

} // namespace

void activation_forward(Stream &stream, const Activation &activation, const AnyTensor &input,
                        const AnyTensor &output, const Blend &blend) {
  const Check check(stream, "activation_forward");
  check.tensors({{"input", input}, {"output", output}});
  check.same_shape({"output", output}, {"input", input});
  check_coefficient(check, activation);
  check.blend(blend);
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check,
                                        [=] { cpu::activation_forward(activation, input, output, blend); });
  const core::Operation operation(check);
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const ActivationDescriptors &of = activation_descriptors(handle, operation, activation, input);
  const cudnn::Scalar alpha(input.type, blend.alpha), beta(input.type, blend.beta);
  handle(operation, cudnn::loaded().activation_forward, of.activation.get(), alpha.get(), of.tensor.get(),
         input.data, beta.get(), of.tensor.get(), output.data);
}

void activation_backward(Stream &stream, const Activation &activation, const AnyTensor &output,
                         const AnyTensor &output_gradient, const AnyTensor &input,
                         const AnyTensor &input_gradient, const Blend &blend) {
  const Check check(stream, "activation_backward");
  const Operand named{"input", input};
  check.tensors(
      {{"output", output}, {"output_gradient", output_gradient}, named, {"input_gradient", input_gradient}});
  check.same_shape({"output", output}, named);
  check.same_shape({"output_gradient", output_gradient}, named);
  check.same_shape({"input_gradient", input_gradient}, named);
  check_coefficient(check, activation);
  check.blend(blend);
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [=] {
      cpu::activation_backward(activation, output, output_gradient, input, input_gradient, blend);
    });
  const core::Operation operation(check);
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const ActivationDescriptors &of = activation_descriptors(handle, operation, activation, input);
  const cudnn::Scalar alpha(input.type, blend.alpha), beta(input.type, blend.beta);
  const cudnn::Tensor tensor = of.tensor.get();
  handle(operation, cudnn::loaded().activation_backward, of.activation.get(), alpha.get(), tensor,
         output.data, tensor, output_gradient.data, tensor, input.data, beta.get(), tensor,
         input_gradient.data);
}

} // namespace kcc::dnn::detail
