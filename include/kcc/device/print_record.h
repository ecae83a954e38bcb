// The records that a kernel sends to the host when it prints or fails. Device headers, compiler and runtime
// share this description.
//
// A record's payload is: format_bytes (u32), argument_count (u32), the characters of the format, then for
// each argument its type (u32), its size in bytes (u32) and its bytes. Characters and arguments are padded to
// 8 bytes. A failure record starts with four additional arguments: what failed (string), file (string), line
// (u32) and function (string); its format is that of the message.
#ifndef KCC_DEVICE_PRINT_RECORD_H
#define KCC_DEVICE_PRINT_RECORD_H

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

/// The kind of a record. Kinds from `assertion` on end the kernel.
enum class RecordKind : std::uint32_t {
  print = 1,     ///< kcc::print: the format has std::format's grammar
  printf = 2,    ///< the format is C's
  assertion = 3, ///< a failed check; the message's format has std::format's grammar
  error = 4,     ///< the C++ library would have thrown; the message's format is C's
  ended = 5,     ///< abort, terminate and similar functions
  trap = 6       ///< __builtin_trap
};

/// The first kind of failure.
inline constexpr RecordKind first_failure = RecordKind::assertion;

/// The type of an argument. Its value takes 8 bytes unless noted.
enum class PrintType : std::uint32_t {
  boolean = 1,
  character = 2,
  i32 = 3,
  u32 = 4,
  i64 = 5,
  u64 = 6,
  i128 = 7, ///< 16 bytes
  u128 = 8, ///< 16 bytes
  f32 = 9,
  f64 = 10,
  pointer = 11,
  string = 12, ///< the bytes of the string
  cut = 13,    ///< the first max_print_text bytes of a longer string
  null = 14    ///< a null pointer instead of a string; no bytes
};

/// The maximum number of bytes sent of a string.
inline constexpr std::uint32_t max_print_text = 1024;
/// The maximum size of a record's payload.
inline constexpr std::uint32_t max_print_payload = 8128;
/// The size of the header in front of the payload: tag (u64), payload bytes (u32), kind (u32), block and
/// thread (3 u32 each).
inline constexpr std::uint32_t print_header_bytes = 48;

/// A record is valid if its tag is its position xor this number, which is random so that stale bytes do not
/// look like a tag.
inline constexpr std::uint64_t print_tag = 0x9d3c'51f2'b7e8'460d;
/// The position of the failure record, which has its own memory.
inline constexpr std::uint64_t failure_place = std::uint64_t{1} << 63;

/// The total size of a record with this payload.
constexpr std::uint64_t print_record_bytes(std::uint32_t payload_bytes) noexcept {
  return (print_header_bytes + std::uint64_t{payload_bytes} + 15) & ~std::uint64_t{15};
}

} // namespace kcc::abi

#endif
