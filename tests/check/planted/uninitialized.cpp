// Reads of global memory that nobody has written.
#include "planted.h"

#include <cstring>

//! 1x32 uninitialized
PLANTED(sum_into_a_new_buffer) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    unwritten[t] = 0;
  unwritten[t] += in[t]; // here
}
TWINS(sum_into_a_new_buffer)

//! 2x32 uninitialized
PLANTED(one_element) {
  std::size_t i = kcc::global_index();
  if (fixed || i != 37)
    unwritten[i] = 1;
  out[i] = unwritten[i] + 1; // here
}
TWINS(one_element)

//! 4x32 uninitialized
PLANTED(counter) {
  if constexpr (fixed) {
    if (kcc::thread_idx().x == 0)
      unwritten[kcc::block_idx().x] = 0;
    kcc::sync_threads();
  }
  Atomic<int>(unwritten[kcc::block_idx().x]).fetch_add(1, relaxed); // here
}
TWINS(counter)

//! 1x64 uninitialized
PLANTED(last_element_of_a_difference) {
  unsigned t = kcc::thread_idx().x;
  unwritten[t] = in[t];
  if (fixed && t == 0)
    unwritten[64] = 64;
  kcc::sync_threads();
  out[t] = unwritten[t + 1] - unwritten[t]; // here
}
TWINS(last_element_of_a_difference)

//! 1x32 uninitialized
PLANTED(condition) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    unwritten[t] = 1;
  if (unwritten[t] > 3) // here
    out[t] = 1;
}
TWINS(condition)

//! 1x32 uninitialized
PLANTED(index) {
  unsigned t = kcc::thread_idx().x;
  if (fixed || t % 2 == 0)
    unwritten[t] = 5;
  out[unwritten[t] & 1 ? t : 0 * t + t] = 1; // here
}
TWINS(index)

struct Particle {
  float position, velocity;
  int kind;
};
//! 1x32 uninitialized
PLANTED(member) {
  unsigned t = kcc::thread_idx().x;
  auto *particles = reinterpret_cast<Particle *>(unwritten.data());
  particles[t].position = 1;
  particles[t].velocity = 2;
  if constexpr (fixed)
    particles[t].kind = 3;
  out[t] = particles[t].kind * 2; // here
}
TWINS(member)

//! 1x1 uninitialized
PLANTED(copied_and_used) {
  int numbers = fixed ? 16 : 15;
  for (int i = 0; i < numbers; ++i)
    unwritten[i] = i;
  std::memcpy(&unwritten[64], unwritten.data(), 64);
  for (int i = 0; i < 16; ++i)
    out[0] += unwritten[64 + i]; // here
}
TWINS(copied_and_used)

// The index of the result is not that of the sum.
//! 1x32 uninitialized
PLANTED(other_element) {
  unsigned t = kcc::thread_idx().x;
  unwritten[t * 2] = in[t];
  out[t] = unwritten[fixed ? t * 2 : t * 2 + 1] * 3; // here
}
TWINS(other_element)

// Only where the condition holds.
//! 1x64 uninitialized
PLANTED(holes) {
  unsigned t = kcc::thread_idx().x;
  if (in[t] % 3 != 0)
    unwritten[t] = in[t];
  if (!fixed || in[t] % 3 != 0)
    out[t] = unwritten[t] + 1; // here
}
TWINS(holes)

//! 1x16 uninitialized
PLANTED(wide_numbers) {
  unsigned t = kcc::thread_idx().x;
  auto *wide = reinterpret_cast<double *>(unwritten.data());
  if (fixed || t != 11)
    wide[t] = in[t];
  out[t] = static_cast<int>(wide[t] + 0.5); // here
}
TWINS(wide_numbers)

//! 1x32 uninitialized
PLANTED(bytes) {
  unsigned t = kcc::thread_idx().x;
  auto *bytes = reinterpret_cast<unsigned char *>(unwritten.data());
  if (fixed || t != 20)
    bytes[t] = 1;
  kcc::sync_warp();
  out[t] = bytes[31 - t] + 1; // here
}
TWINS(bytes)

// Only to copy it is no use.
//! 1x1 uninitialized
PLANTED(byte_in_a_local) {
  auto *bytes = reinterpret_cast<unsigned char *>(unwritten.data());
  const unsigned char copied = bytes[5];
  bytes[6] = copied;
  if constexpr (fixed)
    bytes[3] = 1;
  const unsigned char value = bytes[3]; // here
  out[0] = value != 0 ? 7 : 1;
}
TWINS(byte_in_a_local)
