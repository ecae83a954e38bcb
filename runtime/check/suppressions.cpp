#include "suppressions.h"

#include "rules.h"
#include "settings.h"

#include <algorithm>
#include <fstream>
#include <ranges>
#include <string_view>

namespace kcc::check {
namespace {

constexpr std::string_view blanks = " \t\r", rule_prefix = "rule=";

/// Without the comment, which a `#` at the beginning of the line or after a blank starts, and without blanks
/// around the rest.
std::string_view content_of(std::string_view line) {
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1))
    if (at == 0 || blanks.find(line[at - 1]) != blanks.npos) {
      line = line.substr(0, at);
      break;
    }
  const std::size_t first = line.find_first_not_of(blanks);
  return first == line.npos ? "" : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

/// No kernel, title or place is a word of small letters and hyphens: it can only be a rule.
bool can_only_be_rule(std::string_view text) {
  return text.find('-') != text.npos &&
         std::ranges::all_of(text, [](char c) { return c == '-' || ('a' <= c && c <= 'z'); });
}

/// Notes on accesses are no errors.
bool is_suppressible(const Rule &rule) {
  return std::string_view(rule.check) != "access";
}

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

} // namespace

/// A number at the end is a whole one: sum.cpp:11 is not in sum.cpp:110.
bool Suppression::is_in_place(const std::string &place) const {
  for (std::size_t at = place.find(text_); at != place.npos; at = place.find(text_, at + 1)) {
    const std::size_t end = at + text_.size();
    if (!is_digit(text_.back()) || end == place.size() || !is_digit(place[end]))
      return true;
  }
  return false;
}

bool Suppression::matches(const Finding &finding, const std::string &at, const std::string &other_at) const {
  if (is_rule_)
    return text_ == finding.rule;
  return finding.title.find(text_) != std::string::npos || finding.kernel.find(text_) != std::string::npos ||
         is_in_place(at) || is_in_place(other_at);
}

std::vector<Suppression> read_suppressions() {
  std::vector<Suppression> all;
  const std::string &path = settings().suppressions;
  if (path.empty())
    return all;
  std::ifstream file(path);
  if (!file)
    end_with_wrong_setting("KCC_CHECK_SUPPRESSIONS: cannot read '" + path + "'");
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::string_view text = content_of(line);
    if (text.empty())
      continue;
    const bool must_be_rule = text.starts_with(rule_prefix) || can_only_be_rule(text);
    if (text.starts_with(rule_prefix))
      text.remove_prefix(rule_prefix.size());
    const Rule *rule = find_rule(text);
    if (rule != nullptr && !is_suppressible(*rule))
      rule = nullptr;
    if (must_be_rule && rule == nullptr) {
      std::string known;
      for (const Rule &row : rules | std::views::filter(is_suppressible))
        known += std::string(known.empty() ? "" : ", ") + row.name;
      end_with_wrong_setting("KCC_CHECK_SUPPRESSIONS: " + path + ":" + std::to_string(number) +
                             ": there is no rule '" + std::string(text) + "'; the rules are " + known);
    }
    all.emplace_back(std::string(text), rule != nullptr, number);
  }
  if (file.bad()) // as of a folder
    end_with_wrong_setting("KCC_CHECK_SUPPRESSIONS: cannot read '" + path + "'");
  return all;
}

} // namespace kcc::check
