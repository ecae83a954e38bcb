// Accesses outside of variables of the module, and writes to constants.
#include "planted.h"

#include <cstring>

[[kcc::constant]] int weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static constexpr int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
int counts[16];
int other_counts[16];
struct Settings {
  int size, limits[4];
} settings_of_module;
int single;

//! 1x9 out-of-bounds
PLANTED(constant_memory) {
  unsigned t = kcc::thread_idx().x;
  out[t] = weights[in[fixed ? t % 8 : t]]; // here
}
TWINS(constant_memory)

//! 1x9 out-of-bounds
PLANTED(table) {
  unsigned t = kcc::thread_idx().x;
  out[t] = primes[in[fixed ? t % 8 : t]]; // here
}
TWINS(table)

//! 1x17 out-of-bounds
PLANTED(write) {
  unsigned t = kcc::thread_idx().x;
  if (!fixed || t < 16)
    counts[in[t]] = 1; // here
}
TWINS(write)

//! 1x1 out-of-bounds
PLANTED(before_the_begin) {
  other_counts[in[0] - (fixed ? 0 : 1)] = 1; // here
}
TWINS(before_the_begin)

//! 1x32 out-of-bounds
PLANTED(atomic_addition) {
  Atomic<int>(counts[in[kcc::thread_idx().x] / (fixed ? 2 : 1)]).fetch_add(1, relaxed); // here
}
TWINS(atomic_addition)

//! 1x1 out-of-bounds
PLANTED(end_of_a_structure) {
  int *limits = settings_of_module.limits;
  limits[in[fixed ? 3 : 4]] = 1; // here
}
TWINS(end_of_a_structure)

//! 1x1 out-of-bounds
PLANTED(string) {
  const char *letters = "abcdef";
  out[0] = letters[in[fixed ? 6 : 7]]; // here
}
TWINS(string)

//! 1x4 out-of-bounds
PLANTED(single_variable) {
  unsigned t = kcc::thread_idx().x;
  int *p = &single;
  out[t] = p[in[fixed ? 0 : t]]; // here
}
TWINS(single_variable)

//! 1x1 out-of-bounds
PLANTED(copied_bytes) {
  std::memcpy(counts, in.data(), static_cast<std::size_t>(in[fixed ? 64 : 65])); // here
}
TWINS(copied_bytes)

//! 1x9 out-of-bounds
[[gnu::noinline]] static int read_at(const int *from, int at) {
  return from[at]; // here
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  out[t] = read_at(weights, in[fixed ? t % 8 : t]); // here
}
TWINS(in_a_function)

//! 1x1 write-to-constant
PLANTED(constant_is_written) {
  int *to = fixed ? counts : const_cast<int *>(&primes[in[2]]);
  *to = 4; // here
}
TWINS(constant_is_written)

// One of two: a constant, or a local variable.
//! 1x1 write-to-constant
PLANTED(reference_to_a_constant) {
  int own = in[7], other = in[8];
  const int &chosen = in[0] == 0 ? (fixed ? other : primes[1]) : own;
  const_cast<int &>(chosen) = 4; // here
  out[0] = own + other;
}
TWINS(reference_to_a_constant)

int left_counts[32], right_counts[32];
//! 1x32 out-of-bounds
PLANTED(neighbours_in_the_module) {
  int t = static_cast<int>(kcc::thread_idx().x);
  left_counts[t] = right_counts[t] = in[t];
  kcc::sync_warp();
  out[t] = !fixed || t > 0 ? left_counts[t - 1] + right_counts[t - 1] : 0; // here
}
TWINS(neighbours_in_the_module)
