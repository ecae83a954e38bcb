// What reports of races say of the two accesses.
#ifndef KCC_RUNTIME_CPU_CHECK_RACE_HINTS_H
#define KCC_RUNTIME_CPU_CHECK_RACE_HINTS_H

#include "sites.h"

#include <cstdint>
#include <string>

namespace kcc::cpu::check {

/// Of two atomic operations of which one has a narrower scope than the least one that covers both threads.
std::string hint_of_scopes(const NumberedSite &later, const NumberedSite &earlier, std::uint8_t least);

} // namespace kcc::cpu::check

#endif
