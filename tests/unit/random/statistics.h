// Tests of a sample against a distribution. A correct generator fails each with probability 2e-4; the seeds
// are fixed, so a test that passes once always passes.
#ifndef KCC_TESTS_UNIT_RANDOM_STATISTICS_H
#define KCC_TESTS_UNIT_RANDOM_STATISTICS_H

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace statistics {

/// Kolmogorov-Smirnov test: the largest distance of the sample's distribution function from `cdf`, times √n,
/// must be in the range of 99.98 % of all samples (the quantiles of the limit distribution at 1e-4 and 1 -
/// 1e-4).
template <class Real, class Cdf> testing::AssertionResult follows(std::vector<Real> sample, Cdf cdf) {
  std::sort(sample.begin(), sample.end());
  const double n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    double at = cdf(static_cast<double>(sample[i]));
    distance = std::max({distance, at - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - at});
  }
  double statistic = distance * std::sqrt(n);
  if (statistic > 0.32 && statistic < 2.23)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "Kolmogorov-Smirnov statistic " << statistic
                                     << " is not in (0.32, 2.23)";
}

/// Chi-square test of counts against probabilities, with Wilson and Hilferty's normal approximation, at ±3.72
/// standard deviations. Every expected count should be at least 5.
inline testing::AssertionResult follows(const std::vector<std::size_t> &counts,
                                        const std::vector<double> &probabilities) {
  double total = 0, chi_square = 0;
  for (std::size_t count : counts)
    total += static_cast<double>(count);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    double expected = total * probabilities[i], difference = static_cast<double>(counts[i]) - expected;
    if (expected < 5)
      return testing::AssertionFailure() << "only " << expected << " expected in class " << i;
    chi_square += difference * difference / expected;
  }
  double freedom = static_cast<double>(counts.size() - 1), part = 2 / (9 * freedom);
  double z = (std::cbrt(chi_square / freedom) - (1 - part)) / std::sqrt(part);
  if (std::abs(z) < 3.72)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "chi-square " << chi_square << " with " << freedom
                                     << " degrees of freedom is " << z << " deviations off";
}

} // namespace statistics

#endif
