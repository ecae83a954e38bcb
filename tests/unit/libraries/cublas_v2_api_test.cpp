// Compares every declaration of cublas_api.h with NVIDIA's cublas_v2.h. Only built if that header is found.
// There is nothing to run: mistakes do not compile.
#include "alike.h"
#include "blas/cublas_api.h"
#include "blas/cublas_status.h"

#include <cublas_v2.h>

namespace {

using kcc::cublas::Api;
using kcc::cublas::RealApi;

/// The header overloads the functions with a compute type for callers that still pass a data type: cuBLAS's
/// own take cublasComputeType_t.
using Gemm = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                const void *, const void *, cudaDataType, int, const void *, cudaDataType,
                                int, const void *, void *, cudaDataType, int, cublasComputeType_t,
                                cublasGemmAlgo_t);
using GemmBatched = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                       const void *, const void *const *, cudaDataType, int,
                                       const void *const *, cudaDataType, int, const void *, void *const *,
                                       cudaDataType, int, int, cublasComputeType_t, cublasGemmAlgo_t);
using GemmStrided = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                       const void *, const void *, cudaDataType, int, long long, const void *,
                                       cudaDataType, int, long long, const void *, void *, cudaDataType, int,
                                       long long, int, cublasComputeType_t, cublasGemmAlgo_t);
#define KCC_HOLD_OVERLOAD(name, function, Type)                                                              \
  static_assert(alike::Functions<decltype(Api::name), Type>::are_alike() &&                                  \
                static_cast<Type>(::function) != nullptr);
KCC_HOLD_OVERLOAD(gemm, cublasGemmEx, Gemm)
KCC_HOLD_OVERLOAD(gemm_batched, cublasGemmBatchedEx, GemmBatched)
KCC_HOLD_OVERLOAD(gemm_strided, cublasGemmStridedBatchedEx, GemmStrided)

#define KCC_HOLD_SYMBOL(name, function, symbol, parameters)                                                  \
  static_assert(std::string_view(symbol) == KCC_EXPANDED_TEXT(function));
KCC_CUBLAS_FUNCTIONS(KCC_HOLD_SYMBOL)

#define KCC_HOLD(name, function)                                                                             \
  static_assert(alike::Functions<decltype(Api::name), decltype(&::function)>::are_alike());
KCC_HOLD(create, cublasCreate)
KCC_HOLD(destroy, cublasDestroy)
KCC_HOLD(set_stream, cublasSetStream)
KCC_HOLD(set_pointer_mode, cublasSetPointerMode)
KCC_HOLD(set_math_mode, cublasSetMathMode)

#define KCC_HOLD_REAL(T, name, function, symbol)                                                             \
  static_assert(alike::Functions<decltype(RealApi<T>::name), decltype(&::function)>::are_alike(), symbol);   \
  static_assert(std::string_view(symbol) == KCC_EXPANDED_TEXT(function), symbol);
#define KCC_HOLD_FLOAT(name, function, symbol, parameters) KCC_HOLD_REAL(float, name, function, symbol)
#define KCC_HOLD_DOUBLE(name, function, symbol, parameters) KCC_HOLD_REAL(double, name, function, symbol)
KCC_CUBLAS_REAL_FUNCTIONS(KCC_HOLD_FLOAT, float, S, s)
KCC_CUBLAS_REAL_FUNCTIONS(KCC_HOLD_DOUBLE, double, D, d)

#define KCC_HOLD_STATUS(number, name, category, text, hint) static_assert(CUBLAS_STATUS_##name == number);
KCC_CUBLAS_STATUSES(KCC_HOLD_STATUS)

#define KCC_HOLD_VALUE(ours, theirs)                                                                         \
  static_assert(static_cast<int>(kcc::cublas::ours) == static_cast<int>(theirs));
KCC_HOLD_VALUE(not_transposed, CUBLAS_OP_N)
KCC_HOLD_VALUE(transposed, CUBLAS_OP_T)
KCC_HOLD_VALUE(fill_lower, CUBLAS_FILL_MODE_LOWER)
KCC_HOLD_VALUE(fill_upper, CUBLAS_FILL_MODE_UPPER)
KCC_HOLD_VALUE(diag_stored, CUBLAS_DIAG_NON_UNIT)
KCC_HOLD_VALUE(diag_unit, CUBLAS_DIAG_UNIT)
KCC_HOLD_VALUE(results_on_host, CUBLAS_POINTER_MODE_HOST)
KCC_HOLD_VALUE(results_on_device, CUBLAS_POINTER_MODE_DEVICE)
KCC_HOLD_VALUE(reduce_in_full_precision, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)
KCC_HOLD_VALUE(data_f32, CUDA_R_32F)
KCC_HOLD_VALUE(data_f64, CUDA_R_64F)
KCC_HOLD_VALUE(data_f16, CUDA_R_16F)
KCC_HOLD_VALUE(data_bf16, CUDA_R_16BF)
KCC_HOLD_VALUE(compute_f32, CUBLAS_COMPUTE_32F)
KCC_HOLD_VALUE(compute_f64, CUBLAS_COMPUTE_64F)
KCC_HOLD_VALUE(compute_tf32, CUBLAS_COMPUTE_32F_FAST_TF32)
KCC_HOLD_VALUE(default_algorithm, CUBLAS_GEMM_DEFAULT)

} // namespace
