// Gamma numbers: G. Marsaglia, W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26(3),
// 2000.
#ifndef KCC_RANDOM_GAMMA_H
#define KCC_RANDOM_GAMMA_H

#include "normal.h"

namespace kcc::random {

/// Gamma distribution with mean shape * scale and variance shape * scale². Consumes a varying number of
/// words.
template <std::floating_point Real = float> class Gamma {
public:
  using result_type = Real;

  /// shape > 0, scale > 0; the scale is also known as theta, or 1 / rate
  explicit Gamma(Real shape = 1, Real scale = 1) noexcept
      : shape_(shape), scale_(scale), d_((shape < 1 ? shape + 1 : shape) - Real(1) / 3),
        c_(1 / detail::square_root(9 * d_)) {}

  template <BitGenerator Engine> Real operator()(Engine &engine) const {
    Real value = d_ * cube(engine) * scale_;
    if (shape_ < 1) // the gamma number for shape + 1, times u^(1 / shape)
      value *= detail::exponential(detail::logarithm(detail::unit_above_zero<Real>(engine)) / shape_);
    return value;
  }
  constexpr Real shape() const noexcept { return shape_; }
  constexpr Real scale() const noexcept { return scale_; }

private:
  /// v = (1 + c x)^3 for a normal x, accepted so that d v has the gamma distribution.
  template <BitGenerator Engine> Real cube(Engine &engine) const {
    while (true) {
      Real x = standard_normal<Real>(engine), root = detail::fused(c_, x, Real(1));
      if (root <= 0)
        continue;
      Real v = root * root * root, square = x * x;
      Real u = detail::unit_above_zero<Real>(engine);
      if (u < detail::fused(Real(-0.0331) * square, square, Real(1)))
        return v;
      Real excess = detail::fused(-root * root, root, 1 + detail::logarithm(v)); // 1 - v + ln v
      if (detail::logarithm(u) < detail::fused(Real(0.5) * x, x, d_ * excess))
        return v;
    }
  }

  Real shape_, scale_, d_, c_;
};

} // namespace kcc::random

#endif
