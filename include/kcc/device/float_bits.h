// Conversions between float or double and the bits of small formats, in integer arithmetic: the same on every
// target, and in constant expressions.
#ifndef KCC_DEVICE_FLOAT_BITS_H
#define KCC_DEVICE_FLOAT_BITS_H

#include <bit>
#include <cstdint>

namespace kcc::detail {

/// A format with a sign bit, then the exponent, then the mantissa.
struct FloatFormat {
  int exponent_bits, mantissa_bits;
  bool has_infinity; ///< otherwise only the all-ones encoding is NaN (OCP's E4M3)

  constexpr int bias() const noexcept { return (1 << (exponent_bits - 1)) - 1; }
  constexpr std::uint32_t sign() const noexcept { return 1u << (exponent_bits + mantissa_bits); }
  constexpr std::uint32_t infinity() const noexcept { return ((1u << exponent_bits) - 1) << mantissa_bits; }
  constexpr std::uint32_t largest() const noexcept { return has_infinity ? infinity() - 1 : sign() - 2; }
  constexpr std::uint32_t nan() const noexcept {
    return has_infinity ? infinity() | 1u << (mantissa_bits - 1) : sign() - 1;
  }
};
inline constexpr FloatFormat half_format{5, 10, true}, brain_format{8, 7, true}, e4m3_format{4, 3, false},
    e5m2_format{5, 2, true};

/// The bits of the magnitude with an unlimited exponent. The argument is a double, which represents every
/// float exactly.
template <FloatFormat format> constexpr std::uint32_t encode_magnitude(std::uint64_t magnitude) noexcept {
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  const std::uint64_t mantissa = (magnitude & 0xfffffffffffffu) | 0x10000000000000u;
  const int below = 1 - format.bias() - exponent; // how far below the smallest normal number
  const int shift = 52 - format.mantissa_bits + (below > 0 ? below : 0);
  if (shift > 54)
    return 0; // less than half of the smallest number, or a subnormal double
  const std::uint64_t kept = mantissa >> shift, lost = mantissa & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const std::uint64_t rounded = kept + (lost > half || (lost == half && kept % 2 != 0));
  // The implicit leading bit, if there is one, adds the missing 1 to the exponent.
  const auto base =
      below > 0 ? 0u : static_cast<std::uint32_t>(exponent + format.bias() - 1) << format.mantissa_bits;
  return base + static_cast<std::uint32_t>(rounded);
}

/// Rounds to nearest, ties to even. \p too_large is the result for values beyond the range.
template <FloatFormat format>
constexpr std::uint32_t encode_with(double value, std::uint32_t too_large) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = bits & 0x7fffffffffffffffu;
  const std::uint32_t sign = bits >> 63 != 0 ? format.sign() : 0;
  if (magnitude > 0x7ff0000000000000u)
    return sign | format.nan();
  if (static_cast<int>(magnitude >> 52) - 1023 > format.bias() + 1)
    return sign | too_large; // also for infinity
  const std::uint32_t encoded = encode_magnitude<format>(magnitude);
  return sign | (encoded > format.largest() ? too_large : encoded);
}

template <FloatFormat format> constexpr std::uint32_t encode(double value) noexcept {
  return encode_with<format>(value, format.infinity());
}
template <FloatFormat format> constexpr std::uint32_t encode_saturated(double value) noexcept {
  return encode_with<format>(value, format.largest());
}

/// A double that rounds to a small format in the same way as the integer \p value: if bits are lost, the last
/// bit that is kept is set (rounding to odd).
template <class T> constexpr double rounded_to_odd(T value) noexcept {
  double scale = 1;
  if constexpr (sizeof(T) >= 8)
    for (constexpr T limit = T{1} << 52; value >= limit || (value < 0 && value <= static_cast<T>(-limit));
         scale *= 2) {
      const bool lost = value % 2 != 0;
      value = static_cast<T>(value >> 1) | static_cast<T>(lost);
    }
  return static_cast<double>(value) * scale;
}

/// Exact conversion to float.
template <FloatFormat format> constexpr float decode(std::uint32_t bits) noexcept {
  const std::uint32_t sign = bits & format.sign() ? 0x80000000u : 0;
  const std::uint32_t magnitude = bits & (format.sign() - 1);
  constexpr int up = 23 - format.mantissa_bits;
  if (magnitude > (format.has_infinity ? format.infinity() : format.largest()))
    return std::bit_cast<float>(sign | 0x7fc00000u | (magnitude << up & 0x7fffffu));
  if (format.has_infinity && magnitude == format.infinity())
    return std::bit_cast<float>(sign | 0x7f800000u);
  if constexpr (format.exponent_bits == 8)
    return std::bit_cast<float>(sign | magnitude << up); // with float's exponent
  if (magnitude >> format.mantissa_bits == 0) {          // subnormal, but a normal number as a float
    const float steps = static_cast<float>(magnitude);
    const float step = std::bit_cast<float>(
        static_cast<std::uint32_t>(127 + 1 - format.bias() - format.mantissa_bits) << 23);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(steps * step) | sign);
  }
  return std::bit_cast<float>(sign |
                              ((magnitude << up) + (static_cast<std::uint32_t>(127 - format.bias()) << 23)));
}

} // namespace kcc::detail

#endif
