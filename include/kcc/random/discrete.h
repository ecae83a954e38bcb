// Numbers 0, …, n - 1 with given weights, in constant time: A. Walker, "An efficient method for generating
// discrete random variables with general distributions", ACM TOMS 3(3), 1977; the table is built as in M.
// Vose, 1991.
#ifndef KCC_RANDOM_DISCRETE_H
#define KCC_RANDOM_DISCRETE_H

#include <span>

#include "uniform.h"

namespace kcc::random {

/// One column of the table: its own number with probability `keep`, else `alias`.
struct AliasEntry {
  double keep;
  std::uint32_t alias;
  friend constexpr bool operator==(const AliasEntry &, const AliasEntry &) noexcept = default;
};

/// Fills the table, which must have as many entries as there are weights. Returns false and leaves the table
/// undefined if a weight is negative, infinite or NaN, if the sum is 0 or infinite, or if the sizes differ,
/// are 0 or exceed 2^32 - 1.
[[nodiscard]] constexpr bool make_alias_table(std::span<const double> weights,
                                              std::span<AliasEntry> table) noexcept {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  if (weights.size() != table.size() || weights.empty() || weights.size() > none)
    return false;
  double sum = 0;
  for (double weight : weights) {
    if (!(weight >= 0))
      return false;
    sum += weight;
  }
  if (!(sum > 0 && sum <= std::numeric_limits<double>::max()))
    return false;

  // Two stacks of columns, linked by their `alias`: those with less than the average weight, and the others.
  const auto count = static_cast<std::uint32_t>(weights.size());
  std::uint32_t poor = none, rich = none;
  auto push = [&table](std::uint32_t &stack, std::uint32_t column) {
    table[column].alias = stack;
    stack = column;
  };
  for (std::uint32_t column = 0; column < count; ++column) {
    table[column].keep = weights[column] / sum * count;
    push(table[column].keep < 1 ? poor : rich, column);
  }
  while (poor != none && rich != none) {
    std::uint32_t column = poor, giver = rich;
    poor = table[column].alias;
    table[column].alias = giver; // the rich column fills up the poor one
    table[giver].keep = table[giver].keep + table[column].keep - 1;
    if (table[giver].keep < 1) {
      rich = table[giver].alias;
      push(poor, giver);
    }
  }
  // Only rounding errors are left: these columns are full.
  for (std::uint32_t stack : {poor, rich})
    while (stack != none) {
      std::uint32_t column = stack;
      stack = table[column].alias;
      table[column] = {1, column};
    }
  return true;
}

/// Draws from an alias table, to which it keeps a reference. The table must be in device memory if a kernel
/// uses it.
class Discrete {
public:
  using result_type = std::uint32_t;

  constexpr explicit Discrete(std::span<const AliasEntry> table) noexcept : table_(table) {}
  template <BitGenerator Engine> constexpr std::uint32_t operator()(Engine &engine) const {
    auto column = uniform_below(engine, static_cast<std::uint32_t>(table_.size()));
    const AliasEntry &entry = table_[column];
    return unit<double>(engine) < entry.keep ? column : entry.alias;
  }

private:
  std::span<const AliasEntry> table_;
};

} // namespace kcc::random

#endif
