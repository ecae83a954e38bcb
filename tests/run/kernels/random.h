// The computations of the random number kernels: shared by the kernels and the host that checks them.
#ifndef KCC_TESTS_RUN_KERNELS_RANDOM_H
#define KCC_TESTS_RUN_KERNELS_RANDOM_H

#include <kcc/random.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace random_numbers {

using namespace kcc::random;

/// Calls `work` with a pointer to each type and the type's index in the list.
template <class... Types> struct List {
  static constexpr std::size_t size = sizeof...(Types);
  template <class Work> static constexpr void for_each(Work work) {
    std::size_t place = 0;
    (work(static_cast<Types *>(nullptr), place++), ...);
  }
};

using AllEngines =
    List<Philox4x32, Threefry2x32, Threefry4x32, Threefry2x64, Threefry4x64, SplitMix64, Xoroshiro64Star,
         Xoroshiro64StarStar, Xoroshiro128Plus, Xoroshiro128PlusPlus, Xoroshiro128StarStar, Xoshiro128Plus,
         Xoshiro128PlusPlus, Xoshiro128StarStar, Xoshiro256Plus, Xoshiro256PlusPlus, Xoshiro256StarStar,
         Xoshiro512Plus, Xoshiro512PlusPlus, Xoshiro512StarStar, Pcg32, Pcg64, Mrg32k3a, Sobol32, Sobol64>;

inline constexpr std::size_t words_per_engine = 8;

/// One thread's words of an engine: from the seed, after short and long skips, and after jumps if there are
/// any.
template <class Engine>
constexpr void draw_words(std::span<std::uint64_t, words_per_engine> words, unsigned thread) {
  Engine engine(3 * thread + 1);
  words[0] = engine();
  words[1] = engine();
  engine.discard(thread % 9);
  words[2] = engine();
  engine.discard(1000000007 * std::uint64_t{thread});
  words[3] = engine();
  Engine copy = engine;
  if constexpr (requires { engine.jump(); })
    engine.jump();
  words[4] = engine();
  if constexpr (requires { engine.long_jump(); })
    engine.long_jump();
  if constexpr (requires { engine.jump_streams(); })
    engine.jump_streams(thread);
  words[5] = engine();
  words[6] = engine == copy;
  words[7] = copy();
}

/// The engines for the distributions: with 32-bit words, 64-bit words, and another range.
using SomeEngines = List<Philox4x32, Xoshiro256PlusPlus, Mrg32k3a>;

inline constexpr std::size_t distributions = 18;

inline std::uint64_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline std::uint64_t bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
template <std::integral Int> std::uint64_t bits_of(Int value) {
  return static_cast<std::uint64_t>(value);
}

/// One number of each distribution, as bits.
template <class Engine>
void draw_numbers(std::span<std::uint64_t, distributions> bits, unsigned thread,
                  std::span<const AliasEntry> table) {
  Engine engine(thread);
  std::size_t place = 0;
  auto draw = [&](const auto &distribution) { bits[place++] = bits_of(distribution(engine)); };
  draw(UniformReal<float>(-3, 1.7f));
  draw(UniformReal<double>(1e-3, 1.3));
  draw(UniformInt<std::int32_t>(-7, 1000000000));
  draw(UniformInt<std::int64_t>(-7, std::int64_t{3} << 61));
  draw(UniformInt<std::uint8_t>(3, 200));
  draw(Bernoulli(0.3));
  draw(Normal<float>(1.1f, 3.3f));
  draw(Normal<double>(1.1, 3.3));
  draw(LogNormal<float>(0.1f, 2));
  draw(LogNormal<double>(0.1, 2));
  draw(Exponential<float>(0.7f));
  draw(Exponential<double>(0.7));
  draw(Gamma<float>(0.4f, 1.3f));
  draw(Gamma<double>(7.3, 1.3));
  draw(Poisson(3.3));
  draw(Poisson(77.7));
  draw(Poisson(1e6));
  draw(Discrete(table));
}

} // namespace random_numbers

#endif
