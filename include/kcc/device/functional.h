// Function objects that <functional> lacks, for reductions and scans.
#ifndef KCC_DEVICE_FUNCTIONAL_H
#define KCC_DEVICE_FUNCTIONAL_H

namespace kcc {

/// The lesser of two values; the first of equal ones, as std::min.
struct minimum {
  template <class T> constexpr T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};

/// The greater of two values; the first of equal ones, as std::max.
struct maximum {
  template <class T> constexpr T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};

} // namespace kcc

#endif
