#include "check.h"

#include <cmath>
#include <cstddef>

namespace kcc::dnn {

namespace detail {

namespace {

constexpr std::size_t limit = 0x7fffffff; // cuDNN's numbers are int

std::string text(const Shape &shape) {
  return std::to_string(shape.n) + " x " + std::to_string(shape.c) + " x " + std::to_string(shape.h) + " x " +
         std::to_string(shape.w);
}
std::string text(const Extent &extent) {
  return std::to_string(extent.height) + " x " + std::to_string(extent.width);
}
std::string name_of(const Operand &operand) {
  return std::string("operand `") + operand.name + "` ";
}
const char *name_of(Layout layout) {
  return layout == Layout::nchw ? "nchw" : "nhwc";
}

/// Whether each extent is at least 1 and their product at most the limit.
bool is_allowed(const Shape &shape) {
  std::size_t size = 1;
  for (const std::size_t extent : {shape.n, shape.c, shape.h, shape.w}) {
    if (extent == 0 || extent > limit / size)
      return false;
    size *= extent;
  }
  return true;
}
void check_shape(core::Operation operation, const Operand &operand) {
  if (!is_allowed(operand.tensor.shape))
    kcc::detail::fail(operation.text(), name_of(operand) + "is " + text(operand.tensor.shape),
                      "Each extent is at least 1, and there are at most 2^31 - 1 elements");
}

void check_parameter(core::Operation operation, const char *name, const Extent &extent, std::size_t least) {
  for (const std::size_t number : {extent.height, extent.width})
    if (number < least || number > limit)
      kcc::detail::fail(operation.text(), std::string("the ") + name + " is " + text(extent),
                        "Each number is at least " + std::to_string(least) + " and below 2^31");
}

/// How many windows of `size` input elements there are.
std::size_t windows(std::size_t input, std::size_t padding, std::size_t size, std::size_t stride) {
  const std::size_t padded = input + 2 * padding;
  return size > padded ? 0 : (padded - size) / stride + 1;
}

} // namespace

std::string Check::operator()() const {
  return std::string("kcc::dnn::") + function_ + " on " + device_.info().label;
}

void Check::tensors(std::initializer_list<Operand> operands) const {
  const Operand &first = *operands.begin();
  for (const Operand &operand : operands) {
    const AnyTensor &tensor = operand.tensor;
    check_shape(*this, operand);
    if (tensor.shape.size() > tensor.memory)
      fail(name_of(operand) + "of " + text(tensor.shape) + " takes " + std::to_string(tensor.shape.size()) +
           " elements, but its memory has " + std::to_string(tensor.memory));
    if (tensor.device != &device_)
      fail(name_of(operand) + "is on " + tensor.device->info().label,
           "Make its buffer with the stream's device");
    if (tensor.layout != first.tensor.layout)
      fail(name_of(operand) + "is " + name_of(tensor.layout) + ", but `" + first.name + "` is " +
               name_of(first.tensor.layout),
           "All tensors of a call have the same layout");
  }
}

void Check::shape(const Operand &operand, const Shape &expected, const std::string &other) const {
  if (operand.tensor.shape != expected)
    fail(name_of(operand) + "is " + text(operand.tensor.shape) + ", but " + other + " is " + text(expected));
}

void Check::blend(const Blend &blend) const {
  if (!std::isfinite(blend.alpha) || !std::isfinite(blend.beta))
    fail("alpha and beta of the Blend are " + std::to_string(blend.alpha) + " and " +
             std::to_string(blend.beta),
         "Both are finite");
}

Shape output_of(core::Operation operation, const Convolution &convolution, const Operand &input,
                const Operand &filter) {
  check_shape(operation, input);
  check_shape(operation, filter);
  check_parameter(operation, "padding", convolution.padding, 0);
  check_parameter(operation, "stride", convolution.stride, 1);
  check_parameter(operation, "dilation", convolution.dilation, 1);
  const Shape &x = input.tensor.shape, &w = filter.tensor.shape;
  const std::size_t groups = convolution.groups;
  if (groups == 0 || w.n % groups != 0)
    kcc::detail::fail(operation.text(), name_of(filter) + "has " + std::to_string(w.n) +
                                            " output channels, which are not " + std::to_string(groups) +
                                            " equal groups");
  if (x.c % groups != 0 || x.c / groups != w.c)
    kcc::detail::fail(operation.text(), name_of(filter) + "has " + std::to_string(w.c) +
                                            " input channels in each of " + std::to_string(groups) +
                                            " groups, but `" + input.name + "` has " + std::to_string(x.c) +
                                            " channels");
  const Extent covered{(w.h - 1) * convolution.dilation.height + 1,
                       (w.w - 1) * convolution.dilation.width + 1};
  const Shape output{x.n, w.n,
                     windows(x.h, convolution.padding.height, covered.height, convolution.stride.height),
                     windows(x.w, convolution.padding.width, covered.width, convolution.stride.width)};
  if (output.h == 0 || output.w == 0)
    kcc::detail::fail(operation.text(), name_of(filter) + "covers " + text(covered) + " elements, but `" +
                                            input.name + "` with its padding has only " +
                                            text(Extent{x.h + 2 * convolution.padding.height,
                                                        x.w + 2 * convolution.padding.width}));
  return output;
}

Shape output_of(core::Operation operation, const Pooling &pooling, const Operand &input) {
  check_shape(operation, input);
  check_parameter(operation, "window", pooling.window, 1);
  check_parameter(operation, "padding", pooling.padding, 0);
  check_parameter(operation, "stride", pooling.stride, 1);
  if (pooling.padding.height >= pooling.window.height || pooling.padding.width >= pooling.window.width)
    kcc::detail::fail(operation.text(),
                      "the padding of " + text(pooling.padding) + " is not smaller than the window of " +
                          text(pooling.window),
                      "A window could have no element");
  const Shape &x = input.tensor.shape;
  const Shape output{x.n, x.c,
                     windows(x.h, pooling.padding.height, pooling.window.height, pooling.stride.height),
                     windows(x.w, pooling.padding.width, pooling.window.width, pooling.stride.width)};
  if (output.h == 0 || output.w == 0)
    kcc::detail::fail(
        operation.text(),
        "the window is " + text(pooling.window) + ", but `" + input.name + "` with its padding has only " +
            text(Extent{x.h + 2 * pooling.padding.height, x.w + 2 * pooling.padding.width}) + " elements");
  return output;
}

} // namespace detail

namespace {

constexpr auto asking = [] { return std::string("kcc::dnn::output_shape"); };

detail::AnyTensor tensor_of(const Shape &shape) {
  return {nullptr, 0, nullptr, shape, Layout::nchw, detail::Type::f32};
}

} // namespace

Shape output_shape(const Convolution &convolution, const Shape &input, const Shape &filter) {
  return detail::output_of(asking, convolution, {"input", tensor_of(input)}, {"filter", tensor_of(filter)});
}
Shape output_shape(const Pooling &pooling, const Shape &input) {
  return detail::output_of(asking, pooling, {"input", tensor_of(input)});
}

} // namespace kcc::dnn
