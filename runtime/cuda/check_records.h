// Turns what GPU code with checks has reported into findings.
#ifndef KCC_RUNTIME_CUDA_CHECK_RECORDS_H
#define KCC_RUNTIME_CUDA_CHECK_RECORDS_H

#include "../check/report.h"
#include "checked_ranges.h"

#include <kcc/abi/gpu_checks.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kcc::cuda {

/// A copy of the variable in which a module's sites are.
class SiteTable {
public:
  SiteTable(std::uint64_t address, std::vector<std::byte> bytes);

  bool has(std::uint64_t site) const noexcept { return site - address_ < bytes_.size(); }
  /// The site at this address of the GPU's; null if there is none. Valid as long as the table.
  const abi::GpuCheckSite *site(std::uint64_t address) const noexcept;
  /// A text by its position among the texts; "" if there is none.
  const char *text(std::uint32_t at) const noexcept;
  /// The lines of a GpuCheckSite::place, the innermost first; empty for 0.
  std::vector<check::Place> places(std::uint32_t number) const;

private:
  std::uint64_t address_;
  std::vector<std::byte> bytes_;
  const abi::CheckTable *head() const noexcept;
};

/// A finding, and what the runtime does about it.
struct CheckFinding {
  check::Finding finding;
  std::uint32_t check;    ///< abi::Check
  bool ends_thread;       ///< the thread did not do the access
  std::string error_text; ///< of the Error that the next wait throws
};

/// What a record of an error says. Nothing if the table does not have the record's site.
std::optional<CheckFinding> finding_of(const abi::CheckRecord &record, const SiteTable &table,
                                       const CheckedRanges &ranges);
/// What is said about an access to memory that the runtime does not know (CheckChannel::strangers), after the
/// GPU has failed. Nothing if the table does not have the record's site.
std::optional<CheckFinding> stranger_of(const abi::CheckRecord &record, const SiteTable &table);

} // namespace kcc::cuda

#endif
