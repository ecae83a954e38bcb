// Addresses that are not a multiple of the type's alignment.
#include "planted.h"

#include <cstring>

template <class T, class From> static T *at_byte(From *from, std::size_t byte) {
  return reinterpret_cast<T *>(reinterpret_cast<std::uintptr_t>(from) + byte);
}

//! 1x1 misaligned
PLANTED(number) {
  out[0] = *at_byte<const int>(in.data(), fixed ? 4 : 2); // here
}
TWINS(number)

//! 1x1 misaligned
PLANTED(wide_number) {
  *at_byte<double>(out.data(), fixed ? 8 : 4) = 1; // here
}
TWINS(wide_number)

//! 1x1 misaligned
PLANTED(vector_of_four) {
  struct alignas(16) Four {
    int x, y, z, w;
  };
  Four four = *at_byte<const Four>(in.data(), fixed ? 16 : 8); // here
  out[0] = four.x + four.w;
}
TWINS(vector_of_four)

//! 1x1 misaligned
PLANTED(atomic_addition) {
  Atomic<int>(*at_byte<int>(out.data(), fixed ? 4 : 5)).fetch_add(1, relaxed); // here
}
TWINS(atomic_addition)

//! 1x32 misaligned
PLANTED(shared_memory) {
  [[kcc::shared]] alignas(8) unsigned char memory[260];
  unsigned t = kcc::thread_idx().x;
  auto *wide = at_byte<long long>(memory, fixed ? 0 : 4);
  wide[t] = in[t]; // here
  kcc::sync_warp();
  out[t] = static_cast<int>(wide[31 - t]);
}
TWINS(shared_memory)

// A header of an odd length.
//! 1x8 misaligned
PLANTED(behind_a_header) {
  auto *values = at_byte<const short>(in.data(), fixed ? 4 : 3);
  out[kcc::thread_idx().x] = values[kcc::thread_idx().x]; // here
}
TWINS(behind_a_header)

struct Record {
  char kind;
  char value[4];
};
//! 1x8 misaligned
PLANTED(number_in_a_record) {
  auto *records = reinterpret_cast<const Record *>(in.data());
  const char *value = records[kcc::thread_idx().x].value;
  int number;
  if constexpr (fixed)
    std::memcpy(&number, value, 4);
  else
    number = *reinterpret_cast<const int *>(value); // here
  out[kcc::thread_idx().x] = number;
}
TWINS(number_in_a_record)

//! 1x16 misaligned
PLANTED(row_of_odd_length) {
  unsigned row = kcc::thread_idx().x;
  constexpr unsigned pitch = fixed ? 8 : 7;
  out[row] = *at_byte<const int>(in.data(), row * pitch); // here
}
TWINS(row_of_odd_length)

//! 1x1 misaligned
PLANTED(sixteen_bytes) {
  auto *pair = at_byte<__int128>(out.data(), fixed ? 32 : 24);
  *pair = 5; // here
}
TWINS(sixteen_bytes)

//! 1x1 misaligned
PLANTED(pointer) {
  auto *place = at_byte<int *>(out.data(), fixed ? 8 : 12);
  *place = out.data(); // here
}
TWINS(pointer)

//! 1x4 misaligned
PLANTED(part_of_a_packed_structure) {
  struct [[gnu::packed]] Packed {
    char kind;
    double value;
  };
  auto *all = reinterpret_cast<Packed *>(out.data());
  Packed &mine = all[kcc::thread_idx().x];
  if constexpr (fixed)
    mine.value = 3;
  else
    *reinterpret_cast<double *>(reinterpret_cast<char *>(&mine) + 1) = 3; // here
}
TWINS(part_of_a_packed_structure)
