// Reports as files: JSON and SARIF 2.1.0.
#ifndef KCC_RUNTIME_CHECK_REPORT_FILE_H
#define KCC_RUNTIME_CHECK_REPORT_FILE_H

#include "access_notes.h"
#include "report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::check {

/// Equal findings: the first one, and how many there were.
struct Counted {
  Finding finding;
  std::uint64_t count;
  std::uint64_t between_blocks; ///< of them, Finding::is_between_blocks
};

/// Writes SARIF if the path ends in .sarif, else JSON. Returns whether all of the file was written.
bool write_report(const std::string &path, const std::vector<Counted> &all,
                  const std::vector<AccessNote> &notes);

} // namespace kcc::check

#endif
