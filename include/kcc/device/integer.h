// Integer operations that GPUs have as instructions and <bit> lacks. std::popcount, std::countl_zero,
// std::rotl, std::byteswap and the other functions of <bit> are single instructions already.
//
// Everything here also works in constant expressions and on the host, with the same results.
#ifndef KCC_DEVICE_INTEGER_H
#define KCC_DEVICE_INTEGER_H

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "arch.h"
#include "builtins.h"

namespace kcc {

namespace detail {

/// The integer type twice as wide as T, which has 4 or 8 bytes.
template <class T> struct Wider;
template <> struct Wider<std::int32_t> {
  using type = std::int64_t;
};
template <> struct Wider<std::uint32_t> {
  using type = std::uint64_t;
};
template <> struct Wider<std::int64_t> {
  __extension__ typedef __int128 type;
};
template <> struct Wider<std::uint64_t> {
  __extension__ typedef unsigned __int128 type;
};
template <class T>
using wider = typename Wider<
    std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>::type;

template <class T>
concept word = std::integral<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Whether to call a builtin of the target instead of computing the result in C++.
constexpr bool use_builtin(int first_arch) noexcept {
  return arch >= first_arch && arch != 0 && !std::is_constant_evaluated();
}

/// Byte or 16-bit half `i` of a word, with T's signedness.
template <class T> constexpr std::int32_t lane(std::uint32_t word, int bits, int i) noexcept {
  const auto part = word >> (bits * i) & ((1u << bits) - 1);
  const std::uint32_t sign = std::is_signed_v<T> ? 1u << (bits - 1) : 0;
  return static_cast<std::int32_t>((part ^ sign) - sign);
}

} // namespace detail

/// The bits of `value` in reverse order.
template <std::unsigned_integral T> constexpr T bit_reverse(T value) noexcept {
#ifdef __clang__
  if constexpr (sizeof(T) == 1)
    return static_cast<T>(__builtin_bitreverse8(value));
  else if constexpr (sizeof(T) == 2)
    return static_cast<T>(__builtin_bitreverse16(value));
  else if constexpr (sizeof(T) == 4)
    return static_cast<T>(__builtin_bitreverse32(value));
  else
    return static_cast<T>(__builtin_bitreverse64(value));
#else
  T result = 0;
  for (int i = 0; i < std::numeric_limits<T>::digits; ++i)
    result = static_cast<T>(result << 1 | (value >> i & 1));
  return result;
#endif
}

/// The position of the n-th set bit of `mask`, counted from 0 at the lowest one; 32 if it has no more than n.
/// By bisection: five steps, whatever the mask.
constexpr std::uint32_t find_nth_set(std::uint32_t mask, std::uint32_t n) noexcept {
  if (n >= static_cast<std::uint32_t>(std::popcount(mask)))
    return 32;
  std::uint32_t place = 0;
  for (std::uint32_t width = 16; width != 0; width /= 2) {
    const auto below = static_cast<std::uint32_t>(std::popcount(mask >> place & ((1u << width) - 1)));
    if (n >= below) {
      n -= below;
      place += width;
    }
  }
  return place;
}

/// Four bytes chosen from eight: byte i of the result is the byte of `high:low` that the lower three bits of
/// hexadecimal digit i of `selector` name. One instruction, `prmt`.
constexpr std::uint32_t byte_permute(std::uint32_t low, std::uint32_t high, std::uint32_t selector) noexcept {
  if (detail::use_builtin(1))
    return __kcc_byte_permute(low, high, selector & 0x7777);
  const std::uint64_t bytes = std::uint64_t{high} << 32 | low;
  std::uint32_t result = 0;
  for (int i = 0; i < 4; ++i)
    result |= static_cast<std::uint32_t>(bytes >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
  return result;
}

/// The upper word of `high:low` shifted left by `shift` bits, modulo the word size. One instruction for 32
/// bits, `shf`.
template <detail::word T>
  requires std::unsigned_integral<T>
constexpr T funnel_shift_left(T low, T high, std::uint32_t shift) noexcept {
#if defined(__clang__) && __has_builtin(__builtin_elementwise_fshl)
  return __builtin_elementwise_fshl(high, low, static_cast<T>(shift));
#else
  constexpr std::uint32_t bits = std::numeric_limits<T>::digits;
  shift %= bits;
  return shift == 0 ? high : static_cast<T>(high << shift | low >> (bits - shift));
#endif
}

/// The lower word of `high:low` shifted right by `shift` bits, modulo the word size. One instruction for 32
/// bits, `shf`.
template <detail::word T>
  requires std::unsigned_integral<T>
constexpr T funnel_shift_right(T low, T high, std::uint32_t shift) noexcept {
#if defined(__clang__) && __has_builtin(__builtin_elementwise_fshr)
  return __builtin_elementwise_fshr(high, low, static_cast<T>(shift));
#else
  constexpr std::uint32_t bits = std::numeric_limits<T>::digits;
  shift %= bits;
  return shift == 0 ? low : static_cast<T>(low >> shift | high << (bits - shift));
#endif
}

/// The upper half of the product of two 32- or 64-bit integers. One instruction, `mul.hi`.
template <detail::word T> constexpr T mul_hi(T a, std::type_identity_t<T> b) noexcept {
  return static_cast<T>(static_cast<detail::wider<T>>(a) * b >> (8 * sizeof(T)));
}

/// The sum, clamped to the range of T.
template <detail::word T> constexpr T add_saturated(T a, std::type_identity_t<T> b) noexcept {
  T sum{};
  if (!__builtin_add_overflow(a, b, &sum))
    return sum;
  return std::is_signed_v<T> && a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

/// The difference, clamped to the range of T.
template <detail::word T> constexpr T sub_saturated(T a, std::type_identity_t<T> b) noexcept {
  T difference{};
  if (!__builtin_sub_overflow(a, b, &difference))
    return difference;
  return std::is_unsigned_v<T> || a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

/// The absolute difference of two integers, which always fits the unsigned type.
template <detail::word T>
constexpr std::make_unsigned_t<T> abs_difference(T a, std::type_identity_t<T> b) noexcept {
  using U = std::make_unsigned_t<T>;
  return a < b ? static_cast<U>(static_cast<U>(b) - static_cast<U>(a))
               : static_cast<U>(static_cast<U>(a) - static_cast<U>(b));
}

/// The `count` bits of `value` from bit `position` on, as a number, sign-extended for signed types. Bits
/// beyond the type are left out, and the value of no bits is 0.
template <detail::word T>
constexpr T bit_extract(T value, std::uint32_t position, std::uint32_t count) noexcept {
  using U = std::make_unsigned_t<T>;
  constexpr std::uint32_t bits = std::numeric_limits<U>::digits;
  if (position >= bits || count == 0)
    return 0;
  if (count > bits - position)
    count = bits - position;
  const U upper = static_cast<U>(static_cast<U>(value) << (bits - position - count));
  return static_cast<T>(static_cast<T>(upper) >> (bits - count));
}

/// `base` with the `count` bits from bit `position` on replaced by the lowest bits of `field`. Bits beyond
/// the type are left out.
template <detail::word T>
  requires std::unsigned_integral<T>
constexpr T bit_insert(T base, std::type_identity_t<T> field, std::uint32_t position,
                       std::uint32_t count) noexcept {
  constexpr std::uint32_t bits = std::numeric_limits<T>::digits;
  if (position >= bits || count == 0)
    return base;
  if (count > bits - position)
    count = bits - position;
  const T mask = static_cast<T>(static_cast<T>(~T{0}) >> (bits - count) << position);
  return static_cast<T>((base & ~mask) | (static_cast<T>(field << position) & mask));
}

/// `sum` plus the products of the four bytes of two words; the bytes of a word are signed if its type is
/// std::int32_t and unsigned if it is std::uint32_t; wraps. One instruction from sm_61 on, `dp4a`.
template <detail::word A, detail::word B>
  requires(sizeof(A) == 4 && sizeof(B) == 4)
constexpr std::int32_t dot4(A a, B b, std::int32_t sum) noexcept {
  const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b);
  auto total = static_cast<std::uint32_t>(sum);
  if (detail::use_builtin(61)) {
    if constexpr (std::is_signed_v<A> && std::is_signed_v<B>)
      return static_cast<std::int32_t>(__kcc_dot4_ss(x, y, total));
    else if constexpr (std::is_signed_v<A>)
      return static_cast<std::int32_t>(__kcc_dot4_su(x, y, total));
    else if constexpr (std::is_signed_v<B>)
      return static_cast<std::int32_t>(__kcc_dot4_us(x, y, total));
    else
      return static_cast<std::int32_t>(__kcc_dot4_uu(x, y, total));
  }
  for (int i = 0; i < 4; ++i)
    total += static_cast<std::uint32_t>(detail::lane<A>(x, 8, i) * detail::lane<B>(y, 8, i));
  return static_cast<std::int32_t>(total);
}

/// `sum` plus the products of the two 16-bit halves of `a` with the lower or the upper two bytes of `b`;
/// signs as in dot4. One instruction from sm_61 on, `dp2a`.
template <bool upper, detail::word A, detail::word B>
  requires(sizeof(A) == 4 && sizeof(B) == 4)
constexpr std::int32_t dot2(A a, B b, std::int32_t sum) noexcept {
  const auto x = static_cast<std::uint32_t>(a), y = static_cast<std::uint32_t>(b) >> (upper ? 16 : 0);
  auto total = static_cast<std::uint32_t>(sum);
  if (detail::use_builtin(61)) {
    if constexpr (std::is_signed_v<A> && std::is_signed_v<B>)
      return static_cast<std::int32_t>(__kcc_dot2_ss(x, y, total));
    else if constexpr (std::is_signed_v<A>)
      return static_cast<std::int32_t>(__kcc_dot2_su(x, y, total));
    else if constexpr (std::is_signed_v<B>)
      return static_cast<std::int32_t>(__kcc_dot2_us(x, y, total));
    else
      return static_cast<std::int32_t>(__kcc_dot2_uu(x, y, total));
  }
  for (int i = 0; i < 2; ++i)
    total += static_cast<std::uint32_t>(detail::lane<A>(x, 16, i) * detail::lane<B>(y, 8, i));
  return static_cast<std::int32_t>(total);
}

} // namespace kcc

#endif
