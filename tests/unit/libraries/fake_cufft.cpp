// A cuFFT for tests, which computes on the fake driver's memory, straight from the definition.
#include "fake_library.h"

#include "fft/cufft_api.h"

#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

using namespace kcc::cufft;

namespace {

struct Plan {
  std::vector<long long> extents;
  Type type{};
  long long batch = 0;
};

std::map<Handle, std::pair<Plan *, bool>> plans; ///< and whether it was made
constexpr Status invalid_plan = 1, invalid_value = 4;

using Complex = std::complex<double>;

/// Transforms one dimension of a row-major array.
void transform(std::vector<Complex> &array, std::size_t before, std::size_t length, std::size_t after,
               int sign) {
  for (std::size_t i = 0; i < before; ++i)
    for (std::size_t j = 0; j < after; ++j) {
      std::vector<Complex> line(length);
      for (std::size_t k = 0; k < length; ++k)
        for (std::size_t l = 0; l < length; ++l)
          line[k] += array[(i * length + l) * after + j] *
                     std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(k * l % length) /
                                         static_cast<double>(length));
      for (std::size_t k = 0; k < length; ++k)
        array[(i * length + k) * after + j] = line[k];
    }
}

template <class T, class From, class To>
Status run(Handle handle, Type type, const From *from, To *to, int sign) {
  const auto found = plans.find(handle);
  if (found == plans.end() || !found->second.second || found->second.first->type != type)
    return invalid_plan;
  const Plan &plan = *found->second.first;
  const auto last = static_cast<std::size_t>(plan.extents.back()), half = last / 2 + 1;
  std::size_t size = static_cast<std::size_t>(plan.batch);
  for (const long long extent : plan.extents)
    size *= static_cast<std::size_t>(extent);
  constexpr bool to_real = std::is_same_v<To, T>, from_real = std::is_same_v<From, T>;
  std::vector<Complex> array(size);
  for (std::size_t i = 0; i < size; ++i)
    if constexpr (!to_real)
      array[i] = from[i];
    else if (i % last < half)
      array[i] = from[i / last * half + i % last];
  const auto in_dimension = [&](std::size_t dimension) {
    std::size_t after = 1;
    for (std::size_t i = dimension + 1; i < plan.extents.size(); ++i)
      after *= static_cast<std::size_t>(plan.extents[i]);
    const auto length = static_cast<std::size_t>(plan.extents[dimension]);
    transform(array, size / length / after, length, after, sign);
  };
  for (std::size_t dimension = 0; dimension + 1 < plan.extents.size(); ++dimension)
    in_dimension(dimension);
  if (to_real)
    for (std::size_t i = 0; i < size; ++i)
      if (i % last >= half)
        array[i] = std::conj(array[i / last * last + last - i % last]);
  in_dimension(plan.extents.size() - 1);
  for (std::size_t i = 0; i < size; ++i)
    if constexpr (to_real)
      to[i] = static_cast<T>(array[i].real());
    else if constexpr (!from_real)
      to[i] = To(array[i]);
    else if (i % last < half)
      to[i / last * half + i % last] = To(array[i]);
  return 0;
}

} // namespace

extern "C" {

Status cufftCreate(Handle *handle) {
  KCC_FAKE_CALL("cufftCreate");
  static int next = 1;
  *handle = next++;
  plans[*handle] = {fake_library::make<Plan>("cuFFT plans"), false};
  return 0;
}
Status cufftMakePlanMany64(Handle handle, int rank, long long *extents, long long *from_embed,
                           long long from_stride, long long, long long *to_embed, long long to_stride,
                           long long, Type type, long long batch, std::size_t *work_bytes) {
  KCC_FAKE_CALL("cufftMakePlanMany64");
  if (from_embed || to_embed || from_stride != 1 || to_stride != 1 || !work_bytes)
    return invalid_value;
  *plans[handle].first = {{extents, extents + rank}, type, batch};
  plans[handle].second = true;
  return 0;
}
Status cufftDestroy(Handle handle) {
  KCC_FAKE_CALL("cufftDestroy");
  fake_library::destroy("cuFFT plans", plans[handle].first);
  plans.erase(handle);
  return 0;
}
Status cufftSetStream(Handle, StreamRef) {
  KCC_FAKE_CALL("cufftSetStream");
  return 0;
}
Status cufftExecC2C(Handle plan, ComplexF *from, ComplexF *to, int sign) {
  KCC_FAKE_CALL("cufftExecC2C");
  return run<float>(plan, c2c, from, to, sign);
}
Status cufftExecZ2Z(Handle plan, ComplexD *from, ComplexD *to, int sign) {
  KCC_FAKE_CALL("cufftExecZ2Z");
  return run<double>(plan, z2z, from, to, sign);
}
Status cufftExecR2C(Handle plan, float *from, ComplexF *to) {
  KCC_FAKE_CALL("cufftExecR2C");
  return run<float>(plan, r2c, from, to, -1);
}
Status cufftExecD2Z(Handle plan, double *from, ComplexD *to) {
  KCC_FAKE_CALL("cufftExecD2Z");
  return run<double>(plan, d2z, from, to, -1);
}
Status cufftExecC2R(Handle plan, ComplexF *from, float *to) {
  KCC_FAKE_CALL("cufftExecC2R");
  return run<float>(plan, c2r, from, to, 1);
}
Status cufftExecZ2D(Handle plan, ComplexD *from, double *to) {
  KCC_FAKE_CALL("cufftExecZ2D");
  return run<double>(plan, z2d, from, to, 1);
}

} // extern "C"
