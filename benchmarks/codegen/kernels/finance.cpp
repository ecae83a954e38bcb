// Prices of options.
#include "../dialect.h"

DEVICE float normal_distribution(float x) {
  return 0.5f * std::erfc(-x * 0.70710678f);
}

KERNEL black_scholes(In<float> stock, In<float> strike, In<float> years, Out<float> call, Out<float> put,
                     int n, float rate, float volatility) {
  const Index i = global_x();
  if (i >= count(stock, n))
    return;
  const float s = stock[i], k = strike[i], t = years[i], deviation = volatility * std::sqrt(t);
  const float d1 = (std::log(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation,
              d2 = d1 - deviation;
  const float discounted = k * std::exp(-rate * t);
  call[i] = s * normal_distribution(d1) - discounted * normal_distribution(d2);
  put[i] = discounted * normal_distribution(-d2) - s * normal_distribution(-d1);
}
