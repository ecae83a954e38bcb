// Vectors and matrices in device memory, as arguments of kcc::blas.
#ifndef KCC_BLAS_VIEWS_H
#define KCC_BLAS_VIEWS_H

#include <kcc/runtime/buffer.h>
#include <kcc/runtime/error.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace kcc::blas {

/// The order of a matrix's elements in memory.
enum class Layout : std::uint8_t {
  row_major,   ///< the elements of a row are adjacent, as in a C++ array `T[rows][columns]`
  column_major ///< the elements of a column are adjacent, as in Fortran
};

/// As a stride: without a gap.
inline constexpr std::size_t packed = SIZE_MAX;

namespace detail {

/// The memory behind an operand. Whether it is large enough is checked when it is used, so that the error can
/// name the operand.
template <class T> struct Memory {
  std::span<T> elements;
  const core::BackendDevice *device = nullptr; ///< null: not known

  Memory() = default;
  Memory(std::span<T> elements) : elements(elements) {}
  Memory(Buffer<T> &buffer) : elements(buffer.span()), device(&buffer.device().backend_device()) {}
  Memory(std::span<T> elements, const core::BackendDevice *device) : elements(elements), device(device) {}
};
template <class T> struct Memory<const T> {
  std::span<const T> elements;
  const core::BackendDevice *device = nullptr; ///< null: not known

  Memory() = default;
  Memory(std::span<const T> elements) : elements(elements) {}
  Memory(std::span<T> elements) : elements(elements) {}
  Memory(const Buffer<T> &buffer) : elements(buffer.span()), device(&buffer.device().backend_device()) {}
  Memory(std::span<const T> elements, const core::BackendDevice *device)
      : elements(elements), device(device) {}
};

[[noreturn]] void fail_part(const char *what, std::size_t index, std::size_t count, std::size_t size);

/// Throws Error unless \p count elements from \p index are in a range of \p size.
inline void check_part(const char *what, std::size_t index, std::size_t count, std::size_t size) {
  if (index > size || count > size - index)
    fail_part(what, index, count, size);
}

} // namespace detail

/// `size()` elements in device memory, `stride()` apart; not owned. `T` is const for operands that are only
/// read. Functions that take a Vector also take a Buffer or a std::span of the elements.
template <class T> class Vector {
public:
  /// All elements of a Buffer or a span.
  Vector(detail::Memory<T> memory) : Vector(memory, memory.elements.size()) {}
  /// The first \p size of every \p stride elements, which is at least 1.
  Vector(detail::Memory<T> memory, std::size_t size, std::size_t stride = 1)
      : memory_(memory), size_(size), stride_(stride) {}
  /// Elements that are only read may also be written by others.
  template <class U>
    requires std::is_same_v<const U, T>
  Vector(const Vector<U> &other)
      : memory_(other.memory(), other.device()), size_(other.size()), stride_(other.stride()) {}

  std::size_t size() const noexcept { return size_; }
  std::size_t stride() const noexcept { return stride_; } ///< elements
  T *data() const noexcept { return memory_.elements.data(); }
  /// All memory from the first element on.
  std::span<T> memory() const noexcept { return memory_.elements; }
  const core::BackendDevice *device() const noexcept { return memory_.device; } ///< null: not known

private:
  detail::Memory<T> memory_;
  std::size_t size_, stride_;
};
template <class T> Vector(Buffer<T> &) -> Vector<T>;
template <class T> Vector(Buffer<T> &, std::size_t, std::size_t = 1) -> Vector<T>;
template <class T> Vector(const Buffer<T> &) -> Vector<const T>;
template <class T> Vector(const Buffer<T> &, std::size_t, std::size_t = 1) -> Vector<const T>;
template <class T> Vector(std::span<T>) -> Vector<T>;
template <class T> Vector(std::span<T>, std::size_t, std::size_t = 1) -> Vector<T>;

/// A matrix in device memory, not owned; row-major unless it says otherwise. `T` is const for operands that
/// are only read.
template <class T> class Matrix {
public:
  /// \p stride is the number of elements from one row to the next, or from one column to the next if the
  /// layout is column-major.
  Matrix(detail::Memory<T> memory, std::size_t rows, std::size_t columns, std::size_t stride = packed,
         Layout layout = Layout::row_major)
      : memory_(memory), rows_(rows), columns_(columns),
        stride_(stride != packed ? stride : (layout == Layout::row_major ? columns : rows)), layout_(layout) {
  }
  template <class U>
    requires std::is_same_v<const U, T>
  Matrix(const Matrix<U> &other)
      : Matrix({other.memory(), other.device()}, other.rows(), other.columns(), other.stride(),
               other.layout()) {}

  std::size_t rows() const noexcept { return rows_; }
  std::size_t columns() const noexcept { return columns_; }
  std::size_t stride() const noexcept { return stride_; } ///< elements
  Layout layout() const noexcept { return layout_; }
  T *data() const noexcept { return memory_.elements.data(); }
  /// All memory from the first element on.
  std::span<T> memory() const noexcept { return memory_.elements; }
  const core::BackendDevice *device() const noexcept { return memory_.device; } ///< null: not known

  /// The elements from one row, or from one column, to the next.
  std::size_t row_stride() const noexcept { return layout_ == Layout::row_major ? stride_ : 1; }
  std::size_t column_stride() const noexcept { return layout_ == Layout::row_major ? 1 : stride_; }

  /// Parts of the matrix; throw Error if it has no such part.
  Vector<T> row(std::size_t index) const {
    detail::check_part("row", index, 1, rows_);
    return {from(index * row_stride()), columns_, column_stride()};
  }
  Vector<T> column(std::size_t index) const {
    detail::check_part("column", index, 1, columns_);
    return {from(index * column_stride()), rows_, row_stride()};
  }
  Matrix block(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns) const {
    detail::check_part("rows", row, rows, rows_);
    detail::check_part("columns", column, columns, columns_);
    return {from(row * row_stride() + column * column_stride()), rows, columns, stride_, layout_};
  }

private:
  detail::Memory<T> from(std::size_t element) const {
    const std::size_t start = element < memory_.elements.size() ? element : memory_.elements.size();
    return {memory_.elements.subspan(start), memory_.device};
  }

  detail::Memory<T> memory_;
  std::size_t rows_, columns_, stride_;
  Layout layout_;
};
template <class T, class... Shape> Matrix(Buffer<T> &, Shape...) -> Matrix<T>;
template <class T, class... Shape> Matrix(const Buffer<T> &, Shape...) -> Matrix<const T>;
template <class T, class... Shape> Matrix(std::span<T>, Shape...) -> Matrix<T>;

/// Matrices of the same shape in device memory, \p batch_stride elements apart; not owned.
template <class T> class MatrixBatch {
public:
  /// A stride of 0 means the same matrix each time, for operands that are only read.
  MatrixBatch(std::size_t count, const Matrix<T> &first, std::size_t batch_stride = packed)
      : first_(first), count_(count),
        batch_stride_(batch_stride != packed
                          ? batch_stride
                          : first.stride() *
                                (first.layout() == Layout::row_major ? first.rows() : first.columns())) {}
  template <class U>
    requires std::is_same_v<const U, T>
  MatrixBatch(const MatrixBatch<U> &other)
      : first_(other.first()), count_(other.count()), batch_stride_(other.batch_stride()) {}

  const Matrix<T> &first() const noexcept { return first_; }
  std::size_t count() const noexcept { return count_; }
  std::size_t batch_stride() const noexcept { return batch_stride_; } ///< elements

private:
  Matrix<T> first_;
  std::size_t count_, batch_stride_;
};

/// Matrices of the same shape, anywhere in device memory. The pointers to them are in device memory, too.
template <class T> class MatrixPointers {
public:
  MatrixPointers(std::span<T *const> pointers, std::size_t rows, std::size_t columns,
                 std::size_t stride = packed, Layout layout = Layout::row_major)
      : pointers_(pointers), shape_(detail::Memory<T>(), rows, columns, stride, layout) {}
  MatrixPointers(const Buffer<T *> &pointers, std::size_t rows, std::size_t columns,
                 std::size_t stride = packed, Layout layout = Layout::row_major)
      : MatrixPointers(pointers.span(), rows, columns, stride, layout) {}
  template <class U>
    requires std::is_same_v<const U, T>
  MatrixPointers(const MatrixPointers<U> &other) : pointers_(other.pointers()), shape_(other.shape()) {}

  std::span<T *const> pointers() const noexcept { return pointers_; }
  /// The shape of each; without memory.
  const Matrix<T> &shape() const noexcept { return shape_; }

private:
  std::span<T *const> pointers_;
  Matrix<T> shape_;
};
template <class T, class... Shape> MatrixPointers(const Buffer<T *> &, Shape...) -> MatrixPointers<T>;

/// The transpose: the same memory, read with rows and columns exchanged.
template <class T> Matrix<T> transposed(const Matrix<T> &matrix) {
  return {{matrix.memory(), matrix.device()},
          matrix.columns(),
          matrix.rows(),
          matrix.stride(),
          matrix.layout() == Layout::row_major ? Layout::column_major : Layout::row_major};
}
template <class T> MatrixBatch<T> transposed(const MatrixBatch<T> &batch) {
  return {batch.count(), transposed(batch.first()), batch.batch_stride()};
}
template <class T> MatrixPointers<T> transposed(const MatrixPointers<T> &batch) {
  const Matrix<T> shape = transposed(batch.shape());
  return {batch.pointers(), shape.rows(), shape.columns(), shape.stride(), shape.layout()};
}

} // namespace kcc::blas

#endif
