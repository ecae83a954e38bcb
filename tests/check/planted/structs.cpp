// Writes of whole structs.
#include "structs.h"

#include <utility>

//! 1x32 race
PLANTED(last_member_differs) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Four>(out)[fixed ? t : t / 2] = {1, 2, 3, t}; // here
}
TWINS(last_member_differs)

//! 1x32 race
PLANTED(last_thread_restores) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Four>(out)[fixed ? t : t / 2] = {0, 0, 0, (t + 1) % 2}; // here
}
TWINS(last_thread_restores)

//! 1x32 race
PLANTED(first_thread_keeps) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Four>(out)[fixed ? t : t / 2] = {0, 0, 0, t % 2}; // here
}
TWINS(first_thread_keeps)

// Neighbours have two members in common.
//! 1x32 race
PLANTED(overlap) {
  int t = static_cast<int>(kcc::thread_idx().x);
  *reinterpret_cast<Four *>(out.data() + (fixed ? 4 : 2) * t) = {t, t, t, t}; // here
}
TWINS(overlap)

//! 4x16 race
PLANTED(among_blocks) {
  unsigned t = kcc::thread_idx().x;
  array<Four>(out)[fixed ? kcc::global_index() : t] = {1, 2, static_cast<int>(kcc::block_idx().x), 3}; // here
}
TWINS(among_blocks)

//! 1x64 race
PLANTED(in_shared_memory) {
  [[kcc::shared]] Four tile[64];
  int t = static_cast<int>(kcc::thread_idx().x);
  tile[fixed ? t : t / 2] = {1, t, 2, 3}; // here
  kcc::sync_threads();
  out[t] = tile[fixed ? t : t / 2].y;
}
TWINS(in_shared_memory)

//! 1x64 race
PLANTED(no_barrier) {
  [[kcc::shared]] Four tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = fours(in)[t]; // here
  if constexpr (fixed)
    kcc::sync_threads();
  array<Four>(out)[t] = tile[63 - t]; // here
}
TWINS(no_barrier)

//! 1x32 race
PLANTED(copies) {
  unsigned t = kcc::thread_idx().x;
  array<Four>(out)[fixed ? t : t / 2] = fours(in)[t]; // here
}
TWINS(copies)

//! 1x32 race
PLANTED(changed_copies) {
  unsigned t = kcc::thread_idx().x;
  Four f = fours(in)[0];
  f.x += static_cast<int>(t);
  array<Four>(out)[fixed ? t : t / 2] = f; // here
}
TWINS(changed_copies)

//! 1x32 race
PLANTED(swaps) {
  unsigned t = kcc::thread_idx().x;
  Four *f = array<Four>(out);
  f[t].x = static_cast<int>(t) + 1; // here
  if constexpr (fixed)
    std::swap(f[t], f[t + 32]);
  else
    std::swap(f[t], f[t + 1]); // here
}
TWINS(swaps)

//! 1x32 race
PLANTED(member_of_neighbour) {
  int t = static_cast<int>(kcc::thread_idx().x);
  Four *f = array<Four>(out);
  f[t] = {t, t, t, t};                 // here
  f[fixed ? t : (t + 1) % 32].z = 100; // here
}
TWINS(member_of_neighbour)

//! 1x32 race
PLANTED(read_of_member) {
  int t = static_cast<int>(kcc::thread_idx().x);
  Four *f = array<Four>(out);
  f[t] = {t, t, t, t}; // here
  if constexpr (fixed)
    kcc::sync_threads();
  int z = f[(t + 1) % 32].z; // here
  if constexpr (fixed)
    kcc::sync_threads();
  f[t].x = z;
}
TWINS(read_of_member)

// Only some threads come here, and not all of these write.
//! 2x48 race
PLANTED(in_branches) {
  int t = static_cast<int>(kcc::thread_idx().x);
  if (kcc::block_idx().x == 1 || t > 40)
    return;
  if (in[t] % 3 == 0)
    array<Four>(out)[fixed ? t : t / 6] = {in[t], 1, 2, 3}; // here
  else if (in[t] % 3 == 1)
    array<Four>(out)[t] = fours(in)[t]; // here
}
TWINS(in_branches)

//! 1x16 race
PLANTED(padded) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Padded>(out)[fixed ? t : t / 2] = {1, 2, 3, static_cast<short>(t)}; // here
}
TWINS(padded)

//! 1x64 race
PLANTED(pixels) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Pixel>(out)[fixed ? t : t / 2] = {1, 2, static_cast<unsigned char>(t)}; // here
}
TWINS(pixels)

//! 1x64 race
PLANTED(copies_of_pixels) {
  unsigned t = kcc::thread_idx().x;
  array<Pixel>(out)[fixed ? t : t / 2] = reinterpret_cast<const Pixel *>(in.data())[t]; // here
}
TWINS(copies_of_pixels)

// A number of 4 bytes to the check, written in two parts.
//! 1x64 race
PLANTED(halves) {
  [[kcc::shared]] Halves tile[64];
  int t = static_cast<int>(kcc::thread_idx().x);
  tile[fixed ? t : t / 2] = {1, static_cast<short>(t)}; // here
  kcc::sync_threads();
  out[t] = tile[fixed ? t : t / 2].high;
}
TWINS(halves)

//! 1x16 race
PLANTED(pointers) {
  unsigned t = kcc::thread_idx().x;
  array<Pointers>(out)[fixed ? t : t / 2] = {&in[t], true}; // here
}
TWINS(pointers)

//! 1x32 race
PLANTED(vectors) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Vector>(out)[fixed ? t : t / 2] = Vector{1, 2, 3, t}; // here
}
TWINS(vectors)

// A copy is as unwritten as the original.
//! 1x32 uninitialized
PLANTED(copies_of_unwritten) {
  [[kcc::shared]] Four tile[32];
  unsigned t = kcc::thread_idx().x;
  if constexpr (fixed)
    tile[t] = fours(in)[t];
  else
    tile[t] = array<Four>(unwritten)[t];
  kcc::sync_threads();
  if (tile[31 - t].y > 3) // here
    out[t] = 1;
}
TWINS(copies_of_unwritten)
