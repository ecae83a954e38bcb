// Layers of neural networks on tensors in device memory: convolution, pooling, activation and softmax,
// forward and backward. On a GPU they are cuDNN's, which is opened when it is first needed; the CPU device
// has its own versions. Programs link kcc::libraries.
//
// Functions enqueue work in the stream and do not wait. They throw Error, before anything is enqueued, if an
// operand's shape, layout, memory or device is wrong, and the error names the operand; and if cuDNN is
// missing, lacks the operation for these operands, or fails. Operands that are written must not overlap
// others, which is not checked; activations and softmax may write to the memory that they read.
//
// All operands of a call have the same element type and the same layout. Elements of 16 bits are added up in
// float. The bits of results depend on the device and on cuDNN's version.
#ifndef KCC_DNN_H
#define KCC_DNN_H

#include <kcc/dnn/tensor.h>
#include <kcc/runtime/stream.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kcc::dnn {

/// A number for rows and one for columns.
struct Extent {
  std::size_t height, width;
  friend auto operator<=>(const Extent &, const Extent &) = default;
};

/// How a result is stored: result = alpha * computed + beta * result. If beta is 0, it is only written. `{1,
/// 1}` adds to gradients.
struct Blend {
  double alpha = 1, beta = 0;
};

/// How elements of float are multiplied.
enum class Precision : std::uint8_t {
  full, ///< as they are
  tf32  ///< may be rounded to 10 bits of mantissa, for tensor cores; sums are float. The CPU device does not
};

/// Each output element is the sum of products of a filter's elements with those of the input under it
/// (cross-correlation, as in all frameworks). Output channel k reads the input channels of its group.
struct Convolution {
  Extent padding{0, 0};  ///< zeros that are added on each side
  Extent stride{1, 1};   ///< input rows and columns from one output element to the next
  Extent dilation{1, 1}; ///< input rows and columns from one filter element to the next
  std::size_t groups = 1;
  Precision precision = Precision::full;
};

enum class PoolingMode : std::uint8_t {
  maximum,
  average,                ///< padding counts as zeros
  average_without_padding ///< the padding does not count
};

/// The maximum or average of each window.
struct Pooling {
  PoolingMode mode = PoolingMode::maximum;
  Extent window{2, 2};
  Extent padding{0, 0}; ///< on each side; smaller than the window
  Extent stride{2, 2};
};

enum class ActivationMode : std::uint8_t {
  relu,         ///< max(x, 0)
  sigmoid,      ///< 1 / (1 + exp(-x))
  tanh,         ///< tanh(x)
  elu,          ///< x for x > 0, else coefficient * (exp(x) - 1)
  clipped_relu, ///< min(max(x, 0), coefficient)
  swish         ///< x / (1 + exp(-coefficient * x)); also known as SiLU
};

/// A function of each element. Derivatives where there is none (relu at 0, for example) are unspecified.
struct Activation {
  ActivationMode mode = ActivationMode::relu;
  double coefficient = 1;
};

/// exp(x) divided by the sum of exp(x), computed without overflow.
struct Softmax {
  enum class Over : std::uint8_t {
    channels, ///< the channels of each pixel
    images    ///< all elements of each image
  };
  Over over = Over::channels;
  bool logarithm = false; ///< the logarithm of the softmax
};

/// The shape of a convolution's output. Throws Error if there is none.
Shape output_shape(const Convolution &convolution, const Shape &input, const Shape &filter);
/// The shape of the result of pooling, which leaves out windows that do not fit. Throws Error if there is
/// none.
Shape output_shape(const Pooling &pooling, const Shape &input);

namespace detail {

template <class Result, class... Operands> constexpr void check_types() {
  static_assert(!std::is_const_v<Result>, "kcc::dnn: the last tensor is written: it cannot be const");
  static_assert((std::is_same_v<std::remove_const_t<Result>, std::remove_const_t<Operands>> && ...),
                "kcc::dnn: all tensors of a call have the same element type");
}

void convolution_forward(Stream &, const Convolution &, const AnyTensor &input, const AnyTensor &filter,
                         const AnyTensor &output, const Blend &);
void convolution_backward_data(Stream &, const Convolution &, const AnyTensor &filter,
                               const AnyTensor &output_gradient, const AnyTensor &input_gradient,
                               const Blend &);
void convolution_backward_filter(Stream &, const Convolution &, const AnyTensor &input,
                                 const AnyTensor &output_gradient, const AnyTensor &filter_gradient,
                                 const Blend &);
void pooling_forward(Stream &, const Pooling &, const AnyTensor &input, const AnyTensor &output,
                     const Blend &);
void pooling_backward(Stream &, const Pooling &, const AnyTensor &output, const AnyTensor &output_gradient,
                      const AnyTensor &input, const AnyTensor &input_gradient, const Blend &);
void activation_forward(Stream &, const Activation &, const AnyTensor &input, const AnyTensor &output,
                        const Blend &);
void activation_backward(Stream &, const Activation &, const AnyTensor &output,
                         const AnyTensor &output_gradient, const AnyTensor &input,
                         const AnyTensor &input_gradient, const Blend &);
void softmax_forward(Stream &, const Softmax &, const AnyTensor &input, const AnyTensor &output,
                     const Blend &);
void softmax_backward(Stream &, const Softmax &, const AnyTensor &output, const AnyTensor &output_gradient,
                      const AnyTensor &input_gradient, const Blend &);

} // namespace detail

/// output = the convolution of input and filter
///
/// The first call for these shapes in a stream asks cuDNN for an algorithm, which takes up to milliseconds;
/// the stream keeps the answer. Algorithms may use up to 1 GiB of the stream's scratch memory.
template <class X, class W, class Y>
void convolution_forward(Stream &stream, const Convolution &convolution, const Tensor<X> &input,
                         const Tensor<W> &filter, const Tensor<Y> &output, const Blend &blend = {}) {
  detail::check_types<Y, X, W>();
  detail::convolution_forward(stream, convolution, input.any(), filter.any(), output.any(), blend);
}

/// input_gradient = the derivative with respect to the input, given that with respect to the output
template <class W, class Y, class X>
void convolution_backward_data(Stream &stream, const Convolution &convolution, const Tensor<W> &filter,
                               const Tensor<Y> &output_gradient, const Tensor<X> &input_gradient,
                               const Blend &blend = {}) {
  detail::check_types<X, W, Y>();
  detail::convolution_backward_data(stream, convolution, filter.any(), output_gradient.any(),
                                    input_gradient.any(), blend);
}

/// filter_gradient = the derivative with respect to the filter, given that with respect to the output
template <class X, class Y, class W>
void convolution_backward_filter(Stream &stream, const Convolution &convolution, const Tensor<X> &input,
                                 const Tensor<Y> &output_gradient, const Tensor<W> &filter_gradient,
                                 const Blend &blend = {}) {
  detail::check_types<W, X, Y>();
  detail::convolution_backward_filter(stream, convolution, input.any(), output_gradient.any(),
                                      filter_gradient.any(), blend);
}

/// output = the maximum or average of each window. A NaN in a window makes its maximum NaN.
template <class X, class Y>
void pooling_forward(Stream &stream, const Pooling &pooling, const Tensor<X> &input, const Tensor<Y> &output,
                     const Blend &blend = {}) {
  detail::check_types<Y, X>();
  detail::pooling_forward(stream, pooling, input.any(), output.any(), blend);
}

/// input_gradient = the derivative with respect to the input, given that with respect to the output, and what
/// pooling_forward read and wrote. Which of several equal maxima of a window gets its gradient is
/// unspecified.
template <class Y, class G, class X, class D>
void pooling_backward(Stream &stream, const Pooling &pooling, const Tensor<Y> &output,
                      const Tensor<G> &output_gradient, const Tensor<X> &input,
                      const Tensor<D> &input_gradient, const Blend &blend = {}) {
  detail::check_types<D, Y, G, X>();
  detail::pooling_backward(stream, pooling, output.any(), output_gradient.any(), input.any(),
                           input_gradient.any(), blend);
}

/// output = the function of each element
template <class X, class Y>
void activation_forward(Stream &stream, const Activation &activation, const Tensor<X> &input,
                        const Tensor<Y> &output, const Blend &blend = {}) {
  detail::check_types<Y, X>();
  detail::activation_forward(stream, activation, input.any(), output.any(), blend);
}

/// input_gradient = the derivative with respect to the input, given that with respect to the output, and what
/// activation_forward read and wrote
template <class Y, class G, class X, class D>
void activation_backward(Stream &stream, const Activation &activation, const Tensor<Y> &output,
                         const Tensor<G> &output_gradient, const Tensor<X> &input,
                         const Tensor<D> &input_gradient, const Blend &blend = {}) {
  detail::check_types<D, Y, G, X>();
  detail::activation_backward(stream, activation, output.any(), output_gradient.any(), input.any(),
                              input_gradient.any(), blend);
}

/// output = the softmax of the channels of each pixel, or of each image
template <class X, class Y>
void softmax_forward(Stream &stream, const Softmax &softmax, const Tensor<X> &input, const Tensor<Y> &output,
                     const Blend &blend = {}) {
  detail::check_types<Y, X>();
  detail::softmax_forward(stream, softmax, input.any(), output.any(), blend);
}

/// input_gradient = the derivative with respect to the input, given that with respect to the output, and what
/// softmax_forward wrote
template <class Y, class G, class D>
void softmax_backward(Stream &stream, const Softmax &softmax, const Tensor<Y> &output,
                      const Tensor<G> &output_gradient, const Tensor<D> &input_gradient,
                      const Blend &blend = {}) {
  detail::check_types<D, Y, G>();
  detail::softmax_backward(stream, softmax, output.any(), output_gradient.any(), input_gradient.any(), blend);
}

} // namespace kcc::dnn

#endif
