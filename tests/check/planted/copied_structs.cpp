// Members of structures that nobody has written, and that are used of a copy.
#include "planted.h"

struct Particle {
  float position, velocity;
  int kind, is_set;
};

//! 1x32 uninitialized
PLANTED(member_of_a_copy) {
  auto *const particles = reinterpret_cast<Particle *>(unwritten.data());
  const unsigned t = kcc::thread_idx().x;
  particles[t].position = 1;
  particles[t].velocity = 2;
  if constexpr (fixed)
    particles[t].kind = 3;
  Particle own = particles[t];
  own.position += own.velocity;
  out[t] = own.kind * 2; // here
}
TWINS(member_of_a_copy)

//! 1x32 uninitialized
PLANTED(in_shared_memory) {
  auto *const particles = reinterpret_cast<Particle *>(unwritten.data());
  [[kcc::shared]] Particle tile[32];
  const unsigned t = kcc::thread_idx().x;
  particles[t].position = 1;
  particles[t].kind = 2;
  tile[t] = particles[t];
  kcc::sync_threads();
  const Particle other = tile[31 - t];
  out[t] = fixed ? other.kind : static_cast<int>(other.velocity * 3); // here
}
TWINS(in_shared_memory)

// What is not set need not have a value.
//! 1x32 uninitialized
PLANTED(used_if_set) {
  auto *const particles = reinterpret_cast<Particle *>(unwritten.data());
  const unsigned t = kcc::thread_idx().x;
  particles[t].is_set = t % 2;
  if (t % 2 != 0)
    particles[t].kind = 7;
  const Particle own = particles[t];
  if (!fixed || own.is_set != 0)
    out[t] = own.kind + 1; // here
  else
    out[t] = 0;
}
TWINS(used_if_set)

//! 1x32 uninitialized
PLANTED(completed_copy) {
  auto *const particles = reinterpret_cast<Particle *>(unwritten.data());
  const unsigned t = kcc::thread_idx().x;
  particles[t].position = 1;
  Particle own = particles[t];
  if constexpr (fixed)
    own.kind = 4;
  out[t] = own.kind + 1; // here
  own.kind = 5;
  if (in[t] >= 0)
    out[t] += own.kind;
}
TWINS(completed_copy)

//! 1x16 uninitialized
PLANTED(copies_in_a_loop) {
  auto *const particles = reinterpret_cast<Particle *>(unwritten.data());
  const unsigned t = kcc::thread_idx().x;
  float sum = 0;
  particles[4 * t].velocity = 1;
  for (unsigned i = 1; i < 4; ++i) {
    particles[4 * t + i].position = 1;
    Particle next = particles[4 * t + (fixed ? i : i - 1)];
    sum += next.position; // here
    next.position = 0;
    next.velocity = sum;
    sum += next.velocity - next.position - sum;
  }
  out[t] = static_cast<int>(sum);
}
TWINS(copies_in_a_loop)

//! 1x32 uninitialized
PLANTED(copy_of_a_copy) {
  auto *const particles = reinterpret_cast<Particle *>(unwritten.data());
  const unsigned t = kcc::thread_idx().x;
  particles[t].position = static_cast<float>(t);
  if (fixed || t != 9)
    particles[t].velocity = 1;
  particles[32 + t] = particles[t];
  const Particle second = particles[32 + t];
  out[t] = static_cast<int>(second.position + second.velocity); // here
}
TWINS(copy_of_a_copy)

//! 1x32 uninitialized
PLANTED(small_struct) {
  struct Byte {
    unsigned char value, other;
    int count;
  };
  const unsigned t = kcc::thread_idx().x;
  auto *bytes = reinterpret_cast<Byte *>(unwritten.data());
  bytes[t].count = 1;
  bytes[t].other = 2;
  if constexpr (fixed)
    bytes[t].value = 1;
  Byte own = bytes[t];
  ++own.value; // here
  own.other = own.value;
  out[t] = own.other + own.count;
}
TWINS(small_struct)
