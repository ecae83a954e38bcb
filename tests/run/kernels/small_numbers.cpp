// Numbers of 8, 16 and 128 bits, and integer instructions.
#include "small_numbers.h"

#include <kcc/device.h>
#include <kcc/float16.h>

namespace small_numbers {

template <class T> std::uint16_t bits(T value) {
  return __builtin_bit_cast(std::uint16_t, value);
}

[[kcc::kernel]] void halves(std::span<const Operands> in, std::span<HalfResults> out) {
  for (std::size_t i : kcc::grid_stride(in.size())) {
    const auto a = __builtin_bit_cast(kcc::float16, in[i].half[0]),
               b = __builtin_bit_cast(kcc::float16, in[i].half[1]),
               c = __builtin_bit_cast(kcc::float16, in[i].half[2]);
    HalfResults &r = out[i];
    r.sum = bits(static_cast<kcc::float16>(a + b));
    r.difference = bits(static_cast<kcc::float16>(a - b));
    r.product = bits(static_cast<kcc::float16>(a * b));
    r.quotient = bits(static_cast<kcc::float16>(a / b));
    r.fused = bits(static_cast<kcc::float16>(a * b + c));
    r.root = bits(kcc::sqrt(a));
    r.of_real = bits(static_cast<kcc::float16>(in[i].real));
    r.of_wide = bits(static_cast<kcc::float16>(in[i].wide));
    r.as_float = __builtin_bit_cast(std::uint32_t, static_cast<float>(a));
    r.less = a < b;
    r.equal = a == b;
    const kcc::float16x2 x = {a, b}, y = {b, c}, z = {c, a};
    const kcc::float16x2 product = x * y, fused = kcc::fma(x, y, z), greater = kcc::max(x, y),
                         lesser = kcc::min(x, y), magnitude = kcc::abs(x);
    for (int n = 0; n < 2; ++n) {
      r.pair[n] = bits(static_cast<kcc::float16>(product[n]));
      r.pair_fused[n] = bits(static_cast<kcc::float16>(fused[n]));
      r.extremes[3 * n] = bits(static_cast<kcc::float16>(greater[n]));
      r.extremes[3 * n + 1] = bits(static_cast<kcc::float16>(lesser[n]));
      r.extremes[3 * n + 2] = bits(static_cast<kcc::float16>(magnitude[n]));
    }
    r.alone[0] = bits(kcc::fma(a, b, c));
    r.alone[1] = bits(kcc::max(a, b));
    r.alone[2] = bits(kcc::min(a, b));
    r.alone[3] = bits(kcc::abs(a));
  }
}

[[kcc::kernel]] void brains(std::span<const Operands> in, std::span<BrainResults> out) {
  for (std::size_t i : kcc::grid_stride(in.size())) {
    const auto a = __builtin_bit_cast(kcc::bfloat16, in[i].brain[0]),
               b = __builtin_bit_cast(kcc::bfloat16, in[i].brain[1]),
               c = __builtin_bit_cast(kcc::bfloat16, in[i].brain[2]);
    BrainResults &r = out[i];
    r.sum = bits(static_cast<kcc::bfloat16>(a + b));
    r.product = bits(static_cast<kcc::bfloat16>(a * b));
    r.expression = bits(static_cast<kcc::bfloat16>(a * b + c));
    r.of_real = bits(static_cast<kcc::bfloat16>(in[i].real));
    r.of_wide = bits(static_cast<kcc::bfloat16>(in[i].wide));
    r.as_float = __builtin_bit_cast(std::uint32_t, static_cast<float>(a));
    const kcc::bfloat16x2 x = {a, b}, y = {b, c}, z = {c, a};
    const kcc::bfloat16x2 sum = x + y, fused = kcc::fma(x, y, z);
    r.alone[0] = bits(kcc::fma(a, b, c));
    r.alone[1] = bits(kcc::max(a, b));
    r.alone[2] = bits(kcc::min(a, b));
    r.alone[3] = bits(kcc::abs(a));
    r.alone[4] = bits(kcc::sqrt(kcc::abs(a)));
    for (int n = 0; n < 2; ++n) {
      r.pair_sum[n] = bits(static_cast<kcc::bfloat16>(sum[n]));
      r.pair_fused[n] = bits(static_cast<kcc::bfloat16>(fused[n]));
    }
  }
}

[[kcc::kernel]] void conversions(std::span<const Convertible> in, std::span<Converted> out,
                                 std::span<std::uint16_t> folded) {
  for (std::size_t i : kcc::grid_stride(in.size())) {
    const auto [i16, u16, i32, u32, i64, u64] = in[i];
    unsigned kind = 0;
    auto put = [&](auto number) {
      out[i].half[kind] = bits(static_cast<kcc::float16>(number));
      out[i].brain[kind++] = bits(static_cast<kcc::bfloat16>(number));
    };
    put(i16), put(u16), put(i32), put(u32), put(i64), put(u64);
    typedef std::int32_t Pair __attribute__((ext_vector_type(2)));
    const auto pair = __builtin_convertvector(Pair{i32, -i32}, kcc::bfloat16x2);
    out[i].brain_pair[0] = bits(static_cast<kcc::bfloat16>(pair[0]));
    out[i].brain_pair[1] = bits(static_cast<kcc::bfloat16>(pair[1]));
  }
  for (unsigned n = 0; n < 2 && kcc::global_index() == 0; ++n)
    folded[n] = bits(static_cast<kcc::bfloat16>(below_middle[n]));
}

kcc::float16 half_variable = 1.5f;
kcc::bfloat16 brain_variable = -2.5f;
[[kcc::constant]] kcc::float16 half_constant = 0.25f;

[[kcc::kernel]] void variables(std::span<float> out) {
  out[0] = static_cast<float>(half_variable);
  out[1] = static_cast<float>(brain_variable);
  out[2] = static_cast<float>(half_constant);
}

/// Through typed 16-bit parameters, which may be classes on the host.
[[kcc::kernel]] void double_all(std::span<kcc::float16> halves, std::span<kcc::bfloat16> brains,
                                kcc::float16 half) {
  for (std::size_t i : kcc::grid_stride(halves.size()))
    halves[i] = static_cast<kcc::float16>(halves[i] * 2 + half);
  for (std::size_t i : kcc::grid_stride(brains.size()))
    brains[i] = static_cast<kcc::bfloat16>(brains[i] * 2);
}

[[kcc::kernel]] void bytes(std::span<const float> in, std::span<kcc::float8_e4m3> four,
                           std::span<kcc::float8_e5m2> five, std::span<float> four_back,
                           std::span<float> five_back) {
  for (std::size_t i : kcc::grid_stride(in.size())) {
    four[i] = kcc::float8_e4m3(in[i]);
    five[i] = kcc::float8_e5m2(in[i]);
    four_back[i] = kcc::float8_e4m3::from_bits(static_cast<std::uint8_t>(i));
    five_back[i] = kcc::float8_e5m2::from_bits(static_cast<std::uint8_t>(i));
  }
}

[[kcc::kernel]] void integers(std::span<const Integers> in, std::span<std::uint64_t> out) {
  for (std::size_t i : kcc::grid_stride(in.size())) {
    std::uint64_t results[40];
    compute(in[i], results);
    for (std::size_t n = 0; n < 40; ++n)
      out[i * 40 + n] = results[n];
  }
}

/// What follows from the negation of all 16-bit integers, -32768 among them.
[[kcc::kernel]] void negated_shorts(std::span<std::int64_t> out) {
  const std::size_t i = kcc::global_index();
  const auto value = static_cast<std::int16_t>(i), negated = static_cast<std::int16_t>(-std::uint32_t(value));
  out[4 * i] = negated;
  out[4 * i + 1] = static_cast<std::int16_t>(value < 0 ? -value : value);
  out[4 * i + 2] = negated < 0;
  out[4 * i + 3] = negated / 3;
}

[[kcc::kernel]] void wide(std::span<const UInt128> a, std::span<const UInt128> b,
                          std::span<const double> real, std::span<WideResults> out) {
  for (std::size_t i : kcc::grid_stride(a.size())) {
    compute(a[i], b[i], real[i], out[i]);
    const auto number = static_cast<Int128>(a[i]);
    out[i].of_half = static_cast<Int128>(static_cast<kcc::float16>(real[i] * 0x1p-112));
    out[i].to_half = static_cast<float>(static_cast<kcc::float16>(number >> (112 - i % 3)));
    out[i].to_brain = static_cast<float>(static_cast<kcc::bfloat16>(number));
  }
}

} // namespace small_numbers
