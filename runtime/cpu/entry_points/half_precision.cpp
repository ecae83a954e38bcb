// Conversions to and from 16-bit floating point that LLVM calls. libgcc has them only from GCC 12 (half) and
// 13 (bfloat) on. The calling convention passes such a number in the lowest bits of the register for a float.
#include <kcc/device/float_bits.h>

using namespace kcc::detail;

namespace {

float low_bits(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

} // namespace

extern "C" {
[[gnu::weak]] float __truncsfhf2(float value);
[[gnu::weak]] float __truncdfhf2(double value);
[[gnu::weak]] float __truncsfbf2(float value);
[[gnu::weak]] float __truncdfbf2(double value);
[[gnu::weak]] float __extendhfsf2(float bits);

float __truncsfhf2(float value) {
  return low_bits(encode<half_format>(static_cast<double>(value)));
}
float __truncdfhf2(double value) {
  return low_bits(encode<half_format>(value));
}
float __truncsfbf2(float value) {
  return low_bits(encode<brain_format>(static_cast<double>(value)));
}
float __truncdfbf2(double value) {
  return low_bits(encode<brain_format>(value));
}
float __extendhfsf2(float bits) {
  return decode<half_format>(std::bit_cast<std::uint32_t>(bits) & 0xffff);
}
}
