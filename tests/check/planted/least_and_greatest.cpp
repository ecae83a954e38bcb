// std::min(), std::max() and std::clamp(), which read what their arguments refer to: also the argument that
// they do not return.
#include "planted.h"

#include <algorithm>
#include <functional>

//! 1x64 out-of-bounds
PLANTED(greatest_of_neighbours) {
  unsigned t = kcc::thread_idx().x;
  int greatest = 0;
  for (unsigned i = t + (fixed ? 191 : 192); i <= t + (fixed ? 192 : 193); ++i)
    greatest = std::max(greatest, in.data()[i]); // here
  out[t] = greatest;
}
TWINS(greatest_of_neighbours)

//! 1x1 out-of-bounds
PLANTED(argument_that_is_not_returned) {
  out[0] = std::max(in[255], out.data()[fixed ? 255 : 256]); // here
}
TWINS(argument_that_is_not_returned)

//! 1x1 out-of-bounds
PLANTED(least_of_four) {
  const int *four = in.data() + (fixed ? 252 : 253);
  out[0] = std::min(std::min(four[0], four[1]), std::min(four[2], four[3])); // here
}
TWINS(least_of_four)

//! 1x1 null-pointer
PLANTED(limit_that_is_not_there) {
  const int *limit = fixed ? in.data() : nullptr;
  out[0] = std::clamp(in[7], *limit, in[9]); // here
}
TWINS(limit_that_is_not_there)

//! 1x64 race
PLANTED(greatest_of_a_tile) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  else
    kcc::sync_warp();
  out[t] = std::max(tile[t], tile[63 - t]); // here
}
TWINS(greatest_of_a_tile)

//! 1x64 race
PLANTED(tree_of_greatest) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  for (unsigned half = 32; half > 0; half /= 2) {
    if (t < half)
      tile[t] = std::max(tile[t], tile[t + half]); // here
    if constexpr (fixed)
      kcc::sync_threads();
  }
  if (t == 0)
    out[0] = tile[0];
}
TWINS(tree_of_greatest)

//! 1x32 race
PLANTED(result_that_is_written_later) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  const int &greatest = std::max(tile[t], tile[31 - t]);
  kcc::sync_threads();
  if (t == 0)
    tile[31] = 77; // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = greatest; // here
}
TWINS(result_that_is_written_later)

// What is called between the two reads writes.
//! 1x64 race
PLANTED(third_argument_that_writes) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  auto write = [&] {
    kcc::sync_threads();
    if (t == 0)
      tile[63] = 77; // here
    if constexpr (fixed)
      kcc::sync_threads();
    return 5;
  };
  const std::reference_wrapper<decltype(write)> third(write);
  out[t] = std::max(std::max(tile[t], tile[63 - t]), third()); // here
}
TWINS(third_argument_that_writes)

// All eight bytes, of which one argument has four.
//! 1x1 out-of-bounds
PLANTED(more_than_the_greatest) {
  out[0] = static_cast<int>(
      *reinterpret_cast<const long long *>(&std::max(in[254], in.data()[fixed ? 254 : 255]))); // here
}
TWINS(more_than_the_greatest)

//! 1x64 uninitialized
PLANTED(greatest_of_half_a_tile) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (fixed || t < 32)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = std::max(std::max(tile[t], tile[63 - t]), 5); // here
}
TWINS(greatest_of_half_a_tile)

//! 1x32 uninitialized
PLANTED(limits_that_nobody_wrote) {
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed) {
    unwritten[t] = 0;
    unwritten[t + 32] = 9;
  }
  out[t] = std::clamp(in[t], unwritten[t], unwritten[t + 32]); // here
}
TWINS(limits_that_nobody_wrote)
