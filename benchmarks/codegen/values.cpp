#include "values.h"

namespace codegen {

Fill zeros() {
  return constant(0);
}

Fill constant(double value) {
  return computed([value](std::size_t) { return value; });
}

Fill positions() {
  return computed([](std::size_t i) { return static_cast<std::int64_t>(i); });
}

Fill uniform(double low, double high, unsigned seed) {
  const std::uint64_t first = std::uint64_t{seed} << 32;
  return computed([=](std::size_t i) { return low + (high - low) * random_unit(first + i); });
}

Fill noise() {
  return computed(random_bits);
}

Fill random_text() {
  return computed([](std::size_t i) {
    const std::uint64_t random = random_bits(i) >> 20;
    return random % 6 == 0 ? ' ' : static_cast<char>('a' + random / 8 % 26);
  });
}

} // namespace codegen
