#include "check.h"
#include "cpu_dnn.h"
#include "cudnn.h"

#include <array>

namespace kcc::dnn::detail {

namespace {

cudnn::PoolingMode mode_of(PoolingMode mode) {
  switch (mode) {
  case PoolingMode::maximum:
    return cudnn::pooling_max;
  case PoolingMode::average:
    return cudnn::pooling_average;
  case PoolingMode::average_without_padding:
    break;
  }
  return cudnn::pooling_average_without_padding;
}

struct PoolingDescriptors : cudnn::Prepared {
  PoolingDescriptors(const core::Operation &operation, const Pooling &parameters, const AnyTensor &of_input,
                     const AnyTensor &of_output)
      : input(operation, of_input), output(operation, of_output),
        pooling(operation, cudnn::loaded().create_pooling, cudnn::loaded().destroy_pooling) {
    const auto number = [](std::size_t value) { return static_cast<int>(value); };
    cudnn::call(operation, cudnn::loaded().set_pooling, pooling.get(), mode_of(parameters.mode),
                cudnn::propagate_nan, number(parameters.window.height), number(parameters.window.width),
                number(parameters.padding.height), number(parameters.padding.width),
                number(parameters.stride.height), number(parameters.stride.width));
  }

  cudnn::TensorDescriptor input, output;
  cudnn::Descriptor<cudnn::Pooling> pooling;
};

PoolingDescriptors &pooling_descriptors(cudnn::StreamHandle &handle, const core::Operation &operation,
                                        const Pooling &pooling, const AnyTensor &input,
                                        const AnyTensor &output) {
  const cudnn::Key key{"pooling",
                       input.type,
                       input.layout,
                       input.shape,
                       {},
                       {static_cast<std::size_t>(pooling.mode), pooling.window.height, pooling.window.width,
                        pooling.padding.height, pooling.padding.width, pooling.stride.height,
                        pooling.stride.width},
                       0};
  return handle.prepared<PoolingDescriptors>(
      key, [&] { return std::make_unique<PoolingDescriptors>(operation, pooling, input, output); });
}

} // namespace

void pooling_forward(Stream &stream, const Pooling &pooling, const AnyTensor &input, const AnyTensor &output,
                     const Blend &blend) {
  const Check check(stream, "pooling_forward");
  check.tensors({{"input", input}, {"output", output}});
  check.shape({"output", output}, output_of(check, pooling, {"input", input}), "an output of this pooling");
  check.blend(blend);
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check,
                                        [=] { cpu::pooling_forward(pooling, input, output, blend); });
  const core::Operation operation(check);
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const PoolingDescriptors &of = pooling_descriptors(handle, operation, pooling, input, output);
  const cudnn::Scalar alpha(input.type, blend.alpha), beta(input.type, blend.beta);
  handle(operation, cudnn::loaded().pooling_forward, of.pooling.get(), alpha.get(), of.input.get(),
         input.data, beta.get(), of.output.get(), output.data);
}

void pooling_backward(Stream &stream, const Pooling &pooling, const AnyTensor &output,
                      const AnyTensor &output_gradient, const AnyTensor &input,
                      const AnyTensor &input_gradient, const Blend &blend) {
  const Check check(stream, "pooling_backward");
  check.tensors({{"output", output},
                 {"output_gradient", output_gradient},
                 {"input", input},
                 {"input_gradient", input_gradient}});
  check.shape({"output", output}, output_of(check, pooling, {"input", input}), "an output of this pooling");
  check.same_shape({"output_gradient", output_gradient}, {"output", output});
  check.same_shape({"input_gradient", input_gradient}, {"input", input});
  check.blend(blend);
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [=] {
      cpu::pooling_backward(pooling, output_gradient, input, input_gradient, blend);
    });
  const core::Operation operation(check);
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const PoolingDescriptors &of = pooling_descriptors(handle, operation, pooling, input, output);
  const cudnn::Scalar alpha(input.type, blend.alpha), beta(input.type, blend.beta);
  handle(operation, cudnn::loaded().pooling_backward, of.pooling.get(), alpha.get(), of.output.get(),
         output.data, of.output.get(), output_gradient.data, of.input.get(), input.data, beta.get(),
         of.input.get(), input_gradient.data);
}

} // namespace kcc::dnn::detail
