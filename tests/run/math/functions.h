// The list of functions.def with its kernels, for the host.
#ifndef KCC_TESTS_RUN_MATH_FUNCTIONS_H
#define KCC_TESTS_RUN_MATH_FUNCTIONS_H

#include "floats.h"
#include "reference.h"
#include "samples.h"
#ifdef KCC_TEST_REPRODUCIBLE // --math=reproducible
#include "math_accuracy_reproducible_kernels.h"
#else
#include "math_accuracy_kernels.h"
#endif

#include <kcc/runtime.h>

#include <span>
#include <string_view>
#include <vector>

namespace kcc::testing {

struct Bounds {
  int cuda, ours; ///< largest distance in ULP; -1: no bound
};

/// One function: evaluates samples, and compares its float version with its double version.
struct MathFunction {
  std::string_view name;
  int arguments;
  Bounds single, twice;
  math_floats::Measure measure;
  std::vector<float> (*run_single)(const Device &, const Samples<float> &);
  std::vector<double> (*run_twice)(const Device &, const Samples<double> &);
  /// Compares the floats whose bits are first, first + step, …; null if there is more than one argument.
  std::vector<std::uint64_t> (*compare_floats)(const Device &, std::uint32_t first, std::uint32_t step);
};

/// All functions of functions.def.
std::span<const MathFunction> math_functions();

} // namespace kcc::testing

#endif
