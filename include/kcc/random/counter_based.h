// Counter-based generators: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1,
// 2, 3", SC 2011 (the library Random123). A block of numbers is a pure function of a counter and a key, so
// any thread can compute any part of any stream without stored state.
#ifndef KCC_RANDOM_COUNTER_BASED_H
#define KCC_RANDOM_COUNTER_BASED_H

#include <utility>

#include "words.h"

namespace kcc::random {

/// Philox4x32-10: ten rounds of two 32-bit products over four words, with two words of key.
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    auto [high0, low0] = detail::multiply(std::uint32_t{0xd2511f53}, counter[0]);
    auto [high1, low1] = detail::multiply(std::uint32_t{0xcd9e8d57}, counter[2]);
    counter = {high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0};
    key = {key[0] + 0x9e3779b9, key[1] + 0xbb67ae85}; // the golden ratio and sqrt(3) - 1
  }
  return counter;
}

namespace detail {

/// The rotation distances of Threefry, by round modulo 8; with four words there are two per round.
template <class Word, std::size_t N> struct ThreefryRotations;
template <> struct ThreefryRotations<std::uint32_t, 2> {
  static constexpr int table[8][1] = {{13}, {15}, {26}, {6}, {17}, {29}, {16}, {24}};
};
template <> struct ThreefryRotations<std::uint32_t, 4> {
  static constexpr int table[8][2] = {{10, 26}, {11, 21}, {13, 27}, {23, 5},
                                      {6, 20},  {17, 11}, {25, 10}, {18, 20}};
};
template <> struct ThreefryRotations<std::uint64_t, 2> {
  static constexpr int table[8][1] = {{16}, {42}, {12}, {31}, {16}, {32}, {24}, {21}};
};
template <> struct ThreefryRotations<std::uint64_t, 4> {
  static constexpr int table[8][2] = {{14, 16}, {52, 57}, {23, 40}, {5, 37},
                                      {25, 33}, {46, 12}, {58, 22}, {32, 32}};
};

template <std::size_t Round, class Word, std::size_t N>
constexpr void threefry_round(std::array<Word, N> &counter, const std::array<Word, N + 1> &keys) noexcept {
  // The even words are mixed with the odd ones in turn: 0-1 and 2-3, then 0-3 and 2-1.
  for (std::size_t mix = 0; mix < N / 2; ++mix) {
    std::size_t even = 2 * mix, odd = N == 4 && Round % 2 == 1 ? 3 - even : even + 1;
    counter[even] += counter[odd];
    counter[odd] = std::rotl(counter[odd], ThreefryRotations<Word, N>::table[Round % 8][mix]) ^ counter[even];
  }
  if constexpr (Round % 4 == 3) {
    constexpr std::size_t group = Round / 4 + 1;
    for (std::size_t i = 0; i < N; ++i)
      counter[i] += keys[(group + i) % (N + 1)];
    counter[N - 1] += static_cast<Word>(group);
  }
}

} // namespace detail

/// Threefry-20 over two or four words of 32 or 64 bits: additions, rotations and exclusive ors only.
template <class Word, std::size_t N>
constexpr std::array<Word, N> threefry(std::array<Word, N> counter, std::array<Word, N> key) noexcept {
  std::array<Word, N + 1> keys{};
  keys[N] = sizeof(Word) == 4 ? Word(0x1bd11bda) : Word(0x1bd11bdaa9fc1a22); // the parity word of Skein
  for (std::size_t i = 0; i < N; ++i) {
    keys[i] = key[i];
    keys[N] ^= key[i];
    counter[i] += key[i];
  }
  // Unrolled by hand: a non-constant index would put the keys into memory on a GPU.
  [&]<std::size_t... Round>(std::index_sequence<Round...>) {
    (detail::threefry_round<Round>(counter, keys), ...);
  }(std::make_index_sequence<20>());
  return counter;
}

/// Threefry2x32-20: two words of 32 bits.
constexpr std::array<std::uint32_t, 2> threefry2x32(std::array<std::uint32_t, 2> counter,
                                                    std::array<std::uint32_t, 2> key) noexcept {
  return threefry(counter, key);
}
/// Threefry4x32-20: four words of 32 bits.
constexpr std::array<std::uint32_t, 4> threefry4x32(std::array<std::uint32_t, 4> counter,
                                                    std::array<std::uint32_t, 4> key) noexcept {
  return threefry(counter, key);
}
/// Threefry2x64-20: two words of 64 bits.
constexpr std::array<std::uint64_t, 2> threefry2x64(std::array<std::uint64_t, 2> counter,
                                                    std::array<std::uint64_t, 2> key) noexcept {
  return threefry(counter, key);
}
/// Threefry4x64-20: four words of 64 bits.
constexpr std::array<std::uint64_t, 4> threefry4x64(std::array<std::uint64_t, 4> counter,
                                                    std::array<std::uint64_t, 4> key) noexcept {
  return threefry(counter, key);
}

/// The numbers of one key in counter order, the words of each block from first to last.
template <class Word, std::size_t N, std::size_t KeyWords,
          std::array<Word, N> (*Block)(std::array<Word, N>, std::array<Word, KeyWords>) noexcept>
class CounterEngine {
public:
  using result_type = Word;
  using Counter = std::array<Word, N>;
  using Key = std::array<Word, KeyWords>;
  static constexpr int word_bits = std::numeric_limits<Word>::digits;

  /// The seed is the first 64 bits of the key; the stream is the upper half of the counter, which is 32 bits
  /// for 2x32 and 64 bits for the others. So all streams of all seeds are distinct; the usual choice is one
  /// stream per thread, its index.
  constexpr explicit CounterEngine(std::uint64_t seed = 0, std::uint64_t stream = 0) noexcept {
    spread<KeyWords>(seed, key_, 0);
    spread<N>(stream, counter_, N / 2);
  }
  /// An engine that starts with the block of this counter.
  constexpr CounterEngine(const Counter &counter, const Key &key) noexcept : counter_(counter), key_(key) {}

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<Word>::max(); }

  constexpr result_type operator()() noexcept {
    if (left_ == 0)
      refill();
    return take();
  }

  /// Takes constant time.
  constexpr void discard(std::uint64_t count) noexcept {
    for (; count != 0 && left_ != 0; --count)
      take();
    add(count / N);
    if (count % N != 0)
      refill();
    for (count %= N; count != 0; --count)
      take();
  }

  friend constexpr bool operator==(const CounterEngine &a, const CounterEngine &b) noexcept {
    return a.left_ == b.left_ && detail::equal(a.counter_, b.counter_) && detail::equal(a.key_, b.key_) &&
           detail::equal(a.words_, b.words_);
  }

private:
  template <std::size_t Size>
  static constexpr void spread(std::uint64_t value, std::array<Word, Size> &words,
                               std::size_t first) noexcept {
    words[first] = static_cast<Word>(value);
    if constexpr (word_bits == 32)
      if (first + 1 < Size)
        words[first + 1] = static_cast<Word>(value >> 32);
  }

  constexpr void add(std::uint64_t blocks) noexcept {
    bool carry = false;
    for (std::size_t i = 0; i < N; ++i) {
      Word summand = i < 64 / word_bits ? static_cast<Word>(blocks >> (i * word_bits % 64)) : Word{0};
      Word sum = counter_[i] + summand;
      bool carried = sum < summand;
      counter_[i] = sum + Word{carry};
      carry = carried || counter_[i] < sum;
    }
  }

  constexpr void refill() noexcept {
    words_ = Block(counter_, key_);
    left_ = N;
    add(1);
  }

  // The words move up as they are taken: a non-constant index would put them into memory on a GPU. Zeros are
  // shifted in, so that equal positions have equal states.
  constexpr Word take() noexcept {
    Word word = words_[0];
    for (std::size_t i = 0; i + 1 < N; ++i)
      words_[i] = words_[i + 1];
    words_[N - 1] = 0;
    --left_;
    return word;
  }

  Counter counter_{}; // of the next block
  Key key_{};
  Counter words_{};
  Word left_ = 0;
};

using Philox4x32 = CounterEngine<std::uint32_t, 4, 2, philox4x32>;
using Threefry2x32 = CounterEngine<std::uint32_t, 2, 2, threefry2x32>;
using Threefry4x32 = CounterEngine<std::uint32_t, 4, 4, threefry4x32>;
using Threefry2x64 = CounterEngine<std::uint64_t, 2, 2, threefry2x64>;
using Threefry4x64 = CounterEngine<std::uint64_t, 4, 4, threefry4x64>;

} // namespace kcc::random

#endif
