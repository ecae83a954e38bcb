// Races between blocks.
#include "planted.h"

//! 4x32 race
PLANTED(counter) {
  if constexpr (fixed)
    Atomic<int>(out[0]).fetch_add(1, relaxed);
  else
    out[0] += 1; // here
}
TWINS(counter)

// Blocks overlap by one element.
//! 4x32 race
PLANTED(stride_of_blocks) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  out[b * (fixed ? 32 : 31) + t] = in[t] + static_cast<int>(b); // here
}
TWINS(stride_of_blocks)

// Each block needs its neighbour's last element.
//! 4x32 race
PLANTED(halo_of_the_neighbour) {
  std::size_t i = kcc::global_index();
  int left = i == 0 ? 0 : fixed ? in[i - 1] : out[i - 1]; // here
  out[i] = in[i] + left;                                  // here
}
TWINS(halo_of_the_neighbour)

// sync_threads() does not wait for other blocks.
//! 4x32 race
PLANTED(grid_without_barrier) {
  std::size_t i = kcc::global_index();
  out[i] = in[i]; // here
  kcc::sync_threads();
  out[128 + i] = fixed ? out[i] : out[127 - i]; // here
}
TWINS(grid_without_barrier)

//! 4x32 race
PLANTED(grid_steps) {
  std::size_t i = kcc::global_index();
  Out now = out.first(128), next = out.last(128);
  now[i] = in[i]; // here
  for (int step = 0; step < 4; ++step) {
    if (fixed || step != 2)
      kcc::sync_grid();
    else
      kcc::fence_device();
    next[i] = now[(i + 33) % 128] + 1; // here
    std::swap(now, next);
  }
}
TWINS(grid_steps)

//! 8x32 race
PLANTED(maximum) {
  int value = in[kcc::global_index()];
  if constexpr (fixed)
    Atomic<int>(out[3]).fetch_max(value, relaxed);
  else if (value > out[3]) // here
    out[3] = value;        // here
}
TWINS(maximum)

//! 4x64 race
PLANTED(sum_of_floats) {
  [[kcc::shared]] float sums[64];
  unsigned t = kcc::thread_idx().x;
  auto *total = reinterpret_cast<float *>(out.data());
  sums[t] = static_cast<float>(in[kcc::global_index()]);
  kcc::sync_threads();
  for (unsigned step = 32; step > 0; step /= 2) {
    if (t < step)
      sums[t] += sums[t + step];
    kcc::sync_threads();
  }
  if (t == 0) {
    if constexpr (fixed)
      Atomic<float>(*total).fetch_add(sums[0], relaxed);
    else
      *total += sums[0]; // here
  }
}
TWINS(sum_of_floats)

// Bits of one word by several blocks.
//! 4x32 race
PLANTED(bitmap) {
  std::size_t i = kcc::global_index();
  int bit = 1 << (i & 15);
  if constexpr (fixed)
    Atomic<int>(out[i / 16]).fetch_or(bit, relaxed);
  else
    out[(i * 7 % 128) / 16] |= bit; // here
}
TWINS(bitmap)

// The first block prepares what the others use.
//! 3x32 race
PLANTED(prepared_by_the_first_block) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (fixed) {
    out[b * 32 + t] = 5;
    kcc::sync_threads();
    out[128 + b * 32 + t] = out[b * 32 + 31 - t];
  } else {
    if (b == 0)
      out[t] = 5; // here
    kcc::sync_threads();
    out[128 + b * 32 + t] = out[31 - t]; // here
  }
}
TWINS(prepared_by_the_first_block)

// Blocks clear what others have already added to.
//! 3x32 race
PLANTED(cleared_by_each_block) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  int *sum = &out[fixed ? b : 0];
  if (t == 0)
    *sum = 0; // here
  kcc::sync_threads();
  Atomic<int>(*sum).fetch_add(in[t], relaxed); // here
}
TWINS(cleared_by_each_block)

// Rows of a matrix that is not a multiple of the block's width.
//! 4x32 race
PLANTED(last_row) {
  unsigned t = kcc::thread_idx().x, row = kcc::block_idx().x;
  constexpr unsigned width = 30;
  if (!fixed || t < width)
    out[row * width + t] = in[t] * static_cast<int>(row + 1); // here
}
TWINS(last_row)

//! 4x32 race
PLANTED(bfs_level) {
  // Each vertex of the frontier visits two others; several have the same neighbours.
  std::size_t i = kcc::global_index();
  for (std::size_t neighbour : {(2 * i) % 128, (2 * i + 1) % 128}) {
    if constexpr (fixed)
      Atomic<int>(out[neighbour]).store(static_cast<int>(i) + 1, relaxed);
    else
      out[neighbour] = static_cast<int>(i) + 1; // here
  }
}
TWINS(bfs_level)

//! 4x32 race
PLANTED(grid_written_again) {
  std::size_t i = kcc::global_index();
  out[i] = in[i]; // here
  kcc::sync_grid();
  if constexpr (!fixed)
    out[i] = in[i] + 1;        // here
  out[128 + i] = out[127 - i]; // here
}
TWINS(grid_written_again)
