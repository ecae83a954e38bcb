// Neighbours in a word: bytes are different places, bits are not.
#include "planted.h"

#include <cstring>

//! 1x64 race
PLANTED(bytes) {
  auto *bytes = reinterpret_cast<unsigned char *>(out.data());
  unsigned t = kcc::thread_idx().x;
  bytes[fixed ? t : t / 2] = static_cast<unsigned char>(t); // here
}
TWINS(bytes)

//! 2x32 race
PLANTED(halves) {
  auto *halves = reinterpret_cast<short *>(out.data());
  std::size_t i = kcc::global_index();
  halves[fixed ? i : i % 48] = static_cast<short>(i + 1); // here
}
TWINS(halves)

// Each thread has three bytes, and writes four.
//! 1x32 race
PLANTED(three_bytes) {
  auto *bytes = reinterpret_cast<unsigned char *>(out.data());
  unsigned t = kcc::thread_idx().x;
  int colour = in[t] * 0x01010101;
  std::memcpy(bytes + 3 * t, &colour, fixed ? 3 : 4); // here
}
TWINS(three_bytes)

struct Bits {
  unsigned low : 4, high : 4;
  unsigned char other;
};
//! 1x64 race
PLANTED(bit_fields) {
  [[kcc::shared]] Bits bits;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    bits = {0, 0, 0};
  kcc::sync_threads();
  if (t == 0)
    bits.low = 3; // here
  if (t == 32) {
    if constexpr (fixed)
      bits.other = 5;
    else
      bits.high = 5; // here
  }
}
TWINS(bit_fields)

//! 2x32 race
PLANTED(bitmap) {
  std::size_t i = kcc::global_index();
  if constexpr (fixed)
    reinterpret_cast<unsigned char *>(out.data())[i] = 1;
  else
    out[i / 32 * 0] |= 1 << i % 32; // here
}
TWINS(bitmap)

//! 1x32 race
PLANTED(wide_writes) {
  unsigned t = kcc::thread_idx().x;
  auto *wide = reinterpret_cast<long long *>(out.data());
  if (fixed || t % 2 == 0)
    wide[t] = t + 1; // here
  else
    out[2 * t - 1] = 5; // here
}
TWINS(wide_writes)

// What is read before it is written back includes the neighbour's half.
//! 1x64 race
PLANTED(read_of_a_whole_word) {
  unsigned t = kcc::thread_idx().x;
  auto *halves = reinterpret_cast<unsigned short *>(out.data());
  if (t == 32) {
    if constexpr (fixed) {
      halves[1] = 7;
    } else {
      int word = out[0];                                    // here
      out[0] = static_cast<int>((word & 0xffff) | 7 << 16); // here
    }
  } else if (t == 0) {
    halves[0] = 5; // here
  }
}
TWINS(read_of_a_whole_word)

//! 1x64 race
PLANTED(vector_and_element) {
  struct alignas(16) Four {
    int x, y, z, w;
  };
  unsigned t = kcc::thread_idx().x;
  auto *fours = reinterpret_cast<Four *>(out.data());
  if (t < 8)
    fours[t] = {1, 2, 3, 4}; // here
  else if (t >= 32)
    out[fixed ? t : t - 32] = 9; // here
}
TWINS(vector_and_element)

// Two types share one place.
//! 1x64 race
PLANTED(members_of_a_union) {
  union Both {
    float number;
    unsigned char bytes[8];
  };
  [[kcc::shared]] Both both;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    both.number = 1; // here
  if (t == 32)
    both.bytes[fixed ? 4 : 3] = 2; // here
}
TWINS(members_of_a_union)

struct Pixel {
  unsigned char r, g, b, a;
};
//! 1x96 race
PLANTED(channels) {
  auto *pixels = reinterpret_cast<Pixel *>(out.data());
  unsigned t = kcc::thread_idx().x, channel = t / 32;
  Pixel &mine = pixels[t % 32];
  if (channel == 0)
    mine.r = 1;
  else if (channel == 1)
    mine.g = 2; // here
  else if (fixed)
    mine.b = 3;
  else
    mine.g = 3; // here
}
TWINS(channels)

// A structure is copied with its padding, in which nobody else may have something.
//! 1x64 race
PLANTED(structure_with_padding) {
  struct Padded {
    char letter;
    int number;
  };
  auto *all = reinterpret_cast<Padded *>(out.data());
  auto *numbers = reinterpret_cast<unsigned char *>(out.data());
  unsigned t = kcc::thread_idx().x;
  Padded mine{'a', 5};
  if (t == 0)
    std::memcpy(&all[0], &mine, sizeof mine); // here
  else if (t == 32)
    numbers[fixed ? 8 : 2] = 1; // here
}
TWINS(structure_with_padding)
