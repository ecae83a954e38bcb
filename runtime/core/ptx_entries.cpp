#include "manifest.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace kcc::core {

namespace {

/// Splits PTX into words and single punctuation characters, without comments. Sufficient for declarations.
std::vector<std::string_view> tokens_of(std::string_view ptx) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' || c == '%';
  };
  std::vector<std::string_view> tokens;
  for (std::size_t i = 0; i < ptx.size();) {
    const std::string_view rest = ptx.substr(i);
    if (rest.starts_with("//")) {
      i += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      i += end == std::string_view::npos ? rest.size() : end + 2;
    } else if (is_word(rest[0])) {
      const auto end = std::find_if_not(rest.begin(), rest.end(), is_word);
      tokens.push_back(rest.substr(0, static_cast<std::size_t>(end - rest.begin())));
      i += tokens.back().size();
    } else {
      if (!std::isspace(static_cast<unsigned char>(rest[0])))
        tokens.push_back(rest.substr(0, 1));
      ++i;
    }
  }
  return tokens;
}

std::size_t number_of(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The size of a fundamental type such as ".u64" in bytes; 0 for any other directive.
std::size_t type_bytes(std::string_view directive) {
  if (directive.size() < 3 || directive[0] != '.' ||
      std::string_view("busf").find(directive[1]) == std::string_view::npos)
    return 0;
  const std::size_t bits = number_of(directive.substr(2));
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : 0;
}

/// Parses one declaration: the tokens between "(" or "," and the next "," or ")".
ParameterInfo parameter_of(const std::vector<std::string_view> &tokens, std::size_t begin, std::size_t end) {
  ParameterInfo parameter;
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens[i] == ".align" && i + 1 < end) {
      // ".ptr … .align n", which follows the type, describes the memory pointed to.
      if (parameter.size == 0)
        parameter.align = number_of(tokens[i + 1]);
      ++i;
    } else if (const std::size_t bytes = type_bytes(tokens[i])) {
      parameter.size = bytes;
      parameter.align = std::max(parameter.align, bytes);
    } else if (tokens[i] == "[" && i + 1 < end) {
      parameter.size *= number_of(tokens[i + 1]);
      break;
    } else if (tokens[i][0] != '.') {
      parameter.name = tokens[i];
    }
  }
  return parameter;
}

} // namespace

std::vector<KernelInfo> scan_ptx_entries(std::string_view ptx) {
  const std::vector<std::string_view> tokens = tokens_of(ptx);
  std::vector<KernelInfo> kernels;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i] != ".entry")
      continue;
    KernelInfo kernel;
    kernel.name = kernel.entry = tokens[i + 1];
    std::size_t begin = i + 3;
    if (i + 2 < tokens.size() && tokens[i + 2] == "(") {
      for (std::size_t at = begin; at < tokens.size(); ++at) {
        if (tokens[at] != "," && tokens[at] != ")")
          continue;
        if (at > begin)
          kernel.parameters.push_back(parameter_of(tokens, begin, at));
        begin = at + 1;
        if (tokens[at] == ")")
          break;
      }
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

} // namespace kcc::core
