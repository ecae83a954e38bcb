// Convolution and its two derivatives. The operands of all three are an input, a filter and an output; one of
// them is the result.
#include "check.h"
#include "cpu_dnn.h"
#include "cudnn.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace kcc::dnn::detail {

namespace {

enum class Direction : std::uint8_t { forward, backward_data, backward_filter };

struct Call {
  const char *function;
  Direction direction;
  const Convolution &convolution;
  Operand input, filter, output;
  const Blend &blend;
};

constexpr std::size_t max_workspace = std::size_t{1} << 30;

cudnn::MathType math_of(const Call &call) {
  const Type type = call.input.tensor.type;
  if (type == Type::f32 && call.convolution.precision == Precision::full)
    return cudnn::math_fma;
  return type == Type::f16 ? cudnn::math_tensor_cores : cudnn::math_default;
}

struct ConvolutionDescriptors : cudnn::Prepared {
  ConvolutionDescriptors(const core::Operation &operation, const Call &call)
      : input(operation, call.input.tensor), output(operation, call.output.tensor),
        filter(operation, call.filter.tensor),
        convolution(operation, cudnn::loaded().create_convolution, cudnn::loaded().destroy_convolution) {
    const Convolution &parameters = call.convolution;
    const auto number = [](std::size_t value) { return static_cast<int>(value); };
    cudnn::call(
        operation, cudnn::loaded().set_convolution, convolution.get(), number(parameters.padding.height),
        number(parameters.padding.width), number(parameters.stride.height), number(parameters.stride.width),
        number(parameters.dilation.height), number(parameters.dilation.width), cudnn::cross_correlation,
        call.input.tensor.type == Type::f64 ? cudnn::data_f64 : cudnn::data_f32);
    cudnn::call(operation, cudnn::loaded().set_groups, convolution.get(), number(parameters.groups));
  }

  cudnn::TensorDescriptor input, output;
  cudnn::FilterDescriptor filter;
  cudnn::Descriptor<cudnn::Convolution> convolution;
  std::vector<cudnn::Performance> candidates; ///< that may be used, the best first
  std::size_t chosen = 0;                     ///< of them
  std::size_t workspace = 0;                  ///< bytes
};

/// Calls `work` with the functions of the direction, and the descriptors and memory of its two operands and
/// its result: the functions of all directions have their parameters in the same order.
template <class F> void in_direction(const Call &call, const ConvolutionDescriptors &of, F &&work) {
  const cudnn::Api &api = cudnn::loaded();
  const auto x = of.input.get(), y = of.output.get();
  const auto w = of.filter.get();
  void *const input = call.input.tensor.data, *const filter = call.filter.tensor.data,
              *const output = call.output.tensor.data;
  switch (call.direction) {
  case Direction::forward:
    return work(api.forward_algorithms, api.forward_workspace, api.forward, x, input, w, filter, y, output);
  case Direction::backward_data:
    return work(api.backward_data_algorithms, api.backward_data_workspace, api.backward_data, w, filter, y,
                output, x, input);
  case Direction::backward_filter:
    return work(api.backward_filter_algorithms, api.backward_filter_workspace, api.backward_filter, x, input,
                y, output, w, filter);
  }
}

/// Takes the candidate number `number`.
void choose(cudnn::StreamHandle &handle, const core::Operation &operation, const Call &call,
            ConvolutionDescriptors &descriptors, std::size_t number) {
  const cudnn::Performance &candidate = descriptors.candidates[number];
  const cudnn::Convolution convolution = descriptors.convolution.get();
  if (math_of(call) != cudnn::math_fma) // the algorithm's kernels for tensor cores, if it has any
    cudnn::call(operation, cudnn::loaded().set_math, convolution, candidate.math);
  in_direction(call, descriptors,
               [&](const auto &, const auto &workspace, const auto &, auto a, void *, auto b, void *,
                   auto result, void *) {
                 handle(operation, workspace, a, b, convolution, result, candidate.algorithm,
                        &descriptors.workspace);
               });
  descriptors.chosen = number;
}

/// The descriptors with the algorithm that cuDNN expects to be the fastest.
std::unique_ptr<cudnn::Prepared> prepare(cudnn::StreamHandle &handle, const core::Operation &operation,
                                         const Call &call) {
  auto made = std::make_unique<ConvolutionDescriptors>(operation, call);
  std::array<cudnn::Performance, 16> found{};
  int count = 0;
  cudnn::call(operation, cudnn::loaded().set_math, made->convolution.get(), math_of(call));
  in_direction(call, *made,
               [&](const auto &algorithms, const auto &, const auto &, auto a, void *, auto b, void *,
                   auto result, void *) {
                 handle(operation, algorithms, a, b, made->convolution.get(), result,
                        static_cast<int>(found.size()), &count, found.data());
               });
  std::copy_if(found.begin(), found.begin() + count, std::back_inserter(made->candidates),
               [](const cudnn::Performance &row) { return row.status == 0 && row.memory <= max_workspace; });
  if (made->candidates.empty())
    kcc::detail::fail(ErrorCategory::not_supported, operation.text(),
                      "cuDNN has no algorithm for these shapes, layout and element type",
                      "Try the other layout or another element type");
  choose(handle, operation, call, *made, 0);
  return made;
}

void run_on_gpu(Stream &stream, const core::Operation &operation, const Call &call) {
  const libraries::CurrentGpu current(stream, operation);
  cudnn::StreamHandle &handle = cudnn::handle_of(stream, operation);
  const Convolution &convolution = call.convolution;
  const AnyTensor &input = call.input.tensor;
  const cudnn::Key key{call.function,
                       input.type,
                       input.layout,
                       input.shape,
                       call.filter.tensor.shape,
                       {convolution.padding.height, convolution.padding.width, convolution.stride.height,
                        convolution.stride.width, convolution.dilation.height, convolution.dilation.width,
                        convolution.groups, static_cast<std::size_t>(convolution.precision)},
                       0};
  auto &prepared =
      handle.prepared<ConvolutionDescriptors>(key, [&] { return prepare(handle, operation, call); });
  const cudnn::Scalar alpha(input.type, call.blend.alpha), beta(input.type, call.blend.beta);
  const auto attempt = [&] {
    void *const workspace = prepared.workspace == 0 ? nullptr : stream.state().scratch(prepared.workspace);
    in_direction(call, prepared,
                 [&](const auto &, const auto &, const auto &function, auto a, void *a_memory, auto b,
                     void *b_memory, auto result, void *result_memory) {
                   handle(operation, function, alpha.get(), a, a_memory, b, b_memory,
                          prepared.convolution.get(), prepared.candidates[prepared.chosen].algorithm,
                          workspace, prepared.workspace, beta.get(), result, result_memory);
                 });
  };
  for (;;) // cuDNN may refuse an algorithm that it proposed
    try {
      return attempt();
    } catch (const Error &error) {
      if (error.category() != ErrorCategory::not_supported ||
          prepared.chosen + 1 == prepared.candidates.size())
        throw;
      choose(handle, operation, call, prepared, prepared.chosen + 1);
    }
}

void run(Stream &stream, const Call &call) {
  const Check check(stream, call.function);
  check.tensors({call.input, call.filter, call.output});
  check.shape(call.output, output_of(check, call.convolution, call.input, call.filter),
              "an output of this convolution");
  check.blend(call.blend);
  if (!libraries::is_on_cpu(stream))
    return run_on_gpu(stream, check, call);
  libraries::run_on_cpu_stream(
      stream, check,
      [direction = call.direction, convolution = call.convolution, input = call.input.tensor,
       filter = call.filter.tensor, output = call.output.tensor, blend = call.blend] {
        switch (direction) {
        case Direction::forward:
          return cpu::convolution_forward(convolution, input, filter, output, blend);
        case Direction::backward_data:
          return cpu::convolution_backward_data(convolution, filter, output, input, blend);
        case Direction::backward_filter:
          return cpu::convolution_backward_filter(convolution, input, output, filter, blend);
        }
      });
}

} // namespace

void convolution_forward(Stream &stream, const Convolution &convolution, const AnyTensor &input,
                         const AnyTensor &filter, const AnyTensor &output, const Blend &blend) {
  run(stream, {"convolution_forward",
               Direction::forward,
               convolution,
               {"input", input},
               {"filter", filter},
               {"output", output},
               blend});
}

void convolution_backward_data(Stream &stream, const Convolution &convolution, const AnyTensor &filter,
                               const AnyTensor &output_gradient, const AnyTensor &input_gradient,
                               const Blend &blend) {
  run(stream, {"convolution_backward_data",
               Direction::backward_data,
               convolution,
               {"input_gradient", input_gradient},
               {"filter", filter},
               {"output_gradient", output_gradient},
               blend});
}

void convolution_backward_filter(Stream &stream, const Convolution &convolution, const AnyTensor &input,
                                 const AnyTensor &output_gradient, const AnyTensor &filter_gradient,
                                 const Blend &blend) {
  run(stream, {"convolution_backward_filter",
               Direction::backward_filter,
               convolution,
               {"input", input},
               {"filter_gradient", filter_gradient},
               {"output_gradient", output_gradient},
               blend});
}

} // namespace kcc::dnn::detail
