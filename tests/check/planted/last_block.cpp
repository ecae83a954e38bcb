// Blocks that work together: the last one adds up, each continues from the one before it. Blocks number
// themselves in the order in which they start, as real code does, so that none waits for one that has not
// started.
#include "planted.h"

static unsigned next_number(Out out) {
  [[kcc::shared]] unsigned number;
  if (kcc::thread_idx().x == 0)
    number = static_cast<unsigned>(Atomic<int>(out[255]).fetch_add(1, relaxed));
  kcc::sync_threads();
  return number;
}

//! 4x64 race
PLANTED(sum_by_the_last_block) {
  [[kcc::shared]] bool is_last;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t == 0) {
    out[10 + b] = in[b]; // here
    if constexpr (fixed)
      kcc::fence_device();
    is_last = Atomic<int>(out[0]).fetch_add(1, relaxed) == 3;
    if constexpr (fixed)
      kcc::fence_device();
  }
  kcc::sync_threads();
  if (is_last && t < 4)
    Atomic<int>(out[1]).fetch_add(out[10 + t], relaxed); // here
}
TWINS(sum_by_the_last_block)

// All threads write, but only the first one's fence comes before the counter.
//! 4x64 race
PLANTED(no_barrier_before_the_counter) {
  [[kcc::shared]] bool is_last;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t % 32 == 0)
    out[10 + b * 2 + t / 32] = in[t]; // here
  kcc::fence_device();
  if constexpr (fixed)
    kcc::sync_threads();
  if (t == 0) {
    is_last = Atomic<int>(out[0]).fetch_add(1, acq_rel) == 3;
  }
  kcc::sync_threads();
  if (is_last && t < 8)
    Atomic<int>(out[1]).fetch_add(out[10 + t], relaxed); // here
}
TWINS(no_barrier_before_the_counter)

// One thread finds out that its block is the last; the others do not wait for it.
//! 4x64 race
PLANTED(no_barrier_behind_the_counter) {
  [[kcc::shared]] bool is_last;
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (t == 0) {
    is_last = false;     // here
    out[10 + b] = in[b]; // here
  }
  kcc::sync_threads();
  if (t == 0)
    is_last = Atomic<int>(out[0]).fetch_add(1, acq_rel) == 3; // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (is_last && t < 4)        // here
    out[20 + t] = out[10 + t]; // here
}
TWINS(no_barrier_behind_the_counter)

//! 6x32 race
PLANTED(chained_scan) {
  unsigned t = kcc::thread_idx().x, b = next_number(out);
  if (t != 0)
    return;
  int before = 0;
  if (b != 0) {
    while (Atomic<int>(out[b - 1]).load(fixed ? acquire : relaxed) == 0)
      ;
    before = out[100 + b - 1]; // here
  }
  out[100 + b] = before + in[b]; // here
  Atomic<int>(out[b]).store(1, release);
}
TWINS(chained_scan)

// Merrill and Garland's scan: a block publishes its own sum, then that of all before it, and looks back.
//! 6x64 race
PLANTED(decoupled_lookback) {
  [[kcc::shared]] int before;
  unsigned t = kcc::thread_idx().x, b = next_number(out);
  Out status = out.subspan(0, 16), own = out.subspan(16, 16), total = out.subspan(32, 16);
  enum { nothing, has_own, has_total };
  if (t == 0) {
    own[b] = in[b]; // here
    Atomic<int>(status[b]).store(has_own, fixed ? release : relaxed);
    int sum = 0;
    for (int i = static_cast<int>(b) - 1; i >= 0; --i) {
      int found;
      while ((found = Atomic<int>(status[i]).load(acquire)) == nothing)
        ;
      sum += found == has_total ? total[i] : own[i]; // here
      if (found == has_total)
        break;
    }
    total[b] = sum + in[b]; // here
    Atomic<int>(status[b]).store(has_total, fixed ? release : relaxed);
    before = sum;
  }
  kcc::sync_threads();
  if (t < 16)
    out[64 + b * 16 + t] = before;
}
TWINS(decoupled_lookback)

// Status and value are one word, so no order is needed; but not if the value is another word.
//! 6x64 race
PLANTED(packed_status) {
  [[kcc::shared]] int before;
  unsigned t = kcc::thread_idx().x, b = next_number(out);
  if (t == 0) {
    int sum = 0;
    if (b != 0) {
      int found;
      while ((found = Atomic<int>(out[b - 1]).load(relaxed)) == 0)
        ;
      sum = fixed ? found >> 1 : out[32 + b - 1]; // here
    }
    if constexpr (!fixed)
      out[32 + b] = sum + in[b]; // here
    Atomic<int>(out[b]).store((sum + in[b]) << 1 | 1, relaxed);
    before = sum;
  }
  kcc::sync_threads();
  if (t < 16)
    out[64 + b * 16 + t] = before;
}
TWINS(packed_status)

// Each warp's lanes look back at 32 blocks, and a vote decides.
//! 5x32 race
PLANTED(lookback_by_a_warp) {
  unsigned t = kcc::thread_idx().x, b = next_number(out);
  if (t == 0) {
    out[32 + b] = in[b] + 1; // here
    if constexpr (fixed)
      kcc::fence_device();
    Atomic<int>(out[b]).store(1, relaxed);
  }
  kcc::sync_warp();
  int before = 0;
  if (t < b) {
    while (Atomic<int>(out[t]).load(relaxed) == 0)
      ;
    kcc::fence_device();
    before = out[32 + t]; // here
  }
  before = kcc::warp::reduce(before);
  if (t == 0)
    out[64 + b] = before;
}
TWINS(lookback_by_a_warp)

// Tiles of one row are added up in a fixed order, by a semaphore for each row.
//! 4x32 race
PLANTED(semaphore) {
  unsigned t = kcc::thread_idx().x, b = next_number(out);
  if (t == 0)
    while (Atomic<int>(out[0]).load(acquire) != static_cast<int>(b))
      ;
  kcc::sync_threads();
  out[64 + t] += in[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  if (t == 0)
    Atomic<int>(out[0]).fetch_add(1, release);
}
TWINS(semaphore)

// Blocks fill a queue, and the last one empties it.
//! 4x32 race
PLANTED(queue) {
  [[kcc::shared]] int have;
  unsigned t = kcc::thread_idx().x;
  int slot = Atomic<int>(out[0]).fetch_add(1, relaxed);
  out[64 + slot] = in[t]; // here
  if constexpr (fixed)
    kcc::fence_device();
  kcc::sync_threads();
  if (t == 0) {
    have = 0;
    if (Atomic<int>(out[1]).fetch_add(1, fixed ? acq_rel : relaxed) == 3)
      have = Atomic<int>(out[0]).load(relaxed);
  }
  kcc::sync_threads();
  for (int i = static_cast<int>(t); i < have; i += 32)
    Atomic<int>(out[2]).fetch_add(out[64 + i], relaxed); // here
}
TWINS(queue)

// A barrier of all blocks with a counter: the blocks of a cooperative grid run at the same time.
//! 4x32 race
PLANTED(grid_barrier_by_hand) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  out[64 + b * 32 + t] = in[t]; // here
  kcc::sync_threads();
  if (t == 0) {
    Atomic<int>(out[0]).fetch_add(1, fixed ? release : relaxed);
    kcc::atomic_ref<int, kcc::scope::device> arrived(out[0]);
    for (int now; (now = arrived.load(acquire)) != 4;)
      arrived.wait(now, acquire);
  }
  kcc::sync_threads();
  if (t < 4)
    out[1 + b * 4 + t] = out[64 + (b + 1) % 4 * 32 + t]; // here
}
TWINS(grid_barrier_by_hand)

// Each of the other blocks helps the first one, which waits for all.
//! 4x32 race
PLANTED(grid_first_block_waits) {
  unsigned t = kcc::thread_idx().x, b = kcc::block_idx().x;
  if (b == 0) {
    if (t == 0) {
      for (int now; (now = Atomic<int>(out[0]).load(acquire)) != 3;)
        Atomic<int>(out[0]).wait(now, acquire);
      for (int i = 1; i < 4; ++i)
        out[40] += out[8 + i]; // here
    }
  } else if (t == 0) {
    out[8 + b] = in[b]; // here
    Atomic<int>(out[0]).fetch_add(1, fixed || b != 2 ? release : relaxed);
  }
}
TWINS(grid_first_block_waits)
