// Shifts by as many bits as the type has, by more, or by fewer than none.
#include "planted.h"

//! 1x64 shift
PLANTED(bit_of_a_mask) {
  unsigned t = kcc::thread_idx().x;
  out[t] = (1u << (fixed ? t % 32 : t)) != 0; // here
}
TWINS(bit_of_a_mask)

//! 1x33 shift
PLANTED(lanes_below) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    out[t] = static_cast<int>((1ull << in[t]) - 1);
  else
    out[t] = static_cast<int>((1u << in[t]) - 1); // here
}
TWINS(lanes_below)

//! 1x8 shift
PLANTED(negative_count) {
  unsigned t = kcc::thread_idx().x;
  out[t] = 256 >> (in[t] - (fixed ? 0 : 4)); // here
}
TWINS(negative_count)

//! 1x8 shift
PLANTED(wide_number) {
  unsigned t = kcc::thread_idx().x;
  unsigned long long number = 3ull << 40;
  out[t] = static_cast<int>(number >> (in[t] * 9 + (fixed ? 0 : 1))); // here
}
TWINS(wide_number)

//! 1x32 shift
PLANTED(bytes_of_a_word) {
  unsigned t = kcc::thread_idx().x;
  unsigned bits = 8 * (fixed ? t % 4 : t);
  out[t] = (in[t] >> bits) & 255; // here
}
TWINS(bytes_of_a_word)

//! 1x16 shift
PLANTED(compound_assignment) {
  unsigned t = kcc::thread_idx().x;
  unsigned mask = 0xffffffff;
  mask >>= fixed ? 31 - in[t] : 32 - in[t]; // here
  out[t] = static_cast<int>(mask);
}
TWINS(compound_assignment)

//! 1x16 shift
PLANTED(rotation) {
  unsigned t = kcc::thread_idx().x;
  unsigned x = static_cast<unsigned>(in[t]), n = t & 7;
  out[t] = static_cast<int>((x << n) | (x >> (fixed ? (32 - n) & 31 : 32 - n))); // here
}
TWINS(rotation)

//! 1x16 shift
PLANTED(promoted_number) {
  unsigned t = kcc::thread_idx().x;
  auto small = static_cast<unsigned short>(in[t]);
  out[t] = small >> (in[t] + (fixed ? 16 : 17)); // here
}
TWINS(promoted_number)

//! 1x4 shift
static unsigned field(unsigned word, int begin, int bits) {
  return (word >> begin) & ((1u << bits) - 1); // here
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  out[t] = static_cast<int>(field(static_cast<unsigned>(in[t]), 0, fixed ? 31 : 32)); // here
}
TWINS(in_a_function)

//! 1x32 shift
PLANTED(wide_count) {
  unsigned t = kcc::thread_idx().x;
  unsigned long long count = (fixed ? 0ull : 1ull << 32) + t;
  out[t] = 1 << count; // here
}
TWINS(wide_count)
