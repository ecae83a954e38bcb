// Accesses outside of objects. A kernel with an error says which rule it breaks, and in which line.
#include <kcc/device.h>

#include <cstdlib>
#include <cstring>
#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

//! 1x32
[[kcc::kernel]] void past_end_fixed(Out out, In in, Out) {
  out[kcc::global_index()] = in[kcc::global_index()];
}
//! 9x32 out-of-bounds
[[kcc::kernel]] void past_end_bug(Out out, In in, Out) {
  if (kcc::global_index() < 256)
    out[kcc::global_index()] = in[kcc::global_index()];
  else
    out[kcc::global_index()] = 1; // here
}
//! 1x32 out-of-bounds
[[kcc::kernel]] void past_end_by_pointer_bug(Out out, In in, Out) {
  const int *p = in.data();
  int sum = 0;
  for (int i = 0; i <= 256; ++i)
    sum += *p++; // here
  out[kcc::global_index()] = sum;
}
//! 1x32
[[kcc::kernel]] void past_end_by_pointer_fixed(Out out, In in, Out) {
  const int *p = in.data();
  int sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += *p++;
  out[kcc::global_index()] = sum;
}
//! 1x32 out-of-bounds
[[kcc::kernel]] void before_begin_bug(Out out, In in, Out) {
  std::size_t i = kcc::global_index();
  out[i] = in.data()[static_cast<int>(i) - 1]; // here
}
//! 1x32
[[kcc::kernel]] void before_begin_fixed(Out out, In in, Out) {
  std::size_t i = kcc::global_index();
  out[i] = i == 0 ? 0 : in.data()[i - 1];
}
//! 1x32 out-of-bounds
[[kcc::kernel]] void other_buffer_bug(Out out, In in, Out) {
  std::ptrdiff_t distance = in.data() - out.data();
  out.data()[distance + 5] = 1; // here
}
//! 1x32
[[kcc::kernel]] void other_buffer_fixed(Out out, In, Out) {
  out[5 + kcc::thread_idx().x] = 1;
}
//! 1x1 out-of-bounds
[[kcc::kernel]] void unused_read_bug(Out, In in, Out) {
  int unused = in.data()[256]; // here
  (void)unused;
}
//! 1x1
[[kcc::kernel]] void unused_read_fixed(Out, In in, Out) {
  int unused = in.data()[255];
  (void)unused;
}
//! 1x1 out-of-bounds
[[kcc::kernel]] void partly_outside_bug(Out out, In in, Out) {
  std::memcpy(out.data(), in.data() + 255, 8); // here
}
//! 1x1
[[kcc::kernel]] void partly_outside_fixed(Out out, In in, Out) {
  std::memcpy(out.data(), in.data() + 254, 8);
}
//! 1x1 null-pointer
[[kcc::kernel]] void null_bug(Out out, In in, Out) {
  int *p = in[0] == 0 ? nullptr : out.data();
  *p = 1; // here
}
//! 1x1
[[kcc::kernel]] void null_fixed(Out out, In in, Out) {
  int *p = in[0] != 0 ? nullptr : out.data();
  *p = 1;
}
//! 1x1 misaligned
[[kcc::kernel]] void misaligned_bug(Out out, In in, Out) {
  out[0] = *reinterpret_cast<const int *>(reinterpret_cast<const char *>(in.data()) + 2); // here
}
//! 1x1
[[kcc::kernel]] void misaligned_fixed(Out out, In in, Out) {
  std::memcpy(out.data(), reinterpret_cast<const char *>(in.data()) + 2, 4);
}
//! 1x1 host-pointer
[[kcc::kernel]] void wild_bug(Out out, In, Out) {
  out[0] = *reinterpret_cast<const int *>(0x123400000000); // here
}
//! 1x64 out-of-bounds
[[kcc::kernel]] void shared_past_end_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  tile[kcc::thread_idx().x] = in[kcc::thread_idx().x]; // here
  kcc::sync_threads();
  out[kcc::thread_idx().x] = tile[0];
}
//! 1x64
[[kcc::kernel]] void shared_past_end_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  tile[kcc::thread_idx().x] = in[kcc::thread_idx().x];
  kcc::sync_threads();
  out[kcc::thread_idx().x] = tile[0];
}
//! 1x64 out-of-bounds
[[kcc::kernel]] void shared_neighbour_bug(Out out, In in, Out) {
  [[kcc::shared]] int first[32];
  [[kcc::shared]] int second[64];
  unsigned t = kcc::thread_idx().x;
  second[t] = 0;
  first[t] = in[t]; // here
  kcc::sync_threads();
  out[t] = first[0] + second[t];
}
//! 1x64
[[kcc::kernel]] void shared_neighbour_fixed(Out out, In in, Out) {
  [[kcc::shared]] int first[64];
  [[kcc::shared]] int second[64];
  unsigned t = kcc::thread_idx().x;
  second[t] = 0;
  first[t] = in[t];
  kcc::sync_threads();
  out[t] = first[0] + second[t];
}
static void fill(int *tile, unsigned at) {
  tile[at] = 1; // fill
}
//! 1x64 out-of-bounds fill
[[kcc::kernel]] void shared_through_call_bug(Out out, In, Out) {
  [[kcc::shared]] int first[32];
  [[kcc::shared]] int second[64];
  second[kcc::thread_idx().x] = 1;
  fill(first, kcc::thread_idx().x);
  kcc::sync_threads();
  out[0] = first[0] + second[0];
}
//! 1x32
[[kcc::kernel]] void shared_through_call_fixed(Out out, In, Out) {
  [[kcc::shared]] int first[32];
  [[kcc::shared]] int second[64];
  second[kcc::thread_idx().x] = 1;
  fill(first, kcc::thread_idx().x);
  kcc::sync_threads();
  out[kcc::thread_idx().x] = first[0] + second[0];
}
//! 1x8 out-of-bounds
[[kcc::kernel]] void local_bug(Out out, In in, Out) {
  int numbers[4] = {1, 2, 3, 4};
  out[kcc::thread_idx().x] = numbers[in[kcc::thread_idx().x]]; // here
}
//! 1x8
[[kcc::kernel]] void local_fixed(Out out, In in, Out) {
  int numbers[8] = {1, 2, 3, 4};
  out[kcc::thread_idx().x] = numbers[in[kcc::thread_idx().x]];
}
//! 1x8 out-of-bounds
[[kcc::kernel]] void local_constant_index_bug(Out out, In in, Out) {
  int numbers[4] = {1, 2, 3, in[0]};
  volatile int four = 4;
  numbers[four] = 1; // here
  out[kcc::thread_idx().x] = numbers[3];
}
[[kcc::constant]] int table[4] = {1, 2, 3, 4};
//! 1x8 out-of-bounds
[[kcc::kernel]] void constant_bug(Out out, In in, Out) {
  out[kcc::thread_idx().x] = table[in[kcc::thread_idx().x]]; // here
}
//! 1x8
[[kcc::kernel]] void constant_fixed(Out out, In in, Out) {
  out[kcc::thread_idx().x] = table[in[kcc::thread_idx().x] % 4];
}
int variable[4];
//! 1x8 out-of-bounds
[[kcc::kernel]] void variable_bug(Out, In in, Out) {
  variable[in[kcc::thread_idx().x]] = 1; // here
}
//! 1x4
[[kcc::kernel]] void variable_fixed(Out, In in, Out) {
  variable[in[kcc::thread_idx().x]] = 1;
}
//! 1x1 use-after-free
[[kcc::kernel]] void heap_freed_bug(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  *p = 3;
  std::free(p);
  out[0] = *p; // here
}
//! 1x1
[[kcc::kernel]] void heap_freed_fixed(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  *p = 3;
  out[0] = *p;
  std::free(p);
}
//! 1x1 out-of-bounds
[[kcc::kernel]] void heap_past_end_bug(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  p[16] = 3; // here
  out[0] = p[0];
  std::free(p);
}
//! 1x1
[[kcc::kernel]] void heap_past_end_fixed(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(68));
  p[16] = 3;
  out[0] = p[16];
  std::free(p);
}
//! 1x32 out-of-bounds
[[kcc::kernel]] void dynamic_shared_bug(Out out, In in, Out) {
  int *tile = kcc::dynamic_shared<int>().data();
  tile[127 + kcc::thread_idx().x] = in[0]; // here
  out[kcc::thread_idx().x] = 1;
}
//! 1x32
[[kcc::kernel]] void dynamic_shared_fixed(Out out, In in, Out) {
  int *tile = kcc::dynamic_shared<int>().data();
  tile[kcc::thread_idx().x] = in[0];
  out[kcc::thread_idx().x] = tile[kcc::thread_idx().x];
}
//! 1x1 double-free
[[kcc::kernel]] void freed_twice_bug(Out out, In in, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  p[0] = in[1];
  out[0] = p[0];
  std::free(p);
  std::free(p); // here
}
//! 1x1
[[kcc::kernel]] void freed_twice_fixed(Out out, In in, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  p[0] = in[1];
  out[0] = p[0];
  std::free(p);
  p = nullptr;
  std::free(p);
}
//! 1x1 double-free
[[kcc::kernel]] void deleted_twice_bug(Out out, In in, Out) {
  int *p = new int(in[1]);
  out[0] = *p;
  delete p;
  if (in[1] == 1)
    delete p; // here
}
//! 1x1 invalid-free
[[kcc::kernel]] void freed_inside_bug(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  out[0] = 1;
  std::free(p + 4); // here
}
//! 1x1 invalid-free
[[kcc::kernel]] void freed_buffer_bug(Out out, In, Out) {
  std::free(out.data()); // here
}
//! 2x32 leak
[[kcc::kernel]] void leak_bug(Out out, In in, Out) {
  int *p = static_cast<int *>(std::malloc(64)); // here
  unsigned t = kcc::thread_idx().x;
  p[0] = in[t];
  out[kcc::global_index()] = p[0];
  if (t % 2 == 0)
    std::free(p);
}
//! 2x32
[[kcc::kernel]] void leak_fixed(Out out, In in, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  p[0] = in[kcc::thread_idx().x];
  out[kcc::global_index()] = p[0];
  std::free(p);
}
struct alignas(64) Wide {
  int number;
};
//! 1x1 leak
[[kcc::kernel]] void leak_of_new_bug(Out out, In in, Out) {
  auto *p = new Wide{in[1]}; // here
  out[0] = p->number;
}
//! 1x1
[[kcc::kernel]] void leak_of_new_fixed(Out out, In in, Out) {
  auto *p = new Wide{in[1]};
  out[0] = p->number;
  delete p;
}
//! 1x1
[[kcc::kernel]] void new_array_fixed(Out out, In in, Out) {
  auto *p = new int[4]{in[1]};
  out[0] = p[3];
  delete[] p;
}
