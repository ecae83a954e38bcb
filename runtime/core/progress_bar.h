// The text of a progress bar.
#ifndef KCC_RUNTIME_CORE_PROGRESS_BAR_H
#define KCC_RUNTIME_CORE_PROGRESS_BAR_H

#include <chrono>
#include <cstdint>
#include <string>

namespace kcc::core {

/// "sorting [#########           ]  45 %, 0:12, 0:14 left"; with a total of 0, "sorting 1234, 0:12".
std::string progress_bar(const std::string &title, std::uint64_t done, std::uint64_t total,
                         std::chrono::duration<double> elapsed);

} // namespace kcc::core

#endif
