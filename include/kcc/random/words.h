// Common parts of the generators: the concept that they model, wide products, and expanding a 64-bit seed to
// a state.
#ifndef KCC_RANDOM_WORDS_H
#define KCC_RANDOM_WORDS_H

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace kcc::random {

/// Equivalent to std::uniform_random_bit_generator, without the cost of parsing <random>.
template <class G>
concept BitGenerator = std::invocable<G &> && std::unsigned_integral<std::invoke_result_t<G &>> && requires {
  { G::min() } -> std::same_as<std::invoke_result_t<G &>>;
  { G::max() } -> std::same_as<std::invoke_result_t<G &>>;
  requires G::min() < G::max();
};

__extension__ typedef unsigned __int128 Word128;

namespace detail {

template <class Word> struct Product {
  Word high;
  Word low;
};

constexpr Product<std::uint32_t> multiply(std::uint32_t a, std::uint32_t b) noexcept {
  std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
}

constexpr Product<std::uint64_t> multiply(std::uint64_t a, std::uint64_t b) noexcept {
  Word128 product = Word128{a} * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
}

/// Like a == b, which libstdc++ compiles to a call of memcmp, for which the words would have to be in memory.
template <class Word, std::size_t N>
constexpr bool equal(const std::array<Word, N> &a, const std::array<Word, N> &b) noexcept {
  Word difference = 0;
  for (std::size_t i = 0; i < N; ++i)
    difference |= a[i] ^ b[i];
  return difference == 0;
}

} // namespace detail
} // namespace kcc::random

#endif
