// What reports of races say of the two accesses.
#ifndef KCC_RUNTIME_CPU_CHECK_RACE_HINTS_H
#define KCC_RUNTIME_CPU_CHECK_RACE_HINTS_H

#include "sites.h"

#include <cstdint>
#include <string>

namespace kcc::cpu::check {

/// Of two atomic operations of which one has a narrower scope than the least one that covers both threads.
std::string hint_of_scopes(const NumberedSite &later, const NumberedSite &earlier, std::uint8_t least);

/// Of two accesses of which one is atomic. `threads`: "two lanes of a warp"; `barrier`: what else would do.
/// Empty if there is nothing special to say.
std::string hint_of_plain_access(const NumberedSite &plain, bool writes, const char *threads,
                                 bool needs_device_scope, const std::string &barrier);

/// Of two writes that keep the bits that the other one changes, or of one and its read.
inline constexpr char hint_of_kept_bits[] =
    "Both accesses keep some bits of what is there, and write it as a whole, as those of bit-fields do: "
    "neighbouring bit-fields are one memory location. Separate members would do, or atomic operations";

} // namespace kcc::cpu::check

#endif
