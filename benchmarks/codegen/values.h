// What buffers contain before a kernel runs.
#ifndef CODEGEN_VALUES_H
#define CODEGEN_VALUES_H

#include <kcc/float16.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace codegen {

/// The numbers that a buffer consists of. Structs count as arrays of float, unless a row says otherwise.
enum class Number { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

template <class T> constexpr Number number_of() {
  if constexpr (std::is_same_v<T, kcc::float16>)
    return Number::f16;
  else if constexpr (std::is_same_v<T, double>)
    return Number::f64;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 1)
    return std::is_signed_v<T> ? Number::i8 : Number::u8;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 2)
    return std::is_signed_v<T> ? Number::i16 : Number::u16;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 4)
    return std::is_signed_v<T> ? Number::i32 : Number::u32;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
    return std::is_signed_v<T> ? Number::i64 : Number::u64;
  else
    return Number::f32;
}

/// Calls `f` with a null pointer to the type.
template <class F> auto with_type(Number number, F f) {
  switch (number) {
  case Number::i8:
    return f(static_cast<std::int8_t *>(nullptr));
  case Number::u8:
    return f(static_cast<std::uint8_t *>(nullptr));
  case Number::i16:
    return f(static_cast<std::int16_t *>(nullptr));
  case Number::u16:
    return f(static_cast<std::uint16_t *>(nullptr));
  case Number::i32:
    return f(static_cast<std::int32_t *>(nullptr));
  case Number::u32:
    return f(static_cast<std::uint32_t *>(nullptr));
  case Number::i64:
    return f(static_cast<std::int64_t *>(nullptr));
  case Number::u64:
    return f(static_cast<std::uint64_t *>(nullptr));
  case Number::f16:
    return f(static_cast<kcc::float16 *>(nullptr));
  case Number::f32:
    return f(static_cast<float *>(nullptr));
  default:
    return f(static_cast<double *>(nullptr));
  }
}

inline std::size_t size_of(Number number) {
  return with_type(number, [](auto *type) { return sizeof *type; });
}

/// The numbers of a buffer in the host's memory.
struct Numbers {
  void *data;
  Number type;
  std::size_t count;

  /// Sets each number to f(its index), converted.
  template <class F> void set(F f) const {
    with_type(type, [&]<class T>(T *) {
      T *numbers = static_cast<T *>(data);
      for (std::size_t i = 0; i < count; ++i)
        numbers[i] = static_cast<T>(f(i));
    });
  }
};

using Fill = std::function<void(const Numbers &)>;

/// 64 random bits for each index, the same in every run (the finalizer of MurmurHash3).
inline std::uint64_t random_bits(std::uint64_t i) {
  i = (i + 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd;
  i ^= i >> 33;
  i *= 0xc4ceb9fe1a85ec53;
  return i ^ i >> 29;
}

/// From 0 to 1, without 1.
inline double random_unit(std::uint64_t i) {
  return static_cast<double>(random_bits(i) >> 11) * 0x1p-53;
}

Fill zeros();
Fill positions();                                         ///< 0, 1, 2, ...
Fill uniform(double low, double high, unsigned seed = 0); ///< random numbers, without `high`
Fill noise();                                             ///< random bits; of integers
Fill random_text();                                       ///< lower-case words, separated by blanks
Fill constant(double value);
template <class F> Fill computed(F f) {
  return [f](const Numbers &numbers) { numbers.set(f); };
}

} // namespace codegen

#endif
