// Atomic operations of different sizes on the same bytes, which are not atomic for each other.
#include "planted.h"

#include <atomic>

using Wide = unsigned long long;

static Wide &wide(int &first) {
  return reinterpret_cast<Wide &>(first);
}

//! 2x32 race
PLANTED(half_of_a_number) {
  if (kcc::thread_idx().x != 0)
    return;
  if (kcc::block_idx().x == 0)
    Atomic<Wide>(wide(out[0])).fetch_add(1, relaxed); // here
  else
    Atomic<int>(out[fixed ? 2 : 1]).fetch_add(1, relaxed); // here
}
TWINS(half_of_a_number)

//! 2x64 race
PLANTED(histogram_of_two_sizes) {
  const unsigned t = kcc::thread_idx().x;
  Atomic<Wide>(wide(out[t % 8 * 2])).fetch_add(1, relaxed);          // here
  Atomic<int>(out[t % 16 + (fixed ? 16 : 0)]).fetch_add(1, relaxed); // here
}
TWINS(histogram_of_two_sizes)

//! 2x64 race
PLANTED(in_shared_memory) {
  [[kcc::shared]] alignas(8) static int parts[2];
  const unsigned t = kcc::thread_idx().x;
  if (t < 2)
    parts[t] = 0;
  kcc::sync_threads();
  BlockAtomic<Wide>(wide(parts[0])).fetch_add(Wide{1} << 32 | 2, relaxed); // here
  if constexpr (fixed)
    kcc::sync_threads();
  BlockAtomic<int>(parts[t % 2]).fetch_add(1, relaxed); // here
  kcc::sync_threads();
  if (t == 0)
    out[kcc::block_idx().x] = parts[0] + parts[1];
}
TWINS(in_shared_memory)

//! 2x64 race
PLANTED(flag_of_two_sizes) {
  if (kcc::thread_idx().x != 0)
    return;
  if (kcc::block_idx().x == 0) {
    out[2] = 5; // here
    if constexpr (fixed)
      Atomic<int>(out[0]).store(1, release);
    else
      Atomic<Wide>(wide(out[0])).store(1, release); // here
  } else {
    while (Atomic<int>(out[0]).load(acquire) == 0) // here
      ;
    out[3] = out[2]; // here
  }
}
TWINS(flag_of_two_sizes)

//! 2x64 race
PLANTED(byte_of_a_word) {
  auto *bytes = reinterpret_cast<unsigned char *>(out.data());
  if (kcc::thread_idx().x % 2 == 0)
    std::atomic_ref<unsigned char>(bytes[2]).fetch_or(1); // here
  else
    (void)std::atomic_ref<int>(out[fixed ? 1 : 0]).load(); // here
}
TWINS(byte_of_a_word)

struct alignas(16) Pair {
  long long first, second;
};

//! 2x64 race
PLANTED(half_of_a_pair) {
  Pair &pair = reinterpret_cast<Pair &>(out[4]);
  if (kcc::thread_idx().x == 0)
    (void)Atomic<Pair>(pair).exchange(Pair{1, 2}, relaxed); // here
  if (kcc::thread_idx().x == 40)
    out[32 + kcc::block_idx().x] =
        static_cast<int>(Atomic<Wide>(wide(out[fixed ? 8 : 6])).load(relaxed)); // here
}
TWINS(half_of_a_pair)

// Only one of three threads has another size.
//! 3x32 race
PLANTED(one_of_three) {
  if (kcc::thread_idx().x != 0)
    return;
  if (!fixed && kcc::block_idx().x == 1)
    out[16] = static_cast<int>(Atomic<Wide>(wide(out[0])).load(relaxed)); // here
  else if (kcc::block_idx().x == 0)
    out[17] = Atomic<int>(out[0]).load(relaxed);
  else
    Atomic<int>(out[0]).store(7, relaxed); // here
}
TWINS(one_of_three)

// Two reads do not race.
//! 4x64 race
PLANTED(reads_of_two_sizes) {
  const unsigned t = kcc::global_index();
  if (!fixed && t == 100)
    Atomic<int>(out[1]).store(0, relaxed); // here
  if (t % 2 == 0)
    (void)Atomic<Wide>(wide(out[0])).load(relaxed); // here
  else
    (void)Atomic<int>(out[fixed ? 0 : 4]).load(relaxed);
}
TWINS(reads_of_two_sizes)
