#include "kernel_name.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace kcc::cpu {

std::string kernel_name(const char *entry) {
  struct Free {
    void operator()(char *text) const { std::free(text); }
  };
  int status = 0;
  const std::unique_ptr<char, Free> text(::abi::__cxa_demangle(entry, nullptr, nullptr, &status));
  if (status != 0)
    return entry;
  constexpr std::string_view anonymous = "(anonymous namespace)";
  std::string name;
  int depth = 0;
  for (std::string_view rest = text.get(); !rest.empty(); rest.remove_prefix(1)) {
    const char c = rest.front();
    if (depth == 0 && rest.starts_with(anonymous)) {
      name += anonymous;
      rest.remove_prefix(anonymous.size() - 1);
    } else if (c == '<') {
      ++depth;
    } else if (c == '>') {
      --depth;
    } else if (depth == 0 && c == '(') {
      break; // the parameters
    } else if (depth == 0 && c == ' ') {
      name.clear(); // that was the result's type, which templates have
    } else if (depth == 0) {
      name += c;
    }
  }
  return name;
}

bool is_named(std::string_view qualified, std::string_view name) {
  if (!qualified.ends_with(name))
    return false;
  qualified.remove_suffix(name.size());
  return qualified.empty() || qualified.ends_with("::");
}

} // namespace kcc::cpu
