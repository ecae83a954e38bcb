// The error of a float result relative to a double one, and which errors are absolute: for kernels and for
// the host.
#ifndef KCC_TESTS_RUN_MATH_FLOATS_H
#define KCC_TESTS_RUN_MATH_FLOATS_H

#include <bit>
#include <cstdint>

namespace math_floats {

/// Where a function's error is not measured in ULP: where the function oscillates or cancels, ULP mean
/// little, and CUDA documents an absolute bound, too.
enum class Measure : std::uint32_t {
  ulps,      ///< nowhere
  bessel,    ///< absolute from 8 on: j0, j1, y0, y1
  log_gamma, ///< relative to 1 + |value| near the zeros between negative integers
};

/// The intervals are those of CUDA's documentation; that of lgamma is longer for double.
template <typename T> constexpr bool is_absolute(Measure measure, T x) {
  const T magnitude = x < 0 ? -x : x;
  return measure == Measure::bessel      ? magnitude >= 8 && magnitude - magnitude == 0
         : measure == Measure::log_gamma ? x < T(-2.26) && x > (sizeof(T) == 4 ? T(-10.002) : T(-23.0002))
                                         : false;
}

/// The values of which kernels keep the maximum, each with the bits of its argument in the lower half.
enum Worst : unsigned { ulps, error, absolute, worst_count };

struct Errors {
  std::uint32_t ulps; ///< distance to the correctly rounded result
  std::uint32_t
      error; ///< distance to the exact result in ULP, as the bits of a float, which have the same order
  std::uint32_t absolute; ///< the distance itself divided by 1 + |exact|, as the bits of a float
};

/// Floats as integers in the same order; both zeros are 0, and infinity follows the largest number.
constexpr std::int64_t place(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffu);
  return bits >> 31 ? -magnitude : magnitude;
}

constexpr Errors errors(float result, double exact) {
  constexpr std::uint32_t infinite = 0x7f800000u;
  if (result != result || exact != exact)
    return (result != result) == (exact != exact) ? Errors{0, 0, 0} : Errors{0xffffffffu, infinite, infinite};
  const auto rounded = static_cast<float>(exact);
  const std::int64_t distance = place(result) - place(rounded);
  const auto size = static_cast<std::uint32_t>(distance < 0 ? -distance : distance);
  if (std::bit_cast<std::uint32_t>(rounded) << 1 == infinite << 1 ||
      std::bit_cast<std::uint32_t>(result) << 1 == infinite << 1)
    return {size, std::bit_cast<std::uint32_t>(static_cast<float>(size)), size ? infinite : 0};
  const double difference = exact < static_cast<double>(result) ? static_cast<double>(result) - exact
                                                                : exact - static_cast<double>(result);
  // 2 to the power of 23 minus the exponent, which is at least that of the smallest normal number.
  const auto exponent = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(exact) >> 52 & 0x7ff) - 1023;
  const std::int64_t last = (exponent < -126 ? -126 : exponent) - 23;
  const double per_ulp = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - last) << 52);
  const double magnitude = exact < 0 ? -exact : exact;
  return {size, std::bit_cast<std::uint32_t>(static_cast<float>(difference * per_ulp)),
          std::bit_cast<std::uint32_t>(static_cast<float>(difference / (1 + magnitude)))};
}

} // namespace math_floats

#endif
