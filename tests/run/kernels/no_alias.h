// What the kernels and their tests share.
#ifndef KCC_TESTS_RUN_NO_ALIAS_H
#define KCC_TESTS_RUN_NO_ALIAS_H

#include <array>
#include <span>

namespace tests {

struct Field {
  std::span<float> x, y;
  std::array<std::span<const float>, 2> limits;
};

} // namespace tests

#endif
