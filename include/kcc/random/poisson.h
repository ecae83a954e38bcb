// Poisson distribution: by inversion for small means, otherwise as in W. Hörmann, "The transformed rejection
// method for generating Poisson random variables", Insurance: Mathematics and Economics 12(1), 1993
// (algorithm PTRS).
#ifndef KCC_RANDOM_POISSON_H
#define KCC_RANDOM_POISSON_H

#include "elementary.h"

namespace kcc::random {

namespace detail {

/// ln(k!) for an integer k >= 0: the logarithm of the factorial below 10, then Stirling's series, with a
/// relative error of about 1e-13.
inline double log_factorial(double k) noexcept {
  if (k < 10) {
    double factorial = 1;
    for (double factor = 2; factor <= k; factor += 1)
      factorial *= factor;
    return logarithm(factorial);
  }
  double x = k + 1, inverse = 1 / x, square = inverse * inverse;
  double series = polynomial(square, -1 / 1680.0, 1 / 1260.0, -1 / 360.0, 1 / 12.0);
  const double half_log_2pi = 0.91893853320467274178;
  return fused(inverse, series, fused(x - 0.5, logarithm(x), half_log_2pi - x));
}

} // namespace detail

/// Poisson distribution with the given mean. Consumes one double for means below 10, and two or more for
/// larger ones.
class Poisson {
public:
  using result_type = std::uint64_t;

  /// 0 <= mean <= 2^30; beyond that, the rounding of the logarithms becomes visible.
  explicit Poisson(double mean = 1) noexcept
      : mean_(mean), log_mean_(mean >= inversion_end ? detail::logarithm(mean) : 0),
        zero_(mean < inversion_end ? detail::exponential(-mean) : 0),
        b_(detail::fused(2.53, detail::square_root(mean), 0.931)), a_(detail::fused(0.02483, b_, -0.059)) {}

  template <BitGenerator Engine> std::uint64_t operator()(Engine &engine) const {
    return mean_ < inversion_end ? invert(engine) : transform(engine);
  }
  constexpr double mean() const noexcept { return mean_; }

private:
  static constexpr double inversion_end = 10;

  template <BitGenerator Engine> std::uint64_t invert(Engine &engine) const {
    double u = unit<double>(engine), probability = zero_;
    std::uint64_t k = 0;
    // More than 100 events have a probability below 2^-200: what is left of u there is rounding error.
    while (u >= probability && k < 100) {
      u -= probability;
      ++k;
      probability = probability * mean_ / static_cast<double>(k);
    }
    return k;
  }

  template <BitGenerator Engine> std::uint64_t transform(Engine &engine) const {
    const double inverse_alpha = 1.1239 + 1.1328 / (b_ - 3.4), accepted = 0.9277 - 3.6224 / (b_ - 2);
    while (true) {
      double u = unit<double>(engine) - 0.5, v = detail::unit_above_zero<double>(engine);
      double us = 0.5 - (u < 0 ? -u : u);
      double k = __builtin_floor(detail::fused(2 * a_ / us + b_, u, mean_ + 0.43));
      if (us >= 0.07 && v <= accepted)
        return static_cast<std::uint64_t>(k);
      if (!(k >= 0) || (us < 0.013 && v > us))
        continue;
      double hat = detail::logarithm(v * inverse_alpha / (a_ / (us * us) + b_));
      if (hat <= detail::fused(k, log_mean_, -mean_) - detail::log_factorial(k))
        return static_cast<std::uint64_t>(k);
    }
  }

  double mean_, log_mean_, zero_, b_, a_;
};

} // namespace kcc::random

#endif
