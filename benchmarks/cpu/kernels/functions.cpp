// Functions of <cmath>, in float.
#include <kcc/device.h>

#include <cmath>

[[kcc::kernel]] void sines(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = std::sin(in[i]);
}

[[kcc::kernel]] void exponentials(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = std::exp(in[i]);
}

namespace {

/// The cumulative normal distribution (Abramowitz and Stegun, 26.2.17).
float cumulative_normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float polynomial =
      k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * std::exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

} // namespace

/// Prices of European call and put options.
[[kcc::kernel]] void black_scholes(std::span<float> calls, std::span<float> puts,
                                   std::span<const float> prices, std::span<const float> strikes,
                                   std::span<const float> years, float rate, float volatility) {
  const std::size_t i = kcc::global_index();
  if (i >= calls.size())
    return;
  const float deviation = volatility * std::sqrt(years[i]);
  const float d1 =
      (std::log(prices[i] / strikes[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
  const float d2 = d1 - deviation;
  const float discounted = strikes[i] * std::exp(-rate * years[i]);
  const float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2);
  calls[i] = prices[i] * n1 - discounted * n2;
  puts[i] = discounted * (1.0f - n2) - prices[i] * (1.0f - n1);
}
