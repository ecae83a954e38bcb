// j0, j1, jn, y0, y1, yn. Below 8.1, j is the product of x^2 - z^2 for its zeros z, as pairs, so that the
// error is small in ULP at the zeros too, and a polynomial in x^2. y likewise is the product of x - z for two
// zeros and a polynomial. Around its first zero z and below, it is 2 / pi log(x / z) j(x) + (x^2 - z^2)
// P(x^2), both of which vanish at z (y1: P(x^2) / x). From 8.1 on they are sqrt(2 / (pi x)) (p cos c - q sin
// c) and (p sin c + q cos c) with c = x - pi / 4 - order pi / 2, where p and q are polynomials in 1 / x^2
// (Abramowitz, Stegun, Handbook of Mathematical Functions, 9.2.5); there the absolute error is below 1e-16
// (double), 1e-7 (float) times sqrt(x). Orders from 2 on use the recurrence 9.1.27, which is stable upwards
// for y, and for j while the order is below x; beyond that, j is computed downwards from a higher order (J.
// C. P. Miller's method, 9.12).
#include "math/log_f64.h"

extern "C" {
float __kcc_math_sin_f32(float);
double __kcc_math_sin_f64(double);
float __kcc_math_cos_f32(float);
double __kcc_math_cos_f64(double);
float __kcc_math_log_f32(float);
double __kcc_math_log_f64(double);
}

namespace kcc::math {
namespace {

float sine(float x) {
  return __kcc_math_sin_f32(x);
}
double sine(double x) {
  return __kcc_math_sin_f64(x);
}
float cosine(float x) {
  return __kcc_math_cos_f32(x);
}
double cosine(double x) {
  return __kcc_math_cos_f64(x);
}
float logarithm(float x) {
  return __kcc_math_log_f32(x);
}
double logarithm(double x) {
  return __kcc_math_log_f64(x);
}

/// From here on the asymptotic forms are used.
template <typename T> constexpr T far = T(8.1);

template <typename T> struct Oscillation {
  T j, y;
};
/// Both functions of one order, 0 or 1, for x >= far.
template <int order, typename T> Oscillation<T> oscillation(T x) {
  constexpr T root_of_reciprocal_pi = T(0x1.20dd750429b6dp-1);
  const T inverse = 1 / x;
  const T square = inverse * inverse;
  const T s = sine(x), c = cosine(x);
  const T p = order == 0 ? polynomial(square, pick<T>(bessel_p0_f32, bessel_p0_f64))
                         : polynomial(square, pick<T>(bessel_p1_f32, bessel_p1_f64));
  const T q = inverse * (order == 0 ? polynomial(square, pick<T>(bessel_q0_f32, bessel_q0_f64))
                                    : polynomial(square, pick<T>(bessel_q1_f32, bessel_q1_f64)));
  // sqrt(2) cos and sin of x - pi / 4, or of x - 3 pi / 4
  const T cos_c = order == 0 ? s + c : s - c, sin_c = order == 0 ? s - c : -(s + c);
  const T size = root_of_reciprocal_pi / sqrt(x);
  return {size * (p * cos_c - q * sin_c), size * (p * sin_c + q * cos_c)};
}

/// x^2 - square, with a small relative error.
template <typename T> T difference(T x, Pair<T> square) {
  return fma(x, x, -square.high) - square.low;
}

/// For 0 <= a < far.
template <typename T> inline T j0_of_near(T a) {
  const T rest = polynomial(fma(a, a, T(-66)), pick<T>(j0_rest_f32, j0_rest_f64));
  const T first = difference(a, constant<T>(0x1.721fb80462bbbp+2, 0x1.db60c816c15d3p-52));
  const T second = difference(a, constant<T>(0x1.e78a4a621dd6fp+4, -0x1.10d7c5048826bp-52));
  const T third = difference(a, constant<T>(0x1.2b8c4b8215768p+6, 0x1.ecdd94e0187e2p-50));
  return rest * third * (first * second);
}
template <typename T> T j0(T x) {
  const T a = abs(x);
  if (a >= far<T>)
    return a == infinity<T> ? T(0) : oscillation<0>(a).j;
  return j0_of_near(a);
}

/// For |x| < far.
template <typename T> inline T j1_of_near(T x) {
  const T a = abs(x);
  const T rest = polynomial(fma(a, a, T(-66)), pick<T>(j1_rest_f32, j1_rest_f64));
  const T first = difference(a, constant<T>(0x1.d5d2b4189822cp+3, -0x1.c6a0d245172bap-54));
  const T second = difference(a, constant<T>(0x1.89bf66072a432p+5, 0x1.25355661cb79cp-51));
  return rest * (first * second) * x;
}
template <typename T> T j1(T x) {
  const T a = abs(x);
  if (a >= far<T>)
    return a == infinity<T> ? copysign(T(0), x) : x < 0 ? -oscillation<1>(a).j : oscillation<1>(a).j;
  return j1_of_near(x);
}

/// The upper 32 bits: those of positive numbers compare like the numbers.
inline std::uint32_t upper_word(float x) {
  return bits_of(x);
}
inline std::uint32_t upper_word(double x) {
  return high_word(x);
}

/// Whether from <= x < to, roughly.
template <typename T> inline bool is_between(T x, T from, T to) {
  return upper_word(x) - upper_word(from) < upper_word(to) - upper_word(from);
}

/// y of order 0 or 1 where it is oscillating, infinite, or its first term, for x below epsilon.
template <int order, typename T> T y_of_others(T x) {
  constexpr T two_over_pi = T(0x1.45f306dc9c883p-1);
  if (!(x > 0) || x == infinity<T>)
    return x == 0 ? -infinity<T> : x > 0 ? T(0) : nan<T>;
  if (x > 1)
    return oscillation<order>(x).y;
  // 2 / pi (log(x / 2) + Euler's constant)
  return order == 0 ? two_over_pi * logarithm(x) - T(0x1.2e4d699cbd01fp-4) : -two_over_pi / x;
}

/// log(1 + f), for f from -1/3 to 1/3.
inline float log_of_sum(float f) {
  return fma(f * f, polynomial(f, log1p_tail_f32), f);
}
/// For f from -0.3 to 0.42.
inline double log_of_sum(double f) {
  return fma(2.0, rest_of_log(0.5 * f, fma(0.5, f, 1.0)), f);
}

/// x 2^-k as a number between c z and 2 c z, and 2^n k for the number n of an upper word's fraction bits.
template <typename T> struct Binade {
  T fraction, power;
};
inline Binade<float> binade(float x, float z) {
  const std::uint32_t exponent = (bits_of(x) - bits_of(0.66667f * z)) & 0xff800000;
  return {from_bits<float>(bits_of(x) - exponent), static_cast<float>(static_cast<std::int32_t>(exponent))};
}
inline Binade<double> binade(double x, double z) {
  const std::uint32_t exponent = (high_word(x) - high_word(0.7072 * z)) & 0xfff00000;
  return {from_words(high_word(x) - exponent, low_word(x)),
          static_cast<double>(static_cast<std::int32_t>(exponent))};
}

/// log(x / z) for positive, normal x, with a small relative error near z.
template <typename T> inline T log_of_ratio(T x, Pair<T> z) {
  const auto [fraction, power] = binade(x, z.high);
  constexpr T unit = is_float<T> ? T(0x1p-23) : T(0x1p-20);
  return fma(power, T(0x1.62e42fefa39efp-1) * unit, log_of_sum((fraction - z.high - z.low) * (1 / z.high)));
}

/// (x - second) (x - third) P(x - centre)
template <typename T, std::size_t count>
inline T around(T x, Pair<T> second, Pair<T> third, T centre, const T (&terms)[count]) {
  const T factors = (x - second.high - second.low) * (x - third.high - third.low);
  return factors * polynomial(x - centre, terms);
}

template <typename T> T y0(T x) {
  constexpr Pair<T> first = constant<T>(0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56);
  constexpr Pair<T> first_square = constant<T>(0x1.98d257f93404ap-1, 0x1.b7acb8a94e405p-55);
  constexpr Pair<T> second = constant<T>(0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54);
  constexpr Pair<T> third = constant<T>(0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54);
  if (__builtin_expect(!is_between(x, Limits<T>::epsilon(), far<T>), 0))
    return y_of_others<0>(x);
  if (upper_word(x) >= upper_word(T(2.625)))
    return around(x, second, third, T(5.375), pick<T>(y0_last_f32, y0_last_f64));
  const T square = x * x;
  const T rest = difference(x, first_square) * polynomial(square, pick<T>(y0_rest_f32, y0_rest_f64));
  return fma(log_of_ratio(x, first), polynomial(square, pick<T>(y0_kernel_f32, y0_kernel_f64)), rest);
}

/// \p over_x divides by x: yn has 1 / x and multiplies, whose error matters less there.
template <typename T, typename Division> T y1(T x, Division over_x) {
  constexpr Pair<T> first = constant<T>(0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55);
  constexpr Pair<T> first_square = constant<T>(0x1.34f49cfc780a9p+2, -0x1.65d88128c73dfp-52);
  constexpr Pair<T> second = constant<T>(0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52);
  constexpr Pair<T> third = constant<T>(0x1.13127ae6169b4p+3, 0x1.479cc068d9046p-52);
  if (__builtin_expect(!is_between(x, Limits<T>::epsilon(), far<T>), 0))
    return y_of_others<1>(x);
  if (upper_word(x) >= upper_word(T(3.75)))
    return around(x, second, third, T(5.875), pick<T>(y1_last_f32, y1_last_f64));
  const T square = x * x;
  const T rest = difference(x, first_square) * polynomial(square, pick<T>(y1_rest_f32, y1_rest_f64));
  const T kernel = square * polynomial(square, pick<T>(y1_kernel_f32, y1_kernel_f64));
  return over_x(fma(log_of_ratio(x, first), kernel, rest));
}

template <typename T> T y1(T x) {
  return y1(x, [=](T y) { return y / x; });
}

/// 2 k / x, correctly rounded but for rare cases: an error common to all k would add up in the recurrence.
template <typename T> T twice_over(unsigned k, T x, T inverse) {
  const T numerator = 2 * static_cast<T>(k);
  const T quotient = numerator * inverse;
  return fma(fma(-quotient, x, numerator), inverse, quotient);
}

template <typename T> T yn(int n, T x) {
  // y(-n) = (-1)^n y(n)
  const bool minus = n < 0 && (n & 1);
  const unsigned order = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  const T inverse = 1 / x;
  T before = y0(x), at = y1(x, [=](T y) { return y * inverse; });
  if (order == 0)
    return before;
  if (order > 1 && x < (is_float<T> ? T(0x1p-100) : T(0x1p-600)) && at < 0)
    at = -infinity<T>; // the quotients below might be infinite
  if (order > 1 && at > -infinity<T> && x < infinity<T>) {
    T next = fma(2 * inverse, at, -before); // doubling 1 / x adds no error
    for (unsigned k = 2; k < order && next > -infinity<T>; ++k) {
      before = at;
      at = next;
      next = fma(twice_over(k, x, inverse), at, -before);
    }
    at = next;
  }
  return minus ? -at : at;
}

template <typename T> T jn(int n, T x) {
  const unsigned order = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  // j(-n, x) = j(n, -x) = (-1)^n j(n, x)
  const bool minus = (order & 1) && ((n < 0) != static_cast<bool>(__builtin_signbit(x)));
  const T a = abs(x);
  constexpr T large = is_float<T> ? T(0x1p60) : T(0x1p500);
  // For smaller arguments, two steps of the recurrence might overflow, and the first term of the series is
  // the whole result.
  constexpr T tiny = is_float<T> ? T(0x1p-20) : T(0x1p-100);
  T result;
  if (order == 0)
    return j0(x);
  if (order == 1) {
    result = j1(a);
  } else if (a == 0 || a == infinity<T> || a != a) {
    result = a != a ? a : T(0);
  } else if (order > 1000 && static_cast<T>(order) > 4 * a) {
    result = 0; // at most (a / 2)^n / n!, which underflows
  } else if (a < tiny) {
    result = 1;
    for (unsigned k = 1; k <= order && result != 0; ++k)
      result *= a / 2 / static_cast<T>(k);
  } else {
    const T inverse = 1 / a;
    if (static_cast<T>(order) <= a) {
      T before = j0(a);
      result = j1(a);
      for (unsigned k = 1; k < order; ++k) {
        const T next = fma(twice_over(k, a, inverse), result, -before);
        before = result;
        result = next;
      }
    } else {
      // Starts at an even order so high that j is negligible there; for x = order it decreases most slowly.
      // The sum of j(0) + 2 j(2) + 2 j(4) + ... is 1.
      const float distance =
          is_float<T> ? 8 + 2 * sqrt(static_cast<float>(order)) : 14 + 4 * sqrt(static_cast<float>(order));
      T after = 0, at = 1, even = 0, wanted = 0;
      for (unsigned k = (order + static_cast<unsigned>(distance)) & ~1u; k > 0; k -= 2) {
        even += at;
        const T odd = fma(twice_over(k, a, inverse), at, -after); // j(k - 1), up to a factor
        wanted = k - 1 == order ? odd : wanted;
        at = fma(twice_over(k - 1, a, inverse), odd, -at);
        wanted = k - 2 == order ? at : wanted;
        after = odd;
        if (__builtin_expect(abs(at) > large, 0)) {
          at *= 1 / large;
          after *= 1 / large;
          even *= 1 / large;
          wanted *= 1 / large;
        }
      }
      result = wanted / fma(T(2), even, at);
    }
  }
  return minus ? -result : result;
}

/// A call, because it is long and rare.
[[gnu::noinline]] double jn_of_any(int n, double x) {
  return jn(n, x);
}

/// j of orders from 2 to 16, for 0 <= a < far. Some threads of a warp are likely to have arguments above the
/// order, so all compute j0 and j1. Below the order, they replace the sum that jn() needs, and with it half
/// of the steps. With j(k) = (a / 2)^k q(k), a step has no quotient: q(k - 1) = k q(k) - (a / 2)^2 q(k + 1).
double jn_of_near(unsigned order, double a) {
  const double at_0 = j0_of_near(a), at_1 = j1_of_near(a);
  if (static_cast<double>(order) <= a) {
    const double inverse = reciprocal(a);
    double before = at_0, at = at_1;
#pragma clang loop unroll(disable)
    for (unsigned k = 1; k < order; ++k) {
      const double next = fma(twice_over(k, a, inverse), at, -before);
      before = at;
      at = next;
    }
    return at;
  }
  // So far above the order, the values chosen for the start cost the quotients of q less than 2^-58.
  const unsigned distance = order < 8 ? (order + 9) & ~1u : 16;
  const double half = 0.5 * a, square = half * half;
  double k = static_cast<double>(order + distance), q = 1, above = 0;
#pragma clang loop unroll(disable)
  for (unsigned i = 0; i < distance; i += 2) {
    above = fma(k, q, -(square * above));
    q = fma(k - 1, above, -(square * q));
    k -= 2;
  }
  double wanted = q; // times (a / 2)^(order - 1) in the end
#pragma clang loop unroll(disable)
  for (unsigned i = 1; i < order; ++i) {
    const double next = fma(k, q, -(square * above));
    above = q;
    q = next;
    wanted *= half;
    k -= 1;
  }
  // The larger one, because the other may be near a zero.
  double known = at_1, divisor = q;
  if (abs(at_0) > abs(at_1)) {
    known = at_0 * half;
    divisor = fma(k, q, -(square * above));
  }
  return quotient(wanted * known, divisor, copysign(near_reciprocal(abs(divisor)), divisor));
}

inline double short_jn(int n, double x) {
  const unsigned order = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  if (__builtin_expect(order - 2 > 14 || !is_below(x, far<double>), 0))
    return jn_of_any(n, x);
  const double result = jn_of_near(order, abs(x));
  return (order & 1) && ((n < 0) != static_cast<bool>(__builtin_signbit(x))) ? -result : result;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_j0_f32(float x) {
  return kcc::math::j0(x);
}
double __kcc_math_j0_f64(double x) {
  return kcc::math::j0(x);
}
float __kcc_math_j1_f32(float x) {
  return kcc::math::j1(x);
}
double __kcc_math_j1_f64(double x) {
  return kcc::math::j1(x);
}
float __kcc_math_jn_f32(int n, float x) {
  return kcc::math::jn(n, x);
}
double __kcc_math_jn_f64(int n, double x) {
  return kcc::math::short_jn(n, x);
}
float __kcc_math_y0_f32(float x) {
  return kcc::math::y0(x);
}
double __kcc_math_y0_f64(double x) {
  return kcc::math::y0(x);
}
float __kcc_math_y1_f32(float x) {
  return kcc::math::y1(x);
}
double __kcc_math_y1_f64(double x) {
  return kcc::math::y1(x);
}
float __kcc_math_yn_f32(int n, float x) {
  return kcc::math::yn(n, x);
}
double __kcc_math_yn_f64(int n, double x) {
  return kcc::math::yn(n, x);
}
}
