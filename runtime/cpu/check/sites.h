// The places of accesses by number, for records that have no room for more.
#ifndef KCC_RUNTIME_CPU_CHECK_SITES_H
#define KCC_RUNTIME_CPU_CHECK_SITES_H

#include "../../check/report.h"

#include <kcc/abi/cpu_checks.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace kcc::cpu::check {

using kcc::check::Place, kcc::check::line_of, kcc::check::place_in_program, kcc::check::text_of;

/// A copy, because the code may be unloaded.
struct NumberedSite {
  std::vector<Place> places;
  std::string what;    ///< "read of size 4 bytes"
  std::uint32_t bytes; ///< 0: not known
  std::uint8_t scope;
  bool is_atomic;
  bool updates;    ///< what it writes is computed from what was there
  bool keeps_bits; ///< abi::site_keeps_bits
  bool is_volatile;
  bool is_async_copy; ///< abi::site_async_copy
};

inline bool is_atomic(const abi::CheckSite &site) {
  return site.kind >= abi::AccessKind::atomic_read;
}
inline bool is_write(const abi::CheckSite &site) {
  return site.kind != abi::AccessKind::read && site.kind != abi::AccessKind::atomic_read;
}

inline bool is_update(const abi::CheckSite &site) {
  return (site.flags & abi::site_updates) != 0;
}
/// "volatile read of size 4 bytes"
std::string text_of(const abi::CheckSite &site, std::uint64_t bytes);

std::uint32_t give_number(const abi::CheckSite &site);
/// The number of the site, less than 2^15. Sites beyond that are number 0, of which nothing is known.
inline std::uint32_t number_of(const abi::CheckSite &site) {
  const std::uint32_t known = std::atomic_ref<std::uint32_t>(site.number).load(std::memory_order_relaxed);
  return known != 0 ? known : give_number(site);
}
const NumberedSite &numbered_site(std::uint32_t number);

} // namespace kcc::cpu::check

#endif
