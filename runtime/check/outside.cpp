#include "outside.h"

#include "report.h"

#include <algorithm>

namespace kcc::check {

/// An index of 2^32 - n instead of -n is 2^32 times the element's size too far. Nothing else lands so near to
/// such a multiple, except by chance.
std::int64_t wrapped_bytes(const OutsideAccess &access) {
  constexpr std::int64_t wrap = std::int64_t{1} << 32, least_window = 65536, most_element = 1 << 20;
  if (access.index_offset < wrap / 2 || access.index_offset > most_element * wrap)
    return 0;
  const std::int64_t too_far = ((access.index_offset - 1) / wrap + 1) * wrap;
  const std::int64_t window = std::max(least_window, static_cast<std::int64_t>(access.object_bytes));
  const std::int64_t below = too_far - access.index_offset;
  return 0 < below && below <= window ? too_far : 0;
}

std::string text_of(const OutsideAccess &access, const std::string &object) {
  const auto count = [](std::int64_t bytes) { return count_of_bytes(static_cast<std::uint64_t>(bytes)); };
  const auto size = static_cast<std::int64_t>(access.object_bytes);
  if (access.offset < 0)
    return "is " + count(-access.offset) + " before " + object;
  if (access.offset < size)
    return "is " + count(access.offset) + " inside " + object + ", and the access ends " +
           count(access.offset + static_cast<std::int64_t>(access.bytes) - size) + " after it";
  std::string text = "is " + count(access.offset - size) + " after " + object;
  if (const std::int64_t too_far = wrapped_bytes(access)) {
    text += ": the index has probably wrapped below 0 at 32 bits";
    if (access.offset < too_far)
      text += ", and would be " + count(too_far - access.offset) + " before the beginning otherwise";
  }
  return text;
}

const char *advice_for(const OutsideAccess &access) {
  return access.offset < 0 || wrapped_bytes(access) != 0 ? "Keep the index from falling below 0"
                                                         : "Keep the index below the number of elements";
}

} // namespace kcc::check
