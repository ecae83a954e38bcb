#include "common/parallel.h"
#include "cpu_dnn.h"
#include "cpu_elements.h"

#include <algorithm>
#include <cmath>

namespace kcc::dnn::cpu {

namespace {

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

double value(const Activation &activation, double x) {
  const double coefficient = activation.coefficient;
  switch (activation.mode) {
  case ActivationMode::relu:
    return x < 0 ? 0 : x; // NaN stays NaN
  case ActivationMode::sigmoid:
    return logistic(x);
  case ActivationMode::tanh:
    return std::tanh(x);
  case ActivationMode::elu:
    return x > 0 ? x : coefficient * std::expm1(x);
  case ActivationMode::clipped_relu:
    return x < 0 ? 0 : x > coefficient ? coefficient : x;
  case ActivationMode::swish:
    break;
  }
  return x * logistic(coefficient * x);
}

double derivative(const Activation &activation, double x, double y) {
  const double coefficient = activation.coefficient;
  switch (activation.mode) {
  case ActivationMode::relu:
    return x > 0 ? 1 : 0;
  case ActivationMode::sigmoid:
    return y * (1 - y);
  case ActivationMode::tanh:
    return 1 - y * y;
  case ActivationMode::elu:
    return x > 0 ? 1 : coefficient * std::exp(x);
  case ActivationMode::clipped_relu:
    return x > 0 && x < coefficient ? 1 : 0;
  case ActivationMode::swish:
    break;
  }
  const double sigmoid = logistic(coefficient * x);
  return sigmoid + coefficient * x * sigmoid * (1 - sigmoid);
}

/// Calls `work(i)` for every element.
template <class F> void for_each_element(const AnyTensor &tensor, F &&work) {
  constexpr std::size_t at_once = 4096;
  const std::size_t size = tensor.shape.size();
  libraries::for_each_index((size + at_once - 1) / at_once, [&](std::size_t part) {
    for (std::size_t i = part * at_once; i < std::min(size, (part + 1) * at_once); ++i)
      work(i);
  });
}

} // namespace

void activation_forward(const Activation &activation, const AnyTensor &input, const AnyTensor &output,
                        const Blend &blend) {
  with_type(output.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input);
    const Elements<T> y(output);
    for_each_element(
        output, [&](std::size_t i) { store(y[i], value(activation, static_cast<double>(x[i])), blend); });
  });
}

void activation_backward(const Activation &activation, const AnyTensor &output,
                         const AnyTensor &output_gradient, const AnyTensor &input,
                         const AnyTensor &input_gradient, const Blend &blend) {
  with_type(input_gradient.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input), y(output), dy(output_gradient);
    const Elements<T> dx(input_gradient);
    for_each_element(input, [&](std::size_t i) {
      store(dx[i],
            static_cast<double>(dy[i]) *
                derivative(activation, static_cast<double>(x[i]), static_cast<double>(y[i])),
            blend);
    });
  });
}

} // namespace kcc::dnn::cpu
