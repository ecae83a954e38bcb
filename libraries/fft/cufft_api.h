// The part of cuFFT that kcc uses, declared once; tests compare it with cufft.h.
#ifndef KCC_LIBRARIES_FFT_CUFFT_API_H
#define KCC_LIBRARIES_FFT_CUFFT_API_H

#include "core/shared_library.h"

#include <complex>
#include <cstddef>

namespace kcc::cufft {

using Status = int;       // cufftResult
using Handle = int;       // cufftHandle
using StreamRef = void *; // cudaStream_t
using ComplexF = std::complex<float>;
using ComplexD = std::complex<double>;
enum Type : unsigned { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2d = 0x6c, z2z = 0x69 }; // cufftType
inline constexpr int forward = -1, inverse = 1;

// X(name, function, symbol, parameters)
#define KCC_CUFFT_FUNCTIONS(X)                                                                               \
  X(create, cufftCreate, "cufftCreate", (Handle *))                                                          \
  X(make_plan_many, cufftMakePlanMany64, "cufftMakePlanMany64",                                              \
    (Handle, int, long long *, long long *, long long, long long, long long *, long long, long long, Type,   \
     long long, std::size_t *))                                                                              \
  X(destroy, cufftDestroy, "cufftDestroy", (Handle))                                                         \
  X(set_stream, cufftSetStream, "cufftSetStream", (Handle, StreamRef))                                       \
  X(exec_c2c, cufftExecC2C, "cufftExecC2C", (Handle, ComplexF *, ComplexF *, int))                           \
  X(exec_z2z, cufftExecZ2Z, "cufftExecZ2Z", (Handle, ComplexD *, ComplexD *, int))                           \
  X(exec_r2c, cufftExecR2C, "cufftExecR2C", (Handle, float *, ComplexF *))                                   \
  X(exec_d2z, cufftExecD2Z, "cufftExecD2Z", (Handle, double *, ComplexD *))                                  \
  X(exec_c2r, cufftExecC2R, "cufftExecC2R", (Handle, ComplexF *, float *))                                   \
  X(exec_z2d, cufftExecZ2D, "cufftExecZ2D", (Handle, ComplexD *, double *))

/// The functions of the loaded library.
struct Api {
#define KCC_DECLARE(name, function, symbol, parameters) core::ImportedFunction<Status parameters> name;
  KCC_CUFFT_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE

  void find_all(core::FunctionFinder &finder) {
#define KCC_FIND(name, function, symbol, parameters) finder.find(name, #function, symbol);
    KCC_CUFFT_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  }
};

} // namespace kcc::cufft

#endif
