// What KCC_CHECK_SUPPRESSIONS leaves out.
#ifndef KCC_RUNTIME_CHECK_SUPPRESSIONS_H
#define KCC_RUNTIME_CHECK_SUPPRESSIONS_H

#include "report.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace kcc::check {

/// One line of the file: a rule, or a part of a title, of a kernel's name or of a place.
class Suppression {
public:
  Suppression(std::string text, bool is_rule, std::size_t line)
      : text_(std::move(text)), is_rule_(is_rule), line_(line) {}
  /// `at` and `other_at` are the places of the finding's parties.
  bool matches(const Finding &finding, const std::string &at, const std::string &other_at) const;
  /// The line of the file, from 1 on.
  std::size_t line() const noexcept { return line_; }

private:
  bool is_in_place(const std::string &place) const;

  std::string text_;
  bool is_rule_;
  std::size_t line_;
};

/// Reads the file that the settings name, if they name one. Ends the process with a message if it cannot be
/// read, or names a rule that there is not.
std::vector<Suppression> read_suppressions();

} // namespace kcc::check

#endif
