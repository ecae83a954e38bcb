// Fences of a block or cluster, and variables that other blocks and clusters use at the same time.
#include "planted.h"

static void poll(int &flag, int value) {
  while (Atomic<int>(flag).load(relaxed) != value) {
  }
}
#define KCC_THREAD const unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x

// What another block shows at the scope of its own does not hide what the reader's block shows.
//! 2x64 race
PLANTED(grid_fences_of_two_blocks) {
  KCC_THREAD;
  if (b == 1 && t == 0) {
    kcc::fence_block();
    Atomic<int>(out[0]).store(1, relaxed);
  } else if (b == 0 && t == 32) {
    out[8] = 7; // here
    kcc::fence_block();
    Atomic<int>(out[1]).store(1, relaxed);
  } else if (b == 0 && t == 0) {
    poll(out[0], 1);
    poll(out[1], 1);
    if constexpr (fixed)
      kcc::fence_block();
    out[9] = out[8]; // here
  }
}
TWINS(grid_fences_of_two_blocks)

// The fence of a block shows what its own block has shown to the device.
//! 2x64 race
PLANTED(grid_fence_after_two_flags) {
  KCC_THREAD;
  if (b == 1 && t == 0) {
    kcc::fence_device();
    Atomic<int>(out[0]).store(1, relaxed);
  } else if (b == 0 && t == 32) {
    if constexpr (fixed)
      out[8] = 7;
    kcc::fence_device();
    Atomic<int>(out[1]).store(1, relaxed);
    if constexpr (!fixed)
      out[8] = 7; // here
  } else if (b == 0 && t == 0) {
    poll(out[0], 1);
    poll(out[1], 1);
    kcc::fence_block();
    out[9] = out[8]; // here
  }
}
TWINS(grid_fence_after_two_flags)

//! 2x64 race
PLANTED(grid_counter_of_blocks) {
  KCC_THREAD;
  if (t == 32) {
    out[8 + b] = 7; // here
    if constexpr (fixed)
      kcc::fence_block();
    Atomic<int>(out[0]).fetch_add(1, relaxed);
  } else if (t == 0) {
    poll(out[0], 2);
    kcc::fence_block();
    out[16 + b] = out[8 + b]; // here
  }
}
TWINS(grid_counter_of_blocks)

//! 2x64 race
PLANTED(grid_releasing_counter) {
  KCC_THREAD;
  if (t == 32) {
    out[8 + b] = 7; // here
    Atomic<int>(out[0]).fetch_add(1, release);
  } else if (t == 0) {
    poll(out[0], 2);
    kcc::fence_block();
    out[16 + b] = out[8 + (fixed ? b : 1 - b)]; // here
  }
}
TWINS(grid_releasing_counter)

// Clusters have two blocks. Those of another one do not carry over what a fence of a cluster has shown.
//! 4x32 race
PLANTED(cluster_grid_fences_of_two_clusters) {
  KCC_THREAD;
  if (t == 0 && (b == 0 || b == 2)) {
    out[8 + b] = 7; // here
    if constexpr (fixed)
      kcc::fence_device();
    else
      kcc::fence_cluster();
    Atomic<int>(out[0]).fetch_add(1, relaxed);
  } else if (t == 0 && b == 3) {
    poll(out[0], 2);
    kcc::fence_device();
    out[16] = out[8]; // here
  }
}
TWINS(cluster_grid_fences_of_two_clusters)

//! 4x32 race
PLANTED(cluster_grid_reader_of_two_clusters) {
  KCC_THREAD;
  if (t == 0 && (b == 0 || b == 2)) {
    out[8 + b] = 7; // here
    kcc::fence_device();
    Atomic<int>(out[0]).fetch_add(1, relaxed);
  } else if (t == 0 && b == 3) {
    poll(out[0], 2);
    kcc::fence_cluster();
    out[16] = out[fixed ? 10 : 8]; // here
  }
}
TWINS(cluster_grid_reader_of_two_clusters)
