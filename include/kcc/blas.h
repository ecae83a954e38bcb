// Linear algebra on device memory: BLAS levels 1 and 2, and products of matrices. On a GPU it calls cuBLAS,
// which is opened at the first call; the CPU device has its own version. Programs link kcc::libraries.
//
// Rules for all functions:
// * Work is enqueued in the stream; nothing waits, except functions that return a number.
// * Matrices are row-major unless they say otherwise (<kcc/blas/views.h>). A transposed operand is
//   `transposed(a)`; any combination of layouts is allowed, without a copy.
// * Vector operands are a Buffer, a std::span or a Vector; T is float or double.
// * beta = 0 means that the result is only written: NaN and infinity in it do not matter. alpha = 0 means
//   that the factors are not read.
// * Operands that are written must not overlap others.
// * Throws Error if shapes do not fit, an operand is larger than its memory or belongs to another device, an
//   extent or stride is over 2^31 - 1, cuBLAS is missing or fails, or an earlier kernel of the stream failed.
#ifndef KCC_BLAS_H
#define KCC_BLAS_H

#include <kcc/blas/views.h>
#include <kcc/float16.h>
#include <kcc/runtime/stream.h>

#include <cstddef>
#include <span>
#include <type_traits>

namespace kcc::blas {

/// How gemm multiplies float elements.
enum class Precision : std::uint8_t {
  full, ///< as the elements are
  tf32  ///< may round them to 10 bits of mantissa, for tensor cores; sums are float. The CPU device does not
};

/// Which triangle of a square matrix is read; the other one is ignored. It is a triangle of the matrix as
/// passed: the lower triangle of transposed(a) is the upper one of a.
enum class Triangle : std::uint8_t { lower, upper };

/// The diagonal of a triangular matrix.
enum class Diagonal : std::uint8_t {
  stored,
  ones ///< all ones, and not read
};

namespace detail {

// The element type of a vector operand; void for other types.
template <class A> struct Element {
  using type = void;
};
template <class T> struct Element<Buffer<T>> {
  using type = T;
};
template <class T> struct Element<const Buffer<T>> {
  using type = const T;
};
template <class T, std::size_t n> struct Element<std::span<T, n>> {
  using type = T;
};
template <class T, std::size_t n> struct Element<const std::span<T, n>> {
  using type = T;
};
template <class T> struct Element<Vector<T>> {
  using type = T;
};
template <class T> struct Element<const Vector<T>> {
  using type = T;
};
template <class A> using element_of = typename Element<std::remove_reference_t<A>>::type;
template <class A> using value_of = std::remove_const_t<element_of<A>>;
/// The type of a scalar beside this operand; not void, so that wrong operands reach the checks below.
template <class A> using scalar_of = std::conditional_t<std::is_void_v<element_of<A>>, double, value_of<A>>;

template <class T> inline constexpr bool is_real = std::is_same_v<T, float> || std::is_same_v<T, double>;

template <class Y> constexpr void check_output() {
  static_assert(!std::is_void_v<element_of<Y>>,
                "kcc::blas: a vector operand is a Buffer, a std::span of device memory, or a Vector");
  static_assert(is_real<value_of<Y>>, "kcc::blas: vector operands have elements of float or double");
  static_assert(!std::is_const_v<element_of<Y>>, "kcc::blas: this operand is written: it cannot be const");
}
template <class X, class T> constexpr void check_input() {
  static_assert(!std::is_void_v<element_of<X>>,
                "kcc::blas: a vector operand is a Buffer, a std::span of device memory, or a Vector");
  static_assert(std::is_same_v<value_of<X>, T>, "kcc::blas: all operands have the same element type");
  static_assert(is_real<value_of<X>>, "kcc::blas: vector operands have elements of float or double");
}

template <class T> Vector<const T> input(const Buffer<T> &x) {
  return Vector<const T>(x);
}
template <class T, std::size_t n> Vector<const std::remove_const_t<T>> input(std::span<T, n> x) {
  return Vector<const std::remove_const_t<T>>(std::span<const T>(x));
}
template <class T> Vector<const std::remove_const_t<T>> input(const Vector<T> &x) {
  return x;
}
template <class T> Vector<T> output(Buffer<T> &y) {
  return Vector<T>(y);
}
template <class T, std::size_t n> Vector<T> output(std::span<T, n> y) {
  return Vector<T>(std::span<T>(y));
}
template <class T> Vector<T> output(const Vector<T> &y) {
  return y;
}

// For T = float and double, in the library.
template <class T> void copy(Stream &, Vector<const T> x, Vector<T> y);
template <class T> void swap(Stream &, Vector<T> x, Vector<T> y);
template <class T> void scal(Stream &, T alpha, Vector<T> x);
template <class T> void axpy(Stream &, T alpha, Vector<const T> x, Vector<T> y);
template <class T> void rot(Stream &, Vector<T> x, Vector<T> y, T c, T s);
template <class T> T dot(Stream &, Vector<const T> x, Vector<const T> y);
template <class T> void dot_into(Stream &, Vector<T> result, Vector<const T> x, Vector<const T> y);
template <class T> T nrm2(Stream &, Vector<const T> x);
template <class T> void nrm2_into(Stream &, Vector<T> result, Vector<const T> x);
template <class T> T asum(Stream &, Vector<const T> x);
template <class T> void asum_into(Stream &, Vector<T> result, Vector<const T> x);
template <class T> std::size_t iamax(Stream &, Vector<const T> x);
template <class T>
void gemv(Stream &, T alpha, const Matrix<const T> &a, Vector<const T> x, T beta, Vector<T> y);
template <class T> void ger(Stream &, T alpha, Vector<const T> x, Vector<const T> y, const Matrix<T> &a);
template <class T>
void symv(Stream &, Triangle, T alpha, const Matrix<const T> &a, Vector<const T> x, T beta, Vector<T> y);
template <class T> void trmv(Stream &, Triangle, Diagonal, const Matrix<const T> &a, Vector<T> x);
template <class T> void trsv(Stream &, Triangle, Diagonal, const Matrix<const T> &a, Vector<T> x);

/// The type of alpha and beta.
template <class T> using gemm_scalar = std::conditional_t<std::is_same_v<T, double>, double, float>;

template <class In, class Out>
inline constexpr bool has_gemm =
    (std::is_same_v<In, Out> &&
     (is_real<In> || std::is_same_v<In, float16> || std::is_same_v<In, bfloat16>)) ||
    (std::is_same_v<Out, float> && (std::is_same_v<In, float16> || std::is_same_v<In, bfloat16>));

template <class A, class B, class C> constexpr void check_gemm() {
  static_assert(!std::is_const_v<C>, "kcc::blas::gemm: c is written: it cannot be const");
  static_assert(std::is_same_v<std::remove_const_t<A>, std::remove_const_t<B>>,
                "kcc::blas::gemm: a and b have the same element type");
  static_assert(has_gemm<std::remove_const_t<A>, C>,
                "kcc::blas::gemm: elements are float, double, kcc::float16 or kcc::bfloat16, the same in all "
                "matrices; the latter two may be added up in a c of float");
}

// For the types of has_gemm, in the library.
template <class In, class Out>
void gemm(Stream &, gemm_scalar<Out> alpha, const Matrix<const In> &a, const Matrix<const In> &b,
          gemm_scalar<Out> beta, const Matrix<Out> &c, Precision);
template <class In, class Out>
void gemm_batched(Stream &, gemm_scalar<Out> alpha, const MatrixBatch<const In> &a,
                  const MatrixBatch<const In> &b, gemm_scalar<Out> beta, const MatrixBatch<Out> &c,
                  Precision);
template <class In, class Out>
void gemm_batched(Stream &, gemm_scalar<Out> alpha, const MatrixPointers<const In> &a,
                  const MatrixPointers<const In> &b, gemm_scalar<Out> beta, const MatrixPointers<Out> &c,
                  Precision);

} // namespace detail

/// y = x
template <class X, class Y> void copy(Stream &stream, const X &x, Y &&y) {
  detail::check_output<Y>();
  detail::check_input<X, detail::value_of<Y>>();
  detail::copy<detail::value_of<Y>>(stream, detail::input(x), detail::output(y));
}

/// Exchanges the elements of x and y.
template <class X, class Y> void swap(Stream &stream, X &&x, Y &&y) {
  detail::check_output<X>();
  detail::check_output<Y>();
  detail::check_input<X, detail::value_of<Y>>();
  detail::swap<detail::value_of<Y>>(stream, detail::output(x), detail::output(y));
}

/// x = alpha x
template <class X> void scal(Stream &stream, detail::scalar_of<X> alpha, X &&x) {
  detail::check_output<X>();
  detail::scal<detail::value_of<X>>(stream, alpha, detail::output(x));
}

/// y = alpha x + y
template <class X, class Y> void axpy(Stream &stream, detail::scalar_of<Y> alpha, const X &x, Y &&y) {
  detail::check_output<Y>();
  detail::check_input<X, detail::value_of<Y>>();
  detail::axpy<detail::value_of<Y>>(stream, alpha, detail::input(x), detail::output(y));
}

/// A rotation: x = c x + s y and y = c y - s x, with the old x and y on the right.
template <class X, class Y>
void rot(Stream &stream, X &&x, Y &&y, detail::scalar_of<Y> c, detail::scalar_of<Y> s) {
  detail::check_output<X>();
  detail::check_output<Y>();
  detail::check_input<X, detail::value_of<Y>>();
  detail::rot<detail::value_of<Y>>(stream, detail::output(x), detail::output(y), c, s);
}

/// The sum of all x[i] y[i]. Waits for the stream.
template <class X, class Y> detail::value_of<X> dot(Stream &stream, const X &x, const Y &y) {
  detail::check_input<X, detail::value_of<X>>();
  detail::check_input<Y, detail::value_of<X>>();
  return detail::dot<detail::value_of<X>>(stream, detail::input(x), detail::input(y));
}
/// result[0] = the sum of all x[i] y[i]. Does not wait.
template <class R, class X, class Y> void dot_into(Stream &stream, R &&result, const X &x, const Y &y) {
  detail::check_output<R>();
  detail::check_input<X, detail::value_of<R>>();
  detail::check_input<Y, detail::value_of<R>>();
  detail::dot_into<detail::value_of<R>>(stream, detail::output(result), detail::input(x), detail::input(y));
}

/// The Euclidean norm: the root of the sum of all squares, without overflow on the way. Waits for the stream.
template <class X> detail::value_of<X> nrm2(Stream &stream, const X &x) {
  detail::check_input<X, detail::value_of<X>>();
  return detail::nrm2<detail::value_of<X>>(stream, detail::input(x));
}
/// result[0] = the Euclidean norm. Does not wait.
template <class R, class X> void nrm2_into(Stream &stream, R &&result, const X &x) {
  detail::check_output<R>();
  detail::check_input<X, detail::value_of<R>>();
  detail::nrm2_into<detail::value_of<R>>(stream, detail::output(result), detail::input(x));
}

/// The sum of all absolute values. Waits for the stream.
template <class X> detail::value_of<X> asum(Stream &stream, const X &x) {
  detail::check_input<X, detail::value_of<X>>();
  return detail::asum<detail::value_of<X>>(stream, detail::input(x));
}
/// result[0] = the sum of all absolute values. Does not wait.
template <class R, class X> void asum_into(Stream &stream, R &&result, const X &x) {
  detail::check_output<R>();
  detail::check_input<X, detail::value_of<R>>();
  detail::asum_into<detail::value_of<R>>(stream, detail::output(result), detail::input(x));
}

/// The index, from 0, of the first element with the greatest absolute value. Unspecified if there are NaNs.
/// Waits for the stream. Throws Error if there is no element.
template <class X> std::size_t iamax(Stream &stream, const X &x) {
  detail::check_input<X, detail::value_of<X>>();
  return detail::iamax<detail::value_of<X>>(stream, detail::input(x));
}

/// y = alpha a x + beta y
template <class A, class X, class Y>
void gemv(Stream &stream, detail::scalar_of<Y> alpha, const Matrix<A> &a, const X &x,
          detail::scalar_of<Y> beta, Y &&y) {
  detail::check_output<Y>();
  detail::check_input<X, detail::value_of<Y>>();
  detail::check_input<Vector<A>, detail::value_of<Y>>();
  detail::gemv<detail::value_of<Y>>(stream, alpha, a, detail::input(x), beta, detail::output(y));
}

/// a = alpha x yᵀ + a
template <class X, class Y, class T>
void ger(Stream &stream, std::type_identity_t<T> alpha, const X &x, const Y &y, const Matrix<T> &a) {
  detail::check_output<Vector<T>>();
  detail::check_input<X, T>();
  detail::check_input<Y, T>();
  detail::ger<T>(stream, alpha, detail::input(x), detail::input(y), a);
}

/// y = alpha a x + beta y for a symmetric matrix, of which one triangle is read
template <class A, class X, class Y>
void symv(Stream &stream, Triangle triangle, detail::scalar_of<Y> alpha, const Matrix<A> &a, const X &x,
          detail::scalar_of<Y> beta, Y &&y) {
  detail::check_output<Y>();
  detail::check_input<X, detail::value_of<Y>>();
  detail::check_input<Vector<A>, detail::value_of<Y>>();
  detail::symv<detail::value_of<Y>>(stream, triangle, alpha, a, detail::input(x), beta, detail::output(y));
}

/// x = a x for a triangular matrix
template <class A, class X>
void trmv(Stream &stream, Triangle triangle, Diagonal diagonal, const Matrix<A> &a, X &&x) {
  detail::check_output<X>();
  detail::check_input<Vector<A>, detail::value_of<X>>();
  detail::trmv<detail::value_of<X>>(stream, triangle, diagonal, a, detail::output(x));
}

/// Solves a x' = x for a triangular matrix; x' replaces x. A zero on the diagonal gives infinities or NaNs.
template <class A, class X>
void trsv(Stream &stream, Triangle triangle, Diagonal diagonal, const Matrix<A> &a, X &&x) {
  detail::check_output<X>();
  detail::check_input<Vector<A>, detail::value_of<X>>();
  detail::trsv<detail::value_of<X>>(stream, triangle, diagonal, a, detail::output(x));
}

/// c = alpha a b + beta c
///
/// Elements are float, double, float16 or bfloat16; products of the latter two are summed up in float, and c
/// may be a matrix of float. alpha and beta are double for double, else float. Float elements are multiplied
/// as such unless \p precision allows TF32.
template <class A, class B, class C>
void gemm(Stream &stream, detail::gemm_scalar<C> alpha, const Matrix<A> &a, const Matrix<B> &b,
          detail::gemm_scalar<C> beta, const Matrix<C> &c, Precision precision = Precision::full) {
  detail::check_gemm<A, B, C>();
  detail::gemm<std::remove_const_t<A>, C>(stream, alpha, a, b, beta, c, precision);
}

/// The same for each matrix of a batch. All batches have the same number of matrices.
template <class A, class B, class C>
void gemm_batched(Stream &stream, detail::gemm_scalar<C> alpha, const MatrixBatch<A> &a,
                  const MatrixBatch<B> &b, detail::gemm_scalar<C> beta, const MatrixBatch<C> &c,
                  Precision precision = Precision::full) {
  detail::check_gemm<A, B, C>();
  detail::gemm_batched<std::remove_const_t<A>, C>(stream, alpha, a, b, beta, c, precision);
}

/// The same for matrices anywhere in device memory; what their pointers point to cannot be checked.
template <class A, class B, class C>
void gemm_batched(Stream &stream, detail::gemm_scalar<C> alpha, const MatrixPointers<A> &a,
                  const MatrixPointers<B> &b, detail::gemm_scalar<C> beta, const MatrixPointers<C> &c,
                  Precision precision = Precision::full) {
  detail::check_gemm<A, B, C>();
  detail::gemm_batched<std::remove_const_t<A>, C>(stream, alpha, a, b, beta, c, precision);
}

} // namespace kcc::blas

#endif
