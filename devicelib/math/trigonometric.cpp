// sin, cos, tan with pairs of numbers, for complex functions and large arguments: the argument is reduced to
// |r| <= pi / 4 as a pair, then polynomials are evaluated. Errors below 0.7 ULP (tan: 0.8), for arguments of
// any size.
//
// Up to 2^20 (float), 2^30 (double), r is x - k pi / 2 with pi / 2 in three parts. The first part has all
// bits of the type; x minus k times it is less than 1 and a multiple of the last place of x or of the part,
// hence exact in one fused operation (W. J. Cody, W. Waite, Software Manual for the Elementary Functions,
// 1980, but with fused operations). Beyond that, x 2 / pi is computed modulo 4 with integers, from the bits
// of 2 / pi that matter (M. H. Payne, R. N. Hanek, Radian reduction for trigonometric functions, SIGNUM 18,
// 1983): 192 bits leave 75 significant ones for the double that is closest to a multiple of pi / 2.
#include "math/trigonometric.h"
#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {
namespace {

/// x = quadrant pi / 2 + rest, modulo 2 pi.
template <typename T> struct Quadrant {
  int quadrant;
  Pair<T> rest;
};

/// The bits of 2 / pi, after 64 zeros.
constexpr std::uint64_t two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// For finite x >= 2^20. A call, because it is rare and should not burden the common case.
template <typename T> [[gnu::noinline]] Quadrant<T> reduce_large(T x) {
  using Wide = unsigned __int128;
  const Bits<T> bits = bits_of(x);
  const std::uint64_t m = (bits & ((Bits<T>(1) << fraction_bits<T>)-1)) | Bits<T>(1) << fraction_bits<T>;
  // x = m 2^e; bits of 2 / pi before the first one used only give multiples of 4.
  const int e = static_cast<int>(bits >> fraction_bits<T>) - exponent_bias<T> - fraction_bits<T>;
  const unsigned first = static_cast<unsigned>(e - 2 + 64);
  const unsigned shift = first % 64;
  const std::uint64_t *words = two_over_pi + first / 64;
  std::uint64_t window[3];
  for (int k = 0; k < 3; ++k)
    window[k] = shift ? words[k] << shift | words[k + 1] >> (64 - shift) : words[k];
  // 192 bits of m window, the upper two of which are the quadrant.
  const Wide low = static_cast<Wide>(m) * window[2];
  const Wide middle = static_cast<Wide>(m) * window[1] + static_cast<std::uint64_t>(low >> 64);
  std::uint64_t product[3] = {m * window[0] + static_cast<std::uint64_t>(middle >> 64),
                              static_cast<std::uint64_t>(middle), static_cast<std::uint64_t>(low)};
  int quadrant = static_cast<int>(product[0] >> 62);
  product[0] = product[0] << 2 | product[1] >> 62;
  product[1] = product[1] << 2 | product[2] >> 62;
  product[2] <<= 2;
  const bool negative = product[0] >> 63;
  if (negative) { // to the nearest quadrant; the error of the one's complement does not matter
    quadrant = (quadrant + 1) & 3;
    for (std::uint64_t &word : product)
      word = ~word;
  }
  const int zeros = product[0] ? __builtin_clzll(product[0]) : 64 + __builtin_clzll(product[1] | 1);
  const unsigned left = static_cast<unsigned>(zeros) % 64;
  const bool skip = zeros >= 64;
  const std::uint64_t upper = skip ? product[1] : product[0], lower = skip ? product[2] : product[1],
                      lowest = skip ? 0 : product[2];
  const std::uint64_t top = left ? upper << left | lower >> (64 - left) : upper;
  const std::uint64_t next = left ? lower << left | lowest >> (64 - left) : lower;
  constexpr int spare = 64 - Limits<T>::digits;
  const T unit = power_of_two<T>(-64 - zeros);
  const T high = static_cast<T>(top >> spare << spare) * unit;
  const T rest =
      static_cast<T>(top << (64 - spare) | next >> spare) * (unit * power_of_two<T>(-Limits<T>::digits));
  constexpr Pair<T> half_pi = constant<T>(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);
  const Pair<T> result = multiply(fast_sum(high, rest), half_pi);
  return {quadrant, negative ? math::negative(result) : result};
}

/// For every finite x; NaN for others.
template <typename T> Quadrant<T> reduce(T x) {
  constexpr T parts[] = {is_float<T> ? T(0x1.921fb6p+0) : T(0x1.921fb54442d18p+0),
                         is_float<T> ? T(-0x1.777a5cp-25) : T(0x1.1a62633145c07p-54),
                         is_float<T> ? T(-0x1.ee59dap-50) : T(-0x1.f1976b7ed8fbcp-110)};
  constexpr T limit = is_float<T> ? T(0x1p20) : T(0x1p30);
  const T magnitude = abs(x);
  if (magnitude < limit) {
    const T k = rint(x * T(0x1.45f306dc9c883p-1));
    const Pair<T> second = product(-k, parts[1]);
    const T first = fma(-k, parts[0], x);
    const Pair<T> difference = sum(first, second.high);
    return {static_cast<int>(k) & 3,
            fast_sum(difference.high, fma(-k, parts[2], difference.low + second.low))};
  }
  if (!(magnitude < infinity<T>))
    return {0, {nan<T>, nan<T>}};
  const Quadrant<T> large = reduce_large(magnitude);
  return x < 0 ? Quadrant<T>{-large.quadrant & 3, negative(large.rest)} : large;
}

template <typename T> Pair<T> sine(Pair<T> r) {
  const T square = r.high * r.high;
  const T tail = polynomial(square, pick<T>(sin_tail_f32, sin_tail_f64));
  const T low = fma(T(-0.5) * square, r.low, r.low); // approximately times the cosine
  return {r.high, fma(r.high * square, tail, low)};
}

template <typename T> Pair<T> cosine(Pair<T> r) {
  const Pair<T> square = product(r.high, r.high);
  const T tail = polynomial(square.high, pick<T>(cos_tail_f32, cos_tail_f64));
  const Pair<T> first = fast_sum(T(1), T(-0.5) * square.high);
  const T rest = fma(T(-0.5), square.low, fma(-r.high, r.low, first.low));
  return {first.high, fma(square.high * square.high, tail, rest)};
}

/// The sine of quadrant pi / 2 + rest.
template <typename T> T sine(const Quadrant<T> &at, int turn) {
  const int quadrant = (at.quadrant + turn) & 3;
  const T result = value(quadrant & 1 ? cosine(at.rest) : sine(at.rest));
  return quadrant & 2 ? -result : result;
}

// A zero keeps its sign, and a subnormal number its bits, which the reduction's products would round.
template <typename T> constexpr T tiny = is_float<T> ? T(0x1p-40) : T(0x1p-500);

template <typename T> T sin(T x) {
  const T result = sine(reduce(x), 0);
  return abs(x) < tiny<T> ? x : result;
}
template <typename T> T cos(T x) {
  return sine(reduce(x), 1);
}

template <typename T> T tan(T x) {
  const Quadrant<T> at = reduce(x);
  const Pair<T> s = sine(at.rest), c = cosine(at.rest);
  const Pair<T> s_exact = fast_sum(s.high, s.low), c_exact = fast_sum(c.high, c.low);
  const T result = value(at.quadrant & 1 ? divide(negative(c_exact), s_exact) : divide(s_exact, c_exact));
  return abs(x) < tiny<T> ? x : result;
}

} // namespace
} // namespace kcc::math

namespace kcc::math {
double sine_of_large(double x, int turn) {
  return sine(reduce(x), turn);
}
double tangent_of_large(double x) {
  return tan(x);
}
} // namespace kcc::math

// More accurate than the functions in *_f32.cpp and *_f64.cpp: for complex functions.
extern "C" {
float kcc_precise_sin_f32(float x) {
  return kcc::math::sin(x);
}
float kcc_precise_cos_f32(float x) {
  return kcc::math::cos(x);
}
float kcc_precise_tan_f32(float x) {
  return kcc::math::tan(x);
}
double kcc_precise_tan_f64(double x) {
  return kcc::math::tangent_of_large(x);
}
}
