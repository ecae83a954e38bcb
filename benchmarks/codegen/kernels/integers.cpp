// Integer arithmetic.
#include "../dialect.h"

KERNEL collatz(Out<std::uint32_t> steps, int n, std::uint64_t first) {
  const Index i = global_x();
  if (i >= count(steps, n))
    return;
  std::uint64_t value = first + i;
  std::uint32_t taken = 0;
  while (value != 1) {
    value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    ++taken;
  }
  steps[i] = taken;
}
