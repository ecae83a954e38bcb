// The settings of the checks, which are environment variables (docs/checks.md). They are read once.
#ifndef KCC_RUNTIME_CHECK_SETTINGS_H
#define KCC_RUNTIME_CHECK_SETTINGS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kcc::check {

struct Settings {
  std::uint32_t checks;     ///< KCC_CHECK: the set of abi::Check to do, if they are compiled in; default all
  std::uint32_t named;      ///< those that KCC_CHECK names; if it is not set, none
  std::string report;       ///< KCC_CHECK_REPORT: file to write, .json or .sarif; empty: none
  std::string suppressions; ///< KCC_CHECK_SUPPRESSIONS: file to read; empty: none
  std::size_t limit;        ///< KCC_CHECK_LIMIT: how many different errors are printed; default 100
  /// KCC_CHECK_STEPS: polls in vain after which a thread polls forever; 0: never. None: steps_by_default().
  std::optional<std::size_t> steps;
  bool equal_writes; ///< KCC_CHECK_EQUAL_WRITES: whether threads that write the same value race; default 1
  int exit_code;     ///< KCC_CHECK_EXIT_CODE: the process's status after an error; default 66; 0: unchanged
};

/// The same for threads of a block of `threads` threads, all of which may poll.
constexpr std::size_t steps_by_default(std::size_t threads) {
  return std::max<std::size_t>(1'000'000 / threads, 10'000);
}

/// Ends the process with this message and status 2.
[[noreturn]] void end_with_wrong_setting(const std::string &message);

/// Ends the process in this way if a variable has a wrong value.
const Settings &settings();

/// Whether code with checks is linked into the program, or KCC_CHECK is set, so that memory is kept track of.
bool are_on();
/// Whether GPU code with checks is linked into the program, or KCC_CHECK is set.
bool are_on_for_gpus();
/// Whether what the host does with the memory of the CPU device is looked at.
bool are_on_for_host();
/// Whether kernels that poll forever may be looked for.
bool are_on_for_polls();
/// Whether race detection may happen: then grids run on one OS thread.
bool are_on_for_races();

} // namespace kcc::check

#endif
