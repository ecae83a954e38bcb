// One of neighbouring threads reads what nobody has written, where the others do not.
#include "planted.h"

//! 1x64 uninitialized
PLANTED(exchange) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (fixed || t != 21)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[t ^ 8] + 1; // here
}
TWINS(exchange)

//! 8x32 uninitialized
PLANTED(gather) {
  std::size_t i = kcc::global_index();
  if (fixed || i != 70)
    unwritten[i] = 1;
  kcc::sync_threads();
  out[i] = unwritten[i / 32 * 32 + i * 7 % 32] + 1; // here
}
TWINS(gather)

//! 8x32 uninitialized
PLANTED(scatter) {
  std::size_t i = kcc::global_index();
  if (fixed || i != 100)
    unwritten[i / 32 * 32 + i * 7 % 32] = 1;
  kcc::sync_threads();
  out[i] = unwritten[i] + 1; // here
}
TWINS(scatter)

//! 1x64 uninitialized
PLANTED(bytes) {
  auto *to = reinterpret_cast<unsigned char *>(unwritten.data());
  unsigned t = kcc::thread_idx().x;
  if (fixed || t != 40)
    to[t] = 1;
  out[t] = to[t] + 1; // here
}
TWINS(bytes)

//! 1x64 uninitialized
PLANTED(member) {
  struct Pair {
    int x, y;
  };
  auto *to = reinterpret_cast<Pair *>(unwritten.data());
  unsigned t = kcc::thread_idx().x;
  to[t].x = 1;
  if (fixed || t % 16 != 15)
    to[t].y = 2;
  out[t] = to[t].y + 1; // here
}
TWINS(member)

//! 1x64 uninitialized
PLANTED(doubles) {
  auto *to = reinterpret_cast<double *>(unwritten.data());
  unsigned t = kcc::thread_idx().x;
  if (fixed || t < 63)
    to[t] = 1;
  out[t] = static_cast<int>(to[t]); // here
}
TWINS(doubles)

//! 1x64 uninitialized
PLANTED(not_all_iterations) {
  unsigned t = kcc::thread_idx().x;
  for (unsigned i = t; i < (fixed ? 256 : 255); i += 64)
    unwritten[i] = 1;
  int sum = 0;
  for (unsigned i = t; i < 256; i += 64)
    sum += unwritten[i]; // here
  out[t] = sum;
}
TWINS(not_all_iterations)

//! 1x64 uninitialized
PLANTED(shifted) {
  unsigned t = kcc::thread_idx().x;
  if (t < 62 || fixed)
    unwritten[t + 1] = 1;
  out[t] = unwritten[t + 1] + 1; // here
}
TWINS(shifted)

//! 1x64 uninitialized
PLANTED(same_for_all) {
  unsigned t = kcc::thread_idx().x;
  if (t == 17)
    unwritten[fixed ? 17 : 18] = 1;
  kcc::sync_threads();
  out[t] = unwritten[17] + 1; // here
}
TWINS(same_for_all)

//! 1x64 uninitialized
PLANTED(own_array) {
  unsigned t = kcc::thread_idx().x;
  int numbers[4];
  for (int i = 0; i < 4; ++i)
    if (fixed || i != in[t] / 4)
      numbers[i] = in[t];
  out[t] = numbers[in[t] % 4]; // here
}
TWINS(own_array)
