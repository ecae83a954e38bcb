#include "common/parallel.h"
#include "cpu_dnn.h"
#include "cpu_elements.h"

#include <algorithm>
#include <cmath>

namespace kcc::dnn::cpu {

namespace {

/// The elements that one softmax is over: `count` of them, `stride` apart in memory, from number `first`.
struct Group {
  std::size_t first, count, stride;
};

/// Calls `work` for each group.
template <class F> void for_each_group(const Softmax &softmax, const AnyTensor &tensor, F &&work) {
  const Shape &shape = tensor.shape;
  const std::size_t pixels = shape.h * shape.w;
  if (softmax.over == Softmax::Over::images)
    return libraries::for_each_index(
        shape.n, [&](std::size_t n) { work(Group{n * shape.c * pixels, shape.c * pixels, 1}); });
  libraries::for_each_index(shape.n * pixels, [&](std::size_t i) {
    if (tensor.layout == Layout::nhwc)
      work(Group{i * shape.c, shape.c, 1});
    else
      work(Group{i / pixels * shape.c * pixels + i % pixels, shape.c, pixels});
  });
}

} // namespace

void softmax_forward(const Softmax &softmax, const AnyTensor &input, const AnyTensor &output,
                     const Blend &blend) {
  with_type(output.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input);
    const Elements<T> y(output);
    for_each_group(softmax, input, [&](const Group &group) {
      const auto at = [&](std::size_t i) { return static_cast<double>(x[group.first + i * group.stride]); };
      double maximum = at(0), sum = 0;
      for (std::size_t i = 1; i < group.count; ++i)
        maximum = std::max(maximum, at(i));
      for (std::size_t i = 0; i < group.count; ++i)
        sum += std::exp(at(i) - maximum);
      const double log_sum = std::log(sum);
      for (std::size_t i = 0; i < group.count; ++i) {
        const double shifted = at(i) - maximum;
        store(y[group.first + i * group.stride],
              softmax.logarithm ? shifted - log_sum : std::exp(shifted) / sum, blend);
      }
    });
  });
}

void softmax_backward(const Softmax &softmax, const AnyTensor &output, const AnyTensor &output_gradient,
                      const AnyTensor &input_gradient, const Blend &blend) {
  with_type(input_gradient.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> y(output), dy(output_gradient);
    const Elements<T> dx(input_gradient);
    for_each_group(softmax, output, [&](const Group &group) {
      const auto at = [&](const Elements<const T> &tensor, std::size_t i) {
        return static_cast<double>(tensor[group.first + i * group.stride]);
      };
      double sum = 0;
      for (std::size_t i = 0; i < group.count; ++i)
        sum += softmax.logarithm ? at(dy, i) : at(y, i) * at(dy, i);
      for (std::size_t i = 0; i < group.count; ++i)
        store(dx[group.first + i * group.stride],
              softmax.logarithm ? at(dy, i) - std::exp(at(y, i)) * sum : at(y, i) * (at(dy, i) - sum), blend);
    });
  });
}

} // namespace kcc::dnn::cpu
