#include "span_overlap.h"

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

/// The memory of a span among the arguments. What exceeds the address space ends with it. An empty span
/// begins behind everything and ends before it, so that it overlaps nothing.
Range range_of(const SpanInfo &span, const void *const *arguments) {
  constexpr std::uintptr_t most = std::numeric_limits<std::uintptr_t>::max();
  const auto *const place = static_cast<const std::byte *>(arguments[span.parameter]) + span.offset;
  std::uintptr_t begin;
  std::memcpy(&begin, place, sizeof begin);
  std::uint64_t count = span.extent;
  if (span.extent == dynamic_extent)
    std::memcpy(&count, place + sizeof begin, sizeof count);
  if (count == 0)
    return {most, 0};
  std::uintptr_t end;
  if (__builtin_mul_overflow(count, span.element_size, &end) || __builtin_add_overflow(begin, end, &end))
    end = most;
  return {begin, end};
}

/// "`row` (0x7f001000 to 0x7f0013ff, 1024 bytes)"
std::string text(const SpanInfo &span, const Range &range) {
  std::array<char, 96> addresses;
  std::snprintf(addresses.data(), addresses.size(), "` (0x%zx to 0x%zx, %zu bytes)", range.begin,
                range.end - 1, range.end - range.begin);
  return "`" + span.name + addresses.data();
}

using Ranges = std::array<Range, most_no_alias_spans>;

/// Span number `i` overlaps one before it.
[[noreturn]] void fail_overlap(const LoadedKernel &kernel, const Ranges &ranges, std::size_t i) {
  const std::vector<SpanInfo> &spans = kernel.info.no_alias;
  std::size_t j = 0;
  while (ranges[i].begin >= ranges[j].end || ranges[j].begin >= ranges[i].end)
    ++j;
  detail::fail("launching " + kernel.label() + " on " + kernel.module->device().info().label,
               text(spans[j], ranges[j]) + " and " + text(spans[i], ranges[i]) +
                   " overlap, and the kernel is [[kcc::no_alias]]",
               "Pass spans without common elements, or remove the attribute from the kernel. Only spans of "
               "const may overlap each other");
}

} // namespace

void check_overlap(const LoadedKernel &kernel, const void *const *arguments) {
  const std::vector<SpanInfo> &spans = kernel.info.no_alias;
  Ranges ranges;
  std::size_t written = 0; // the ones that may be come first
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Range range = ranges[i] = range_of(spans[i], arguments);
    unsigned overlaps = 0; // without branches, of which there would be one for each pair
    for (std::size_t j = 0; j < written; ++j)
      overlaps |= unsigned{range.begin < ranges[j].end} & unsigned{ranges[j].begin < range.end};
    written += spans[i].read_only ? 0 : 1;
    if (overlaps != 0)
      fail_overlap(kernel, ranges, i);
  }
}

} // namespace kcc::core
