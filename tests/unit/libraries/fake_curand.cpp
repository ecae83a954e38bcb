// A cuRAND for tests: numbers of the C++ library, in the fake driver's memory.
#include "fake_library.h"

#include "rand/curand_api.h"

#include <cmath>
#include <random>

using namespace kcc::curand;

struct kcc::curand::GeneratorObject {
  Type type;
  std::mt19937 engine;
};

namespace {

constexpr Status length_not_multiple = 105;

/// Above 0, up to 1.
template <class T> T unit(Handle handle) {
  return static_cast<T>((handle->engine() + 1.0) / 4294967296.0);
}

template <class T> Status normal(Handle handle, T *to, std::size_t count, T mean, T deviation, bool log) {
  if (count % 2 != 0 || reinterpret_cast<std::uintptr_t>(to) % (2 * sizeof(T)) != 0)
    return length_not_multiple;
  std::normal_distribution<double> distribution;
  for (std::size_t i = 0; i < count; ++i) {
    const T number = mean + deviation * static_cast<T>(distribution(handle->engine));
    to[i] = log ? std::exp(number) : number;
  }
  return 0;
}

} // namespace

extern "C" {

Status curandCreateGenerator(Handle *handle, Type type) {
  KCC_FAKE_CALL("curandCreateGenerator");
  *handle = fake_library::make<GeneratorObject>("generators", type, std::mt19937());
  return 0;
}
Status curandDestroyGenerator(Handle handle) {
  KCC_FAKE_CALL("curandDestroyGenerator");
  fake_library::destroy("generators", handle);
  return 0;
}
Status curandSetStream(Handle, StreamRef) {
  KCC_FAKE_CALL("curandSetStream");
  return 0;
}
Status curandSetPseudoRandomGeneratorSeed(Handle handle, unsigned long long seed) {
  KCC_FAKE_CALL("curandSetPseudoRandomGeneratorSeed");
  handle->engine.seed(static_cast<unsigned>(seed * 3 + handle->type));
  return 0;
}
Status curandSetGeneratorOffset(Handle handle, unsigned long long offset) {
  KCC_FAKE_CALL("curandSetGeneratorOffset");
  handle->engine.discard(offset);
  return 0;
}
Status curandGenerate(Handle handle, unsigned *to, std::size_t count) {
  KCC_FAKE_CALL("curandGenerate");
  for (std::size_t i = 0; i < count; ++i)
    to[i] = static_cast<unsigned>(handle->engine());
  return 0;
}
Status curandGenerateUniform(Handle handle, float *to, std::size_t count) {
  KCC_FAKE_CALL("curandGenerateUniform");
  for (std::size_t i = 0; i < count; ++i)
    to[i] = unit<float>(handle);
  return 0;
}
Status curandGenerateUniformDouble(Handle handle, double *to, std::size_t count) {
  KCC_FAKE_CALL("curandGenerateUniformDouble");
  for (std::size_t i = 0; i < count; ++i)
    to[i] = unit<double>(handle);
  return 0;
}
Status curandGenerateNormal(Handle handle, float *to, std::size_t count, float mean, float deviation) {
  KCC_FAKE_CALL("curandGenerateNormal");
  return normal(handle, to, count, mean, deviation, false);
}
Status curandGenerateNormalDouble(Handle handle, double *to, std::size_t count, double mean,
                                  double deviation) {
  KCC_FAKE_CALL("curandGenerateNormalDouble");
  return normal(handle, to, count, mean, deviation, false);
}
Status curandGenerateLogNormal(Handle handle, float *to, std::size_t count, float mean, float deviation) {
  KCC_FAKE_CALL("curandGenerateLogNormal");
  return normal(handle, to, count, mean, deviation, true);
}
Status curandGenerateLogNormalDouble(Handle handle, double *to, std::size_t count, double mean,
                                     double deviation) {
  KCC_FAKE_CALL("curandGenerateLogNormalDouble");
  return normal(handle, to, count, mean, deviation, true);
}
Status curandGeneratePoisson(Handle handle, unsigned *to, std::size_t count, double mean) {
  KCC_FAKE_CALL("curandGeneratePoisson");
  std::poisson_distribution<unsigned> distribution(mean);
  for (std::size_t i = 0; i < count; ++i)
    to[i] = distribution(handle->engine);
  return 0;
}

} // extern "C"
