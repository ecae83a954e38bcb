// Data and a flag that says that they are there. Thread 0 sends, thread 32 of another warp receives.
#include "planted.h"

//! 1x64 race
PLANTED(relaxed_store) {
  [[kcc::shared]] int value, flag;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    flag = 0;
  kcc::sync_threads();
  if (t == 0) {
    value = 5; // here
    BlockAtomic<int>(flag).store(1, fixed ? release : relaxed);
  } else if (t == 32) {
    while (BlockAtomic<int>(flag).load(acquire) == 0)
      ;
    out[0] = value; // here
  }
}
TWINS(relaxed_store)

//! 1x64 race
PLANTED(relaxed_load) {
  unsigned t = kcc::thread_idx().x;
  int &value = out[1], &flag = out[0];
  if (t == 0) {
    value = 5; // here
    Atomic<int>(flag).store(1, release);
  } else if (t == 32) {
    while (Atomic<int>(flag).load(fixed ? acquire : relaxed) == 0)
      ;
    out[2] = value; // here
  }
}
TWINS(relaxed_load)

// CUDA's way: volatile flags and fences on both sides.
//! 1x64 race
PLANTED(no_fence_of_the_sender) {
  unsigned t = kcc::thread_idx().x;
  volatile int *flag = &out[0];
  if (t == 0) {
    out[1] = 5; // here
    if constexpr (fixed)
      kcc::fence_device();
    *flag = 1;
  } else if (t == 32) {
    while (*flag == 0)
      ;
    kcc::fence_device();
    out[2] = out[1]; // here
  }
}
TWINS(no_fence_of_the_sender)

//! 1x64 race
PLANTED(no_fence_of_the_receiver) {
  unsigned t = kcc::thread_idx().x;
  volatile int *flag = &out[0];
  if (t == 0) {
    out[1] = 5; // here
    kcc::fence_device();
    *flag = 1;
  } else if (t == 32) {
    while (*flag == 0)
      ;
    if constexpr (fixed)
      kcc::fence_device();
    out[2] = out[1]; // here
  }
}
TWINS(no_fence_of_the_receiver)

//! 1x64 race
PLANTED(fence_behind_the_flag) {
  unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    out[1] = 5; // here
    if constexpr (fixed)
      kcc::atomic_fence(release, kcc::scope::device);
    Atomic<int>(out[0]).store(1, relaxed);
    if constexpr (!fixed)
      kcc::atomic_fence(release, kcc::scope::device);
  } else if (t == 32) {
    while (Atomic<int>(out[0]).load(relaxed) == 0)
      ;
    kcc::atomic_fence(acquire, kcc::scope::device);
    out[2] = out[1]; // here
  }
}
TWINS(fence_behind_the_flag)

//! 1x64 race
PLANTED(flag_before_the_data) {
  unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    if constexpr (fixed)
      out[1] = 5;
    Atomic<int>(out[0]).store(1, release);
    if constexpr (!fixed)
      out[1] = 5; // here
  } else if (t == 32) {
    while (Atomic<int>(out[0]).load(acquire) == 0)
      ;
    out[2] = out[1]; // here
  }
}
TWINS(flag_before_the_data)

// Of two data, one is written too late.
//! 1x64 race
PLANTED(second_part_of_the_data) {
  unsigned t = kcc::thread_idx().x;
  struct Pair {
    int first, second;
  };
  auto *pair = reinterpret_cast<Pair *>(&out[2]);
  if (t == 0) {
    pair->first = 5;
    if constexpr (fixed)
      pair->second = 6;
    Atomic<int>(out[0]).store(1, release);
    if constexpr (!fixed)
      pair->second = 6; // here
  } else if (t == 32) {
    while (Atomic<int>(out[0]).load(acquire) == 0)
      ;
    out[8] = pair->first;
    out[9] = pair->second; // here
  }
}
TWINS(second_part_of_the_data)

// Each of three warps waits for the one before it.
//! 1x96 race
PLANTED(chain_of_flags) {
  unsigned t = kcc::thread_idx().x;
  int *data = &out[10];
  if (t == 0) {
    data[0] = 5; // here
    Atomic<int>(out[0]).store(1, release);
  } else if (t == 32) {
    while (Atomic<int>(out[0]).load(acquire) == 0)
      ;
    data[1] = 6;
    Atomic<int>(out[1]).store(1, fixed ? release : relaxed);
  } else if (t == 64) {
    while (Atomic<int>(out[1]).load(acquire) == 0)
      ;
    out[20] = data[0]; // here
  }
}
TWINS(chain_of_flags)

// Another change of the flag keeps what its first writer released; another store does not.
//! 1x96 race
PLANTED(release_sequence) {
  unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    out[1] = 5; // here
    Atomic<int>(out[0]).store(1, release);
  } else if (t == 32) {
    while (Atomic<int>(out[0]).load(relaxed) == 0)
      ;
    if constexpr (fixed)
      Atomic<int>(out[0]).fetch_add(1, relaxed);
    else
      Atomic<int>(out[0]).store(2, relaxed);
  } else if (t == 64) {
    while (Atomic<int>(out[0]).load(acquire) != 2)
      ;
    out[2] = out[1]; // here
  }
}
TWINS(release_sequence)

// The receiver answers, and the sender writes again.
//! 1x64 race
PLANTED(answer) {
  unsigned t = kcc::thread_idx().x;
  Atomic<int> turn(out[0]);
  if (t == 32) {
    out[1] = 5;
    turn.store(1, release);
  }
  kcc::sync_threads();
  if (t == 0) {
    if (turn.load(acquire) == 1)
      out[2] = out[1]; // here
    turn.store(2, fixed ? release : relaxed);
  } else if (t == 32) {
    while (turn.load(acquire) != 2)
      ;
    out[1] = 6; // here
  }
}
TWINS(answer)

// Published by one thread of a warp for the others of it.
//! 1x64 race
PLANTED(sender_speaks_for_its_warp) {
  unsigned t = kcc::thread_idx().x;
  if (t < 32) {
    out[64 + t] = in[t]; // here
    if constexpr (fixed)
      kcc::sync_warp();
    if (t == 0)
      Atomic<int>(out[0]).store(1, release);
  } else {
    if (t == 32)
      while (Atomic<int>(out[0]).load(acquire) == 0)
        ;
    kcc::sync_warp();
    out[128 + t] = out[64 + (t - 16) % 32]; // here
  }
}
TWINS(sender_speaks_for_its_warp)

//! 1x64 race
PLANTED(receiver_listens_for_its_warp) {
  unsigned t = kcc::thread_idx().x;
  if (t == 0) {
    out[1] = 5; // here
    Atomic<int>(out[0]).store(1, release);
  } else if (t >= 32) {
    if (t == 32 || (t == 63 && !fixed))
      while (Atomic<int>(out[0]).load(acquire) == 0)
        ;
    if constexpr (fixed)
      kcc::sync_warp();
    else
      kcc::warp::ballot(true);
    out[t] = out[1]; // here
  }
}
TWINS(receiver_listens_for_its_warp)

// A pointer to the data is the flag.
//! 1x64 race
PLANTED(published_pointer) {
  [[kcc::shared]] int *message;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    message = nullptr;
  kcc::sync_threads();
  if (t == 0) {
    out[7] = 5; // here
    BlockAtomic<int *>(message).store(&out[7], fixed ? release : relaxed);
  } else if (t == 32) {
    int *got;
    while ((got = BlockAtomic<int *>(message).load(acquire)) == nullptr)
      ;
    out[8] = *got; // here
  }
}
TWINS(published_pointer)

// A counter of those that have finished.
//! 1x128 race
PLANTED(counter_of_arrivals) {
  [[kcc::shared]] int arrived;
  [[kcc::shared]] int parts[128];
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    arrived = 0;
  kcc::sync_threads();
  parts[t] = in[t]; // here
  int before = BlockAtomic<int>(arrived).fetch_add(1, fixed ? acq_rel : relaxed);
  if (before == 127)
    for (int part : parts) // here
      out[0] += part;
}
TWINS(counter_of_arrivals)
