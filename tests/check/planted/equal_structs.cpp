// Two threads that write equal structs.
#include "structs.h"

//! 1x32 equal-writes
PLANTED(same_struct) {
  if (!fixed || kcc::thread_idx().x == 0)
    array<Four>(out)[3] = {7, 8, 9, 10}; // here
}
TWINS(same_struct)

//! 1x32 equal-writes
PLANTED(zeros) {
  unsigned t = kcc::thread_idx().x;
  array<Four>(out)[fixed ? t : t / 2] = {}; // here
}
TWINS(zeros)

//! 1x32 equal-writes
PLANTED(overlap_of_the_same) {
  int t = static_cast<int>(kcc::thread_idx().x);
  *reinterpret_cast<Four *>(out.data() + (fixed ? 4 : 2) * t) = {5, 5, 5, 5}; // here
}
TWINS(overlap_of_the_same)

//! 4x16 equal-writes
PLANTED(same_in_blocks) {
  unsigned t = kcc::thread_idx().x;
  array<Four>(out)[fixed ? kcc::global_index() : t] = {1, 2, static_cast<int>(t), 3}; // here
}
TWINS(same_in_blocks)

//! 1x64 equal-writes
PLANTED(same_in_shared_memory) {
  [[kcc::shared]] Four tile[64];
  int t = static_cast<int>(kcc::thread_idx().x);
  tile[fixed ? t : t % 8] = {1, 2, 3, 4}; // here
  kcc::sync_threads();
  out[t] = tile[fixed ? t : t % 8].y;
}
TWINS(same_in_shared_memory)

//! 1x32 equal-writes
PLANTED(copies_of_one) {
  unsigned t = kcc::thread_idx().x;
  array<Four>(out)[fixed ? t : t % 4] = fours(in)[3]; // here
}
TWINS(copies_of_one)

//! 1x48 equal-writes
PLANTED(same_in_branches) {
  int t = static_cast<int>(kcc::thread_idx().x);
  if (in[t] % 3 == 0)
    array<Four>(out)[fixed ? t : t / 6] = {4, 1, 2, 3}; // here
}
TWINS(same_in_branches)

//! 1x16 equal-writes
PLANTED(same_padded) {
  int t = static_cast<int>(kcc::thread_idx().x);
  array<Padded>(out)[fixed ? t : t / 2] = {1, 2, 3, 4}; // here
}
TWINS(same_padded)

//! 1x16 equal-writes
PLANTED(copies_of_padded) {
  unsigned t = kcc::thread_idx().x;
  array<Padded>(out)[fixed ? t : t / 2] = reinterpret_cast<const Padded *>(in.data())[1]; // here
}
TWINS(copies_of_padded)

//! 1x64 equal-writes
PLANTED(same_pixels) {
  unsigned t = kcc::thread_idx().x;
  array<Pixel>(out)[fixed ? t : t / 2] = {1, 2, 3}; // here
}
TWINS(same_pixels)

//! 1x16 equal-writes
PLANTED(same_pointers) {
  unsigned t = kcc::thread_idx().x;
  array<Pointers>(out)[fixed ? t : t / 2] = {&in[3], true}; // here
}
TWINS(same_pointers)

//! 1x32 equal-writes
PLANTED(same_vectors) {
  unsigned t = kcc::thread_idx().x;
  array<Vector>(out)[fixed ? t : t / 2] = Vector{1, 2, 3, 4}; // here
}
TWINS(same_vectors)
