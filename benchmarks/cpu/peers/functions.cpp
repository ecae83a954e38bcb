// Compiled twice: CPU_BENCHMARK_PEER is the namespace, whose functions differ by the compiler's options.
#include "peers.h"

#include <cmath>

namespace CPU_BENCHMARK_PEER {

void sines(float *__restrict out, const float *__restrict in, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i)
    out[i] = std::sin(in[i]);
}

void exponentials(float *__restrict out, const float *__restrict in, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i)
    out[i] = std::exp(in[i]);
}

namespace {

inline float cumulative_normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float polynomial =
      k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * std::exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

} // namespace

void black_scholes(float *__restrict calls, float *__restrict puts, const float *__restrict prices,
                   const float *__restrict strikes, const float *__restrict years, float rate,
                   float volatility, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) {
    const float deviation = volatility * std::sqrt(years[i]);
    const float d1 =
        (std::log(prices[i] / strikes[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
    const float d2 = d1 - deviation;
    const float discounted = strikes[i] * std::exp(-rate * years[i]);
    const float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2);
    calls[i] = prices[i] * n1 - discounted * n2;
    puts[i] = discounted * (1.0f - n2) - prices[i] * (1.0f - n1);
  }
}

} // namespace CPU_BENCHMARK_PEER
