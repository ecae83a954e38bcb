// The places of accesses by number, for records that have no room for more.
#ifndef KCC_RUNTIME_CPU_CHECK_SITES_H
#define KCC_RUNTIME_CPU_CHECK_SITES_H

#include "../../check/report.h"

#include <kcc/abi/cpu_checks.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::cpu::check {

using kcc::check::Place;

/// A copy, because the code may be unloaded.
struct NumberedSite {
  std::vector<Place> places;
  std::string what; ///< "read of size 4 bytes"
  std::uint8_t scope;
};

/// The number of the site, less than 2^15. Sites beyond that are number 0, of which nothing is known.
std::uint32_t number_of(const abi::CheckSite &site);
const NumberedSite &numbered_site(std::uint32_t number);

/// The index of the block or thread of this linear rank.
Dim3 index_in(const Dim3 &extents, std::uint32_t rank);

} // namespace kcc::cpu::check

#endif
