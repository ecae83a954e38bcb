// Euclidean norms and their reciprocals for double. Moderate arguments are squared as they are; others are
// scaled by a power of two, exactly, so that the sum of their squares neither overflows nor underflows. An
// infinity gives infinity (or zero) even together with a NaN, as in C's hypot. For float, only the hypot of
// complex functions, with an error below 0.51 ULP: the sum and the correction of the square root are pairs,
// as for norms of double that are scaled.
#include "math/double.h"

namespace kcc::math {
namespace {

/// The sum of the squares times 2^(-2 exponent).
template <typename T> struct Squares {
  Pair<T> sum;
  int exponent;
  bool infinite, unordered;
};
template <typename T, typename... Arguments> Squares<T> squares(Arguments... arguments) {
  Bits<T> largest = 0;
  Squares<T> result = {{0, 0}, 0, false, false};
  // Not a loop over an array, which a GPU would keep in memory.
  const auto look = [&](T x) {
    const Bits<T> bits = bits_of(abs(x));
    result.infinite = result.infinite || abs(x) == infinity<T>;
    result.unordered = result.unordered || x != x;
    largest = bits > largest ? bits : largest;
  };
  (look(arguments), ...);
  const int exponent = static_cast<int>(largest >> fraction_bits<T>) - exponent_bias<T>;
  result.exponent = exponent < Limits<T>::max_exponent - 2 ? exponent : Limits<T>::max_exponent - 2;
  // A subnormal's exponent is one more than its bits say: this one is still normal as a factor.
  const T factor = power_of_two<T>(-result.exponent);
  const auto add_square = [&](T x) {
    const T scaled = x * factor;
    const Pair<T> square = product(scaled, scaled);
    const Pair<T> next = sum(result.sum.high, square.high);
    result.sum = {next.high, result.sum.low + square.low + next.low};
  };
  (add_square(arguments), ...);
  result.sum = fast_sum(result.sum.high, result.sum.low);
  return result;
}

template <typename... Arguments> auto norm(Arguments... arguments) {
  using T = std::common_type_t<Arguments...>;
  const Squares<T> s = squares<T>(arguments...);
  const T root = sqrt(s.sum.high);
  const T rest = fma(-root, root, s.sum.high) + s.sum.low;
  const T result = scale(s.sum.high == 0 ? T(0) : root + rest / (2 * root), s.exponent);
  return s.infinite ? infinity<T> : s.unordered ? nan<T> : result;
}

template <typename... Arguments> [[gnu::noinline]] double norm_of_any(Arguments... arguments) {
  return norm(arguments...);
}
/// Whether the largest argument, with this upper word, is between 2^-500 and 2^500: squares are exact enough.
inline bool is_moderate(std::uint32_t largest) {
  constexpr std::uint32_t least = 0x20b00000, range = 1000u << 20;
  return __builtin_expect(largest - least < range, 1);
}

/// Whether a sum of squares is between 2^-120 and 2^120: near_reciprocal_sqrt() is for such numbers, and what
/// squares lost by underflow is insignificant.
inline bool is_moderate_sum(double sum) {
  constexpr std::uint32_t least = 0x38700000, range = 240u << 20;
  return __builtin_expect(high_word(sum) - least < range, 1);
}

/// Error below 2 ULP.
template <typename... Arguments> inline double short_norm(double first, Arguments... others) {
  double square = first * first;
  std::uint32_t largest = high_word(abs(first));
  const auto look = [&](double x) {
    square = fma(x, x, square);
    const std::uint32_t high = high_word(abs(x));
    largest = high > largest ? high : largest;
  };
  (look(others), ...);
  if (is_moderate(largest))
    return sqrt(square);
  return norm_of_any(first, others...);
}

/// A sum of squares, and its rounding error.
template <typename... Arguments>
inline SumOfSquares<double> sum_of_squares(double first, Arguments... others) {
  SumOfSquares<double> squares(first);
  (squares.add(others), ...);
  return squares;
}
/// Without the rounding error of the sum itself, which is half an ULP of the result.
inline SumOfSquares<double> sum_of_squares(double x, double y) {
  SumOfSquares<double> squares(y);
  squares.sum = fma(x, x, squares.sum);
  return squares;
}

/// For a moderate sum.
inline double reciprocal_root_of(const SumOfSquares<double> &squares) {
  return reciprocal_root_near(near_reciprocal_sqrt(squares.sum), squares.sum, squares.rest);
}

/// The reciprocal of any norm: the arguments are scaled so that the largest one is from 1 to 4, or at least
/// 2^-51 if all are subnormal.
template <typename... Arguments> inline double scaled_reciprocal(Arguments... arguments) {
  if (((abs(arguments) == infinity<double>) || ...))
    return 0;
  std::uint32_t largest = 0;
  const auto look = [&](double x) {
    const std::uint32_t exponent = high_word(x) & 0x7ff00000;
    largest = exponent > largest ? exponent : largest;
  };
  (look(arguments), ...);
  constexpr std::uint32_t greatest = 0x7fd00000; // above it, the factor would not be normal
  const double factor = from_words(0x7fe00000 - (largest < greatest ? largest : greatest), 0);
  const SumOfSquares<double> squares = sum_of_squares((arguments * factor)...);
  if (squares.sum != squares.sum)
    return nan<double>;
  return squares.sum == 0 ? infinity<double> : reciprocal_root_of(squares) * factor;
}

/// Error below 1.1 ULP, plus half an ULP where the result is subnormal. Not a call if the arguments must be
/// scaled, because a GPU's function takes registers. The branch for it comes last, so that a GPU computes the
/// constants of the usual path once for a warp.
template <typename... Arguments> inline double short_reciprocal(Arguments... arguments) {
  const SumOfSquares<double> squares = sum_of_squares(arguments...);
  double result = reciprocal_root_of(squares);
  if (!is_moderate_sum(squares.sum))
    result = scaled_reciprocal(arguments...);
  return result;
}

} // namespace
} // namespace kcc::math

extern "C" {
float kcc_precise_hypot_f32(float x, float y) {
  return kcc::math::norm(x, y);
}
double __kcc_math_hypot_f64(double x, double y) {
  return kcc::math::short_norm(x, y);
}
double __kcc_math_rhypot_f64(double x, double y) {
  return kcc::math::short_reciprocal(x, y);
}
double __kcc_math_norm3d_f64(double x, double y, double z) {
  return kcc::math::short_norm(x, y, z);
}
double __kcc_math_rnorm3d_f64(double x, double y, double z) {
  return kcc::math::short_reciprocal(x, y, z);
}
double __kcc_math_norm4d_f64(double x, double y, double z, double w) {
  return kcc::math::short_norm(x, y, z, w);
}
double __kcc_math_rnorm4d_f64(double x, double y, double z, double w) {
  return kcc::math::short_reciprocal(x, y, z, w);
}
}
