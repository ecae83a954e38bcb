// What a kernel sends to the host when it prints or fails: the one description that device headers, compiler
// and runtime share.
//
// A record's payload is: format_bytes (u32), argument_count (u32), the format's characters, then each
// argument as its type (u32), its size in bytes (u32) and its bytes. Characters and arguments are padded to 8
// bytes. A record of a failure has four arguments more, in front: what failed (string), file (string), line
// (u32) and function (string); its format is the message's.
#ifndef KCC_DEVICE_OUTPUT_RECORD_H
#define KCC_DEVICE_OUTPUT_RECORD_H

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

/// What a record says. From `assertion` on the kernel ends with it.
enum class OutputKind : std::uint32_t {
  print = 1,     ///< kcc::print: the format is of std::format's grammar
  printf = 2,    ///< the format is C's
  assertion = 3, ///< a failed check; the message's format is of std::format's grammar
  error = 4,     ///< the C++ library would have thrown; the message's format is C's
  ended = 5,     ///< abort, terminate and the like
  trap = 6       ///< __builtin_trap
};

/// The first kind of failures.
inline constexpr OutputKind first_failure = OutputKind::assertion;

/// The type of an argument, in 8 bytes but where it says something else.
enum class OutputType : std::uint32_t {
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
  string = 12, ///< as many bytes as it has
  cut = 13,    ///< a string's first max_output_text bytes: it was longer
  null = 14    ///< a null pointer where a string was expected; no bytes
};

/// Of one string the first so many bytes are sent.
inline constexpr std::uint32_t max_output_text = 1024;
/// Of one record's payload too.
inline constexpr std::uint32_t max_output_payload = 8128;
/// The bytes in front of the payload: tag (u64), payload bytes (u32), kind (u32), block and thread (3 u32
/// each).
inline constexpr std::uint32_t output_header_bytes = 48;

/// A record counts when its tag is its place xor this number. A random one, so that no old bytes look like
/// it.
inline constexpr std::uint64_t output_tag = 0x9d3c'51f2'b7e8'460d;
/// The place of a failure's record, which has a memory of its own.
inline constexpr std::uint64_t failure_place = std::uint64_t{1} << 63;

/// The bytes that a record of this payload takes.
constexpr std::uint64_t output_record_bytes(std::uint32_t payload_bytes) noexcept {
  return (output_header_bytes + std::uint64_t{payload_bytes} + 15) & ~std::uint64_t{15};
}

} // namespace kcc::abi

#endif
