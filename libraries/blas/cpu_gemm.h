// Products of matrices on the CPU device.
#ifndef KCC_LIBRARIES_BLAS_CPU_GEMM_H
#define KCC_LIBRARIES_BLAS_CPU_GEMM_H

#include <cstddef>
#include <type_traits>

namespace kcc::blas::cpu {

/// A matrix anywhere in memory.
template <class T> struct Strided {
  T *data;
  std::size_t row_stride, column_stride; ///< elements
  T &operator()(std::size_t row, std::size_t column) const {
    return data[row * row_stride + column * column_stride];
  }
};

/// The type in which products are added up, and of alpha and beta.
template <class T> using Sum = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// c = alpha a b + beta c, where a is m x k, on several threads. Does not read c if beta is 0.
template <class In, class Out>
void gemm(std::size_t m, std::size_t n, std::size_t k, Sum<Out> alpha, Strided<const In> a,
          Strided<const In> b, Sum<Out> beta, Strided<Out> c);

} // namespace kcc::blas::cpu

#endif
