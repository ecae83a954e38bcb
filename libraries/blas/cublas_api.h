// The part of cuBLAS that kcc uses, declared once. The table of functions and the loader are generated from
// these lists; tests compare them with cublas_v2.h.
#ifndef KCC_LIBRARIES_BLAS_CUBLAS_API_H
#define KCC_LIBRARIES_BLAS_CUBLAS_API_H

#include "core/shared_library.h"

namespace kcc::cublas {

using Status = int; // cublasStatus_t
struct HandleObject;
using Handle = HandleObject *;
using StreamRef = void *; // cudaStream_t

enum Transposition : unsigned { not_transposed = 0, transposed = 1 }; // cublasOperation_t
enum Fill : unsigned { fill_lower = 0, fill_upper = 1 };              // cublasFillMode_t
enum Diag : unsigned { diag_stored = 0, diag_unit = 1 };              // cublasDiagType_t
enum PointerMode : unsigned { results_on_host = 0, results_on_device = 1 };
enum MathMode : unsigned {
  reduce_in_full_precision = 16
}; // CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION
enum DataType : unsigned { data_f32 = 0, data_f64 = 1, data_f16 = 2, data_bf16 = 14 }; // cudaDataType
enum ComputeType : unsigned { compute_f32 = 68, compute_f64 = 70, compute_tf32 = 77 };
enum Algorithm : int { default_algorithm = -1 }; // cublasGemmAlgo_t

// X(name, function, symbol, parameters): the name here, the function in cublas_v2.h, the library's symbol (to
// which macros in that header map it), the parameter types.
#define KCC_CUBLAS_FUNCTIONS(X)                                                                              \
  X(create, cublasCreate, "cublasCreate_v2", (Handle *))                                                     \
  X(destroy, cublasDestroy, "cublasDestroy_v2", (Handle))                                                    \
  X(set_stream, cublasSetStream, "cublasSetStream_v2", (Handle, StreamRef))                                  \
  X(set_pointer_mode, cublasSetPointerMode, "cublasSetPointerMode_v2", (Handle, PointerMode))                \
  X(set_math_mode, cublasSetMathMode, "cublasSetMathMode", (Handle, MathMode))                               \
  X(gemm, cublasGemmEx, "cublasGemmEx",                                                                      \
    (Handle, Transposition, Transposition, int, int, int, const void *, const void *, DataType, int,         \
     const void *, DataType, int, const void *, void *, DataType, int, ComputeType, Algorithm))              \
  X(gemm_batched, cublasGemmBatchedEx, "cublasGemmBatchedEx",                                                \
    (Handle, Transposition, Transposition, int, int, int, const void *, const void *const *, DataType, int,  \
     const void *const *, DataType, int, const void *, void *const *, DataType, int, int, ComputeType,       \
     Algorithm))                                                                                             \
  X(gemm_strided, cublasGemmStridedBatchedEx, "cublasGemmStridedBatchedEx",                                  \
    (Handle, Transposition, Transposition, int, int, int, const void *, const void *, DataType, int,         \
     long long, const void *, DataType, int, long long, const void *, void *, DataType, int, long long, int, \
     ComputeType, Algorithm))

// The same for functions that there are for float and double: T is the type, S and s its letter.
#define KCC_CUBLAS_REAL_FUNCTIONS(X, T, S, s)                                                                \
  X(axpy, cublas##S##axpy, "cublas" #S "axpy_v2", (Handle, int, const T *, const T *, int, T *, int))        \
  X(scal, cublas##S##scal, "cublas" #S "scal_v2", (Handle, int, const T *, T *, int))                        \
  X(copy, cublas##S##copy, "cublas" #S "copy_v2", (Handle, int, const T *, int, T *, int))                   \
  X(swap, cublas##S##swap, "cublas" #S "swap_v2", (Handle, int, T *, int, T *, int))                         \
  X(rot, cublas##S##rot, "cublas" #S "rot_v2", (Handle, int, T *, int, T *, int, const T *, const T *))      \
  X(dot, cublas##S##dot, "cublas" #S "dot_v2", (Handle, int, const T *, int, const T *, int, T *))           \
  X(nrm2, cublas##S##nrm2, "cublas" #S "nrm2_v2", (Handle, int, const T *, int, T *))                        \
  X(asum, cublas##S##asum, "cublas" #S "asum_v2", (Handle, int, const T *, int, T *))                        \
  X(iamax, cublasI##s##amax, "cublasI" #s "amax_v2", (Handle, int, const T *, int, int *))                   \
  X(gemv, cublas##S##gemv, "cublas" #S "gemv_v2",                                                            \
    (Handle, Transposition, int, int, const T *, const T *, int, const T *, int, const T *, T *, int))       \
  X(ger, cublas##S##ger, "cublas" #S "ger_v2",                                                               \
    (Handle, int, int, const T *, const T *, int, const T *, int, T *, int))                                 \
  X(symv, cublas##S##symv, "cublas" #S "symv_v2",                                                            \
    (Handle, Fill, int, const T *, const T *, int, const T *, int, const T *, T *, int))                     \
  X(trmv, cublas##S##trmv, "cublas" #S "trmv_v2",                                                            \
    (Handle, Fill, Transposition, Diag, int, const T *, int, T *, int))                                      \
  X(trsv, cublas##S##trsv, "cublas" #S "trsv_v2",                                                            \
    (Handle, Fill, Transposition, Diag, int, const T *, int, T *, int))

#define KCC_DECLARE(name, function, symbol, parameters) core::ImportedFunction<Status parameters> name;
#define KCC_FIND(name, function, symbol, parameters) finder.find(name, #function, symbol);

/// The functions for one type.
template <class T> struct RealApi;
#define KCC_REAL_API(T, S, s)                                                                                \
  template <> struct RealApi<T> {                                                                            \
    KCC_CUBLAS_REAL_FUNCTIONS(KCC_DECLARE, T, S, s)                                                          \
    void find_all(core::FunctionFinder &finder) { KCC_CUBLAS_REAL_FUNCTIONS(KCC_FIND, T, S, s) }             \
  };
KCC_REAL_API(float, S, s)
KCC_REAL_API(double, D, d)
#undef KCC_REAL_API

/// The functions of the loaded library.
struct Api {
  KCC_CUBLAS_FUNCTIONS(KCC_DECLARE)
  RealApi<float> f32;
  RealApi<double> f64;

  void find_all(core::FunctionFinder &finder) {
    KCC_CUBLAS_FUNCTIONS(KCC_FIND)
    f32.find_all(finder);
    f64.find_all(finder);
  }
  template <class T> const RealApi<T> &real() const;
};
template <> inline const RealApi<float> &Api::real<float>() const {
  return f32;
}
template <> inline const RealApi<double> &Api::real<double>() const {
  return f64;
}
#undef KCC_DECLARE
#undef KCC_FIND

} // namespace kcc::cublas

#endif
