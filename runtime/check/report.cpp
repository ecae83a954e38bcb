#include "report.h"

#include "../core/dimensions.h"
#include "access_notes.h"
#include "report_file.h"
#include "settings.h"
#include "suppressions.h"

#include <kcc/abi/cpu_checks.h>
#include <kcc/abi/cpu_code.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <mutex>
#include <string_view>
#include <unistd.h>

namespace kcc::check {
namespace {

/// Those that code has that runs.
std::atomic<std::uint32_t> &checks_of_code() {
  static std::atomic<std::uint32_t> checks = 0;
  return checks;
}

/// "memory, arith"; what a name stands for is not named again.
std::string names_of(std::uint32_t checks) {
  std::string names;
  for (const abi::CheckName &row : abi::check_names)
    if ((row.checks & checks) == row.checks) {
      names += (names.empty() ? "" : ", ") + std::string(row.name);
      checks &= ~row.checks;
    }
  return names;
}

std::atomic<std::uint64_t> searches_given_up = 0;

class Findings {
public:
  bool add(const Finding &finding, std::uint64_t times) {
    const std::lock_guard lock(mutex_);
    const std::string at = text_of(finding.who.places), other_at = text_of(finding.other.places);
    bool is_suppressed = false;
    for (std::size_t i = 0; i < suppressions_.size(); ++i)
      if (suppressions_[i].matches(finding, at, other_at))
        is_suppressed = has_matched_[i] = true;
    if (is_suppressed) {
      suppressed_ += times;
      return false;
    }
    errors_ += times;
    const std::string key = finding.title + "\n" + finding.kernel + "\n" + at + "\n" + other_at;
    const std::uint64_t between_blocks = finding.is_between_blocks ? times : 0;
    const auto [row, is_new] = counts_.try_emplace(key, all_.size());
    if (!is_new) {
      all_[row->second].count += times;
      all_[row->second].between_blocks += between_blocks;
      return true;
    }
    all_.push_back({finding, times, between_blocks});
    if (all_.size() <= settings().limit)
      print(finding, at, other_at);
    else if (all_.size() == settings().limit + 1)
      std::fprintf(stderr, "========= No further errors are printed; KCC_CHECK_LIMIT sets how many\n");
    return true;
  }

  void add_device_without_checks(const std::string &device, bool could_have_checks) {
    const std::lock_guard lock(mutex_);
    devices_without_checks_[device] = could_have_checks;
  }

  void summarize() {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < all_.size() && i < settings().limit; ++i)
      if (all_[i].count > 1) {
        const std::string at = text_of(all_[i].finding.who.places);
        // What was printed has a hint that is of no use for these.
        const std::string others = all_[i].finding.is_between_blocks || all_[i].between_blocks == 0
                                       ? ""
                                       : ", " + std::to_string(all_[i].between_blocks) + " between blocks";
        std::fprintf(stderr, "========= %llu times%s: %s%s\n", static_cast<unsigned long long>(all_[i].count),
                     others.c_str(), all_[i].finding.title.c_str(), (at.empty() ? "" : " at " + at).c_str());
      }
    print_accesses(settings().limit);
    if (const std::uint64_t searches = searches_given_up.load(); searches != 0)
      std::fprintf(
          stderr,
          "========= %llu search%s for an order between two accesses %s given up; races may be missing\n",
          static_cast<unsigned long long>(searches), searches == 1 ? "" : "es",
          searches == 1 ? "was" : "were");
    if (suppressed_ != 0)
      std::fprintf(stderr, "========= %llu suppressed\n", static_cast<unsigned long long>(suppressed_));
    if (const std::string lines = lines_without_match(); !lines.empty())
      std::fprintf(stderr, "========= No error matched the suppressions of %s in %s %s\n",
                   settings().suppressions.c_str(), lines.find(',') == lines.npos ? "line" : "lines",
                   lines.c_str());
    if (const std::string names = names_of(settings().named & ~checks_of_code()); !names.empty())
      std::fprintf(stderr,
                   "========= KCC_CHECK names %s, and no kernel that ran has that check (kcc --check)\n",
                   names.c_str());
    for (const auto &[device, could_have_checks] : devices_without_checks_)
      std::fprintf(stderr,
                   "========= Nothing was checked on %s, whose code has no checks: run on the CPU device%s\n",
                   device.c_str(), could_have_checks ? ", or compile with --check-gpu" : " (KCC_DEVICE=cpu)");
    std::fprintf(stderr, "========= ERROR SUMMARY: %llu error%s\n", static_cast<unsigned long long>(errors_),
                 errors_ == 1 ? "" : "s");
    if (!settings().report.empty() && !write_report(settings().report, all_, access_notes())) {
      std::fprintf(stderr, "kcc: KCC_CHECK_REPORT: cannot write '%s'\n", settings().report.c_str());
      lacks_report_ = true;
    }
  }

  /// The exit status of the process; 0: the program's own.
  int exit_status() const {
    if (errors_ != 0 && settings().exit_code != 0)
      return settings().exit_code;
    return lacks_report_ ? 2 : 0;
  }

private:
  static void print_party(const Party &party, const std::string &at, const std::string &kernel) {
    if (party.is_host) {
      std::fprintf(stderr, "=========     at %s\n=========     by the host\n",
                   at.empty() ? "a line that is not known" : at.c_str());
      return;
    }
    std::fprintf(stderr, "=========     at %s\n=========     by thread %s in block %s\n",
                 at.empty() ? ("kernel `" + kernel + "`").c_str() : at.c_str(),
                 core::text(party.thread).c_str(), core::text(party.block).c_str());
  }

  static void print(const Finding &finding, const std::string &at, const std::string &other_at) {
    std::fprintf(stderr, "========= %s\n", finding.title.c_str());
    print_party(finding.who, at, finding.kernel);
    for (const std::string &detail : finding.details)
      std::fprintf(stderr, "=========     %s\n", detail.c_str());
    if (!finding.other_title.empty()) {
      std::fprintf(stderr, "=========     %s\n", finding.other_title.c_str());
      print_party(finding.other, other_at, finding.kernel);
    }
    if (finding.kernel.empty()) {
      std::fprintf(stderr, "=========\n");
      return;
    }
    const std::string launch = finding.launch == 0 ? "" : "launch " + std::to_string(finding.launch) + " of ";
    std::fprintf(stderr, "=========     in %skernel `%s`\n=========\n", launch.c_str(),
                 finding.kernel.c_str());
  }

  /// "2, 5": those of the suppressions.
  std::string lines_without_match() const {
    std::string lines;
    for (std::size_t i = 0; i < suppressions_.size(); ++i)
      if (!has_matched_[i])
        lines += (lines.empty() ? "" : ", ") + std::to_string(suppressions_[i].line());
    return lines;
  }

  std::mutex mutex_;
  const std::vector<Suppression> suppressions_ = read_suppressions();
  std::vector<bool> has_matched_ = std::vector<bool>(suppressions_.size());
  std::map<std::string, std::size_t> counts_; ///< the index in all_
  std::vector<Counted> all_;
  std::map<std::string, bool> devices_without_checks_; ///< whether --check-gpu is for them
  std::uint64_t errors_ = 0, suppressed_ = 0;
  bool lacks_report_ = false;
};

Findings &findings() {
  static auto *const all = new Findings;
  return *all;
}

} // namespace

void note_search_given_up() noexcept {
  ++searches_given_up;
}

std::vector<Place> places_of(const abi::CheckPlace *place) {
  std::vector<Place> places;
  for (; place; place = place->caller) {
    if (std::string_view(place->function).starts_with(abi::cpu_thread_prefix)) // the kernel's caller
      break;
    places.push_back({place->file, place->function, place->line, place->column});
  }
  return places;
}

std::string text_of(abi::AccessKind kind, std::uint64_t bytes) {
  static constexpr const char *kinds[] = {"read", "write", "atomic read", "atomic write", "atomic change"};
  return std::string(kinds[static_cast<int>(kind)]) + " of size " + count_of_bytes(bytes);
}

std::string hexadecimal(std::uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string hexadecimal(const void *address) {
  return hexadecimal(std::uint64_t{reinterpret_cast<std::uintptr_t>(address)});
}

std::string count_of_bytes(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string line_of(const Place &place) {
  return place.file + ":" + std::to_string(place.line) +
         (place.column == 0 ? "" : ":" + std::to_string(place.column));
}

std::string text_of(const std::vector<Place> &places) {
  std::string text;
  for (const Place &place : places)
    text += (text.empty()    ? ""
             : place.is_call ? ", called at "
                             : ", inlined at ") +
            line_of(place) + (place.function.empty() ? "" : " in `" + place.function + "`");
  return text;
}

bool is_in_library(const Place &place) {
  const auto is_in = [&](const char *folder) { return place.file.starts_with(folder); };
  return is_in("/__kcc__/") || (is_in("/usr/") && !is_in("/usr/local/") && !is_in("/usr/src/"));
}

const Place &place_in_program(const std::vector<Place> &places) {
  const auto found = std::ranges::find_if_not(places, is_in_library);
  return found == places.end() ? places.front() : *found;
}

bool report(const Finding &finding, std::uint64_t times) {
  summarize_at_exit();
  return findings().add(finding, times);
}

namespace {

/// What has findings when the process ends. Registered before main() and by launches.
struct LastReports {
  std::mutex mutex;
  std::vector<void (*)()> all;
};

LastReports &last_reports() {
  static auto *const reports = new LastReports;
  return *reports;
}

} // namespace

void report_at_end(void (*reporter)()) {
  const std::lock_guard lock(last_reports().mutex);
  last_reports().all.push_back(reporter);
}

void note_checks_of_code(std::uint32_t checks) noexcept {
  checks_of_code() |= checks;
}

void note_device_without_checks(const std::string &device, bool could_have_checks) {
  summarize_at_exit();
  findings().add_device_without_checks(device, could_have_checks);
}

void summarize_at_exit() {
  static std::once_flag once;
  static constinit std::terminate_handler terminate = nullptr;
  std::call_once(once, [] {
    (void)findings();
    // An exception that nobody catches, such as the Error of a kernel, ends the process otherwise.
    terminate = std::set_terminate([] {
      findings().summarize();
      std::fflush(nullptr);
      terminate();
    });
    std::atexit([] {
      std::vector<void (*)()> reporters;
      {
        const std::lock_guard lock(last_reports().mutex);
        reporters = last_reports().all;
      }
      for (void (*const reporter)() : reporters)
        reporter();
      findings().summarize();
      if (const int status = findings().exit_status(); status != 0) {
        std::fflush(nullptr);
        _exit(status);
      }
    });
  });
}

namespace {

/// Early, so that it runs after what other parts of the program do when it ends.
[[gnu::constructor]] void summarize_if_on() {
  if (are_on())
    summarize_at_exit();
}

} // namespace

} // namespace kcc::check
