// Arguments to measure a function of the math library at.
#ifndef KCC_TESTS_RUN_MATH_SAMPLES_H
#define KCC_TESTS_RUN_MATH_SAMPLES_H

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace kcc::testing {

/// One array for each argument, all of one length. A function of fewer arguments ignores the rest.
template <typename T> using Samples = std::array<std::vector<T>, 4>;

/// About `count` arguments where a function is difficult (near its zeros, poles, inflections of its range,
/// where it overflows or underflows), over its whole range, and every special value (zeros, infinities, NaN,
/// subnormals). The same each time for the same seed.
template <typename T>
Samples<T> make_samples(std::string_view function, int arguments, std::size_t count, unsigned seed = 1);

} // namespace kcc::testing

#endif
