// Floating-point numbers of 16 and 8 bits.
//
// In kernels, and if the host compiler has them, kcc::float16 and kcc::bfloat16 are the types _Float16 and
// __bf16, with arithmetic. GCC 12 and Clang 14 do not have them: there they are classes that store and
// convert. Layout and signature are the same.
//
// On every device, operations on float16 round to float16. Operations on bfloat16 are computed in float and
// rounded when the value is stored or converted.
#ifndef KCC_FLOAT16_H
#define KCC_FLOAT16_H

#include "device/float_bits.h"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace kcc {

#if (defined(__clang__) && __clang_major__ >= 15) ||                                                         \
    (defined(__FLT16_MANT_DIG__) && (defined(__x86_64__) || __GNUC__ >= 13)) // not g++ 12 on aarch64
/// IEEE 754's binary16: 11 bits of precision, up to 65504.
using float16 = _Float16;
#else
/// IEEE 754's binary16: 11 bits of precision, up to 65504.
class float16 {
public:
  float16() = default;
  /// Rounds to nearest, ties to even; values that are too large become infinity.
  constexpr explicit float16(double value) noexcept
      : bits_(static_cast<std::uint16_t>(detail::encode<detail::half_format>(value))) {}
  constexpr operator float() const noexcept { return detail::decode<detail::half_format>(bits_); }
  /// The signature of a kernel parameter of this type (docs/manifest.md, "Signatures").
  static constexpr const char *signature() noexcept { return "f16"; }

private:
  std::uint16_t bits_;
};
#endif

#if defined(__clang__) && __clang_major__ >= 15 &&                                                           \
    (defined(__KCC__) || defined(__SSE2__) || defined(__ARM_FEATURE_BF16))
/// The upper half of a float: 8 bits of precision, float's range.
using bfloat16 = __bf16;
#elif defined(__STDCPP_BFLOAT16_T__)
/// The upper half of a float: 8 bits of precision, float's range.
using bfloat16 = decltype(0.0bf16);
#else
/// The upper half of a float: 8 bits of precision, float's range.
class bfloat16 {
public:
  bfloat16() = default;
  /// Rounds to nearest, ties to even; values that are too large become infinity.
  constexpr explicit bfloat16(double value) noexcept
      : bits_(static_cast<std::uint16_t>(detail::encode<detail::brain_format>(value))) {}
  /// Rounds once, even if double cannot represent the integer.
  template <class T>
    requires std::is_integral_v<T>
  constexpr explicit bfloat16(T value) noexcept : bfloat16(detail::rounded_to_odd(value)) {}
  constexpr operator float() const noexcept { return detail::decode<detail::brain_format>(bits_); }
  /// The signature of a kernel parameter of this type (docs/manifest.md, "Signatures").
  static constexpr const char *signature() noexcept { return "bf16"; }

private:
  std::uint16_t bits_;
};
#endif

#if defined(__clang__) && __clang_major__ >= 15
/// Two float16 in one register; one instruction operates on both.
using float16x2 = float16 __attribute__((ext_vector_type(2)));
/// Two bfloat16 in one register. Expressions are computed in float, as for bfloat16; fma, min and max are one
/// instruction for both from sm_80 on.
using bfloat16x2 = bfloat16 __attribute__((ext_vector_type(2)));

namespace detail {
template <class T, class... U>
concept one_of = (std::is_same_v<T, U> || ...);
}

/// a * b + c, rounded once, also for bfloat16, where the operators compute in float first.
template <detail::one_of<float16, bfloat16, float16x2, bfloat16x2> T>
inline T fma(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) noexcept {
  return __builtin_elementwise_fma(a, b, c);
}

/// The greater of two values, elementwise for pairs; the other one if one is NaN.
template <detail::one_of<float16, bfloat16, float16x2, bfloat16x2> T>
inline T max(T a, std::type_identity_t<T> b) noexcept {
  return __builtin_elementwise_maximumnum(a, b);
}

/// The lesser of two values, elementwise for pairs; the other one if one is NaN.
template <detail::one_of<float16, bfloat16, float16x2, bfloat16x2> T>
inline T min(T a, std::type_identity_t<T> b) noexcept {
  return __builtin_elementwise_minimumnum(a, b);
}

/// The absolute value, elementwise for pairs.
template <detail::one_of<float16, bfloat16, float16x2, bfloat16x2> T> inline T abs(T a) noexcept {
  return __builtin_elementwise_abs(a);
}

/// The square root, rounded to the type.
template <detail::one_of<float16, bfloat16> T> inline T sqrt(T a) noexcept {
  return static_cast<T>(__builtin_sqrtf(static_cast<float>(a)));
}
#endif

static_assert(sizeof(float16) == 2 && sizeof(bfloat16) == 2);

/// An 8-bit floating-point number with 4 bits of exponent and 3 of mantissa, up to 448 and without infinity
/// (OCP 8-bit Floating Point Specification, E4M3). It stores and converts; compute in float.
class float8_e4m3 {
public:
  float8_e4m3() = default;
  /// Rounds to nearest, ties to even; values that are too large become the largest number, NaN stays NaN.
  constexpr explicit float8_e4m3(double value) noexcept
      : bits(static_cast<std::uint8_t>(detail::encode_saturated<detail::e4m3_format>(value))) {}
  /// The number with these bits.
  static constexpr float8_e4m3 from_bits(std::uint8_t bits) noexcept {
    float8_e4m3 number;
    number.bits = bits;
    return number;
  }
  constexpr operator float() const noexcept { return detail::decode<detail::e4m3_format>(bits); }

  std::uint8_t bits; ///< sign, exponent, mantissa
};

/// An 8-bit floating-point number with 5 bits of exponent and 2 of mantissa, up to 57344 (OCP 8-bit Floating
/// Point Specification, E5M2). It stores and converts; compute in float.
class float8_e5m2 {
public:
  float8_e5m2() = default;
  /// Rounds to nearest, ties to even; values that are too large become the largest number, NaN stays NaN.
  constexpr explicit float8_e5m2(double value) noexcept
      : bits(static_cast<std::uint8_t>(detail::encode_saturated<detail::e5m2_format>(value))) {}
  /// The number with these bits.
  static constexpr float8_e5m2 from_bits(std::uint8_t bits) noexcept {
    float8_e5m2 number;
    number.bits = bits;
    return number;
  }
  constexpr operator float() const noexcept { return detail::decode<detail::e5m2_format>(bits); }

  std::uint8_t bits; ///< sign, exponent, mantissa
};

} // namespace kcc

#endif
