// What lane_races.h keeps of an access, in 64 bits.
#ifndef KCC_RUNTIME_CPU_CHECK_ACCESS_WORD_H
#define KCC_RUNTIME_CPU_CHECK_ACCESS_WORD_H

#include "numbered_launch.h"

#include <cstdint>

namespace kcc::cpu::check {

/// From the high bits on, the block's number (24 bits), the number of barriers that the block has passed
/// (12), the thread's rank (10), and the number of the site (15). 0: none. So the words of a later launch are
/// greater, and those of a block grow with each barrier.
using AccessWord = std::uint64_t;

inline constexpr unsigned access_site_bits = 15, access_rank_bits = 10, access_barrier_bits = 12;
inline constexpr unsigned access_barrier_shift = access_site_bits + access_rank_bits,
                          access_block_shift = access_barrier_shift + access_barrier_bits;
/// How many bits that are. Only the words of whole chunks use higher ones (LaneMap::Head).
inline constexpr unsigned access_bits = access_block_shift + block_number_bits;

constexpr std::uint32_t number_in(AccessWord access) {
  return static_cast<std::uint32_t>(access >> access_block_shift) & ((1u << block_number_bits) - 1);
}
constexpr std::uint32_t rank_in(AccessWord access) {
  return static_cast<std::uint32_t>(access >> access_site_bits) & ((1u << access_rank_bits) - 1);
}
constexpr std::uint32_t site_in(AccessWord access) {
  return static_cast<std::uint32_t>(access) & ((1u << access_site_bits) - 1);
}

/// What the words of earlier accesses are compared with.
struct AccessClock {
  AccessWord ordered = 0; ///< lower words are of launches that come before this one
  AccessWord launch = 0;  ///< lower words are of other launches, which may come before
  AccessWord end = 0;     ///< words from here on may be of other launches
  AccessWord block = 0;   ///< from here to `now`: the block's own before its last barrier, all ordered
  AccessWord now = 0;     ///< words of what the block has done since its last barrier begin here
  AccessWord mine = 0;    ///< the word of what it does now, without thread and site
};

} // namespace kcc::cpu::check

#endif
