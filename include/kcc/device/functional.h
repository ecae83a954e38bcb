// Function objects for reductions and scans that <functional> lacks.
#ifndef KCC_DEVICE_FUNCTIONAL_H
#define KCC_DEVICE_FUNCTIONAL_H

#include <type_traits>

namespace kcc {

namespace detail {

/// Whether values of T may be NaN: float, double, the types of <kcc/float16.h>.
template <class T>
inline constexpr bool may_be_nan =
    std::is_convertible_v<T, float> && !std::is_integral_v<T> && !std::is_enum_v<T>;

} // namespace detail

/// The minimum of two values; of a number and a NaN the number, like std::fmin. So the minimum of many values
/// does not depend on the positions of NaNs. Of equal values the first one, like std::min, but for float and
/// double -0 is less than +0.
struct minimum {
  template <class T> constexpr T operator()(const T &a, const T &b) const {
    if constexpr (std::is_same_v<T, float>)
      return __builtin_fminf(a, b);
    else if constexpr (std::is_same_v<T, double>)
      return __builtin_fmin(a, b);
    else if constexpr (detail::may_be_nan<T>)
      return b < a || a != a ? b : a;
    else
      return b < a ? b : a;
  }
};

/// The maximum of two values; of a number and a NaN the number, like std::fmax. So the maximum of many values
/// does not depend on the positions of NaNs. Of equal values the first one, like std::max, but for float and
/// double +0 is greater than -0.
struct maximum {
  template <class T> constexpr T operator()(const T &a, const T &b) const {
    if constexpr (std::is_same_v<T, float>)
      return __builtin_fmaxf(a, b);
    else if constexpr (std::is_same_v<T, double>)
      return __builtin_fmax(a, b);
    else if constexpr (detail::may_be_nan<T>)
      return a < b || a != a ? b : a;
    else
      return a < b ? b : a;
  }
};

} // namespace kcc

#endif
