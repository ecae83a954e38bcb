// The math library's functions on arrays of arguments, and float functions compared with their double
// versions on all floats. Called by the library's own names, so that the function is measured and not a
// pattern that the optimizer recognizes.
#include "../math/floats.h"

#include <kcc/atomic.h>
#include <kcc/device.h>
#include <limits>

#define LIST_1(Type) Type
#define LIST_2(Type) Type, Type
#define LIST_3(Type) Type, Type, Type
#define LIST_4(Type) Type, Type, Type, Type
#define ELEMENTS_1 x[i]
#define ELEMENTS_2 x[i], y[i]
#define ELEMENTS_3 x[i], y[i], z[i]
#define ELEMENTS_4 x[i], y[i], z[i], w[i]

#define KERNEL(Symbol, Type, Count)                                                                          \
  extern "C" Type __kcc_math_##Symbol(LIST_##Count(Type));                                                   \
  [[kcc::kernel]] void Symbol(std::span<Type> out, std::span<const Type> x, std::span<const Type> y,         \
                              std::span<const Type> z, std::span<const Type> w) {                            \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = __kcc_math_##Symbol(ELEMENTS_##Count);                                                        \
  }
#define KCC_MATH(name, count, ...) KERNEL(name##_f32, float, count) KERNEL(name##_f64, double, count)
#include "../math/functions.def"

#define KERNEL_OF_ORDER(Symbol, Type)                                                                        \
  extern "C" Type __kcc_math_##Symbol(int, Type);                                                            \
  [[kcc::kernel]] void Symbol(std::span<Type> out, std::span<const Type> x, int order) {                     \
    for (std::size_t i : kcc::grid_stride(out.size()))                                                       \
      out[i] = __kcc_math_##Symbol(order, x[i]);                                                             \
  }
KERNEL_OF_ORDER(jn_f32, float)
KERNEL_OF_ORDER(jn_f64, double)
KERNEL_OF_ORDER(yn_f32, float)
KERNEL_OF_ORDER(yn_f64, double)

/// The largest errors of float results among the arguments with the bits first, first + step, …: `worst` has
/// one element for each value of math_floats::Worst.
template <class Single, class Double>
void compare(std::span<std::uint64_t> worst, std::uint32_t first, std::uint32_t step, std::uint64_t count,
             math_floats::Measure measure, Single single, Double twice) {
  std::uint64_t mine[math_floats::worst_count] = {};
  for (std::size_t i : kcc::grid_stride(count)) {
    const auto bits = static_cast<std::uint32_t>(first + i * step);
    const float x = std::bit_cast<float>(bits);
    const math_floats::Errors errors = math_floats::errors(single(x), twice(static_cast<double>(x)));
    const bool absolute = math_floats::is_absolute(measure, x);
    const auto keep = [&](math_floats::Worst which, std::uint32_t size) {
      const std::uint64_t entry = std::uint64_t{size} << 32 | bits;
      mine[which] = entry > mine[which] ? entry : mine[which];
    };
    keep(absolute ? math_floats::absolute : math_floats::error, absolute ? errors.absolute : errors.error);
    if (!absolute)
      keep(math_floats::ulps, errors.ulps);
  }
  for (unsigned k = 0; k < math_floats::worst_count; ++k)
    kcc::atomic_ref<std::uint64_t, kcc::scope::device>(worst[k]).fetch_max(mine[k],
                                                                           std::memory_order_relaxed);
}

#define COMPARE_1(name)                                                                                      \
  [[kcc::kernel]] void name##_floats(std::span<std::uint64_t> worst, std::uint32_t first,                    \
                                     std::uint32_t step, std::uint64_t count,                                \
                                     math_floats::Measure measure) {                                         \
    compare(                                                                                                 \
        worst, first, step, count, measure, [](float x) { return __kcc_math_##name##_f32(x); },              \
        [](double x) { return __kcc_math_##name##_f64(x); });                                                \
  }
#define COMPARE_2(name)
#define COMPARE_3(name)
#define COMPARE_4(name)
#define KCC_MATH(name, count, ...) COMPARE_##count(name)
#include "../math/functions.def"
