// One of neighbouring threads accesses what is outside of an object, where the others do not.
#include "planted.h"

//! 1x64 out-of-bounds
PLANTED(exchange) {
  [[kcc::shared]] int tile[fixed ? 64 : 56];
  unsigned t = kcc::thread_idx().x;
  if (fixed || t < 56)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[t ^ 8]; // here
}
TWINS(exchange)

// The last lanes of the only group.
//! 1x16 out-of-bounds
PLANTED(exchange_of_few) {
  [[kcc::shared]] int tile[fixed ? 16 : 15];
  unsigned t = kcc::thread_idx().x;
  if (fixed || t < 15)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[t ^ 1]; // here
}
TWINS(exchange_of_few)

//! 8x32 out-of-bounds
PLANTED(gather) {
  std::size_t i = kcc::global_index();
  const int *from = in.data();
  out[i] = from[in[i] * 7 % (fixed ? 256 : 257)]; // here
}
TWINS(gather)

//! 8x32 out-of-bounds
PLANTED(scatter) {
  std::size_t i = kcc::global_index();
  int *to = out.data();
  to[in[i] * 7 % (fixed ? 256 : 257)] = 1; // here
}
TWINS(scatter)

//! 1x256 out-of-bounds
PLANTED(every_third) {
  unsigned t = kcc::thread_idx().x;
  int *to = out.data();
  if (t % 3 == 0)
    to[fixed ? t : t + 4] = 1; // here
}
TWINS(every_third)

//! 1x64 out-of-bounds
PLANTED(one_iteration_too_many) {
  const std::size_t step = kcc::block_dim().x, n = fixed ? 256 : 257;
  const int *from = in.data();
  int *to = out.data();
  for (std::size_t i = kcc::thread_idx().x; i < n; i += step)
    to[i] = from[i] + 1; // here
}
TWINS(one_iteration_too_many)

//! 1x256 out-of-bounds
PLANTED(backwards) {
  int t = static_cast<int>(kcc::thread_idx().x);
  out[t] = in.data()[(fixed ? 255 : 254) - t]; // here
}
TWINS(backwards)

//! 2x32 out-of-bounds
PLANTED(same_for_all) {
  unsigned b = kcc::block_idx().x;
  out[kcc::global_index()] = in.data()[fixed ? b : b + 255]; // here
}
TWINS(same_for_all)

//! 1x32 out-of-bounds
PLANTED(wrapping_index) {
  unsigned t = kcc::thread_idx().x;
  out[t] = in.data()[fixed ? t : t - 1]; // here
}
TWINS(wrapping_index)

//! 1x128 out-of-bounds
PLANTED(member) {
  struct Pair {
    int x, y;
  };
  auto *from = reinterpret_cast<const Pair *>(in.data());
  unsigned t = kcc::thread_idx().x;
  out[t] = from[fixed ? t : t + 1].y; // here
}
TWINS(member)

//! 1x64 out-of-bounds
PLANTED(own_array) {
  unsigned t = kcc::thread_idx().x;
  int numbers[4];
  for (int i = 0; i < 4; ++i)
    numbers[i] = in[t + i];
  out[t] = numbers[in[t] % (fixed ? 4 : 5)]; // here
}
TWINS(own_array)

//! 1x64 out-of-bounds
PLANTED(array_behind_barrier) {
  unsigned t = kcc::thread_idx().x;
  int numbers[4];
  for (int i = 0; i < 4; ++i)
    numbers[i] = in[t + i];
  kcc::sync_threads();
  out[t] = numbers[in[t] % (fixed ? 4 : 5)]; // here
}
TWINS(array_behind_barrier)

//! 1x64 out-of-bounds
PLANTED(loops_of_several_lengths) {
  unsigned t = kcc::thread_idx().x;
  const int *from = in.data();
  int sum = 0;
  for (unsigned k = 0; k < t % 5; ++k)
    sum += from[(fixed ? 252 : 253) + k]; // here
  out[t] = sum;
}
TWINS(loops_of_several_lengths)

//! 1x64 misaligned
PLANTED(misaligned_neighbour) {
  unsigned t = kcc::thread_idx().x;
  auto *bytes = reinterpret_cast<const char *>(in.data());
  out[t] = *reinterpret_cast<const int *>(bytes + (fixed || t != 37 ? 4 * t : 4 * t + 2)); // here
}
TWINS(misaligned_neighbour)

//! 1x64 out-of-bounds
PLANTED(dynamic_shared) {
  unsigned t = kcc::thread_idx().x;
  int *all = kcc::dynamic_shared<int>().data();
  all[t] = in[t];
  kcc::sync_threads();
  out[t] = all[fixed ? t ^ 1 : t ^ 128]; // here
}
TWINS(dynamic_shared)
