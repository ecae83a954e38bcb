#include "hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace kcc::core {

namespace {

/// Two chains of multiplications, each of which sees all words and, at every step, the other chain.
struct Chains {
  std::uint64_t a = 0x243F6A8885A308D3, b = 0x13198A2E03707344; // digits of pi

  void add(std::uint64_t word) {
    a = std::rotl((a ^ word) * 0x9E3779B97F4A7C15, 31) + b; // 2^64 / golden ratio
    b = std::rotl((b + word) * 0xD6E8FEB86659FD93, 29) ^ a; // an odd constant with half of its bits set
  }
};

/// A bijection in which every bit of the input changes each bit of the result with probability 1/2: the
/// finalizer of SplitMix64.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

} // namespace

std::string hash_text(std::string_view bytes) {
  Chains chains;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::array<unsigned char, 8> part{};
    std::memcpy(part.data(), bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    std::uint64_t word = 0;
    for (int i = 7; i >= 0; --i)
      word = word << 8 | part[static_cast<std::size_t>(i)];
    chains.add(word);
  }
  chains.add(bytes.size()); // the last word may end in zeros
  chains.add(0);
  std::string text;
  for (std::uint64_t half : {mix(chains.a), mix(chains.b)})
    for (int shift = 60; shift >= 0; shift -= 4)
      text += "0123456789abcdef"[half >> shift & 15];
  return text;
}

} // namespace kcc::core
