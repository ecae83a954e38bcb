#include "common/parallel.h"
#include "cpu_dnn.h"
#include "cpu_elements.h"

namespace kcc::dnn::cpu {

namespace {

/// Calls `work(p, q, h, w)` for the output elements (p, q) whose filter element (r, s) is on an input element
/// (h, w), not on padding.
template <class F>
void for_each_pair(const Convolution &convolution, const Shape &input, const Shape &output, std::size_t r,
                   std::size_t s, F &&work) {
  std::size_t h, w;
  for (std::size_t p = 0; p < output.h; ++p)
    if (position(p, convolution.stride.height, r * convolution.dilation.height, convolution.padding.height,
                 input.h, h))
      for (std::size_t q = 0; q < output.w; ++q)
        if (position(q, convolution.stride.width, s * convolution.dilation.width, convolution.padding.width,
                     input.w, w))
          work(p, q, h, w);
}

/// The output element whose filter element `in_filter` is on input element `input`; false if there is none.
bool output_at(std::size_t input, std::size_t padding, std::size_t in_filter, std::size_t stride,
               std::size_t extent, std::size_t &found) {
  const std::size_t padded = input + padding;
  if (padded < in_filter || (padded - in_filter) % stride != 0)
    return false;
  found = (padded - in_filter) / stride;
  return found < extent;
}

} // namespace

void convolution_forward(const Convolution &convolution, const AnyTensor &input, const AnyTensor &filter,
                         const AnyTensor &output, const Blend &blend) {
  with_type(output.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input), f(filter);
    const Elements<T> y(output);
    const Shape &out = y.shape(), &in_filter = f.shape();
    const std::size_t outputs_per_group = out.c / convolution.groups;
    libraries::for_each_index(out.n * out.c, [&](std::size_t i) {
      const std::size_t n = i / out.c, k = i % out.c;
      const std::size_t first = k / outputs_per_group * in_filter.c; // input channel of the group
      for (std::size_t p = 0; p < out.h; ++p)
        for (std::size_t q = 0; q < out.w; ++q) {
          double sum = 0;
          std::size_t h, w;
          for (std::size_t r = 0; r < in_filter.h; ++r) {
            if (!position(p, convolution.stride.height, r * convolution.dilation.height,
                          convolution.padding.height, x.shape().h, h))
              continue;
            for (std::size_t s = 0; s < in_filter.w; ++s)
              if (position(q, convolution.stride.width, s * convolution.dilation.width,
                           convolution.padding.width, x.shape().w, w))
                for (std::size_t c = 0; c < in_filter.c; ++c)
                  sum += static_cast<double>(x(n, first + c, h, w)) * static_cast<double>(f(k, c, r, s));
          }
          store(y(n, k, p, q), sum, blend);
        }
    });
  });
}

void convolution_backward_data(const Convolution &convolution, const AnyTensor &filter,
                               const AnyTensor &output_gradient, const AnyTensor &input_gradient,
                               const Blend &blend) {
  with_type(input_gradient.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> f(filter), dy(output_gradient);
    const Elements<T> dx(input_gradient);
    const Shape &in = dx.shape(), &in_filter = f.shape();
    const std::size_t outputs_per_group = in_filter.n / convolution.groups;
    libraries::for_each_index(in.n * in.c, [&](std::size_t i) {
      const std::size_t n = i / in.c, c = i % in.c;
      const std::size_t first = c / in_filter.c * outputs_per_group; // output channel of the group
      for (std::size_t h = 0; h < in.h; ++h)
        for (std::size_t w = 0; w < in.w; ++w) {
          double sum = 0;
          std::size_t p, q;
          for (std::size_t r = 0; r < in_filter.h; ++r) {
            if (!output_at(h, convolution.padding.height, r * convolution.dilation.height,
                           convolution.stride.height, dy.shape().h, p))
              continue;
            for (std::size_t s = 0; s < in_filter.w; ++s)
              if (output_at(w, convolution.padding.width, s * convolution.dilation.width,
                            convolution.stride.width, dy.shape().w, q))
                for (std::size_t k = first; k < first + outputs_per_group; ++k)
                  sum +=
                      static_cast<double>(dy(n, k, p, q)) * static_cast<double>(f(k, c % in_filter.c, r, s));
          }
          store(dx(n, c, h, w), sum, blend);
        }
    });
  });
}

void convolution_backward_filter(const Convolution &convolution, const AnyTensor &input,
                                 const AnyTensor &output_gradient, const AnyTensor &filter_gradient,
                                 const Blend &blend) {
  with_type(filter_gradient.type, [&]<class T>(std::type_identity<T>) {
    const Elements<const T> x(input), dy(output_gradient);
    const Elements<T> df(filter_gradient);
    const Shape &in_filter = df.shape();
    const std::size_t outputs_per_group = in_filter.n / convolution.groups;
    libraries::for_each_index(in_filter.n * in_filter.c, [&](std::size_t i) {
      const std::size_t k = i / in_filter.c, c = i % in_filter.c;
      const std::size_t from = k / outputs_per_group * in_filter.c + c; // input channel
      for (std::size_t r = 0; r < in_filter.h; ++r)
        for (std::size_t s = 0; s < in_filter.w; ++s) {
          double sum = 0;
          for (std::size_t n = 0; n < x.shape().n; ++n)
            for_each_pair(convolution, x.shape(), dy.shape(), r, s,
                          [&](std::size_t p, std::size_t q, std::size_t h, std::size_t w) {
                            sum +=
                                static_cast<double>(x(n, from, h, w)) * static_cast<double>(dy(n, k, p, q));
                          });
          store(df(k, c, r, s), sum, blend);
        }
    });
  });
}

} // namespace kcc::dnn::cpu
