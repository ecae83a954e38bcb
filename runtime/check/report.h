// What the checks have found: printed, counted, and written to a file when the process ends.
#ifndef KCC_RUNTIME_CHECK_REPORT_H
#define KCC_RUNTIME_CHECK_REPORT_H

#include "kcc/runtime/launch_config.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::abi {
struct CheckPlace;
enum class AccessKind : std::uint8_t;
} // namespace kcc::abi

namespace kcc::check {

/// A line of source. A copy, because the code may be unloaded before the process ends.
struct Place {
  std::string file, function;
  std::uint32_t line, column;
  bool is_call = false; ///< of the function of the place before this one, which was not inlined here
};

/// The line, and the calls through which it was inlined, the innermost first; empty if it is not known.
std::vector<Place> places_of(const abi::CheckPlace *place);

/// Who did something, and where: a thread of a block, or one of the host.
struct Party {
  std::vector<Place> places;
  Dim3 block, thread;
  bool is_host = false; ///< a thread of the host
};

struct Finding {
  const char *check;    ///< "memory"
  const char *rule;     ///< identifies the kind of error: "out-of-bounds"
  std::string title;    ///< "Invalid global read of size 4 bytes"
  std::string kernel;   ///< empty: the host did it
  std::uint64_t launch; ///< its number in the process; 0: not known
  Party who;
  std::vector<std::string> details{}; ///< sentences without a final stop: "Address ... is ..."
  std::string other_title{};          ///< what the other party did; empty: there is none
  Party other{};
  bool is_between_blocks = false; ///< of one launch, so that no block's barrier can order them
};

/// Prints the finding, which has happened `times` times, or counts it if an equal one has been printed.
/// Returns false if it is suppressed, so that it does not count as an error.
bool report(const Finding &finding, std::uint64_t times = 1);

/// Lets the process print the summary when it ends, and end with the exit status of the settings after an
/// error.
void summarize_at_exit();
/// Counts a search for an order between two accesses that was too long, for the summary.
void note_search_given_up() noexcept;
/// Says that code with these checks runs. The summary names those that KCC_CHECK asks for in vain.
void note_checks_of_code(std::uint32_t checks) noexcept;
/// Says that code without checks has been loaded on \p device, for the summary, which would otherwise only
/// say that there is no error.
void note_device_without_checks(const std::string &device, bool could_have_checks);
/// Calls the function before the summary, for what is known only then.
void report_at_end(void (*reporter)());

/// "write of size 4 bytes"
std::string text_of(abi::AccessKind kind, std::uint64_t bytes);
/// "0x7f00"
std::string hexadecimal(std::uint64_t number);
std::string hexadecimal(const void *address);

/// "1 byte", "400 bytes"
std::string count_of_bytes(std::uint64_t bytes);

/// "saxpy.cpp:12:9 in `saxpy`, inlined at ..."
std::string text_of(const std::vector<Place> &places);

/// The innermost place that is in a file of the program, not of a library; the innermost if there is none.
/// There must be a place.
const Place &place_in_program(const std::vector<Place> &places);
bool is_in_library(const Place &place);
/// "saxpy.cpp:12:9"
std::string line_of(const Place &place);

} // namespace kcc::check

#endif
