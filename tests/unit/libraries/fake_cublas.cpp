// A cuBLAS for tests, which computes on the fake driver's memory, straight from the definitions:
// column-major, in double. Like the fake driver, it records calls and fails on demand.
#include "fake_library.h"

#include "blas/cublas_api.h"

#include <kcc/float16.h>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace kcc::cublas;

struct kcc::cublas::HandleObject {
  PointerMode mode = results_on_host;
};

namespace {

template <class T> double element(const void *data, long long index) {
  return static_cast<double>(static_cast<float>(static_cast<const T *>(data)[index]));
}
template <> double element<double>(const void *data, long long index) {
  return static_cast<const double *>(data)[index];
}
double read(const void *data, DataType type, long long index) {
  switch (type) {
  case data_f32:
    return element<float>(data, index);
  case data_f64:
    return element<double>(data, index);
  case data_f16:
    return element<kcc::float16>(data, index);
  case data_bf16:
    return element<kcc::bfloat16>(data, index);
  }
  return NAN;
}
void write(void *data, DataType type, long long index, double value) {
  switch (type) {
  case data_f32:
    static_cast<float *>(data)[index] = static_cast<float>(value);
    break;
  case data_f64:
    static_cast<double *>(data)[index] = value;
    break;
  case data_f16:
    static_cast<kcc::float16 *>(data)[index] = static_cast<kcc::float16>(value);
    break;
  case data_bf16:
    static_cast<kcc::bfloat16 *>(data)[index] = static_cast<kcc::bfloat16>(static_cast<float>(value));
    break;
  }
}

constexpr Status cublas_invalid_value = 7;

/// As cuBLAS checks, which knows of the stored matrices only their leading dimensions.
bool dimensions_fit(Transposition a_transposed, Transposition b_transposed, int m, int n, int k, int lda,
                    int ldb, int ldc) {
  return m >= 0 && n >= 0 && k >= 0 && lda >= std::max(1, a_transposed ? k : m) &&
         ldb >= std::max(1, b_transposed ? n : k) && ldc >= std::max(1, m);
}

Status multiply(Transposition ta, Transposition tb, int m, int n, int k, const void *alpha, const void *a,
                DataType a_type, int lda, const void *b, DataType b_type, int ldb, const void *beta, void *c,
                DataType c_type, int ldc, ComputeType compute) {
  if (!dimensions_fit(ta, tb, m, n, k, lda, ldb, ldc))
    return cublas_invalid_value;
  const DataType scalar = compute == compute_f64 ? data_f64 : data_f32;
  const double times = read(alpha, scalar, 0), keep = read(beta, scalar, 0);
  for (long long i = 0; i < m; ++i)
    for (long long j = 0; j < n; ++j) {
      double sum = 0;
      for (long long p = 0; p < k; ++p)
        sum +=
            read(a, a_type, ta ? p + i * lda : i + p * lda) * read(b, b_type, tb ? j + p * ldb : p + j * ldb);
      const double old = keep == 0 ? 0 : keep * read(c, c_type, i + j * ldc);
      write(c, c_type, i + j * ldc, times * sum + old);
    }
  return 0;
}

} // namespace

extern "C" {

Status cublasCreate_v2(Handle *handle) {
  KCC_FAKE_CALL("cublasCreate");
  *handle = fake_library::make<HandleObject>("cuBLAS handles");
  return 0;
}
Status cublasDestroy_v2(Handle handle) {
  KCC_FAKE_CALL("cublasDestroy");
  fake_library::destroy("cuBLAS handles", handle);
  return 0;
}
Status cublasSetStream_v2(Handle, StreamRef) {
  KCC_FAKE_CALL("cublasSetStream");
  return 0;
}
Status cublasSetPointerMode_v2(Handle handle, PointerMode mode) {
  KCC_FAKE_CALL("cublasSetPointerMode");
  handle->mode = mode;
  return 0;
}
Status cublasSetMathMode(Handle, MathMode) {
  KCC_FAKE_CALL("cublasSetMathMode");
  return 0;
}

Status cublasGemmEx(Handle, Transposition ta, Transposition tb, int m, int n, int k, const void *alpha,
                    const void *a, DataType a_type, int lda, const void *b, DataType b_type, int ldb,
                    const void *beta, void *c, DataType c_type, int ldc, ComputeType compute, Algorithm) {
  KCC_FAKE_CALL("cublasGemmEx");
  return multiply(ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc, compute);
}
Status cublasGemmBatchedEx(Handle, Transposition ta, Transposition tb, int m, int n, int k, const void *alpha,
                           const void *const *a, DataType a_type, int lda, const void *const *b,
                           DataType b_type, int ldb, const void *beta, void *const *c, DataType c_type,
                           int ldc, int count, ComputeType compute, Algorithm) {
  KCC_FAKE_CALL("cublasGemmBatchedEx");
  Status status = 0;
  for (int i = 0; i < count && status == 0; ++i)
    status = multiply(ta, tb, m, n, k, alpha, a[i], a_type, lda, b[i], b_type, ldb, beta, c[i], c_type, ldc,
                      compute);
  return status;
}
Status cublasGemmStridedBatchedEx(Handle, Transposition ta, Transposition tb, int m, int n, int k,
                                  const void *alpha, const void *a, DataType a_type, int lda,
                                  long long a_stride, const void *b, DataType b_type, int ldb,
                                  long long b_stride, const void *beta, void *c, DataType c_type, int ldc,
                                  long long c_stride, int count, ComputeType compute, Algorithm) {
  KCC_FAKE_CALL("cublasGemmStridedBatchedEx");
  const auto at = [](const void *data, DataType type, long long index) {
    return const_cast<char *>(static_cast<const char *>(data)) + index * (type == data_f64   ? 8
                                                                          : type == data_f32 ? 4
                                                                                             : 2);
  };
  Status status = 0;
  for (int i = 0; i < count && status == 0; ++i)
    status = multiply(ta, tb, m, n, k, alpha, at(a, a_type, i * a_stride), a_type, lda,
                      at(b, b_type, i * b_stride), b_type, ldb, beta, at(c, c_type, i * c_stride), c_type,
                      ldc, compute);
  return status;
}

#define KCC_REAL(T, S, s)                                                                                    \
  Status cublas##S##axpy_v2(Handle, int n, const T *alpha, const T *x, int dx, T *y, int dy) {               \
    KCC_FAKE_CALL("cublas" #S "axpy");                                                                       \
    for (int i = 0; i < n; ++i)                                                                              \
      y[i * dy] += *alpha * x[i * dx];                                                                       \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##scal_v2(Handle, int n, const T *alpha, T *x, int dx) {                                   \
    KCC_FAKE_CALL("cublas" #S "scal");                                                                       \
    for (int i = 0; i < n; ++i)                                                                              \
      x[i * dx] *= *alpha;                                                                                   \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##copy_v2(Handle, int n, const T *x, int dx, T *y, int dy) {                               \
    KCC_FAKE_CALL("cublas" #S "copy");                                                                       \
    for (int i = 0; i < n; ++i)                                                                              \
      y[i * dy] = x[i * dx];                                                                                 \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##swap_v2(Handle, int n, T *x, int dx, T *y, int dy) {                                     \
    KCC_FAKE_CALL("cublas" #S "swap");                                                                       \
    for (int i = 0; i < n; ++i)                                                                              \
      std::swap(x[i * dx], y[i * dy]);                                                                       \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##rot_v2(Handle, int n, T *x, int dx, T *y, int dy, const T *c, const T *sine) {           \
    KCC_FAKE_CALL("cublas" #S "rot");                                                                        \
    for (int i = 0; i < n; ++i) {                                                                            \
      const T a = x[i * dx], b = y[i * dy];                                                                  \
      x[i * dx] = *c * a + *sine * b;                                                                        \
      y[i * dy] = *c * b - *sine * a;                                                                        \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##dot_v2(Handle, int n, const T *x, int dx, const T *y, int dy, T *result) {               \
    KCC_FAKE_CALL("cublas" #S "dot");                                                                        \
    double sum = 0;                                                                                          \
    for (int i = 0; i < n; ++i)                                                                              \
      sum += double{x[i * dx]} * double{y[i * dy]};                                                          \
    *result = static_cast<T>(sum);                                                                           \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##nrm2_v2(Handle, int n, const T *x, int dx, T *result) {                                  \
    KCC_FAKE_CALL("cublas" #S "nrm2");                                                                       \
    double norm = 0;                                                                                         \
    for (int i = 0; i < n; ++i)                                                                              \
      norm = std::hypot(norm, double{x[i * dx]});                                                            \
    *result = static_cast<T>(norm);                                                                          \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##asum_v2(Handle, int n, const T *x, int dx, T *result) {                                  \
    KCC_FAKE_CALL("cublas" #S "asum");                                                                       \
    double sum = 0;                                                                                          \
    for (int i = 0; i < n; ++i)                                                                              \
      sum += std::abs(double{x[i * dx]});                                                                    \
    *result = static_cast<T>(sum);                                                                           \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublasI##s##amax_v2(Handle, int n, const T *x, int dx, int *result) {                               \
    KCC_FAKE_CALL("cublasI" #s "amax");                                                                      \
    *result = n > 0;                                                                                         \
    for (int i = 1; i < n; ++i)                                                                              \
      if (std::abs(x[i * dx]) > std::abs(x[(*result - 1) * dx]))                                             \
        *result = i + 1;                                                                                     \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##gemv_v2(Handle, Transposition t, int m, int n, const T *alpha, const T *a, int lda,      \
                            const T *x, int dx, const T *beta, T *y, int dy) {                               \
    KCC_FAKE_CALL("cublas" #S "gemv");                                                                       \
    if (lda < std::max(1, m) || dx == 0 || dy == 0)                                                          \
      return cublas_invalid_value;                                                                           \
    for (int i = 0; i < (t ? n : m); ++i) {                                                                  \
      double sum = 0;                                                                                        \
      for (int j = 0; j < (t ? m : n); ++j)                                                                  \
        sum += double{t ? a[j + i * lda] : a[i + j * lda]} * double{x[j * dx]};                              \
      y[i * dy] = static_cast<T>(*alpha * sum) + (*beta == 0 ? T(0) : *beta * y[i * dy]);                    \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##ger_v2(Handle, int m, int n, const T *alpha, const T *x, int dx, const T *y, int dy,     \
                           T *a, int lda) {                                                                  \
    KCC_FAKE_CALL("cublas" #S "ger");                                                                        \
    if (lda < std::max(1, m))                                                                                \
      return cublas_invalid_value;                                                                           \
    for (int i = 0; i < m; ++i)                                                                              \
      for (int j = 0; j < n; ++j)                                                                            \
        a[i + j * lda] += *alpha * x[i * dx] * y[j * dy];                                                    \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##symv_v2(Handle, Fill fill, int n, const T *alpha, const T *a, int lda, const T *x,       \
                            int dx, const T *beta, T *y, int dy) {                                           \
    KCC_FAKE_CALL("cublas" #S "symv");                                                                       \
    for (int i = 0; i < n; ++i) {                                                                            \
      double sum = 0;                                                                                        \
      for (int j = 0; j < n; ++j) {                                                                          \
        const bool stored = fill == fill_lower ? j <= i : j >= i;                                            \
        sum += double{stored ? a[i + j * lda] : a[j + i * lda]} * double{x[j * dx]};                         \
      }                                                                                                      \
      y[i * dy] = static_cast<T>(*alpha * sum) + (*beta == 0 ? T(0) : *beta * y[i * dy]);                    \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##trmv_v2(Handle, Fill fill, Transposition t, Diag diag, int n, const T *a, int lda, T *x, \
                            int dx) {                                                                        \
    KCC_FAKE_CALL("cublas" #S "trmv");                                                                       \
    std::vector<T> old;                                                                                      \
    for (int i = 0; i < n; ++i)                                                                              \
      old.push_back(x[i * dx]);                                                                              \
    for (int i = 0; i < n; ++i) {                                                                            \
      double sum = 0;                                                                                        \
      for (int j = 0; j < n; ++j) {                                                                          \
        const int row = t ? j : i, column = t ? i : j;                                                       \
        if (fill == fill_lower ? column <= row : column >= row)                                              \
          sum += (i == j && diag == diag_unit ? 1.0 : double{a[row + column * lda]}) *                       \
                 double{old[static_cast<std::size_t>(j)]};                                                   \
      }                                                                                                      \
      x[i * dx] = static_cast<T>(sum);                                                                       \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cublas##S##trsv_v2(Handle, Fill fill, Transposition t, Diag diag, int n, const T *a, int lda, T *x, \
                            int dx) {                                                                        \
    KCC_FAKE_CALL("cublas" #S "trsv");                                                                       \
    const bool forward = (fill == fill_lower) == (t == not_transposed);                                      \
    for (int step = 0; step < n; ++step) {                                                                   \
      const int i = forward ? step : n - 1 - step;                                                           \
      double sum = x[i * dx];                                                                                \
      for (int j = forward ? 0 : i + 1; j < (forward ? i : n); ++j)                                          \
        sum -= double{t ? a[j + i * lda] : a[i + j * lda]} * double{x[j * dx]};                              \
      x[i * dx] = static_cast<T>(diag == diag_unit ? sum : sum / double{a[i + i * lda]});                    \
    }                                                                                                        \
    return 0;                                                                                                \
  }
KCC_REAL(float, S, s)
KCC_REAL(double, D, d)

} // extern "C"
