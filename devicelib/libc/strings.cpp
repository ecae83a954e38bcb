// The functions of <cstring> and <cwchar> for null-terminated strings.
#include "libc.h"

namespace {

template <class C> std::size_t length(const C *text, std::size_t most = ~std::size_t{0}) {
  std::size_t count = 0;
  while (count < most && text[count] != 0)
    ++count;
  return count;
}

/// Compares the characters as \p U.
template <class U, class C> int compare(const C *a, const C *b, std::size_t most) {
  for (std::size_t i = 0; i < most; ++i) {
    U x = static_cast<U>(a[i]), y = static_cast<U>(b[i]);
    if (x != y)
      return x < y ? -1 : 1;
    if (x == 0)
      break;
  }
  return 0;
}

bool contains(const char *set, char c) {
  for (; *set != 0; ++set)
    if (*set == c)
      return true;
  return false;
}

/// The number of characters at the start of \p text that are in \p set, or are not.
std::size_t span(const char *text, const char *set, bool wanted) {
  std::size_t count = 0;
  while (text[count] != 0 && contains(set, text[count]) == wanted)
    ++count;
  return count;
}

/// Copies at most \p most characters, including the terminator if it is among them. Returns the number of
/// characters before it.
std::size_t copy(char *to, const char *from, std::size_t most) {
  std::size_t count = 0;
  for (; count < most; ++count)
    if ((to[count] = from[count]) == 0)
      break;
  return count;
}

constexpr std::size_t all = ~std::size_t{0};

} // namespace

KCC_LIBC std::size_t __kcc_libc_strlen(const char *text) {
  return length(text);
}
KCC_LIBC std::size_t __kcc_libc_strnlen(const char *text, std::size_t most) {
  return length(text, most);
}
KCC_LIBC std::size_t __kcc_libc_wcslen(const wchar_t *text) {
  return length(text);
}

KCC_LIBC int __kcc_libc_strcmp(const char *a, const char *b) {
  return compare<unsigned char>(a, b, all);
}
KCC_LIBC int __kcc_libc_strncmp(const char *a, const char *b, std::size_t most) {
  return compare<unsigned char>(a, b, most);
}
KCC_LIBC int __kcc_libc_wcscmp(const wchar_t *a, const wchar_t *b) {
  return compare<wchar_t>(a, b, all);
}
KCC_LIBC int __kcc_libc_wcsncmp(const wchar_t *a, const wchar_t *b, std::size_t most) {
  return compare<wchar_t>(a, b, most);
}
KCC_LIBC int __kcc_libc_wmemcmp(const wchar_t *a, const wchar_t *b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

KCC_LIBC char *__kcc_libc_strchr(const char *text, int c) {
  for (;; ++text) {
    if (*text == static_cast<char>(c))
      return const_cast<char *>(text);
    if (*text == 0)
      return nullptr;
  }
}
KCC_LIBC char *__kcc_libc_strrchr(const char *text, int c) {
  for (std::size_t i = length(text) + 1; i != 0; --i)
    if (text[i - 1] == static_cast<char>(c))
      return const_cast<char *>(text + i - 1);
  return nullptr;
}
KCC_LIBC wchar_t *__kcc_libc_wmemchr(const wchar_t *where, wchar_t c, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (where[i] == c)
      return const_cast<wchar_t *>(where + i);
  return nullptr;
}
KCC_LIBC char *__kcc_libc_strstr(const char *text, const char *part) {
  const std::size_t count = length(part);
  for (;; ++text) {
    if (compare<unsigned char>(text, part, count) == 0)
      return const_cast<char *>(text);
    if (*text == 0)
      return nullptr;
  }
}
KCC_LIBC std::size_t __kcc_libc_strspn(const char *text, const char *set) {
  return span(text, set, true);
}
KCC_LIBC std::size_t __kcc_libc_strcspn(const char *text, const char *set) {
  return span(text, set, false);
}
KCC_LIBC char *__kcc_libc_strpbrk(const char *text, const char *set) {
  text += span(text, set, false);
  return *text == 0 ? nullptr : const_cast<char *>(text);
}

KCC_LIBC char *__kcc_libc_strcpy(char *to, const char *from) {
  copy(to, from, all);
  return to;
}
KCC_LIBC char *__kcc_libc_stpcpy(char *to, const char *from) {
  return to + copy(to, from, all);
}
KCC_LIBC char *__kcc_libc_strncpy(char *to, const char *from, std::size_t most) {
  for (std::size_t i = copy(to, from, most); i < most; ++i)
    to[i] = 0;
  return to;
}
KCC_LIBC char *__kcc_libc_strcat(char *to, const char *from) {
  copy(to + length(to), from, all);
  return to;
}
KCC_LIBC char *__kcc_libc_strncat(char *to, const char *from, std::size_t most) {
  char *end = to + length(to);
  end[copy(end, from, most)] = 0;
  return to;
}
