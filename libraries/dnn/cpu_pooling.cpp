#include "common/parallel.h"
#include "cpu_dnn.h"
#include "cpu_elements.h"

#include <cmath>
#include <vector>

namespace kcc::dnn::cpu {

namespace {

/// Calls `work(h, w)` for the input elements of a window, row by row.
template <class F>
void for_each_element(const Pooling &pooling, const Shape &input, std::size_t p, std::size_t q, F &&work) {
  std::size_t h, w;
  for (std::size_t r = 0; r < pooling.window.height; ++r)
    if (position(p, pooling.stride.height, r, pooling.padding.height, input.h, h))
      for (std::size_t s = 0; s < pooling.window.width; ++s)
        if (position(q, pooling.stride.width, s, pooling.padding.width, input.w, w))
          work(h, w);
}

/// By what the sum of a window is divided.
double divisor(const Pooling &pooling, const Shape &input, std::size_t p, std::size_t q) {
  if (pooling.mode == PoolingMode::average)
    return static_cast<double>(pooling.window.height) * static_cast<double>(pooling.window.width);
  double count = 0;
  for_each_element(pooling, input, p, q, [&](std::size_t, std::size_t) { ++count; });
  return count;
}

struct Maximum {
  double value;
  std::size_t h, w;
};
/// The first maximum of a window, or the first NaN.
template <class X>
Maximum maximum(const Pooling &pooling, const X &x, std::size_t n, std::size_t c, std::size_t p,
                std::size_t q) {
  Maximum found{-HUGE_VAL, 0, 0};
  bool any = false;
  for_each_element(pooling, x.shape(), p, q, [&](std::size_t h, std::size_t w) {
    const auto value = static_cast<double>(x(n, c, h, w));
    if (!any || value > found.value || (std::isnan(value) && !std::isnan(found.value)))
      found = {value, h, w};
    any = true;
  });
  return found;
}

} // namespace

void pooling_forward(const Pooling &pooling, const AnyTensor &input, const AnyTensor &output,
                     const Blend &blend) {
  with_type(output.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input);
    const Elements<T> y(output);
    const Shape &out = y.shape();
    libraries::for_each_index(out.n * out.c, [&](std::size_t i) {
      const std::size_t n = i / out.c, c = i % out.c;
      for (std::size_t p = 0; p < out.h; ++p)
        for (std::size_t q = 0; q < out.w; ++q) {
          double result = 0;
          if (pooling.mode == PoolingMode::maximum) {
            result = maximum(pooling, x, n, c, p, q).value;
          } else {
            for_each_element(pooling, x.shape(), p, q, [&](std::size_t h, std::size_t w) {
              result += static_cast<double>(x(n, c, h, w));
            });
            result /= divisor(pooling, x.shape(), p, q);
          }
          store(y(n, c, p, q), result, blend);
        }
    });
  });
}

void pooling_backward(const Pooling &pooling, const AnyTensor &output_gradient, const AnyTensor &input,
                      const AnyTensor &input_gradient, const Blend &blend) {
  with_type(input_gradient.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input), dy(output_gradient);
    const Elements<T> dx(input_gradient);
    const Shape &in = x.shape(), &out = dy.shape();
    std::vector<double> all_sums(in.size()); // here, because work on several threads must not throw
    libraries::for_each_index(in.n * in.c, [&](std::size_t i) {
      const std::size_t n = i / in.c, c = i % in.c;
      double *const sums = all_sums.data() + i * in.h * in.w;
      for (std::size_t p = 0; p < out.h; ++p)
        for (std::size_t q = 0; q < out.w; ++q) {
          const auto gradient = static_cast<double>(dy(n, c, p, q));
          if (pooling.mode == PoolingMode::maximum) {
            const Maximum found = maximum(pooling, x, n, c, p, q);
            sums[found.h * in.w + found.w] += gradient;
          } else {
            const double share = gradient / divisor(pooling, in, p, q);
            for_each_element(pooling, in, p, q,
                             [&](std::size_t h, std::size_t w) { sums[h * in.w + w] += share; });
          }
        }
      for (std::size_t h = 0; h < in.h; ++h)
        for (std::size_t w = 0; w < in.w; ++w)
          store(dx(n, c, h, w), sums[h * in.w + w], blend);
    });
  });
}

} // namespace kcc::dnn::cpu
