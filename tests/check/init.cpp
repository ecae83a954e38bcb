// Reads of memory that nobody has written.
#include <kcc/device.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

//! 1x32 uninitialized
[[kcc::kernel]] void global_bug(Out out, In, Out unwritten) {
  out[kcc::thread_idx().x] = unwritten[kcc::thread_idx().x] + 1; // here
}
//! 1x32
[[kcc::kernel]] void global_fixed(Out out, In, Out unwritten) {
  unwritten[kcc::thread_idx().x] = 1;
  out[kcc::thread_idx().x] = unwritten[kcc::thread_idx().x] + 1;
}
//! 2x32 uninitialized
[[kcc::kernel]] void one_element_bug(Out out, In, Out unwritten) {
  unsigned t = kcc::global_index();
  if (t != 37)
    unwritten[t] = 1;
  out[t] = unwritten[t] + 1; // here
}
//! 2x32
[[kcc::kernel]] void one_element_fixed(Out out, In, Out unwritten) {
  unsigned t = kcc::global_index();
  unwritten[t] = 1;
  out[t] = unwritten[t] + 1;
}
//! 1x32 uninitialized
[[kcc::kernel]] void branch_bug(Out out, In, Out unwritten) {
  if (unwritten[3] > 0) // here
    out[kcc::thread_idx().x] = 1;
}
//! 1x64 uninitialized
[[kcc::kernel]] void shared_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t < 32)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[63 - t] * 2; // here
}
//! 2x64
[[kcc::kernel]] void shared_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  out[kcc::global_index()] = tile[63 - t] * 2;
}
//! 3x32 uninitialized
[[kcc::kernel]] void shared_of_other_block_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[32];
  unsigned t = kcc::thread_idx().x;
  if (kcc::block_idx().x == 0)
    tile[t] = in[t];
  kcc::sync_threads();
  out[kcc::global_index()] = tile[t] * 2; // here
}
//! 1x32 uninitialized
[[kcc::kernel]] void dynamic_shared_bug(Out out, In in, Out) {
  std::span<int> tile = kcc::dynamic_shared<int>();
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[t + 1] * 2; // here
}
//! 1x32
[[kcc::kernel]] void dynamic_shared_fixed(Out out, In in, Out) {
  std::span<int> tile = kcc::dynamic_shared<int>();
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[31 - t] * 2;
}
//! 1x1 uninitialized
[[kcc::kernel]] void heap_bug(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  out[0] = p[3] * 2; // here
  std::free(p);
}
//! 1x1
[[kcc::kernel]] void heap_fixed(Out out, In, Out) {
  int *p = static_cast<int *>(std::malloc(64));
  p[3] = 1;
  out[0] = p[3] * 2;
  std::free(p);
}
//! 1x32 uninitialized
[[kcc::kernel]] void passed_on_bug(Out out, In, Out unwritten) {
  out[kcc::thread_idx().x] = unwritten[kcc::thread_idx().x]; // here
}
//! 1x64 uninitialized
[[kcc::kernel]] void reversed_bug(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  if (t != 5)
    tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[63 - t]; // here
}
//! 1x64
[[kcc::kernel]] void reversed_fixed(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  kcc::sync_threads();
  out[t] = tile[63 - t];
}
//! 1x32
[[kcc::kernel]] void bytes_fixed(Out out, In, Out unwritten) {
  auto *to = reinterpret_cast<unsigned char *>(out.data());
  auto *from = reinterpret_cast<const unsigned char *>(unwritten.data());
  to[kcc::thread_idx().x] = from[kcc::thread_idx().x];
}
//! 1x1 uninitialized
[[kcc::kernel]] void copied_bug(Out out, In, Out unwritten) {
  std::memcpy(out.data(), unwritten.data(), 64);
  out[20] = out[3] * 2; // here
}
struct Padded {
  char letter;
  int number;
};
//! 1x1
[[kcc::kernel]] void padding_fixed(Out out, In, Out unwritten) {
  auto *all = reinterpret_cast<Padded *>(unwritten.data());
  all[0].letter = 1;
  all[0].number = 2;
  all[1] = all[0];
  Padded copy = all[1];
  out[0] = copy.number + copy.letter;
}
//! 1x1
[[kcc::kernel]] void copied_and_not_used_fixed(Out out, In, Out unwritten) {
  std::memcpy(out.data(), unwritten.data(), 64);
  out[20] = 1;
}
//! 1x1
[[kcc::kernel]] void calloc_fixed(Out out, In, Out) {
  int *p = static_cast<int *>(std::calloc(16, 4));
  out[0] = p[3] * 2;
  std::free(p);
}
struct Bits {
  unsigned low : 3, high : 5;
  unsigned rest : 24;
};
//! 1x1
[[kcc::kernel]] void bit_field_fixed(Out out, In in, Out unwritten) {
  auto *bits = reinterpret_cast<Bits *>(unwritten.data());
  bits[0].low = 1;
  bits[1].high = static_cast<unsigned>(in[3]);
  bits[2].rest = 0;
  out[0] = bits[0].low;
}
//! 1x1 uninitialized
[[kcc::kernel]] void bit_field_bug(Out out, In, Out unwritten) {
  auto *bits = reinterpret_cast<Bits *>(unwritten.data());
  out[0] = bits[0].low; // here
}
//! 1x1 uninitialized
[[kcc::kernel]] void masked_bug(Out, In in, Out unwritten) {
  int &word = unwritten[3];
  word = (word & 0xf0) | in[2]; // here
}
[[gnu::noinline]] static double value_or(std::optional<double> value, double other) {
  return value ? *value : other;
}
//! 1x1
[[kcc::kernel]] void passed_by_value_fixed(Out out, In, Out unwritten) {
  auto *value = reinterpret_cast<std::optional<double> *>(unwritten.data());
  std::construct_at(value);
  out[0] = static_cast<int>(value_or(*value, 2));
}
//! 1x32 uninitialized
[[kcc::kernel]] void local_bug(Out out, In in, Out) {
  int found;
  if (in[kcc::thread_idx().x] > 20)
    found = 7;
  out[kcc::thread_idx().x] = found; // here
}
//! 1x32
[[kcc::kernel]] void local_fixed(Out out, In in, Out) {
  int found;
  if (in[kcc::thread_idx().x] > 20)
    found = 7;
  else
    found = 8;
  out[kcc::thread_idx().x] = found;
}
//! 1x32
[[kcc::kernel]] void local_under_same_condition_fixed(Out out, In in, Out) {
  unsigned t = kcc::thread_idx().x;
  int found;
  if (in[t] > 20)
    found = 7;
  out[t] = 1;
  if (in[t] > 20)
    out[t] = found;
}
//! 1x1 uninitialized
[[kcc::kernel]] void local_sum_bug(Out out, In in, Out) {
  int sum;
  for (int i = 0; i < 8; ++i)
    sum += in[i]; // here
  out[0] = sum;
}
//! 1x8 uninitialized
[[kcc::kernel]] void local_array_bug(Out out, In in, Out) {
  int numbers[8];
  for (int i = 0; i < 7; ++i)
    numbers[i] = in[i];
  out[kcc::thread_idx().x] = numbers[in[kcc::thread_idx().x]]; // here
}
//! 1x8
[[kcc::kernel]] void local_array_fixed(Out out, In in, Out) {
  int numbers[8];
  for (int i = 0; i < 8; ++i)
    numbers[i] = in[i];
  out[kcc::thread_idx().x] = numbers[in[kcc::thread_idx().x]];
}
struct Pair {
  int first, second;
};
//! 1x1 uninitialized
[[kcc::kernel]] void local_member_bug(Out out, In in, Out) {
  Pair pair;
  pair.first = in[1];
  Pair copy = pair;
  out[0] = copy.first + copy.second; // here
}
//! 1x1
[[kcc::kernel]] void local_member_fixed(Out out, In in, Out) {
  Pair pair;
  pair.first = in[1];
  Pair copy = pair;
  out[0] = copy.first;
}
//! 1x1 uninitialized
[[kcc::kernel]] void local_of_loop_bug(Out out, In in, Out) {
  for (int i = 0; i < 4; ++i) {
    int value;
    if (i >= in[1])
      value = i;
    out[i] = value; // here
  }
}
//! 1x1
[[kcc::kernel]] void local_of_loop_fixed(Out out, In in, Out) {
  int last;
  for (int i = 0; i < 4; ++i) {
    if (i > 0)
      out[i] = last;
    last = in[i];
  }
}
//! 1x1
[[kcc::kernel]] void local_bit_field_fixed(Out out, In in, Out) {
  Bits bits;
  bits.low = static_cast<unsigned>(in[1]);
  bits.high = 2;
  out[0] = bits.low + bits.high;
}
static void set(int &value) {
  value = 3;
}
//! 1x1
[[kcc::kernel]] void local_written_by_call_fixed(Out out, In, Out) {
  int value;
  set(value);
  out[0] = value;
}
