#include "same_signature.h"

#include <algorithm>
#include <cstddef>

namespace kcc::core {

namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Removes the first "component::" from a qualified name, or the rest if there is none.
std::string_view take_component(std::string_view &name) {
  const auto colons = name.find("::");
  const std::string_view component = name.substr(0, colons);
  name.remove_prefix(colons == std::string_view::npos ? name.size() : colons + 2);
  return component;
}

/// Whether the components of `shorter` are a subsequence of those of `longer`, with the same last component.
bool is_abbreviation(std::string_view shorter, std::string_view longer) {
  while (!shorter.empty()) {
    const std::string_view wanted = take_component(shorter);
    std::string_view found;
    do {
      if (longer.empty())
        return false;
      found = take_component(longer);
    } while (found != wanted);
  }
  return longer.empty();
}

/// Removes the next qualified name from a signature, or else one character.
std::string_view take_piece(std::string_view &text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::string_view rest = text.substr(end);
    if (is_name_character(rest[0]))
      ++end;
    else if (rest.starts_with("::"))
      end += 2;
    else if (rest.starts_with("(anonymous)"))
      end += 11;
    else
      break;
  }
  end = std::max<std::size_t>(end, 1);
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(end);
  return piece;
}

} // namespace

bool same_signature(std::string_view a, std::string_view b) {
  if (a == b)
    return true;
  while (!a.empty() && !b.empty()) {
    const std::string_view x = take_piece(a), y = take_piece(b);
    if (x != y && !is_abbreviation(x, y) && !is_abbreviation(y, x))
      return false;
  }
  return a.empty() && b.empty();
}

} // namespace kcc::core
