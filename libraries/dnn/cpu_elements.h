// The elements of tensors on the CPU device.
#ifndef KCC_LIBRARIES_DNN_CPU_ELEMENTS_H
#define KCC_LIBRARIES_DNN_CPU_ELEMENTS_H

#include <kcc/dnn.h>

#include <cstddef>
#include <type_traits>

namespace kcc::dnn::cpu {

template <class T> class Elements {
public:
  explicit Elements(const detail::AnyTensor &tensor)
      : data_(static_cast<T *>(tensor.data)), shape_(tensor.shape),
        strides_(tensor.layout == Layout::nchw
                     ? Shape{shape_.c * shape_.h * shape_.w, shape_.h * shape_.w, shape_.w, 1}
                     : Shape{shape_.h * shape_.w * shape_.c, 1, shape_.w * shape_.c, shape_.c}) {}

  const Shape &shape() const noexcept { return shape_; }
  T &operator()(std::size_t n, std::size_t c, std::size_t h, std::size_t w) const {
    return data_[n * strides_.n + c * strides_.c + h * strides_.h + w * strides_.w];
  }
  /// The element that is number `i` in memory.
  T &operator[](std::size_t i) const { return data_[i]; }

private:
  T *data_;
  Shape shape_, strides_;
};

template <class T> void store(T &result, double computed, const Blend &blend) {
  const double scaled = blend.alpha * computed;
  result = static_cast<T>(blend.beta == 0 ? scaled : scaled + blend.beta * static_cast<double>(result));
}

/// Calls `work` with a std::type_identity of the element type.
template <class F> void with_type(detail::Type type, F &&work) {
  switch (type) {
  case detail::Type::f32:
    return work(std::type_identity<float>());
  case detail::Type::f64:
    return work(std::type_identity<double>());
  case detail::Type::f16:
    return work(std::type_identity<float16>());
  case detail::Type::bf16:
    return work(std::type_identity<bfloat16>());
  }
}

/// The position in the input of element `in_window` of a window; false if that is in the padding.
inline bool position(std::size_t window, std::size_t stride, std::size_t in_window, std::size_t padding,
                     std::size_t extent, std::size_t &found) {
  const std::size_t padded = window * stride + in_window;
  found = padded - padding;
  return padded >= padding && found < extent;
}

} // namespace kcc::dnn::cpu

#endif
