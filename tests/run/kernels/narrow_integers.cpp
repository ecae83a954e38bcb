#include "narrow_integers.h"

#include <kcc/device.h>

#include <bit>
#include <span>
#include <utility>

/// Of the lower bits of words.
template <class T>
[[kcc::kernel]] void of_words(std::span<std::int64_t> out, std::span<const std::uint64_t> in) {
  const std::size_t i = kcc::global_index();
  if (2 * i >= in.size())
    return;
  std::int64_t results[narrow_integers::result_count];
  narrow_integers::compute(static_cast<T>(in[2 * i]), static_cast<T>(in[2 * i + 1]), results);
  for (std::size_t n = 0; n < narrow_integers::result_count; ++n)
    out[narrow_integers::result_count * i + n] = results[n];
}

template <class T> [[kcc::kernel]] void of_memory(std::span<std::int64_t> out, std::span<const T> in) {
  const std::size_t i = kcc::global_index();
  if (2 * i >= in.size())
    return;
  std::int64_t results[narrow_integers::result_count];
  narrow_integers::compute(in[2 * i], in[2 * i + 1], results);
  for (std::size_t n = 0; n < narrow_integers::result_count; ++n)
    out[narrow_integers::result_count * i + n] = results[n];
}

using Six = char __attribute__((ext_vector_type(6)));
using Five = short __attribute__((ext_vector_type(5)));

template <class Vector> std::uint64_t sum_of(Vector vector, int size) {
  std::uint64_t sum = 0;
  for (int i = 0; i < size; ++i)
    sum = sum * 37 + static_cast<std::uint64_t>(vector[i]);
  return sum;
}

/// Vectors that fill no words, and numbers that fill no registers; in blocks of 64 threads.
[[kcc::kernel]] void odd_shapes(std::span<std::uint64_t> out, std::span<const std::uint64_t> in) {
  [[kcc::shared]] static Six sixes[64];
  [[kcc::shared]] static Five fives[64];
  const std::size_t i = kcc::global_index();
  const std::uint32_t rank = kcc::thread_idx().x;
  const std::uint64_t word = in[i];
  Six local[4];
  for (int j = 0; j < 6; ++j) {
    sixes[rank][j] = static_cast<char>(word >> 8 * j);
    for (int k = 0; k < 4; ++k)
      local[k][j] = static_cast<char>((word >> 8 * j) + k);
  }
  for (int j = 0; j < 5; ++j)
    fives[rank][j] = static_cast<short>(word >> 12 * j);
  kcc::sync_threads();
  const Six six = sixes[rank ^ 1], copied = six + local[word % 4];
  const Five five = fives[rank ^ 3];
  std::uint64_t bytes = 0;
  __builtin_memcpy(&bytes, &copied, 6);
  out[6 * i] = sum_of(six, 6);
  out[6 * i + 1] = sum_of(local[word % 4], 6);
  out[6 * i + 2] = sum_of(five, 5);
  out[6 * i + 3] = bytes;
  out[6 * i + 4] =
      static_cast<std::uint64_t>(__builtin_ctzg(static_cast<unsigned _BitInt(40)>(word << 38), 40));
  out[6 * i + 5] = (word & 0xff) << 40 | (word >> 8 & 0xff) << 32 | (word >> 16 & 0xff) << 24 |
                   (word >> 24 & 0xff) << 16 | (word >> 32 & 0xff) << 8 | (word >> 40 & 0xff);
}

namespace {

template <int... Amounts>
void shift_by_constants(std::uint64_t word, std::uint64_t *out, std::integer_sequence<int, Amounts...>) {
  ((out[Amounts] = word << Amounts), ...);
}

/// What must be 31 for a compiler that looks into functions.
[[gnu::noinline]] int amount_of(int half) {
  return half * 2 + 1;
}

} // namespace

/// Numbers that are widened to 64 bits and shifted: by 0 to 63, known or not, and by 31 in other ways.
template <class T>
[[kcc::kernel]] void widened_shifts(std::span<std::uint64_t> out, const T *number, int begin) {
  const auto word = static_cast<std::uint64_t>(*number);
  shift_by_constants(word, &out[0], std::make_integer_sequence<int, 64>());
  for (int amount = begin; amount < 64; ++amount)
    out[64 + amount] = word << amount;
  out[128] = word * 0x80000000u;
  out[129] = word * 6 << 31;
  out[130] = word * 2 << 30;
  out[131] = word << amount_of(15);
  out[132] = std::rotl(word, 31);
}
template void widened_shifts(std::span<std::uint64_t>, const std::int8_t *, int);
template void widened_shifts(std::span<std::uint64_t>, const std::int16_t *, int);
template void widened_shifts(std::span<std::uint64_t>, const std::int32_t *, int);
template void widened_shifts(std::span<std::uint64_t>, const std::uint32_t *, int);

#define KCC_NARROW(T)                                                                                        \
  template void of_words<T>(std::span<std::int64_t>, std::span<const std::uint64_t>);                        \
  template void of_memory<T>(std::span<std::int64_t>, std::span<const T>);
KCC_NARROW(std::int8_t)
KCC_NARROW(std::uint8_t)
KCC_NARROW(std::int16_t)
KCC_NARROW(std::uint16_t)
