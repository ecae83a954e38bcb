// Operations of a warp, from the two that subgroups have: who says yes, and what another lane says. Lanes
// that do not take part are not asked.
#include <kcc/device/builtins_warp.h>

#include "intrinsics.h"

namespace kcc::spirv {

extern "C" {
/// The lanes that make this call and pass true.
KCC_CONVERGENT std::uint32_t ballot(bool truth) noexcept __asm__("kcc.warp.ballot");
/// What this lane passes; anything if it does not make the call.
KCC_CONVERGENT std::uint32_t shuffle(std::uint32_t value, std::uint32_t lane) noexcept
    __asm__("kcc.warp.shuffle");
KCC_CONVERGENT void sync() noexcept __asm__("kcc.warp.sync");
}

namespace {

/// Lane, and the limits of its segment (PTX ISA, "shfl.sync").
struct Segment {
  explicit Segment(std::uint32_t clamp) noexcept
      : lane(__kcc_lane_id()), mask(clamp >> 8 & 31), first(lane & mask), last(first | (clamp & 31 & ~mask)) {
  }
  std::uint32_t lane, mask, first, last;
};

KCC_CONVERGENT std::uint64_t read(std::uint32_t value, std::uint32_t lane, std::uint32_t from,
                                  bool is_inside) noexcept {
  return std::uint64_t{is_inside} << 32 | shuffle(value, is_inside ? from : lane);
}

/// The lanes of the mask that are there: a block may end within a warp, and threads may have returned.
KCC_CONVERGENT std::uint32_t present(std::uint32_t mask) noexcept {
  return ballot(true) & mask;
}

/// Combines the values of the lanes in the mask; the order does not matter.
template <class F>
KCC_CONVERGENT std::uint32_t combine(std::uint32_t value, std::uint32_t mask, F f) noexcept {
  mask = present(mask);
  if (mask == ~0u) {
    for (std::uint32_t distance = 1; distance != 32; distance *= 2)
      value = f(value, shuffle(value, __kcc_lane_id() ^ distance));
    return value;
  }
  std::uint32_t result = 0;
  bool is_first = true;
  for (std::uint32_t lane = 0; lane != 32; ++lane) {
    const std::uint32_t there = shuffle(value, lane);
    if ((mask >> lane & 1) == 0)
      continue;
    result = is_first ? there : f(result, there);
    is_first = false;
  }
  return result;
}

/// The lanes of the mask with this value in the calling lane.
KCC_CONVERGENT std::uint32_t same(std::uint32_t mask, std::uint32_t value) noexcept {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane != 32; ++lane)
    lanes |= std::uint32_t{shuffle(value, lane) == value} << lane;
  return lanes & present(mask);
}

} // namespace
} // namespace kcc::spirv

using namespace kcc::spirv;

void __kcc_sync_warp(std::uint32_t) noexcept {
  sync();
}
std::uint32_t __kcc_warp_active_mask() noexcept {
  return ballot(true);
}

std::uint32_t __kcc_warp_any(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return (ballot((predicate & 1) != 0) & mask) != 0;
}
std::uint32_t __kcc_warp_all(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return (ballot((predicate & 1) == 0) & mask) == 0;
}
std::uint32_t __kcc_warp_uniform(std::uint32_t mask, std::uint32_t predicate) noexcept {
  const std::uint32_t yes = ballot((predicate & 1) != 0) & mask;
  return yes == 0 || yes == present(mask);
}
std::uint32_t __kcc_warp_ballot(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return ballot((predicate & 1) != 0) & mask;
}

std::uint32_t __kcc_warp_match_any_32(std::uint32_t mask, std::uint32_t value) noexcept {
  return same(mask, value);
}
std::uint32_t __kcc_warp_match_any_64(std::uint32_t mask, std::uint64_t value) noexcept {
  return same(mask, static_cast<std::uint32_t>(value)) & same(mask, static_cast<std::uint32_t>(value >> 32));
}
std::uint32_t __kcc_warp_match_all_32(std::uint32_t mask, std::uint32_t value) noexcept {
  return same(mask, value) == present(mask) ? mask : 0;
}
std::uint32_t __kcc_warp_match_all_64(std::uint32_t mask, std::uint64_t value) noexcept {
  return __kcc_warp_match_any_64(mask, value) == present(mask) ? mask : 0;
}

std::uint64_t __kcc_warp_shuffle(std::uint32_t, std::uint32_t value, std::uint32_t lane,
                                 std::uint32_t clamp) noexcept {
  const Segment s(clamp);
  const std::uint32_t from = s.first | (lane & 31 & ~s.mask);
  return read(value, s.lane, from, from <= s.last);
}
std::uint64_t __kcc_warp_shuffle_up(std::uint32_t, std::uint32_t value, std::uint32_t lane,
                                    std::uint32_t clamp) noexcept {
  const Segment s(clamp);
  const std::uint32_t from = s.lane - (lane & 31);
  return read(value, s.lane, from, static_cast<std::int32_t>(from) >= static_cast<std::int32_t>(s.last));
}
std::uint64_t __kcc_warp_shuffle_down(std::uint32_t, std::uint32_t value, std::uint32_t lane,
                                      std::uint32_t clamp) noexcept {
  const Segment s(clamp);
  const std::uint32_t from = s.lane + (lane & 31);
  return read(value, s.lane, from, from <= s.last);
}
std::uint64_t __kcc_warp_shuffle_xor(std::uint32_t, std::uint32_t value, std::uint32_t lane,
                                     std::uint32_t clamp) noexcept {
  const Segment s(clamp);
  const std::uint32_t from = s.lane ^ (lane & 31);
  return read(value, s.lane, from, from <= s.last);
}

#define KCC_REDUCE(name, result)                                                                             \
  std::uint32_t __kcc_warp_reduce_##name(std::uint32_t value, std::uint32_t mask) noexcept {                 \
    return combine(value, mask, [](std::uint32_t a, std::uint32_t b) noexcept { return result; });           \
  }
#define KCC_AS_SIGNED(value) static_cast<std::int32_t>(value)
KCC_REDUCE(add, a + b)
KCC_REDUCE(and, a &b)
KCC_REDUCE(or, a | b)
KCC_REDUCE(xor, a ^ b)
KCC_REDUCE(min_signed, KCC_AS_SIGNED(a) < KCC_AS_SIGNED(b) ? a : b)
KCC_REDUCE(max_signed, KCC_AS_SIGNED(a) > KCC_AS_SIGNED(b) ? a : b)
KCC_REDUCE(min_unsigned, a < b ? a : b)
KCC_REDUCE(max_unsigned, a > b ? a : b)
