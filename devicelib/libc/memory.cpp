// The memory functions of <cstring>. They process eight bytes at a time if both pointers can be aligned
// together.
#include "libc.h"

namespace {

using Word = std::uint64_t;

/// A word of memory of any type; both pointers are aligned.
struct [[gnu::may_alias]] AnyWord {
  Word value;
};

Word word_at(const unsigned char *place) {
  return reinterpret_cast<const AnyWord *>(place)->value;
}

std::uintptr_t misalignment(const void *place) {
  return reinterpret_cast<std::uintptr_t>(place) % sizeof(Word);
}

int compare_bytes(const void *first, const void *second, std::size_t count) {
  auto *a = static_cast<const unsigned char *>(first), *b = static_cast<const unsigned char *>(second);
  for (std::size_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

int compare(const void *first, const void *second, std::size_t count) {
  auto *a = static_cast<const unsigned char *>(first), *b = static_cast<const unsigned char *>(second);
  std::size_t i = 0;
  if (misalignment(a) == misalignment(b)) {
    for (; i < count && misalignment(a + i) != 0; ++i)
      if (a[i] != b[i])
        return a[i] < b[i] ? -1 : 1;
    while (count - i >= sizeof(Word) && word_at(a + i) == word_at(b + i))
      i += sizeof(Word);
  }
  return compare_bytes(a + i, b + i, count - i);
}

} // namespace

KCC_LIBC void *__kcc_libc_memcpy(void *to, const void *from, std::size_t count) {
  return __builtin_memcpy(to, from, count);
}

KCC_LIBC void *__kcc_libc_memmove(void *to, const void *from, std::size_t count) {
  return __builtin_memmove(to, from, count);
}

KCC_LIBC void *__kcc_libc_memset(void *to, int value, std::size_t count) {
  return __builtin_memset(to, value, count);
}

KCC_LIBC int __kcc_libc_memcmp(const void *a, const void *b, std::size_t count) {
  return compare(a, b, count);
}

KCC_LIBC int __kcc_libc_bcmp(const void *a, const void *b, std::size_t count) {
  return compare(a, b, count);
}

// Where accesses are checked, a word would count as written if one of its bytes is.
KCC_LIBC int __kcc_libc_checked_memcmp(const void *a, const void *b, std::size_t count) {
  return compare_bytes(a, b, count);
}

KCC_LIBC int __kcc_libc_checked_bcmp(const void *a, const void *b, std::size_t count) {
  return compare_bytes(a, b, count);
}

KCC_LIBC void *__kcc_libc_memchr(const void *where, int value, std::size_t count) {
  auto *bytes = static_cast<const unsigned char *>(where);
  for (std::size_t i = 0; i < count; ++i)
    if (bytes[i] == static_cast<unsigned char>(value))
      return const_cast<unsigned char *>(bytes + i);
  return nullptr;
}
