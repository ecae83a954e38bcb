// Checks the operands of kcc::blas before anything is called, so that errors name the operand. All devices
// have the limits of cuBLAS's 32-bit interface, so that what works on one works on the others.
#ifndef KCC_LIBRARIES_BLAS_CHECK_H
#define KCC_LIBRARIES_BLAS_CHECK_H

#include "core/stream_state.h"

#include <kcc/blas/views.h>
#include <kcc/runtime/stream.h>

#include <cstddef>
#include <limits>
#include <string>

namespace kcc::blas::detail {

inline constexpr std::size_t max_extent = std::numeric_limits<int>::max();

/// The checks of one call. Nothing is allocated unless a check fails.
class Check {
public:
  Check(const Stream &stream, const char *function) : device_(stream.state().device()), function_(function) {}

  /// "kcc::blas::gemm on device 0 (NVIDIA H200)"
  std::string operator()() const {
    return std::string("kcc::blas::") + function_ + " on " + device_.info().label;
  }

  template <class T> void vector(const char *name, const Vector<T> &vector, bool written = false) const {
    check_vector(name, vector.size(), vector.stride(), vector.memory().size(), vector.device(), written);
  }
  template <class T> void matrix(const char *name, const Matrix<T> &matrix) const {
    check_matrix(name, shape(matrix), matrix.memory().size(), matrix.device());
  }
  template <class T> void square(const char *name, const Matrix<T> &matrix) const {
    this->matrix(name, matrix);
    if (matrix.rows() != matrix.columns())
      fail_not_square(name, shape(matrix));
  }
  template <class T> void batch(const char *name, const MatrixBatch<T> &batch, bool written) const {
    check_batch(name, shape(batch.first()), batch.count(), batch.batch_stride(),
                batch.first().memory().size(), batch.first().device(), written);
  }
  template <class T> void pointers(const char *name, const MatrixPointers<T> &batch) const {
    check_shape(name, shape(batch.shape()));
    check_extent(name, "the number of matrices", batch.pointers().size());
  }

  /// Throws unless two extents are equal: "`b` has 4 rows, but `a` has 3 columns".
  void equal(const char *name, std::size_t extent, const char *what, const char *other,
             std::size_t other_extent, const char *other_what) const {
    if (extent != other_extent)
      fail_unequal(name, extent, what, other, other_extent, other_what);
  }
  template <class X, class Y>
  void same_size(const char *name, const Vector<X> &x, const char *other, const Vector<Y> &y) const {
    equal(name, x.size(), "elements", other, y.size(), "elements");
  }
  template <class T> void result(const Vector<T> &result) const {
    vector("result", result);
    if (result.size() == 0)
      fail_empty("result");
  }
  [[noreturn]] void fail_empty(const char *name) const;

private:
  struct Shape {
    std::size_t rows, columns, stride;
    Layout layout;
  };
  template <class T> static Shape shape(const Matrix<T> &matrix) {
    return {matrix.rows(), matrix.columns(), matrix.stride(), matrix.layout()};
  }
  static std::size_t footprint(const Shape &);

  void check_extent(const char *name, const char *what, std::size_t extent) const;
  void check_device(const char *name, const core::BackendDevice *) const;
  void check_vector(const char *name, std::size_t size, std::size_t stride, std::size_t memory,
                    const core::BackendDevice *, bool written) const;
  void check_shape(const char *name, const Shape &) const;
  void check_matrix(const char *name, const Shape &, std::size_t memory, const core::BackendDevice *) const;
  void check_batch(const char *name, const Shape &, std::size_t count, std::size_t stride, std::size_t memory,
                   const core::BackendDevice *, bool written) const;
  [[noreturn]] void fail(const char *name, const std::string &text, std::string hint = {}) const;
  [[noreturn]] void fail_memory(const char *name, const std::string &what, std::size_t needed,
                                std::size_t memory) const;
  [[noreturn]] void fail_not_square(const char *name, const Shape &) const;
  [[noreturn]] void fail_unequal(const char *name, std::size_t extent, const char *what, const char *other,
                                 std::size_t other_extent, const char *other_what) const;

  core::BackendDevice &device_;
  const char *function_;
};

} // namespace kcc::blas::detail

#endif
