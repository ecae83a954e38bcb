#include "span_overlap.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>

namespace kcc::core {

namespace {

/// The addresses begin <= a < end.
struct Range {
  std::uintptr_t begin, end;
};

/// The memory of the span at `place`. What exceeds the address space ends with it.
Range range_of(const SpanInfo &span, const void *const *arguments) {
  constexpr std::uintptr_t most = std::numeric_limits<std::uintptr_t>::max();
  const auto *const place = static_cast<const std::byte *>(arguments[span.parameter]) + span.offset;
  std::uintptr_t begin;
  std::memcpy(&begin, place, sizeof begin);
  std::uint64_t count = span.extent;
  if (span.extent == dynamic_extent)
    std::memcpy(&count, place + sizeof begin, sizeof count);
  std::uintptr_t end;
  if (__builtin_mul_overflow(count, span.element_size, &end) || __builtin_add_overflow(begin, end, &end))
    end = most;
  return {begin, end};
}

bool overlap(const Range &a, const Range &b) {
  return std::max(a.begin, b.begin) < std::min(a.end, b.end);
}

/// "`row` (0x7f001000 to 0x7f0013ff, 1024 bytes)"
std::string text(const SpanInfo &span, const Range &range) {
  std::array<char, 96> addresses;
  std::snprintf(addresses.data(), addresses.size(), "` (0x%zx to 0x%zx, %zu bytes)", range.begin,
                range.end - 1, range.end - range.begin);
  return "`" + span.name + addresses.data();
}

} // namespace

void check_overlap(const LoadedKernel &kernel, const void *const *arguments) {
  const std::vector<SpanInfo> &spans = kernel.info.no_alias;
  std::array<Range, most_no_alias_spans> ranges;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    ranges[i] = range_of(spans[i], arguments);
    for (std::size_t j = 0; j < i; ++j)
      if (overlap(ranges[i], ranges[j]) && !(spans[i].read_only && spans[j].read_only))
        detail::fail(
            "launching " + kernel.label() + " on " + kernel.module->device().info().label,
            text(spans[j], ranges[j]) + " and " + text(spans[i], ranges[i]) +
                " overlap, and the kernel is [[kcc::no_alias]]",
            "Pass spans without common elements, or remove the attribute from the kernel. Only spans "
            "of const may overlap each other");
  }
}

} // namespace kcc::core
