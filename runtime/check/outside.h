// Says where an access is that is not inside of its object.
#ifndef KCC_RUNTIME_CHECK_OUTSIDE_H
#define KCC_RUNTIME_CHECK_OUTSIDE_H

#include <cstdint>
#include <string>

namespace kcc::check {

/// Distances are in bytes.
struct OutsideAccess {
  std::int64_t offset;       ///< of the first byte from the object's beginning
  std::int64_t index_offset; ///< of the first byte from the address that it was computed from
  std::uint64_t bytes;
  std::uint64_t object_bytes;
};

/// Of an index of 32 bits that wrapped below 0: how far the address is from the one that was meant; otherwise
/// 0.
std::int64_t wrapped_bytes(const OutsideAccess &access);

/// "is 4 bytes before buffer #3 of 400 bytes", where `object` is "buffer #3 of 400 bytes".
std::string text_of(const OutsideAccess &access, const std::string &object);

/// What to do about it.
const char *advice_for(const OutsideAccess &access);

} // namespace kcc::check

#endif
