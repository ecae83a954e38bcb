#include "table.h"

#include <algorithm>
#include <map>

namespace math {

namespace {

using Bounds = std::array<double, types>;

/// What two libraries within the bounds of the tests may differ by.
std::map<std::string, Bounds> make_bounds() {
  std::map<std::string, Bounds> bounds{{"exact", {0, 0}},
                                       {"approximate", {16, 16}},
                                       // 2.2e-6 and 5e-12, relative to 1 or the result if that is larger
                                       {"orders", {-2 * 2.2e-6, -2 * 5e-12}}};
  const auto sum = [](double one, double other) {
    return one + other == 0 ? 0 : std::max(one, 0.0) + std::max(other, 0.0) + 1;
  };
#define KCC_MATH(Name, Arguments, CudaF32, OursF32, CudaF64, OursF64)                                        \
  bounds[#Name] = {sum(CudaF32, OursF32), sum(CudaF64, OursF64)};
#include "../../tests/run/math/functions.def"
  return bounds;
}

} // namespace

std::vector<Function> make_table() {
  const std::map<std::string, Bounds> bounds = make_bounds();
  return {
#define MATH(Name, Call, Bound, ...) {#Name, {true, true}, bounds.at(#Bound), {__VA_ARGS__}},
#define MATH_F32(Name, Call, Bound, ...) {#Name, {true, false}, bounds.at(#Bound), {__VA_ARGS__}},
#define MATH_KCC(Name, Call, Bound, ...) {#Name, {true, true}, bounds.at(#Bound), {__VA_ARGS__}},
#include "functions.def"
  };
}

} // namespace math
