#include "compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace codegen {

namespace {

template <class T> bool agree(T a, T b, const Tolerance &tolerance) {
  if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    if (x == y || (std::isnan(x) && std::isnan(y)))
      return true;
    return std::abs(x - y) <= tolerance.absolute + tolerance.relative * std::max(std::abs(x), std::abs(y));
  }
}

template <class T>
std::string difference_of(const T *one, const T *other, std::size_t count, const Tolerance &tolerance) {
  std::size_t different = 0, first = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (!agree(one[i], other[i], tolerance) && different++ == 0)
      first = i;
  if (static_cast<double>(different) <= tolerance.outliers * static_cast<double>(count))
    return "";
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), "%zu of %zu differ, the first at %zu: %.9g and %.9g", different,
                count, first, static_cast<double>(one[first]), static_cast<double>(other[first]));
  return text.data();
}

} // namespace

std::string difference(const Row &row, const Results &one, const Results &other) {
  std::size_t result = 0;
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    const Parameter &parameter = row.parameters[i];
    if (!parameter.is_written)
      continue;
    const std::string text = with_type(parameter.type, [&]<class T>(T *) {
      return difference_of(reinterpret_cast<const T *>(one[result].data()),
                           reinterpret_cast<const T *>(other[result].data()), parameter.bytes / sizeof(T),
                           row.tolerance);
    });
    if (!text.empty())
      return "parameter " + std::to_string(i + 1) + ": " + text;
    ++result;
  }
  return "";
}

} // namespace codegen
