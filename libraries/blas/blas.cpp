// Each function checks its operands and then calls the CPU device's version or cuBLAS.
//
// cuBLAS knows column-major matrices only. A row-major matrix is the transpose of the column-major matrix on
// the same memory, so the former is passed as the latter with a transposition, or, where the function has
// none for this operand, the operation is transposed as a whole.
#include <kcc/blas.h>

#include "check.h"
#include "common/stream.h"
#include "core/instantiate.h"
#include "cpu_gemm.h"
#include "cpu_vectors.h"
#include "cublas.h"

#include <algorithm>
#include <utility>

namespace kcc::blas::detail {

namespace {

using libraries::CurrentGpu;

cublas::StreamHandle &handle_of(Stream &stream, const core::Operation &operation) {
  return libraries::attachment_of<cublas::StreamHandle>(stream, operation);
}

/// Calls a function of cuBLAS: `call` gets the handle.
template <class F> void on_gpu(Stream &stream, const core::Operation &operation, F &&call) {
  const CurrentGpu current(stream, operation);
  call(handle_of(stream, operation));
}

template <class T> int size_of(const Vector<T> &vector) {
  return static_cast<int>(vector.size());
}
template <class T> int stride_of(const Vector<T> &vector) {
  return std::max(static_cast<int>(vector.stride()), 1); // 0 for a single element
}

/// How cuBLAS is told of a matrix.
template <class T> cublas::Transposition transposition_of(const Matrix<T> &matrix) {
  return matrix.layout() == Layout::column_major ? cublas::not_transposed : cublas::transposed;
}
template <class T> int leading_dimension(const Matrix<T> &matrix) {
  return std::max(static_cast<int>(matrix.stride()), 1);
}
/// The rows and columns of the column-major matrix on the same memory.
template <class T> int stored_rows(const Matrix<T> &matrix) {
  return static_cast<int>(matrix.layout() == Layout::column_major ? matrix.rows() : matrix.columns());
}
template <class T> int stored_columns(const Matrix<T> &matrix) {
  return static_cast<int>(matrix.layout() == Layout::column_major ? matrix.columns() : matrix.rows());
}
template <class T> cublas::Fill fill_of(Triangle triangle, const Matrix<T> &matrix) {
  const bool same = matrix.layout() == Layout::column_major;
  return (triangle == Triangle::lower) == same ? cublas::fill_lower : cublas::fill_upper;
}
cublas::Diag diag_of(Diagonal diagonal) {
  return diagonal == Diagonal::ones ? cublas::diag_unit : cublas::diag_stored;
}

template <class T> cpu::Elements<T> elements(const Vector<T> &vector) {
  return {vector.data(), vector.size(), vector.stride()};
}
template <class T> cpu::Strided<T> strided(const Matrix<T> &matrix) {
  return {matrix.data(), matrix.row_stride(), matrix.column_stride()};
}

template <class T> constexpr cublas::DataType data_type() {
  if constexpr (std::is_same_v<T, double>)
    return cublas::data_f64;
  else if constexpr (std::is_same_v<T, float>)
    return cublas::data_f32;
  else
    return std::is_same_v<T, float16> ? cublas::data_f16 : cublas::data_bf16;
}
template <class In, class Out> cublas::ComputeType compute_type(Precision precision) {
  if (std::is_same_v<Out, double>)
    return cublas::compute_f64;
  return std::is_same_v<In, float> && precision == Precision::tf32 ? cublas::compute_tf32
                                                                   : cublas::compute_f32;
}

/// A function whose result goes to the host. `compute` runs on the CPU device, `call` on a GPU; both write to
/// a pointer.
template <class R, class F, class G>
R result_on_host(Stream &stream, const core::Operation &operation, F &&compute, G &&call) {
  if (stream.state().capture()) // or the graph would write to this function's variable
    kcc::detail::fail(ErrorCategory::invalid_state, operation.text(),
                      "the stream is being captured, so nothing is done that could be waited for",
                      "Wait after the graph has been launched, or take a function whose name ends in _into");
  R result{};
  if (libraries::is_on_cpu(stream))
    libraries::run_on_cpu_stream(stream, operation, [compute, &result] { result = compute(); });
  else
    on_gpu(stream, operation,
           [&](cublas::StreamHandle &blas) { call(blas, cublas::results_on_host, &result); });
  stream.synchronize(); // also delivers what kernels printed
  return result;
}
template <class T, class F, class G>
void result_on_device(Stream &stream, const core::Operation &operation, T *result, F &&compute, G &&call) {
  if (libraries::is_on_cpu(stream))
    libraries::run_on_cpu_stream(stream, operation, [compute, result] { *result = compute(); });
  else
    on_gpu(stream, operation,
           [&](cublas::StreamHandle &blas) { call(blas, cublas::results_on_device, result); });
}

} // namespace

// Level 1

template <class T> void copy(Stream &stream, Vector<const T> x, Vector<T> y) {
  const Check check(stream, "copy");
  check.vector("x", x);
  check.vector("y", y, true);
  check.same_size("x", x, "y", y);
  if (y.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [x = elements(x), y = elements(y)] {
      for (std::size_t i = 0; i < y.size; ++i)
        y[i] = x[i];
    });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().copy, size_of(x), x.data(), stride_of(x), y.data(), stride_of(y));
  });
}

template <class T> void swap(Stream &stream, Vector<T> x, Vector<T> y) {
  const Check check(stream, "swap");
  check.vector("x", x, true);
  check.vector("y", y, true);
  check.same_size("x", x, "y", y);
  if (y.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [x = elements(x), y = elements(y)] {
      for (std::size_t i = 0; i < y.size; ++i)
        std::swap(x[i], y[i]);
    });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().swap, size_of(x), x.data(), stride_of(x), y.data(), stride_of(y));
  });
}

template <class T> void scal(Stream &stream, T alpha, Vector<T> x) {
  const Check check(stream, "scal");
  check.vector("x", x, true);
  if (x.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [alpha, x = elements(x)] {
      for (std::size_t i = 0; i < x.size; ++i)
        x[i] *= alpha;
    });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().scal, size_of(x), &alpha, x.data(), stride_of(x));
  });
}

template <class T> void axpy(Stream &stream, T alpha, Vector<const T> x, Vector<T> y) {
  const Check check(stream, "axpy");
  check.vector("x", x);
  check.vector("y", y, true);
  check.same_size("x", x, "y", y);
  if (y.size() == 0 || alpha == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [alpha, x = elements(x), y = elements(y)] {
      for (std::size_t i = 0; i < y.size; ++i)
        y[i] += alpha * x[i];
    });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().axpy, size_of(x), &alpha, x.data(), stride_of(x), y.data(),
         stride_of(y));
  });
}

template <class T> void rot(Stream &stream, Vector<T> x, Vector<T> y, T c, T s) {
  const Check check(stream, "rot");
  check.vector("x", x, true);
  check.vector("y", y, true);
  check.same_size("x", x, "y", y);
  if (y.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [c, s, x = elements(x), y = elements(y)] {
      for (std::size_t i = 0; i < y.size; ++i) {
        const T old = x[i];
        x[i] = c * old + s * y[i];
        y[i] = c * y[i] - s * old;
      }
    });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().rot, size_of(x), x.data(), stride_of(x), y.data(), stride_of(y), &c, &s);
  });
}

namespace {

template <class T> auto dot_on_cpu(Vector<const T> x, Vector<const T> y) {
  return [x = elements(x), y = elements(y)] { return cpu::dot<T>(x, y); };
}
template <class T> auto dot_on_gpu(const core::Operation &check, Vector<const T> x, Vector<const T> y) {
  return [=, &check](cublas::StreamHandle &blas, cublas::PointerMode mode, T *result) {
    blas.with_result(mode, check, blas.api().real<T>().dot, size_of(x), x.data(), stride_of(x), y.data(),
                     stride_of(y), result);
  };
}
template <class T> auto nrm2_on_cpu(Vector<const T> x) {
  return [x = elements(x)] { return cpu::nrm2<T>(x); };
}
template <class T> auto nrm2_on_gpu(const core::Operation &check, Vector<const T> x) {
  return [=, &check](cublas::StreamHandle &blas, cublas::PointerMode mode, T *result) {
    blas.with_result(mode, check, blas.api().real<T>().nrm2, size_of(x), x.data(), stride_of(x), result);
  };
}
template <class T> auto asum_on_cpu(Vector<const T> x) {
  return [x = elements(x)] { return cpu::asum<T>(x); };
}
template <class T> auto asum_on_gpu(const core::Operation &check, Vector<const T> x) {
  return [=, &check](cublas::StreamHandle &blas, cublas::PointerMode mode, T *result) {
    blas.with_result(mode, check, blas.api().real<T>().asum, size_of(x), x.data(), stride_of(x), result);
  };
}

} // namespace

template <class T> T dot(Stream &stream, Vector<const T> x, Vector<const T> y) {
  const Check check(stream, "dot");
  check.vector("x", x);
  check.vector("y", y);
  check.same_size("x", x, "y", y);
  const core::Operation operation(check);
  return result_on_host<T>(stream, operation, dot_on_cpu<T>(x, y), dot_on_gpu<T>(operation, x, y));
}
template <class T> void dot_into(Stream &stream, Vector<T> result, Vector<const T> x, Vector<const T> y) {
  const Check check(stream, "dot_into");
  check.result(result);
  check.vector("x", x);
  check.vector("y", y);
  check.same_size("x", x, "y", y);
  const core::Operation operation(check);
  result_on_device(stream, operation, result.data(), dot_on_cpu<T>(x, y), dot_on_gpu<T>(operation, x, y));
}

template <class T> T nrm2(Stream &stream, Vector<const T> x) {
  const Check check(stream, "nrm2");
  check.vector("x", x);
  const core::Operation operation(check);
  return result_on_host<T>(stream, operation, nrm2_on_cpu<T>(x), nrm2_on_gpu<T>(operation, x));
}
template <class T> void nrm2_into(Stream &stream, Vector<T> result, Vector<const T> x) {
  const Check check(stream, "nrm2_into");
  check.result(result);
  check.vector("x", x);
  const core::Operation operation(check);
  result_on_device(stream, operation, result.data(), nrm2_on_cpu<T>(x), nrm2_on_gpu<T>(operation, x));
}

template <class T> T asum(Stream &stream, Vector<const T> x) {
  const Check check(stream, "asum");
  check.vector("x", x);
  const core::Operation operation(check);
  return result_on_host<T>(stream, operation, asum_on_cpu<T>(x), asum_on_gpu<T>(operation, x));
}
template <class T> void asum_into(Stream &stream, Vector<T> result, Vector<const T> x) {
  const Check check(stream, "asum_into");
  check.result(result);
  check.vector("x", x);
  const core::Operation operation(check);
  result_on_device(stream, operation, result.data(), asum_on_cpu<T>(x), asum_on_gpu<T>(operation, x));
}

template <class T> std::size_t iamax(Stream &stream, Vector<const T> x) {
  const Check check(stream, "iamax");
  check.vector("x", x);
  if (x.size() == 0)
    check.fail_empty("x");
  const core::Operation operation(check);
  const int from_1 = result_on_host<int>(
      stream, operation, [x = elements(x)] { return static_cast<int>(cpu::iamax<T>(x)) + 1; },
      [&](cublas::StreamHandle &blas, cublas::PointerMode mode, int *result) {
        blas.with_result(mode, operation, blas.api().real<T>().iamax, size_of(x), x.data(), stride_of(x),
                         result);
      });
  return static_cast<std::size_t>(std::max(from_1, 1)) - 1;
}

// Level 2

namespace {

/// y = beta y, as a product of matrices without a depth: the functions of level 2 would read their factors,
/// or leave y as it is.
template <class T>
void scale(cublas::StreamHandle &blas, const core::Operation &operation, T beta, const Vector<T> &y) {
  constexpr cublas::DataType type = data_type<T>();
  const T zero = 0;
  blas(operation, blas.api().gemm, cublas::not_transposed, cublas::not_transposed, 1, size_of(y), 0, &zero,
       y.data(), type, 1, y.data(), type, 1, &beta, y.data(), type, stride_of(y), compute_type<T, T>({}),
       cublas::default_algorithm);
}

} // namespace

template <class T>
void gemv(Stream &stream, T alpha, const Matrix<const T> &a, Vector<const T> x, T beta, Vector<T> y) {
  const Check check(stream, "gemv");
  check.matrix("a", a);
  check.vector("x", x);
  check.vector("y", y, true);
  check.equal("x", x.size(), "elements", "a", a.columns(), "columns");
  check.equal("y", y.size(), "elements", "a", a.rows(), "rows");
  if (y.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check,
                                        [alpha, a = strided(a), x = elements(x), beta, y = elements(y)] {
                                          cpu::gemv<T>(alpha, a, x, beta, y);
                                        });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    if (alpha == 0 || x.size() == 0)
      return scale<T>(blas, check, beta, y);
    blas(check, blas.api().real<T>().gemv, transposition_of(a), stored_rows(a), stored_columns(a), &alpha,
         a.data(), leading_dimension(a), x.data(), stride_of(x), &beta, y.data(), stride_of(y));
  });
}

template <class T>
void ger(Stream &stream, T alpha, Vector<const T> x, Vector<const T> y, const Matrix<T> &a) {
  const Check check(stream, "ger");
  check.vector("x", x);
  check.vector("y", y);
  check.matrix("a", a);
  check.equal("x", x.size(), "elements", "a", a.rows(), "rows");
  check.equal("y", y.size(), "elements", "a", a.columns(), "columns");
  if (x.size() == 0 || y.size() == 0 || alpha == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(
        stream, check,
        [alpha, x = elements(x), y = elements(y), a = strided(a)] { cpu::ger<T>(alpha, x, y, a); });
  // A row-major matrix is its column-major transpose, to which y xᵀ is added.
  const auto &[rows, columns] = a.layout() == Layout::column_major ? std::pair(x, y) : std::pair(y, x);
  on_gpu(stream, check, [&, &rows = rows, &columns = columns](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().ger, stored_rows(a), stored_columns(a), &alpha, rows.data(),
         stride_of(rows), columns.data(), stride_of(columns), a.data(), leading_dimension(a));
  });
}

template <class T>
void symv(Stream &stream, Triangle triangle, T alpha, const Matrix<const T> &a, Vector<const T> x, T beta,
          Vector<T> y) {
  const Check check(stream, "symv");
  check.square("a", a);
  check.vector("x", x);
  check.vector("y", y, true);
  check.equal("x", x.size(), "elements", "a", a.columns(), "columns");
  check.equal("y", y.size(), "elements", "a", a.rows(), "rows");
  if (y.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check,
                                        [lower = triangle == Triangle::lower, alpha, a = strided(a),
                                         x = elements(x), beta,
                                         y = elements(y)] { cpu::symv<T>(lower, alpha, a, x, beta, y); });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    if (alpha == 0)
      return scale<T>(blas, check, beta, y);
    blas(check, blas.api().real<T>().symv, fill_of(triangle, a), size_of(y), &alpha, a.data(),
         leading_dimension(a), x.data(), stride_of(x), &beta, y.data(), stride_of(y));
  });
}

namespace {

/// trmv and trsv, which have the same operands. `compute` runs on the CPU device.
template <class T, class Compute, class Function>
void triangular(Stream &stream, const char *name, Triangle triangle, Diagonal diagonal,
                const Matrix<const T> &a, const Vector<T> &x, Compute compute,
                Function cublas::RealApi<T>::*function) {
  const Check check(stream, name);
  check.square("a", a);
  check.vector("x", x, true);
  check.equal("x", x.size(), "elements", "a", a.columns(), "columns");
  if (x.size() == 0)
    return;
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check,
                                        [compute, lower = triangle == Triangle::lower,
                                         ones = diagonal == Diagonal::ones, a = strided(a),
                                         x = elements(x)] { compute(lower, ones, a, x); });
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().real<T>().*function, fill_of(triangle, a), transposition_of(a), diag_of(diagonal),
         size_of(x), a.data(), leading_dimension(a), x.data(), stride_of(x));
  });
}

} // namespace

template <class T>
void trmv(Stream &stream, Triangle triangle, Diagonal diagonal, const Matrix<const T> &a, Vector<T> x) {
  triangular(stream, "trmv", triangle, diagonal, a, x, cpu::trmv<T>, &cublas::RealApi<T>::trmv);
}
template <class T>
void trsv(Stream &stream, Triangle triangle, Diagonal diagonal, const Matrix<const T> &a, Vector<T> x) {
  triangular(stream, "trsv", triangle, diagonal, a, x, cpu::trsv<T>, &cublas::RealApi<T>::trsv);
}

// gemm

namespace {

template <class In, class Out>
void check_shapes(const Check &check, const Matrix<const In> &a, const Matrix<const In> &b,
                  const Matrix<Out> &c) {
  check.equal("b", b.rows(), "rows", "a", a.columns(), "columns");
  check.equal("c", c.rows(), "rows", "a", a.rows(), "rows");
  check.equal("c", c.columns(), "columns", "b", b.columns(), "columns");
}

/// A product as cuBLAS is told of it: with a column-major C. For a row-major one, which is the column-major
/// transpose, it computes Cᵀ = Bᵀ Aᵀ.
template <class Operand, class Result> struct Product {
  Operand a, b;
  Result c;

  Product(const Operand &a, const Operand &b, const Result &c, Layout layout)
      : a(layout == Layout::column_major ? a : transposed(b)),
        b(layout == Layout::column_major ? b : transposed(a)),
        c(layout == Layout::column_major ? c : transposed(c)) {}
};

} // namespace

template <class In, class Out>
void gemm(Stream &stream, gemm_scalar<Out> alpha, const Matrix<const In> &a, const Matrix<const In> &b,
          gemm_scalar<Out> beta, const Matrix<Out> &c, Precision precision) {
  const Check check(stream, "gemm");
  check.matrix("a", a);
  check.matrix("b", b);
  check.matrix("c", c);
  check_shapes(check, a, b, c);
  if (c.rows() == 0 || c.columns() == 0)
    return;
  const std::size_t depth = alpha == 0 ? 0 : a.columns();
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(
        stream, check,
        [m = c.rows(), n = c.columns(), depth, alpha, a = strided(a), b = strided(b), beta, c = strided(c)] {
          cpu::gemm<In, Out>(m, n, depth, alpha, a, b, beta, c);
        });
  const Product product(a, b, c, c.layout());
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().gemm, transposition_of(product.a), transposition_of(product.b),
         static_cast<int>(product.c.rows()), static_cast<int>(product.c.columns()), static_cast<int>(depth),
         &alpha, product.a.data(), data_type<In>(), leading_dimension(product.a), product.b.data(),
         data_type<In>(), leading_dimension(product.b), &beta, product.c.data(), data_type<Out>(),
         leading_dimension(product.c), compute_type<In, Out>(precision), cublas::default_algorithm);
  });
}

template <class In, class Out>
void gemm_batched(Stream &stream, gemm_scalar<Out> alpha, const MatrixBatch<const In> &a,
                  const MatrixBatch<const In> &b, gemm_scalar<Out> beta, const MatrixBatch<Out> &c,
                  Precision precision) {
  const Check check(stream, "gemm_batched");
  check.batch("a", a, false);
  check.batch("b", b, false);
  check.batch("c", c, true);
  check.equal("a", a.count(), "matrices", "c", c.count(), "matrices");
  check.equal("b", b.count(), "matrices", "c", c.count(), "matrices");
  check_shapes(check, a.first(), b.first(), c.first());
  const std::size_t m = c.first().rows(), n = c.first().columns();
  if (c.count() == 0 || m == 0 || n == 0)
    return;
  const std::size_t depth = alpha == 0 ? 0 : a.first().columns();
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(
        stream, check,
        [m, n, depth, alpha, beta, a = strided(a.first()), b = strided(b.first()), c = strided(c.first()),
         a_step = depth == 0 ? 0 : a.batch_stride(), b_step = depth == 0 ? 0 : b.batch_stride(),
         c_step = c.batch_stride(), count = c.count()]() mutable {
          for (std::size_t i = 0; i < count; ++i, a.data += a_step, b.data += b_step, c.data += c_step)
            cpu::gemm<In, Out>(m, n, depth, alpha, a, b, beta, c);
        });
  const Product product(a, b, c, c.first().layout());
  const Matrix<const In> &first_a = product.a.first(), &first_b = product.b.first();
  const Matrix<Out> &first_c = product.c.first();
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().gemm_strided, transposition_of(first_a), transposition_of(first_b),
         static_cast<int>(first_c.rows()), static_cast<int>(first_c.columns()), static_cast<int>(depth),
         &alpha, first_a.data(), data_type<In>(), leading_dimension(first_a),
         static_cast<long long>(product.a.batch_stride()), first_b.data(), data_type<In>(),
         leading_dimension(first_b), static_cast<long long>(product.b.batch_stride()), &beta, first_c.data(),
         data_type<Out>(), leading_dimension(first_c), static_cast<long long>(product.c.batch_stride()),
         static_cast<int>(c.count()), compute_type<In, Out>(precision), cublas::default_algorithm);
  });
}

template <class In, class Out>
void gemm_batched(Stream &stream, gemm_scalar<Out> alpha, const MatrixPointers<const In> &a,
                  const MatrixPointers<const In> &b, gemm_scalar<Out> beta, const MatrixPointers<Out> &c,
                  Precision precision) {
  const Check check(stream, "gemm_batched");
  check.pointers("a", a);
  check.pointers("b", b);
  check.pointers("c", c);
  const std::size_t count = c.pointers().size();
  check.equal("a", a.pointers().size(), "matrices", "c", count, "matrices");
  check.equal("b", b.pointers().size(), "matrices", "c", count, "matrices");
  check_shapes(check, a.shape(), b.shape(), c.shape());
  const std::size_t m = c.shape().rows(), n = c.shape().columns();
  if (count == 0 || m == 0 || n == 0)
    return;
  const std::size_t depth = alpha == 0 ? 0 : a.shape().columns();
  if (libraries::is_on_cpu(stream))
    return libraries::run_on_cpu_stream(stream, check, [m, n, depth, alpha, beta, a, b, c, count] {
      for (std::size_t i = 0; i < count; ++i)
        cpu::gemm<In, Out>(m, n, depth, alpha,
                           {a.pointers()[i], a.shape().row_stride(), a.shape().column_stride()},
                           {b.pointers()[i], b.shape().row_stride(), b.shape().column_stride()}, beta,
                           {c.pointers()[i], c.shape().row_stride(), c.shape().column_stride()});
    });
  const Product product(a, b, c, c.shape().layout());
  const auto list = [](const auto &batch) {
    return reinterpret_cast<const void *const *>(batch.pointers().data());
  };
  on_gpu(stream, check, [&](cublas::StreamHandle &blas) {
    blas(check, blas.api().gemm_batched, transposition_of(product.a.shape()),
         transposition_of(product.b.shape()), static_cast<int>(product.c.shape().rows()),
         static_cast<int>(product.c.shape().columns()), static_cast<int>(depth), &alpha, list(product.a),
         data_type<In>(), leading_dimension(product.a.shape()), list(product.b), data_type<In>(),
         leading_dimension(product.b.shape()), &beta, const_cast<void *const *>(list(product.c)),
         data_type<Out>(), leading_dimension(product.c.shape()), static_cast<int>(count),
         compute_type<In, Out>(precision), cublas::default_algorithm);
  });
}

#define KCC_REAL(T)                                                                                          \
  KCC_INSTANTIATE void copy(Stream &, Vector<const T>, Vector<T>);                                           \
  KCC_INSTANTIATE void swap(Stream &, Vector<T>, Vector<T>);                                                 \
  KCC_INSTANTIATE void scal(Stream &, T, Vector<T>);                                                         \
  KCC_INSTANTIATE void axpy(Stream &, T, Vector<const T>, Vector<T>);                                        \
  KCC_INSTANTIATE void rot(Stream &, Vector<T>, Vector<T>, T, T);                                            \
  KCC_INSTANTIATE T dot(Stream &, Vector<const T>, Vector<const T>);                                         \
  KCC_INSTANTIATE void dot_into(Stream &, Vector<T>, Vector<const T>, Vector<const T>);                      \
  KCC_INSTANTIATE T nrm2(Stream &, Vector<const T>);                                                         \
  KCC_INSTANTIATE void nrm2_into(Stream &, Vector<T>, Vector<const T>);                                      \
  KCC_INSTANTIATE T asum(Stream &, Vector<const T>);                                                         \
  KCC_INSTANTIATE void asum_into(Stream &, Vector<T>, Vector<const T>);                                      \
  KCC_INSTANTIATE std::size_t iamax(Stream &, Vector<const T>);                                              \
  KCC_INSTANTIATE void gemv(Stream &, T, const Matrix<const T> &, Vector<const T>, T, Vector<T>);            \
  KCC_INSTANTIATE void ger(Stream &, T, Vector<const T>, Vector<const T>, const Matrix<T> &);                \
  KCC_INSTANTIATE void symv(Stream &, Triangle, T, const Matrix<const T> &, Vector<const T>, T, Vector<T>);  \
  KCC_INSTANTIATE void trmv(Stream &, Triangle, Diagonal, const Matrix<const T> &, Vector<T>);               \
  KCC_INSTANTIATE void trsv(Stream &, Triangle, Diagonal, const Matrix<const T> &, Vector<T>);
KCC_REAL(float)
KCC_REAL(double)

#define KCC_GEMM(In, Out)                                                                                    \
  KCC_INSTANTIATE void gemm<In, Out>(Stream &, gemm_scalar<Out>, const Matrix<const In> &,                   \
                                     const Matrix<const In> &, gemm_scalar<Out>, const Matrix<Out> &,        \
                                     Precision);                                                             \
  KCC_INSTANTIATE void gemm_batched<In, Out>(Stream &, gemm_scalar<Out>, const MatrixBatch<const In> &,      \
                                             const MatrixBatch<const In> &, gemm_scalar<Out>,                \
                                             const MatrixBatch<Out> &, Precision);                           \
  KCC_INSTANTIATE void gemm_batched<In, Out>(Stream &, gemm_scalar<Out>, const MatrixPointers<const In> &,   \
                                             const MatrixPointers<const In> &, gemm_scalar<Out>,             \
                                             const MatrixPointers<Out> &, Precision);
KCC_GEMM(float, float)
KCC_GEMM(double, double)
KCC_GEMM(float16, float16)
KCC_GEMM(bfloat16, bfloat16)
KCC_GEMM(float16, float)
KCC_GEMM(bfloat16, float)
#undef KCC_GEMM

} // namespace kcc::blas::detail
