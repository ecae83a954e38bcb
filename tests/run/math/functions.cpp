#include "functions.h"

#include <cstddef>
#include <type_traits>

namespace kcc::testing {
namespace {

template <typename T, typename Kernel>
std::vector<T> run(const Device &device, const Kernel &kernel, const Samples<T> &samples) {
  Stream stream(device);
  const Buffer<T> x(device, samples[0]), y(device, samples[1]), z(device, samples[2]), w(device, samples[3]);
  Buffer<T> out(device, samples[0].size());
  stream.launch(kernel, cover(out.size(), 128), out, x, y, z, w);
  return out.to_host(stream);
}

template <typename Kernel>
std::vector<std::uint64_t> compare(const Device &device, const Kernel &kernel, math_floats::Measure measure,
                                   std::uint32_t first, std::uint32_t step) {
  constexpr std::uint64_t floats = std::uint64_t{1} << 32;
  const std::uint64_t count = (floats - first + step - 1) / step;
  Stream stream(device);
  Buffer<std::uint64_t> worst(device, std::vector<std::uint64_t>(math_floats::worst_count));
  const std::size_t threads = count < (1u << 20) ? static_cast<std::size_t>(count) : 1u << 20;
  stream.launch(kernel, cover(threads, 128), worst, first, step, count, measure);
  return worst.to_host(stream);
}

constexpr math_floats::Measure measure_of(std::string_view name) {
  return name == "j0" || name == "j1" || name == "y0" || name == "y1" ? math_floats::Measure::bessel
         : name == "lgamma"                                           ? math_floats::Measure::log_gamma
                                                                      : math_floats::Measure::ulps;
}

#define COMPARE_1(name)                                                                                      \
  [](const Device &device, std::uint32_t first, std::uint32_t step) {                                        \
    return compare(device, math_accuracy_kernels::name##_floats, measure_of(#name), first, step);            \
  }
#define COMPARE_2(name) nullptr
#define COMPARE_3(name) nullptr
#define COMPARE_4(name) nullptr

constexpr MathFunction functions[] = {
#define KCC_MATH(name, count, cuda_single, ours_single, cuda_twice, ours_twice)                              \
  {#name,                                                                                                    \
   count,                                                                                                    \
   {cuda_single, ours_single},                                                                               \
   {cuda_twice, ours_twice},                                                                                 \
   measure_of(#name),                                                                                        \
   [](const Device &device, const Samples<float> &samples) {                                                 \
     return run(device, math_accuracy_kernels::name##_f32, samples);                                         \
   },                                                                                                        \
   [](const Device &device, const Samples<double> &samples) {                                                \
     return run(device, math_accuracy_kernels::name##_f64, samples);                                         \
   },                                                                                                        \
   COMPARE_##count(name)},
#include "functions.def"
};

} // namespace

std::span<const MathFunction> math_functions() {
  return functions;
}

} // namespace kcc::testing
