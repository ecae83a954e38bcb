// What reports of races say of the two accesses.
#ifndef KCC_RUNTIME_CPU_CHECK_RACE_HINTS_H
#define KCC_RUNTIME_CPU_CHECK_RACE_HINTS_H

#include "sites.h"

#include <cstdint>
#include <string>

namespace kcc::cpu::check {

/// For two atomic operations, of which at least one has a narrower scope than `least`, which would cover both
/// threads.
std::string hint_of_scopes(const NumberedSite &later, const NumberedSite &earlier, std::uint8_t least);

/// For two accesses of which only `plain` is not atomic; `writes`: it writes. `threads`: "two lanes of a
/// warp". `otherwise`: what would order them otherwise, as a clause. Empty if the place of `plain` is not
/// known.
std::string hint_of_plain_access(const NumberedSite &plain, bool writes, const char *threads,
                                 bool needs_device_scope, const std::string &otherwise);

/// For an access after the start of an asynchronous copy that nothing orders after its end. `is_own`: the
/// same thread has started the copy.
std::string hint_of_copy(bool is_own);

/// For two accesses that are parts of updates of different bit-fields in one memory location.
inline constexpr char hint_of_kept_bits[] =
    "Both accesses keep some bits of what is there, and write it as a whole, as those of bit-fields do: "
    "neighbouring bit-fields are one memory location. Separate members would do, or atomic operations";

} // namespace kcc::cpu::check

#endif
