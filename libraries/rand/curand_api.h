// The part of cuRAND that kcc uses, declared once; tests compare it with curand.h.
#ifndef KCC_LIBRARIES_RAND_CURAND_API_H
#define KCC_LIBRARIES_RAND_CURAND_API_H

#include "core/shared_library.h"

#include <cstddef>

namespace kcc::curand {

using Status = int; // curandStatus_t
struct GeneratorObject;
using Handle = GeneratorObject *;                                // curandGenerator_t
using StreamRef = void *;                                        // cudaStream_t
enum Type : unsigned { type_mrg32k3a = 121, type_philox = 161 }; // curandRngType

// X(name, function, symbol, parameters)
#define KCC_CURAND_FUNCTIONS(X)                                                                              \
  X(create, curandCreateGenerator, "curandCreateGenerator", (Handle *, Type))                                \
  X(destroy, curandDestroyGenerator, "curandDestroyGenerator", (Handle))                                     \
  X(set_stream, curandSetStream, "curandSetStream", (Handle, StreamRef))                                     \
  X(set_seed, curandSetPseudoRandomGeneratorSeed, "curandSetPseudoRandomGeneratorSeed",                      \
    (Handle, unsigned long long))                                                                            \
  X(set_offset, curandSetGeneratorOffset, "curandSetGeneratorOffset", (Handle, unsigned long long))          \
  X(bits, curandGenerate, "curandGenerate", (Handle, unsigned *, std::size_t))                               \
  X(uniform, curandGenerateUniform, "curandGenerateUniform", (Handle, float *, std::size_t))                 \
  X(uniform_double, curandGenerateUniformDouble, "curandGenerateUniformDouble",                              \
    (Handle, double *, std::size_t))                                                                         \
  X(normal, curandGenerateNormal, "curandGenerateNormal", (Handle, float *, std::size_t, float, float))      \
  X(normal_double, curandGenerateNormalDouble, "curandGenerateNormalDouble",                                 \
    (Handle, double *, std::size_t, double, double))                                                         \
  X(log_normal, curandGenerateLogNormal, "curandGenerateLogNormal",                                          \
    (Handle, float *, std::size_t, float, float))                                                            \
  X(log_normal_double, curandGenerateLogNormalDouble, "curandGenerateLogNormalDouble",                       \
    (Handle, double *, std::size_t, double, double))                                                         \
  X(poisson, curandGeneratePoisson, "curandGeneratePoisson", (Handle, unsigned *, std::size_t, double))

/// The functions of the loaded library.
struct Api {
#define KCC_DECLARE(name, function, symbol, parameters) core::ImportedFunction<Status parameters> name;
  KCC_CURAND_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE

  void find_all(core::FunctionFinder &finder) {
#define KCC_FIND(name, function, symbol, parameters) finder.find(name, #function, symbol);
    KCC_CURAND_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  }
};

} // namespace kcc::curand

#endif
