// Arguments for measuring the errors of math functions.
#ifndef KCC_TESTS_RUN_MATH_SAMPLES_H
#define KCC_TESTS_RUN_MATH_SAMPLES_H

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace kcc::testing {

/// One array per argument, all with the same length. A function with fewer arguments ignores the rest.
template <typename T> using Samples = std::array<std::vector<T>, 4>;

/// About `count` arguments in difficult places (near zeros, poles and inflections, and where the function
/// overflows or underflows), over the whole range, and every special value (zeros, infinities, NaN,
/// subnormals). The same seed always gives the same arguments.
template <typename T>
Samples<T> make_samples(std::string_view function, int arguments, std::size_t count, unsigned seed = 1);

} // namespace kcc::testing

#endif
