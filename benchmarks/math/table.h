// The functions, from functions.def.
#ifndef MATH_TABLE_H
#define MATH_TABLE_H

#include <array>
#include <string>
#include <vector>

namespace math {

enum Type { f32, f64, types };
inline constexpr std::array<const char *, types> type_names = {"f32", "f64"};

struct Range {
  double low, high;
};

struct Function {
  std::string name;
  std::array<bool, types> exists;
  std::array<double, types> bound; ///< how many units in the last place two results may differ;
                                   ///< negative: absolutely, or relatively where the result is above 1
  std::vector<Range> ranges;       ///< of the arguments
};

std::vector<Function> make_table();

} // namespace math

#endif
