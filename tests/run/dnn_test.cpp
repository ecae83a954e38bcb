// kcc::dnn against the definitions, in double.
#include "libraries.h"

#include <kcc/dnn.h>

#include <functional>
#include <gmock/gmock.h>
#include <limits>

namespace kcc::testing {
namespace {

using dnn::Blend;
using dnn::Convolution;
using dnn::Layout;
using dnn::Pooling;
using dnn::PoolingMode;
using dnn::Shape;
using dnn::Softmax;
using dnn::Tensor;
using ::testing::HasSubstr;

/// A tensor on the host, in the order of its layout.
struct HostTensor {
  Shape shape;
  Layout layout;
  std::vector<double> values = std::vector<double>(shape.size());

  std::size_t offset(std::size_t n, std::size_t c, std::size_t h, std::size_t w) const {
    return layout == Layout::nchw ? ((n * shape.c + c) * shape.h + h) * shape.w + w
                                  : ((n * shape.h + h) * shape.w + w) * shape.c + c;
  }
  double &at(std::size_t n, std::size_t c, std::size_t h, std::size_t w) {
    return values[offset(n, c, h, w)];
  }
  template <class F> void for_each(F &&work) const {
    for (std::size_t n = 0; n < shape.n; ++n)
      for (std::size_t c = 0; c < shape.c; ++c)
        for (std::size_t h = 0; h < shape.h; ++h)
          for (std::size_t w = 0; w < shape.w; ++w)
            work(n, c, h, w);
  }
};

template <class T>
constexpr double epsilon = std::is_same_v<T, double>    ? 0x1p-52
                           : std::is_same_v<T, float>   ? 0x1p-23
                           : std::is_same_v<T, float16> ? 0x1p-10
                                                        : 0x1p-7;
/// Of the type in which sums are computed.
template <class T> constexpr double sum_epsilon = std::is_same_v<T, double> ? 0x1p-52 : 0x1p-23;

template <class T> const char *type_name() {
  return std::is_same_v<T, double>    ? "double"
         : std::is_same_v<T, float>   ? "float"
         : std::is_same_v<T, float16> ? "float16"
                                      : "bfloat16";
}
const char *layout_name(Layout layout) {
  return layout == Layout::nchw ? "nchw" : "nhwc";
}

/// Calls `work` with each input, filter and output element that belong together.
template <class F>
void for_each_product(const Convolution &of, const HostTensor &x, const HostTensor &f, const HostTensor &y,
                      F &&work) {
  y.for_each([&](std::size_t n, std::size_t k, std::size_t p, std::size_t q) {
    const std::size_t group = k / (f.shape.n / of.groups);
    for (std::size_t c = 0; c < f.shape.c; ++c)
      for (std::size_t r = 0; r < f.shape.h; ++r)
        for (std::size_t s = 0; s < f.shape.w; ++s) {
          const auto h = static_cast<long>(p * of.stride.height + r * of.dilation.height) -
                         static_cast<long>(of.padding.height);
          const auto w = static_cast<long>(q * of.stride.width + s * of.dilation.width) -
                         static_cast<long>(of.padding.width);
          if (h >= 0 && w >= 0 && h < static_cast<long>(x.shape.h) && w < static_cast<long>(x.shape.w))
            work(x.offset(n, group * f.shape.c + c, static_cast<std::size_t>(h), static_cast<std::size_t>(w)),
                 f.offset(k, c, r, s), y.offset(n, k, p, q));
        }
  });
}

/// Calls `work` with each output element and the input elements of its window.
template <class F>
void for_each_window(const Pooling &of, const HostTensor &x, const HostTensor &y, F &&work) {
  y.for_each([&](std::size_t n, std::size_t c, std::size_t p, std::size_t q) {
    std::vector<std::size_t> window;
    for (std::size_t h = 0; h < x.shape.h; ++h)
      for (std::size_t w = 0; w < x.shape.w; ++w) {
        const std::size_t top = p * of.stride.height, left = q * of.stride.width;
        const std::size_t row = h + of.padding.height, column = w + of.padding.width;
        if (row >= top && row < top + of.window.height && column >= left && column < left + of.window.width)
          window.push_back(x.offset(n, c, h, w));
      }
    work(y.offset(n, c, p, q), window);
  });
}

double activated(const dnn::Activation &of, double x) {
  switch (of.mode) {
  case dnn::ActivationMode::relu:
    return std::max(x, 0.0);
  case dnn::ActivationMode::sigmoid:
    return 1 / (1 + std::exp(-x));
  case dnn::ActivationMode::tanh:
    return std::tanh(x);
  case dnn::ActivationMode::elu:
    return x > 0 ? x : of.coefficient * std::expm1(x);
  case dnn::ActivationMode::clipped_relu:
    return std::min(std::max(x, 0.0), of.coefficient);
  case dnn::ActivationMode::swish:
    break;
  }
  return x / (1 + std::exp(-of.coefficient * x));
}

class Dnn : public LibraryTest<Library::cudnn> {
protected:
  /// Every element type in both layouts; `work` gets a type_identity and a layout. cuDNN lacks convolutions
  /// of double as nhwc.
  template <class F> void for_all_kinds(F &&work) {
    const auto attempt = [&]<class T>(std::type_identity<T> type) {
      for (const Layout layout : {Layout::nchw, Layout::nhwc}) {
        const std::string kind = std::string(type_name<T>()) + ' ' + layout_name(layout);
        SCOPED_TRACE(kind);
        try {
          work(type, layout);
        } catch (const Error &error) {
          const bool may_be_missing =
              GetParam() == Backend::cuda && std::is_same_v<T, double> && layout == Layout::nhwc;
          if (!may_be_missing || error.category() != ErrorCategory::not_supported)
            throw;
          std::cout << kind << ": " << error.what() << '\n';
        }
      }
    };
    attempt(std::type_identity<float>());
    attempt(std::type_identity<double>());
    attempt(std::type_identity<float16>());
    attempt(std::type_identity<bfloat16>());
  }

  /// A tensor with numbers that every type represents: multiples of 1/64 between -1 and 1.
  static HostTensor random(const Shape &shape, Layout layout, std::uint32_t seed) {
    Numbers numbers(seed);
    HostTensor tensor{shape, layout};
    for (double &value : tensor.values)
      value = numbers();
    return tensor;
  }
  /// The same with numbers that are all different within 128 neighbours, and not 0.
  static HostTensor distinct(const Shape &shape, Layout layout) {
    HostTensor tensor{shape, layout};
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
      tensor.values[i] = (static_cast<double>(i * 53 % 128) - 63.5) / 64;
    return tensor;
  }

  template <class T> Buffer<T> upload(const HostTensor &tensor) {
    std::vector<T> host(tensor.values.size());
    for (std::size_t i = 0; i < host.size(); ++i)
      host[i] = static_cast<T>(tensor.values[i]);
    return Buffer<T>(device_, host);
  }
  /// The same with the numbers as T stores them.
  template <class T> Buffer<T> upload_rounded(HostTensor &tensor) {
    for (double &value : tensor.values)
      value = static_cast<double>(static_cast<T>(value));
    return upload<T>(tensor);
  }

  /// `terms` is the number of products in a sum.
  template <class T> void expect(const Buffer<T> &result, const HostTensor &expected, double terms = 1) {
    const std::vector<T> host = result.to_host(stream_);
    ASSERT_EQ(host.size(), expected.values.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
      const double value = expected.values[i];
      const double bound = epsilon<T> * (1 + std::abs(value)) +
                           16 * sum_epsilon<T> * std::sqrt(terms) * (1 + std::log2(terms));
      ASSERT_NEAR(static_cast<double>(host[i]), value, bound) << "element " << i;
    }
  }

  template <class T>
  void check_convolution(const Convolution &of, const Shape &input, const Shape &filter, Layout layout,
                         const Blend &blend = {}) {
    SCOPED_TRACE(::testing::PrintToString(input.h) + " x " + ::testing::PrintToString(filter.h));
    const Shape output = dnn::output_shape(of, input, filter);
    const HostTensor x = random(input, layout, 1), f = random(filter, layout, 2),
                     y = random(output, layout, 3);
    HostTensor forward = y, backward_data = x, backward_filter = f;
    for (HostTensor *tensor : {&forward, &backward_data, &backward_filter})
      for (double &value : tensor->values)
        value *= blend.beta;
    for_each_product(of, x, f, y, [&](std::size_t i, std::size_t j, std::size_t k) {
      forward.values[k] += blend.alpha * x.values[i] * f.values[j];
      backward_data.values[i] += blend.alpha * f.values[j] * y.values[k];
      backward_filter.values[j] += blend.alpha * x.values[i] * y.values[k];
    });
    const Buffer<T> x_memory = upload<T>(x), f_memory = upload<T>(f), y_memory = upload<T>(y);
    Buffer<T> to_y = upload<T>(y), to_x = upload<T>(x), to_f = upload<T>(f);
    const Tensor from_x(x_memory, input, layout), from_f(f_memory, filter, layout),
        from_y(y_memory, output, layout);
    const double taps = static_cast<double>(filter.h * filter.w);
    dnn::convolution_forward(stream_, of, from_x, from_f, Tensor(to_y, output, layout), blend);
    expect(to_y, forward, taps * static_cast<double>(filter.c));
    dnn::convolution_backward_data(stream_, of, from_f, from_y, Tensor(to_x, input, layout), blend);
    expect(to_x, backward_data, taps * static_cast<double>(filter.n / of.groups));
    dnn::convolution_backward_filter(stream_, of, from_x, from_y, Tensor(to_f, filter, layout), blend);
    expect(to_f, backward_filter, static_cast<double>(output.n * output.h * output.w));
  }

  template <class T>
  void check_pooling(const Pooling &of, const Shape &input, Layout layout, const Blend &blend = {}) {
    const Shape output = dnn::output_shape(of, input);
    const HostTensor x = distinct(input, layout), dy = random(output, layout, 4);
    HostTensor y{output, layout}, dx{input, layout};
    for_each_window(of, x, y, [&](std::size_t to, const std::vector<std::size_t> &window) {
      ASSERT_FALSE(window.empty());
      std::size_t greatest = window.front();
      double sum = 0;
      for (const std::size_t i : window) {
        greatest = x.values[i] > x.values[greatest] ? i : greatest;
        sum += x.values[i];
      }
      if (of.mode == PoolingMode::maximum) {
        y.values[to] = x.values[greatest];
        dx.values[greatest] += dy.values[to];
        return;
      }
      const double count = of.mode == PoolingMode::average
                               ? static_cast<double>(of.window.height * of.window.width)
                               : static_cast<double>(window.size());
      y.values[to] = sum / count;
      for (const std::size_t i : window)
        dx.values[i] += dy.values[to] / count;
    });
    const Buffer<T> x_memory = upload<T>(x), dy_memory = upload<T>(dy);
    Buffer<T> to_y = upload<T>(dy), to_dx = upload<T>(x);
    const Tensor from_x(x_memory, input, layout);
    const Tensor result(to_y, output, layout);
    dnn::pooling_forward(stream_, of, from_x, result);
    const double in_window = static_cast<double>(of.window.height * of.window.width);
    expect(to_y, y, in_window);
    dnn::pooling_backward(stream_, of, result, Tensor(dy_memory, output, layout), from_x,
                          Tensor(to_dx, input, layout), blend);
    for (std::size_t i = 0; i < dx.values.size(); ++i)
      dx.values[i] = blend.alpha * dx.values[i] + blend.beta * x.values[i];
    expect(to_dx, dx, in_window);
  }

  template <class T>
  void check_activation(const dnn::Activation &of, Layout layout, const Blend &blend = {}) {
    SCOPED_TRACE(static_cast<int>(of.mode));
    const Shape shape{2, 3, 4, 5};
    HostTensor x = distinct(shape, layout);
    for (double &value : x.values)
      value *= 4; // functions of large numbers, too
    const HostTensor dy = random(shape, layout, 5);
    HostTensor y{shape, layout}, dx{shape, layout};
    const Buffer<T> x_memory = upload<T>(x), dy_memory = upload<T>(dy);
    Buffer<T> to_y = upload<T>(dy), to_dx = upload<T>(x);
    const Tensor from_x(x_memory, shape, layout);
    const Tensor result(to_y, shape, layout);
    for (std::size_t i = 0; i < y.values.size(); ++i)
      y.values[i] = activated(of, x.values[i]);
    dnn::activation_forward(stream_, of, from_x, result);
    expect(to_y, y);
    constexpr double step = 0x1p-18; // the error of the difference is that of its square, and of rounding
    for (std::size_t i = 0; i < y.values.size(); ++i)
      dx.values[i] = blend.alpha * dy.values[i] *
                         (activated(of, x.values[i] + step) - activated(of, x.values[i] - step)) /
                         (2 * step) +
                     blend.beta * x.values[i];
    dnn::activation_backward(stream_, of, result, Tensor(dy_memory, shape, layout), from_x,
                             Tensor(to_dx, shape, layout), blend);
    if constexpr (std::is_same_v<T, double>) { // more exact than the difference
      const std::vector<double> host = to_dx.to_host(stream_);
      for (std::size_t i = 0; i < host.size(); ++i)
        ASSERT_NEAR(host[i], dx.values[i], 1e-9) << "element " << i;
    } else {
      expect(to_dx, dx, 4); // derivatives are computed from rounded results
    }
  }

  template <class T>
  void check_softmax(const Softmax &of, const Shape &shape, Layout layout, const Blend &blend = {}) {
    HostTensor x = random(shape, layout, 6);
    for (double &value : x.values)
      value *= 64; // whose exponentials overflow float16
    const HostTensor dy = random(shape, layout, 7);
    HostTensor y{shape, layout}, dx{shape, layout};
    const auto group = [&](std::size_t n, std::size_t h, std::size_t w) {
      return of.over == Softmax::Over::images ? n : (n * shape.h + h) * shape.w + w;
    };
    std::vector<double> maxima(shape.n * shape.h * shape.w, -HUGE_VAL), sums(maxima.size());
    x.for_each([&](std::size_t n, std::size_t c, std::size_t h, std::size_t w) {
      double &maximum = maxima[group(n, h, w)];
      maximum = std::max(maximum, x.at(n, c, h, w));
    });
    x.for_each([&](std::size_t n, std::size_t c, std::size_t h, std::size_t w) {
      sums[group(n, h, w)] += std::exp(x.at(n, c, h, w) - maxima[group(n, h, w)]);
    });
    x.for_each([&](std::size_t n, std::size_t c, std::size_t h, std::size_t w) {
      const double logarithm = x.at(n, c, h, w) - maxima[group(n, h, w)] - std::log(sums[group(n, h, w)]);
      y.at(n, c, h, w) = of.logarithm ? logarithm : std::exp(logarithm);
    });
    const Buffer<T> x_memory = upload<T>(x), dy_memory = upload<T>(dy);
    Buffer<T> to_y = upload<T>(dy), to_dx = upload<T>(x);
    dnn::softmax_forward(stream_, of, Tensor(x_memory, shape, layout), Tensor(to_y, shape, layout));
    expect(to_y, y, 64); // numbers up to 64
    const Buffer<T> y_memory = upload_rounded<T>(y);
    std::ranges::fill(sums, 0.0);
    HostTensor gradient = dy;
    x.for_each([&](std::size_t n, std::size_t c, std::size_t h, std::size_t w) {
      sums[group(n, h, w)] += gradient.at(n, c, h, w) * (of.logarithm ? 1 : y.at(n, c, h, w));
    });
    x.for_each([&](std::size_t n, std::size_t c, std::size_t h, std::size_t w) {
      const double sum = sums[group(n, h, w)], value = y.at(n, c, h, w), above = gradient.at(n, c, h, w);
      dx.at(n, c, h, w) =
          blend.alpha * (of.logarithm ? above - std::exp(value) * sum : value * (above - sum)) +
          blend.beta * x.at(n, c, h, w);
    });
    dnn::softmax_backward(stream_, of, Tensor(y_memory, shape, layout), Tensor(dy_memory, shape, layout),
                          Tensor(to_dx, shape, layout), blend);
    expect(to_dx, dx, 64);
  }
};

TEST_P(Dnn, ConvolutionsOfSeveralShapes) {
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    check_convolution<T>({}, {2, 3, 5, 7}, {4, 3, 3, 2}, layout);
    check_convolution<T>({}, {1, 8, 6, 6}, {8, 8, 1, 1}, layout);
    check_convolution<T>({.padding = {1, 1}}, {2, 8, 9, 9}, {16, 8, 3, 3}, layout);
    check_convolution<T>({.padding = {2, 1}, .stride = {2, 3}}, {1, 2, 8, 11}, {3, 2, 5, 3}, layout);
    check_convolution<T>({.padding = {3, 3}, .stride = {2, 2}}, {1, 3, 16, 16}, {8, 3, 7, 7}, layout);
  });
}

TEST_P(Dnn, DilatedConvolutions) {
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    check_convolution<T>({.padding = {2, 2}, .dilation = {2, 2}}, {1, 8, 9, 9}, {8, 8, 3, 3}, layout);
    check_convolution<T>({.stride = {2, 1}, .dilation = {1, 3}}, {1, 2, 7, 10}, {2, 2, 2, 3}, layout);
  });
}

TEST_P(Dnn, ConvolutionsInGroups) {
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    check_convolution<T>({.padding = {1, 1}, .groups = 2}, {2, 8, 6, 6}, {16, 4, 3, 3}, layout);
    check_convolution<T>({.padding = {1, 1}, .groups = 8}, {1, 8, 6, 6}, {8, 1, 3, 3}, layout);
  });
}

TEST_P(Dnn, ConvolutionsAddToTheirResults) {
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    check_convolution<T>({.padding = {1, 1}}, {2, 8, 6, 6}, {8, 8, 3, 3}, layout, {0.5, 2});
    check_convolution<T>({}, {2, 8, 6, 6}, {8, 8, 3, 3}, layout, {1, 1});
  });
}

TEST_P(Dnn, FloatIsMultipliedInFull) {
  // 1 + 2^-13 is 1 with TF32's 10 bits.
  const Shape image{3, 64, 8, 8}, filter{64, 64, 3, 3};
  const dnn::Convolution of{.padding = {1, 1}};
  for (const Layout layout : {Layout::nchw, Layout::nhwc}) {
    const Buffer<float> x(device_, std::vector<float>(image.size(), 1 + 0x1p-13f)),
        f(device_, std::vector<float>(filter.size(), 1));
    Buffer<float> y(device_, image.size());
    dnn::convolution_forward(stream_, of, Tensor(x, image, layout), Tensor(f, filter, layout),
                             Tensor(y, image, layout));
    const std::vector<float> host = y.to_host(stream_);
    const HostTensor at{image, layout, {}};
    constexpr float sum = 576 * (1 + 0x1p-13f);
    EXPECT_NEAR(host[at.offset(2, 30, 4, 4)], sum, 576 * 0x1p-17f);
    EXPECT_NEAR(host[at.offset(0, 0, 0, 0)], sum * 4 / 9, 576 * 0x1p-17f); // a corner
  }
}

TEST_P(Dnn, Tf32IsAllowedOnRequest) {
  check_convolution<float>({.padding = {1, 1}, .precision = dnn::Precision::tf32}, {2, 8, 9, 9}, {8, 8, 3, 3},
                           Layout::nhwc); // numbers of 7 bits
}

TEST_P(Dnn, PoolsWindows) {
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    for (const PoolingMode mode :
         {PoolingMode::maximum, PoolingMode::average, PoolingMode::average_without_padding}) {
      SCOPED_TRACE(static_cast<int>(mode));
      check_pooling<T>({.mode = mode}, {2, 3, 6, 8}, layout);
      check_pooling<T>({.mode = mode, .window = {3, 2}, .padding = {1, 1}, .stride = {2, 1}}, {1, 4, 7, 5},
                       layout);
      check_pooling<T>({.mode = mode, .window = {3, 3}, .stride = {1, 1}}, {2, 8, 6, 6}, layout, {0.5, 2});
      check_pooling<T>({.mode = mode, .window = {4, 5}, .stride = {1, 1}}, {2, 4, 4, 5}, layout);
    }
  });
}

TEST_P(Dnn, MaximaOfNanAreNan) {
  const Shape image{1, 1, 2, 4};
  Buffer<float> x(device_, std::vector<float>{1, std::numeric_limits<float>::quiet_NaN(), 3, 4, 5, 6, 7, 8}),
      y(device_, 2);
  dnn::pooling_forward(stream_, {}, Tensor(x, image), Tensor(y, {1, 1, 1, 2}));
  const std::vector<float> host = y.to_host(stream_);
  EXPECT_TRUE(std::isnan(host[0]));
  EXPECT_EQ(host[1], 8);
}

TEST_P(Dnn, ActivatesElements) {
  using enum dnn::ActivationMode;
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    for (const dnn::Activation &of :
         {dnn::Activation{relu}, dnn::Activation{sigmoid}, dnn::Activation{tanh}, dnn::Activation{elu, 0.75},
          dnn::Activation{clipped_relu, 1.5}, dnn::Activation{swish, 1.25}})
      check_activation<T>(of, layout);
    check_activation<T>({relu}, layout, {0.5, 2});
  });
}

TEST_P(Dnn, ActivatesInPlace) {
  Buffer<float> x(device_, std::vector<float>{-1, 2, -3, 4});
  const Tensor tensor(x, {1, 1, 2, 2});
  dnn::activation_forward(stream_, {}, tensor, tensor);
  EXPECT_EQ(x.to_host(stream_), (std::vector<float>{0, 2, 0, 4}));
}

TEST_P(Dnn, Softmaxes) {
  for_all_kinds([&]<class T>(std::type_identity<T>, Layout layout) {
    for (const Softmax::Over over : {Softmax::Over::channels, Softmax::Over::images})
      for (const bool logarithm : {false, true}) {
        SCOPED_TRACE(::testing::PrintToString(static_cast<int>(over)) + (logarithm ? " log" : ""));
        check_softmax<T>({over, logarithm}, {3, 10, 1, 1}, layout);
        check_softmax<T>({over, logarithm}, {2, 5, 3, 4}, layout);
        check_softmax<T>({over, logarithm}, {1, 8, 2, 2}, layout, {0.5, 0.25});
      }
  });
}

TEST_P(Dnn, RefusesWrongOperands) {
  const auto message = [](const std::function<void()> &work) -> std::string {
    try {
      work();
    } catch (const Error &error) {
      EXPECT_EQ(error.category(), ErrorCategory::invalid_argument);
      return error.what();
    }
    return "nothing was thrown";
  };
  Buffer<float> memory(device_, 64), filter_memory(device_, 64), output_memory(device_, 64);
  const Tensor image(memory, {1, 2, 4, 4}), filter(filter_memory, {3, 2, 3, 3}),
      output(output_memory, {1, 3, 2, 2});
  const auto forward = [&](const Convolution &of, const Tensor<float> &x, const Tensor<float> &f,
                           const Tensor<float> &y) {
    return message([&] { dnn::convolution_forward(stream_, of, x, f, y); });
  };
  EXPECT_EQ(forward({}, image, filter, output), "nothing was thrown");
  EXPECT_THAT(
      forward({}, image, filter, image),
      HasSubstr("operand `output` is 1 x 2 x 4 x 4, but an output of this convolution is 1 x 3 x 2 x 2"));
  EXPECT_THAT(forward({}, image, filter, image), HasSubstr("kcc::dnn::convolution_forward on "));
  EXPECT_THAT(
      forward({}, image, Tensor(memory, {3, 3, 2, 2}), output),
      HasSubstr("operand `filter` has 3 input channels in each of 1 groups, but `input` has 2 channels"));
  EXPECT_THAT(forward({.groups = 2}, image, Tensor(memory, {3, 1, 3, 3}), output),
              HasSubstr("operand `filter` has 3 output channels, which are not 2 equal groups"));
  EXPECT_THAT(
      forward({.dilation = {2, 1}}, image, filter, output),
      HasSubstr("operand `filter` covers 5 x 3 elements, but `input` with its padding has only 4 x 4"));
  EXPECT_THAT(forward({.stride = {0, 1}}, image, filter, output), HasSubstr("the stride is 0 x 1"));
  EXPECT_THAT(forward({}, Tensor(memory, {3, 2, 4, 4}), filter, output),
              HasSubstr("operand `input` of 3 x 2 x 4 x 4 takes 96 elements, but its memory has 64"));
  EXPECT_THAT(forward({}, Tensor(memory, {1, 2, 0, 4}), filter, output),
              HasSubstr("operand `input` is 1 x 2 x 0 x 4"));
  EXPECT_THAT(forward({}, Tensor(memory, {1, std::size_t{1} << 33, std::size_t{1} << 33, 4}), filter, output),
              HasSubstr("at most 2^31 - 1 elements"));
  EXPECT_THAT(forward({}, image, Tensor(memory, {3, 2, 3, 3}, Layout::nhwc), output),
              HasSubstr("operand `filter` is nhwc, but `input` is nchw"));
  EXPECT_THAT(message([&] { dnn::convolution_backward_data(stream_, {}, filter, image, image); }),
              HasSubstr("operand `output_gradient` is 1 x 2 x 4 x 4"));
  EXPECT_THAT(message([&] { dnn::convolution_backward_filter(stream_, {}, image, output, output); }),
              HasSubstr("operand `filter_gradient` has 3 input channels"));
  EXPECT_THAT(message([&] { dnn::pooling_forward(stream_, {}, image, image); }),
              HasSubstr("an output of this pooling is 1 x 2 x 2 x 2"));
  EXPECT_THAT(message([&] { dnn::pooling_forward(stream_, {.padding = {2, 0}}, image, image); }),
              HasSubstr("the padding of 2 x 0 is not smaller than the window of 2 x 2"));
  EXPECT_THAT(message([&] { dnn::pooling_forward(stream_, {.window = {5, 1}}, image, image); }),
              HasSubstr("the window is 5 x 1, but `input` with its padding has only 4 x 4 elements"));
  EXPECT_THAT(message([&] { dnn::activation_forward(stream_, {}, image, output); }),
              HasSubstr("operand `output` is 1 x 3 x 2 x 2, but `input` is 1 x 2 x 4 x 4"));
  EXPECT_THAT(
      message([&] { dnn::activation_forward(stream_, {dnn::ActivationMode::elu, HUGE_VAL}, image, image); }),
      HasSubstr("the coefficient is inf"));
  EXPECT_THAT(message([&] { dnn::softmax_forward(stream_, {}, image, image, {HUGE_VAL, 0}); }),
              HasSubstr("alpha and beta of the Blend are inf and 0"));
  EXPECT_THAT(message([&] { (void)dnn::output_shape(Convolution{}, {1, 1, 2, 2}, {1, 1, 3, 3}); }),
              HasSubstr("kcc::dnn::output_shape: operand `filter` covers 3 x 3 elements"));
}

KCC_FOR_EVERY_DEVICE(Dnn);

} // namespace
} // namespace kcc::testing
