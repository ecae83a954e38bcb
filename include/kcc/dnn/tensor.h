// Four-dimensional arrays in device memory, as arguments of kcc::dnn.
#ifndef KCC_DNN_TENSOR_H
#define KCC_DNN_TENSOR_H

#include <kcc/float16.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/buffer_view.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kcc::dnn {

/// The extents of a tensor: images, channels of an image, rows and columns of a channel. Of a filter, n is
/// the number of output channels, and c that of the input channels of one group.
struct Shape {
  std::size_t n, c, h, w;

  constexpr std::size_t size() const noexcept { return n * c * h * w; } ///< elements
  friend auto operator<=>(const Shape &, const Shape &) = default;
};

/// The order of a tensor's elements in memory, which has no gaps.
enum class Layout : std::uint8_t {
  nchw, ///< the columns of a row are adjacent: `T[n][c][h][w]`
  nhwc  ///< the channels of a pixel are adjacent: `T[n][h][w][c]`; fastest with 16-bit types on tensor cores
};

namespace detail {

enum class Type : std::uint8_t { f32, f64, f16, bf16 };

template <class T>
inline constexpr bool is_element = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                   std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;
template <class T> constexpr Type type_of() {
  if constexpr (std::is_same_v<T, float>)
    return Type::f32;
  else if constexpr (std::is_same_v<T, double>)
    return Type::f64;
  else
    return std::is_same_v<T, float16> ? Type::f16 : Type::bf16;
}

/// A tensor without the type of its elements.
struct AnyTensor {
  void *data;
  std::size_t memory; ///< elements
  const core::BackendDevice *device;
  Shape shape;
  Layout layout;
  Type type;
};

} // namespace detail

/// A tensor in device memory, not owned. `T` is float, double, float16 or bfloat16, const for operands that
/// are only read. Whether the memory is large enough is checked when the tensor is used, so that the error
/// can name the operand.
template <class T> class Tensor {
  static_assert(detail::is_element<std::remove_const_t<T>>,
                "kcc::dnn: the elements of a tensor are float, double, float16 or bfloat16");

public:
  /// The first `shape.size()` elements of a Buffer or a BufferView.
  Tensor(BufferView<T> memory, const Shape &shape, Layout layout = Layout::nchw)
      : memory_(memory), shape_(shape), layout_(layout) {}
  template <class U>
    requires std::is_same_v<const U, T>
  Tensor(const Tensor<U> &other) : Tensor(other.memory(), other.shape(), other.layout()) {}

  const Shape &shape() const noexcept { return shape_; }
  Layout layout() const noexcept { return layout_; }
  const BufferView<T> &memory() const noexcept { return memory_; }

  /// For internal use by kcc::dnn.
  detail::AnyTensor any() const noexcept {
    return {const_cast<std::remove_const_t<T> *>(memory_.data()),
            memory_.size(),
            &memory_.device().backend_device(),
            shape_,
            layout_,
            detail::type_of<std::remove_const_t<T>>()};
  }

private:
  BufferView<T> memory_;
  Shape shape_;
  Layout layout_;
};
template <class T> Tensor(Buffer<T> &, const Shape &, Layout = Layout::nchw) -> Tensor<T>;
template <class T> Tensor(const Buffer<T> &, const Shape &, Layout = Layout::nchw) -> Tensor<const T>;
template <class T> Tensor(BufferView<T>, const Shape &, Layout = Layout::nchw) -> Tensor<T>;

} // namespace kcc::dnn

#endif
