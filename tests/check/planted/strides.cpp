// Races of accesses that lie apart by the same distance, such as those to a member of an array's structures,
// and in the reverse order.
#include "planted.h"

namespace {

struct Body {
  int x, y, z, mass;
};

std::span<Body> bodies_in(Out out) {
  return {reinterpret_cast<Body *>(out.data()), out.size() / 4};
}

} // namespace

//! 1x256 race
PLANTED(read_reversed_and_written) {
  unsigned t = kcc::thread_idx().x;
  int value = out[255 - t];                 // here
  out[fixed ? 255 - t : t] = value + in[t]; // here
}
TWINS(read_reversed_and_written)

//! 1x256 race
PLANTED(reversal_in_place) {
  unsigned t = kcc::thread_idx().x;
  int value = out[255 - t] + in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = value; // here
}
TWINS(reversal_in_place)

//! 1x64 race
PLANTED(written_twice_reversed) {
  unsigned t = kcc::thread_idx().x;
  out[63 - t] = in[t];                              // here
  out[(fixed ? 63 - t : 64 - t) % 64] = -1 - in[t]; // here
}
TWINS(written_twice_reversed)

// The other access is in another block.
//! 4x32 race
PLANTED(reversed_in_two_blocks) {
  unsigned i = static_cast<unsigned>(kcc::global_index());
  int value = out[127 - i];                              // here
  out[fixed ? 127 - i : (127 - i) ^ 64] = value + in[i]; // here
}
TWINS(reversed_in_two_blocks)

//! 1x64 race
PLANTED(member_of_the_next) {
  unsigned t = kcc::thread_idx().x;
  std::span<Body> bodies = bodies_in(out);
  bodies[t].x += bodies[t].mass + in[t];            // here
  bodies[t].y = bodies[fixed ? t : (t + 1) % 64].x; // here
}
TWINS(member_of_the_next)

//! 2x32 race
PLANTED(member_in_two_blocks) {
  unsigned i = static_cast<unsigned>(kcc::global_index());
  std::span<Body> bodies = bodies_in(out);
  int mass = bodies[i].mass;                      // here
  bodies[fixed ? i : i ^ 32].mass = mass + in[i]; // here
}
TWINS(member_in_two_blocks)

// Every second member is written, and what lies between is read.
//! 1x32 race
PLANTED(between_members) {
  unsigned t = kcc::thread_idx().x;
  std::span<Body> bodies = bodies_in(out);
  bodies[t].x = in[t];                                       // here
  bodies[t].z = in[t] + 1;                                   // here
  int between = fixed ? bodies[31 - t].y : bodies[31 - t].z; // here
  bodies[t].mass = between;
}
TWINS(between_members)

// The threads' order is reversed in one of two accesses to the same memory.
//! 1x64 race
PLANTED(to_and_fro) {
  unsigned t = kcc::thread_idx().x;
  out[t] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[63 - t] += 1; // here
}
TWINS(to_and_fro)

// Pairs of numbers, in the reverse order.
//! 1x32 race
PLANTED(pairs_reversed) {
  struct alignas(8) Pair {
    int a, b;
  };
  unsigned t = kcc::thread_idx().x;
  auto *pairs = reinterpret_cast<Pair *>(out.data());
  Pair own = pairs[31 - t]; // here
  own.a += in[t];
  pairs[fixed ? 31 - t : t] = own; // here
}
TWINS(pairs_reversed)

// Each thread reads a run of elements.
//! 1x16 race
PLANTED(runs_and_a_write) {
  unsigned t = kcc::thread_idx().x;
  int sum = in[t];
  for (unsigned k = 0; k < 16; ++k)
    sum += out[16 * t + k]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[(16 * t + 20) % 256] = sum; // here
}
TWINS(runs_and_a_write)

//! 4x8 race
PLANTED(runs_in_blocks) {
  unsigned i = static_cast<unsigned>(kcc::global_index());
  int sum = in[i];
  for (unsigned k = 0; k < 5; ++k)
    sum += out[8 * i + k];                      // here
  out[(8 * i + (fixed ? 6 : 100)) % 256] = sum; // here
}
TWINS(runs_in_blocks)
