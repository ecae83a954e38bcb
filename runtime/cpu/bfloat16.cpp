// What LLVM calls in kernels of the CPU device where the processor cannot round to bfloat16 itself. libgcc
// has it from GCC 13 on.
#include <bit>
#include <cstdint>

/// `value` as a bfloat16, rounded to nearest, ties to even; a NaN stays one. The result is returned like any
/// 16-bit floating-point number, and GCC 12 has no other type of that kind.
extern "C" [[gnu::weak]] _Float16 __truncsfbf2(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = value != value ? bits | 0x0040'0000u : bits + 0x7fffu + ((bits >> 16) & 1u);
  return std::bit_cast<_Float16>(static_cast<std::uint16_t>(rounded >> 16));
}
