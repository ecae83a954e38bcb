// Replaces csmith.h where a csmith program becomes a kernel of one thread, and where g++ compiles it for the
// expected checksum. Csmith's arithmetic (safe_math.h) is used unchanged, but nothing is printed, and the
// checksum stays in a variable.
#ifndef CSMITH_KERNEL_H
#define CSMITH_KERNEL_H

#include <cfloat>
#include <climits>
#include <cstdint>
#include <cstring>
#include <math.h>

#define STATIC [[maybe_unused]] static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) safe_##name
#include <safe_math.h>
#undef FUNC_NAME

#define _CSMITH_BITFIELD(width) ((width) > 32 ? (width) % 32 : (width))

static std::uint32_t crc32_table[256];
static std::uint32_t crc32_context = 0xffffffff;
static std::uint32_t csmith_checksum;

static void crc32_gentab() {
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    crc32_table[i] = crc;
  }
}

static void transparent_crc(std::uint64_t value, const char *, int) {
  for (int i = 0; i < 64; i += 8)
    crc32_context = crc32_context >> 8 ^ crc32_table[(crc32_context ^ value >> i) & 0xff];
}

[[maybe_unused]] static void transparent_crc_bytes(const void *bytes, int count, const char *, int) {
  for (int i = 0; i < count; ++i)
    crc32_context = crc32_context >> 8 ^
                    crc32_table[(crc32_context ^ static_cast<const std::uint8_t *>(bytes)[i]) & 0xff];
}

static void platform_main_begin() {}
static void platform_main_end(std::uint32_t checksum, int) {
  csmith_checksum = checksum;
}

#endif
