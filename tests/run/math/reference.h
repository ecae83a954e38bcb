// The true values of the math library's functions, from MPFR, and the errors of results.
#ifndef KCC_TESTS_RUN_MATH_REFERENCE_H
#define KCC_TESTS_RUN_MATH_REFERENCE_H

#include <array>
#include <cstdint>
#include <mpfr.h>
#include <string_view>

namespace kcc::testing {

/// An MPFR number that frees itself.
class Real {
public:
  explicit Real(mpfr_prec_t bits = precision) { mpfr_init2(value_, bits); }
  Real(double value, mpfr_prec_t bits) : Real(bits) { mpfr_set_d(value_, value, MPFR_RNDN); }
  Real(const Real &) = delete;
  Real &operator=(const Real &) = delete;
  ~Real() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

  /// The precision of references: a double's 53 bits, and more than as many again to measure the error.
  static constexpr mpfr_prec_t precision = 128;

private:
  mpfr_t value_;
};

using Arguments = std::array<double, 4>;

/// Sets `result` to the named function's value at the arguments, accurate to about 100 bits.
using Reference = void (*)(Real &result, const Arguments &arguments);

/// The reference of a function in functions.def; null if there is none with that name.
Reference find_reference(std::string_view function);

/// The error of a result.
struct Deviation {
  std::uint64_t ulps; ///< from the correctly rounded value, as CUDA's documentation counts; ~0: a NaN, or the
                      ///< sign of a zero
  double error;       ///< from the true value, in units of the last place there
};
template <typename T> Deviation deviation(T result, const Real &truth);

} // namespace kcc::testing

#endif
