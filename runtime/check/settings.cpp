#include "settings.h"

#include <kcc/abi/cpu_checks.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

// Code with checks defines these; without it they are null.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const std::uint32_t kcc_check_linked;
[[gnu::weak, gnu::visibility("hidden")]] extern const std::uint32_t kcc_check_linked_race;
[[gnu::weak, gnu::visibility("hidden")]] extern const std::uint32_t kcc_check_linked_gpu;
[[gnu::weak, gnu::visibility("hidden")]] extern const std::uint32_t kcc_check_linked_barrier;
[[gnu::weak, gnu::visibility("hidden")]] extern const std::uint32_t kcc_check_linked_host;
}

namespace kcc::check {
namespace {

[[noreturn]] void refuse(const char *variable, const char *value, const std::string &what) {
  end_with_wrong_setting("environment variable " + std::string(variable) + " is '" + value + "'; " + what);
}

/// The value of a variable; null if it is not set, or empty.
const char *value_of(const char *variable) {
  const char *const text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? nullptr : text;
}

std::uint32_t named_checks(const char *text) {
  if (text == nullptr)
    return abi::all_checks;
  std::uint32_t set = 0;
  std::string_view rest(text);
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(name.size() + (name.size() < rest.size()));
    std::uint32_t found = 0;
    std::string known;
    for (const abi::CheckName &row : abi::check_names) {
      if (name == row.name)
        found = row.checks;
      known += std::string(known.empty() ? "" : ", ") + row.name;
    }
    const bool is_nothing = name == "none" && std::string_view(text) == "none";
    if (found == 0 && !is_nothing)
      refuse("KCC_CHECK", text, "the checks are " + known + ", several with commas, or none alone");
    set |= found;
  }
  return set;
}

std::size_t number(const char *variable, std::size_t otherwise, std::size_t most) {
  const char *const text = value_of(variable);
  if (text == nullptr)
    return otherwise;
  std::size_t value = 0;
  const char *end = text + std::strlen(text);
  if (auto [at, error] = std::from_chars(text, end, value); error != std::errc() || at != end || value > most)
    refuse(variable, text, "it must be a whole number from 0 to " + std::to_string(most));
  return value;
}

std::string text_of(const char *variable) {
  const char *const text = value_of(variable);
  return text == nullptr ? "" : text;
}

/// How many characters to insert, remove or replace to make one of the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// Says which variables are set that nothing reads: their names are probably misspelt.
void name_unknown_variables() {
  static constexpr std::string_view known[] = {
      "KCC_CHECK",       "KCC_CHECK_REPORT",       "KCC_CHECK_SUPPRESSIONS", "KCC_CHECK_LIMIT",
      "KCC_CHECK_STEPS", "KCC_CHECK_EQUAL_WRITES", "KCC_CHECK_EXIT_CODE"};
  for (char **variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable, name = text.substr(0, text.find('='));
    if (!name.starts_with("KCC_CHECK") || std::ranges::find(known, name) != std::end(known))
      continue;
    const std::string_view nearest =
        *std::ranges::min_element(known, {}, [&](std::string_view row) { return edit_distance(name, row); });
    std::fprintf(stderr, "kcc: there is no environment variable %s; did you mean %s?\n",
                 std::string(name).c_str(), std::string(nearest).c_str());
  }
}

Settings read_settings() {
  name_unknown_variables();
  const char *const named = value_of("KCC_CHECK");
  Settings read{.checks = named_checks(named),
                .named = named == nullptr ? 0 : named_checks(named),
                .report = text_of("KCC_CHECK_REPORT"),
                .suppressions = text_of("KCC_CHECK_SUPPRESSIONS"),
                .limit = number("KCC_CHECK_LIMIT", 100, 1000000),
                .steps = value_of("KCC_CHECK_STEPS")
                             ? std::optional(number("KCC_CHECK_STEPS", 0, std::size_t{1} << 40))
                             : std::nullopt,
                .equal_writes = number("KCC_CHECK_EQUAL_WRITES", 1, 1) != 0,
                .exit_code = static_cast<int>(number("KCC_CHECK_EXIT_CODE", 66, 255))};
  const std::string_view report = read.report;
  if (!report.empty() && !report.ends_with(".json") && !report.ends_with(".sarif"))
    refuse("KCC_CHECK_REPORT", read.report.c_str(), "the file's name must end in .json or .sarif");
  return read;
}

} // namespace

void end_with_wrong_setting(const std::string &message) {
  std::fflush(nullptr);
  std::fprintf(stderr, "kcc: %s\n", message.c_str());
  _exit(2); // not what other parts of the program do when it ends: this may come before main()
}

const Settings &settings() {
  static const Settings read = read_settings();
  return read;
}

bool are_on() {
  static const bool on = &kcc_check_linked != nullptr || value_of("KCC_CHECK") != nullptr;
  return on;
}

bool are_on_for_gpus() {
  static const bool on = &kcc_check_linked_gpu != nullptr || value_of("KCC_CHECK") != nullptr;
  return on;
}

bool are_on_for_races() {
  static const bool on = (&kcc_check_linked_race != nullptr || value_of("KCC_CHECK") != nullptr) &&
                         (settings().checks & abi::check_race) != 0;
  return on;
}

bool are_on_for_host() {
  static const bool on = (&kcc_check_linked_host != nullptr || value_of("KCC_CHECK") != nullptr) &&
                         (settings().checks & abi::check_host) != 0;
  return on;
}

bool are_on_for_polls() {
  static const bool on = (&kcc_check_linked_barrier != nullptr || value_of("KCC_CHECK") != nullptr) &&
                         (settings().checks & abi::check_barrier) != 0 && settings().steps != 0;
  return on;
}

} // namespace kcc::check
