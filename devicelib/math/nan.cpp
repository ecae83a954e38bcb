// nan(): a quiet NaN whose payload is the number in the string, as in glibc: decimal, octal with `0`,
// hexadecimal with `0x`; the default NaN for any other string.
#include <bit>
#include <cstdint>

static std::uint64_t payload(const char *text) {
  unsigned base = 10;
  if (*text == '0') {
    base = 8;
    ++text;
    if (*text == 'x' || *text == 'X') {
      base = 16;
      ++text;
    }
  }
  std::uint64_t value = 0;
  for (; *text != 0; ++text) {
    char c = *text;
    unsigned digit = c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
                     : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                            : base;
    if (digit >= base)
      return 0;
    value = value * base + digit;
  }
  return value;
}

extern "C" float __kcc_math_nan_f32(const char *text) {
  return std::bit_cast<float>(0x7fc00000u | (static_cast<std::uint32_t>(payload(text)) & 0x3fffffu));
}

extern "C" double __kcc_math_nan_f64(const char *text) {
  return std::bit_cast<double>(0x7ff8000000000000u | (payload(text) & 0x7ffffffffffffu));
}
