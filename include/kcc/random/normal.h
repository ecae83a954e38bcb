// Normal, log-normal and exponential distributions by inversion: one word of 32 bits for a float and of 64
// bits for a double, no state, no rejection. So they also work with Sobol' sequences.
#ifndef KCC_RANDOM_NORMAL_H
#define KCC_RANDOM_NORMAL_H

#include "elementary.h"

namespace kcc::random {

namespace detail {

/// The quantile of the standard normal distribution at ½ + q, where tail = ½ - |q| is passed because that
/// subtraction would lose bits: M. Wichura, "Algorithm AS 241: the percentage points of the normal
/// distribution", Applied Statistics 37(3), 1988; PPND7 (relative error about 1e-7) for float and PPND16
/// (about 1e-16) for double, plus a few roundings.
inline float normal_quantile(float q, float tail) noexcept {
  if (q <= 0.425f && q >= -0.425f) {
    float r = fused(-q, q, 0.180625f);
    return q * polynomial(r, 5.9109374720e+1f, 1.5929113202e+2f, 5.0434271938e+1f, 3.3871327179e+0f) /
           polynomial(r, 6.7187563600e+1f, 7.8757757664e+1f, 1.7895169469e+1f, 1.0f);
  }
  float r = square_root(-logarithm(tail)), quantile;
  if (r <= 5) {
    r -= 1.6f;
    quantile = polynomial(r, 1.7023821103e-1f, 1.3067284816e+0f, 2.7568153900e+0f, 1.4234372777e+0f) /
               polynomial(r, 1.2021132975e-1f, 7.3700164250e-1f, 1.0f);
  } else {
    r -= 5;
    quantile = polynomial(r, 1.7337203997e-2f, 4.2868294337e-1f, 3.0812263860e+0f, 6.6579051150e+0f) /
               polynomial(r, 1.2258202635e-2f, 2.4197894225e-1f, 1.0f);
  }
  return q < 0 ? -quantile : quantile;
}

inline double normal_quantile(double q, double tail) noexcept {
  if (q <= 0.425 && q >= -0.425) {
    double r = fused(-q, q, 0.180625);
    return q *
           polynomial(r, 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
                      4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
                      1.3314166789178437745e+2, 3.3871328727963666080e+0) /
           polynomial(r, 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
                      2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
                      4.2313330701600911252e+1, 1.0);
  }
  double r = square_root(-logarithm(tail)), quantile;
  if (r <= 5) {
    r -= 1.6;
    quantile = polynomial(r, 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
                          1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
                          4.63033784615654529590e+0, 1.42343711074968357734e+0) /
               polynomial(r, 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
                          1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
                          2.05319162663775882187e+0, 1.0);
  } else {
    r -= 5;
    quantile = polynomial(r, 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
                          2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
                          5.46378491116411436990e+0, 6.65790464350110377720e+0) /
               polynomial(r, 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
                          7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
                          5.99832206555887937690e-1, 1.0);
  }
  return q < 0 ? -quantile : quantile;
}

/// The quantile at (word + ½) / 2^bits, symmetric about the middle: up to ±6.34 for 32 bits, ±9.16 for 64.
template <class Real, class Word> Real normal_of(Word word) noexcept {
  constexpr int bits = std::numeric_limits<Word>::digits;
  constexpr Word middle = Word{1} << (bits - 1);
  constexpr Real scale = Real(1) / static_cast<Real>(middle) / 2; // 2^-bits
  bool lower = word < middle;
  Word from_middle = lower ? middle - 1 - word : word - middle;
  Word from_end = middle - 1 - from_middle;
  Real q = fused(static_cast<Real>(from_middle), scale, scale / 2);
  Real tail = fused(static_cast<Real>(from_end), scale, scale / 2);
  return normal_quantile(lower ? -q : q, tail);
}

} // namespace detail

/// A standard normal number. |x| reaches 6.34 in float and 9.16 in double.
template <std::floating_point Real, BitGenerator Engine> Real standard_normal(Engine &engine) {
  if constexpr (sizeof(Real) == sizeof(float))
    return detail::normal_of<float>(bits32(engine));
  else
    return detail::normal_of<double>(bits64(engine));
}

/// Normal distribution.
template <std::floating_point Real = float> class Normal {
public:
  using result_type = Real;

  /// deviation >= 0
  constexpr explicit Normal(Real mean = 0, Real deviation = 1) noexcept
      : mean_(mean), deviation_(deviation) {}
  template <BitGenerator Engine> Real operator()(Engine &engine) const {
    return detail::fused(deviation_, standard_normal<Real>(engine), mean_);
  }
  constexpr Real mean() const noexcept { return mean_; }
  constexpr Real deviation() const noexcept { return deviation_; }

private:
  Real mean_, deviation_;
};

/// Log-normal distribution, with the mean and the standard deviation of the logarithm.
template <std::floating_point Real = float> class LogNormal {
public:
  using result_type = Real;

  /// deviation >= 0
  constexpr explicit LogNormal(Real mean = 0, Real deviation = 1) noexcept : normal_(mean, deviation) {}
  template <BitGenerator Engine> Real operator()(Engine &engine) const {
    return detail::exponential(normal_(engine));
  }

private:
  Normal<Real> normal_;
};

/// Exponential distribution with mean 1 / rate. The largest value is 22.9 / rate in float and 45.1 / rate in
/// double.
template <std::floating_point Real = float> class Exponential {
public:
  using result_type = Real;

  /// rate > 0
  constexpr explicit Exponential(Real rate = 1) noexcept : rate_(rate) {}
  template <BitGenerator Engine> Real operator()(Engine &engine) const {
    return (0 - detail::logarithm(detail::unit_above_zero<Real>(engine))) /
           rate_; // 0 - …: never returns a negative zero
  }
  constexpr Real rate() const noexcept { return rate_; }

private:
  Real rate_;
};

} // namespace kcc::random

#endif
