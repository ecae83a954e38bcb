// One program for kernels and for the host: every function of <cstring> that kernels can call.
#ifndef KCC_TESTS_RUN_C_STRINGS_H
#define KCC_TESTS_RUN_C_STRINGS_H

#include <kcc/device.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <cwchar>
#include <string_view>

namespace strings {

struct Case {
  char a[64], b[64]; ///< strings of at most 30 characters
  unsigned count;    ///< at most 30
  char c;
  friend bool operator==(const Case &, const Case &) = default;
};

struct Results {
  std::int64_t values[32];
  char texts[8][64];
};

inline int sign(int value) {
  return (value > 0) - (value < 0);
}

/// A position in a string as a number; -1 for null.
template <class C> std::int64_t place(const C *found, const C *text) {
  return found ? found - text : -1;
}

inline void evaluate_case(const Case &given, Results &out) {
  const char *a = given.a, *b = given.b;
  const std::size_t count = given.count;
  const int c = given.c;
  std::int64_t *next = out.values;
  // Only the signs are defined.
  *next++ = sign(std::memcmp(a, b, count));
  *next++ = sign(std::memcmp(a + 1, b + 1, count));
  *next++ = sign(std::memcmp(a + 1, b + 4, count));
  *next++ = sign(std::strcmp(a, b));
  *next++ = sign(std::strncmp(a, b, count));
  *next++ = place(static_cast<const char *>(std::memchr(a, c, count)), a);
  *next++ = place(std::strchr(a, c), a);
  *next++ = place(std::strchr(a, 0), a);
  *next++ = place(std::strrchr(a, c), a);
  *next++ = place(std::strstr(a, b), a);
  *next++ = place(std::strpbrk(a, b), a);
  *next++ = static_cast<std::int64_t>(std::strlen(a));
  *next++ = static_cast<std::int64_t>(strnlen(a, count));
  *next++ = static_cast<std::int64_t>(std::strspn(a, b));
  *next++ = static_cast<std::int64_t>(std::strcspn(a, b));
  // Through the C++ library.
  const std::string_view x(a), y(b);
  *next++ = x == y;
  *next++ = sign(x.compare(y));
  *next++ = static_cast<std::int64_t>(x.find(y));
  *next++ = static_cast<std::int64_t>(x.find(given.c));
  *next++ = static_cast<std::int64_t>(x.find_last_of(y));
  *next++ = std::to_array(given.a) == std::to_array(given.b);
  *next++ = std::to_array(given.a) < std::to_array(given.b);
  *next++ = std::equal(a, a + count, b);
  // Wide characters.
  wchar_t wide_a[64], wide_b[64];
  std::copy(a, a + 64, wide_a);
  std::copy(b, b + 64, wide_b);
  *next++ = static_cast<std::int64_t>(std::wcslen(wide_a));
  *next++ = sign(std::wmemcmp(wide_a, wide_b, count));
  *next++ = sign(std::wcscmp(wide_a, wide_b));
  *next++ = sign(std::wcsncmp(wide_a, wide_b, count));
  *next++ = place<wchar_t>(std::wmemchr(wide_a, static_cast<wchar_t>(c), count), wide_a);
  while (next != std::end(out.values))
    *next++ = 0;

  for (auto &text : out.texts)
    for (char &each : text)
      each = '#';
  std::strcpy(out.texts[0], a);
  std::strncpy(out.texts[1], a, count);
  std::strcpy(out.texts[2], a);
  std::strcat(out.texts[2], b);
  std::strcpy(out.texts[3], a);
  std::strncat(out.texts[3], b, count);
  *stpcpy(out.texts[4], a) = '+';
  std::memcpy(out.texts[5] + 1, a, count);
  std::memset(out.texts[6] + 3, c, count);
  std::memcpy(out.texts[7], a, 64);
  std::memmove(out.texts[7] + 3, out.texts[7], count); // to the right, and back by a different distance
  std::memmove(out.texts[7], out.texts[7] + 7, count);
}

} // namespace strings

#endif
