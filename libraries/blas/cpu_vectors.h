// Levels 1 and 2 on the CPU device. Sums of float are added up in double.
#ifndef KCC_LIBRARIES_BLAS_CPU_VECTORS_H
#define KCC_LIBRARIES_BLAS_CPU_VECTORS_H

#include "cpu_gemm.h"

#include <cmath>
#include <cstddef>

namespace kcc::blas::cpu {

/// A vector anywhere in memory.
template <class T> struct Elements {
  T *data;
  std::size_t size, stride;
  T &operator[](std::size_t i) const { return data[i * stride]; }
};

template <class T> T dot(Elements<const T> x, Elements<const T> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size; ++i)
    sum += double{x[i]} * double{y[i]};
  return static_cast<T>(sum);
}

template <class T> T asum(Elements<const T> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size; ++i)
    sum += std::abs(double{x[i]});
  return static_cast<T>(sum);
}

/// Scales by the largest element, so that no square overflows or vanishes.
template <class T> T nrm2(Elements<const T> x) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size; ++i) {
    const double value = std::abs(double{x[i]});
    if (!(value <= largest))
      largest = value;
    if (std::isnan(largest))
      return static_cast<T>(largest);
  }
  if (largest == 0 || std::isinf(largest))
    return static_cast<T>(largest);
  double sum = 0;
  for (std::size_t i = 0; i < x.size; ++i) {
    const double scaled = double{x[i]} / largest;
    sum += scaled * scaled;
  }
  return static_cast<T>(largest * std::sqrt(sum));
}

template <class T> std::size_t iamax(Elements<const T> x) {
  std::size_t found = 0;
  for (std::size_t i = 1; i < x.size; ++i)
    if (std::abs(x[i]) > std::abs(x[found]))
      found = i;
  return found;
}

/// y = product + beta y without reading y if beta is 0
template <class T> void store(T &y, T product, T beta) {
  y = beta == 0 ? product : product + beta * y;
}

template <class T> void gemv(T alpha, Strided<const T> a, Elements<const T> x, T beta, Elements<T> y) {
  for (std::size_t i = 0; i < y.size; ++i) {
    double sum = 0;
    if (alpha != 0)
      for (std::size_t j = 0; j < x.size; ++j)
        sum += double{a(i, j)} * double{x[j]};
    store(y[i], alpha == 0 ? T(0) : alpha * static_cast<T>(sum), beta);
  }
}

template <class T> void ger(T alpha, Elements<const T> x, Elements<const T> y, Strided<T> a) {
  for (std::size_t i = 0; i < x.size; ++i)
    for (std::size_t j = 0; j < y.size; ++j)
      a(i, j) += alpha * x[i] * y[j];
}

template <class T>
void symv(bool lower, T alpha, Strided<const T> a, Elements<const T> x, T beta, Elements<T> y) {
  for (std::size_t i = 0; i < y.size; ++i) {
    double sum = 0;
    if (alpha != 0)
      for (std::size_t j = 0; j < x.size; ++j)
        sum += double{lower == (j <= i) ? a(i, j) : a(j, i)} * double{x[j]};
    store(y[i], alpha == 0 ? T(0) : alpha * static_cast<T>(sum), beta);
  }
}

/// Row i of the result needs rows of x that are not replaced yet: a lower triangle is done from below.
template <class T> void trmv(bool lower, bool ones, Strided<const T> a, Elements<T> x) {
  for (std::size_t step = 0; step < x.size; ++step) {
    const std::size_t i = lower ? x.size - 1 - step : step;
    double sum = ones ? double{x[i]} : double{a(i, i)} * double{x[i]};
    for (std::size_t j = lower ? 0 : i + 1; j < (lower ? i : x.size); ++j)
      sum += double{a(i, j)} * double{x[j]};
    x[i] = static_cast<T>(sum);
  }
}

template <class T> void trsv(bool lower, bool ones, Strided<const T> a, Elements<T> x) {
  for (std::size_t step = 0; step < x.size; ++step) {
    const std::size_t i = lower ? step : x.size - 1 - step;
    double sum = x[i];
    for (std::size_t j = lower ? 0 : i + 1; j < (lower ? i : x.size); ++j)
      sum -= double{a(i, j)} * double{x[j]};
    x[i] = static_cast<T>(ones ? sum : sum / double{a(i, i)});
  }
}

} // namespace kcc::blas::cpu

#endif
