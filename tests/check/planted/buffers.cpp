// Accesses outside of a buffer.
#include "planted.h"

#include <cstring>

//! 8x32 out-of-bounds
PLANTED(off_by_one) {
  std::size_t i = kcc::global_index();
  if (fixed ? i + 1 < in.size() : i < in.size())
    out[i] = in.data()[i + 1] - in[i]; // here
}
TWINS(off_by_one)

//! 1x32 out-of-bounds
PLANTED(grid_stride_loop) {
  int n = static_cast<int>(out.size());
  int *to = out.data();
  for (int i = static_cast<int>(kcc::global_index()); fixed ? i < n : i <= n; i += 32)
    to[i] = i; // here
}
TWINS(grid_stride_loop)

// Index -1 of the first row.
//! 1x256 out-of-bounds
PLANTED(row_above) {
  int x = kcc::thread_idx().x % 16, y = kcc::thread_idx().x / 16;
  const int *from = in.data();
  int above = fixed && y == 0 ? 0 : from[(y - 1) * 16 + x]; // here
  out[y * 16 + x] = above;
}
TWINS(row_above)

//! 1x16 out-of-bounds
PLANTED(wrong_pitch) {
  unsigned y = kcc::thread_idx().x;
  for (unsigned x = 0; x < 16; ++x)
    out.data()[y * (fixed ? 16 : 17) + x] = 1; // here
}
TWINS(wrong_pitch)

// The grid has more threads than there are elements.
//! 3x96 out-of-bounds
PLANTED(no_guard) {
  std::size_t i = kcc::global_index();
  if (!fixed || i < out.size())
    out.data()[i] = 1; // here
}
TWINS(no_guard)

//! 1x64 out-of-bounds
PLANTED(vector_of_four) {
  struct alignas(16) Four {
    int x, y, z, w;
  };
  auto *from = reinterpret_cast<const Four *>(in.data());
  unsigned t = kcc::thread_idx().x;
  Four four = from[fixed ? t : t + 1]; // here
  out[t] = four.x + four.y + four.z + four.w;
}
TWINS(vector_of_four)

// The last structure is only partly inside.
//! 1x86 out-of-bounds
PLANTED(structure_of_three) {
  struct Three {
    int x, y, z;
  };
  unsigned t = kcc::thread_idx().x;
  if (fixed && t >= 85)
    return;
  auto *to = reinterpret_cast<Three *>(out.data());
  to[t].x = 1;
  to[t].y = 2; // here
  to[t].z = 3; // here
}
TWINS(structure_of_three)

//! 1x1 out-of-bounds
PLANTED(copied_bytes) {
  std::memcpy(&out[0], in.data(), fixed ? 1024 : 1025); // here
}
TWINS(copied_bytes)

//! 1x1 out-of-bounds
PLANTED(cleared_bytes) {
  std::memset(out.data() + 200, 0, fixed ? 56 * sizeof(int) : 57 * sizeof(int)); // here
}
TWINS(cleared_bytes)

//! 1x32 out-of-bounds
PLANTED(atomic_addition) {
  Atomic<int>(out.data()[in[kcc::thread_idx().x] + (fixed ? 224 : 225)]).fetch_add(1, relaxed); // here
}
TWINS(atomic_addition)

// An unsigned index below zero is large.
//! 1x32 out-of-bounds
PLANTED(unsigned_difference) {
  unsigned t = kcc::thread_idx().x;
  const int *from = in.data();
  unsigned left = t - 1;
  out[t] = fixed && t == 0 ? 0 : from[left]; // here
}
TWINS(unsigned_difference)

// The product has more than 32 bits, and what is left of it is not what was meant.
//! 1x32 out-of-bounds
PLANTED(narrow_index) {
  unsigned t = kcc::thread_idx().x;
  unsigned short at = static_cast<unsigned short>(t * 65500u + (fixed ? 0 : 36 * t));
  const int *from = in.data();
  out[t] = from[fixed ? at % 256 : at + 65530u * (t / 31)]; // here
}
TWINS(narrow_index)

//! 1x32 out-of-bounds
PLANTED(part_of_a_span) {
  unsigned t = kcc::thread_idx().x;
  std::span<int> part(out.data() + 240, fixed ? 16 : 17);
  if (t < part.size())
    part[t] = 1; // here
}
TWINS(part_of_a_span)

// In the memory of the next buffer.
//! 1x32 out-of-bounds
PLANTED(other_buffer) {
  unsigned t = kcc::thread_idx().x;
  std::ptrdiff_t distance = in.data() - out.data();
  out[t] = fixed ? in[t] : out.data()[distance + t]; // here
}
TWINS(other_buffer)

//! 1x1 out-of-bounds
PLANTED(walking_pointer) {
  int sum = 0;
  for (const int *p = in.data(), *end = p + in.size(); fixed ? p != end : p <= end; ++p)
    sum += *p; // here
  out[0] = sum;
}
TWINS(walking_pointer)

//! 1x1 out-of-bounds
PLANTED(byte_before) {
  auto *bytes = reinterpret_cast<unsigned char *>(out.data());
  bytes[fixed ? 0 : -1] = 1; // here
}
TWINS(byte_before)

//! 1x64 out-of-bounds
[[gnu::noinline]] static void store_at(int *to, int index, int value) {
  to[index] = value; // here
}
PLANTED(in_a_function) {
  int t = kcc::thread_idx().x;
  store_at(out.data() + 192, fixed ? t : t + 1, t); // here
}
TWINS(in_a_function)

//! 1x64 out-of-bounds
PLANTED(in_a_lambda) {
  unsigned t = kcc::thread_idx().x;
  auto neighbours = [&](unsigned i) {
    return in.data()[i] + in.data()[i + 192]; // here
  };
  out[t] = neighbours(fixed ? t : t + 1);
}
TWINS(in_a_lambda)

// A row of pointers.
//! 1x32 out-of-bounds
PLANTED(pointer_in_memory) {
  [[kcc::shared]] const int *rows[2];
  unsigned t = kcc::thread_idx().x;
  if (t < 2)
    rows[t] = in.data() + 224 * t;
  kcc::sync_threads();
  out[t] = rows[0][t] + rows[1][fixed ? t : t + 1]; // here
}
TWINS(pointer_in_memory)
