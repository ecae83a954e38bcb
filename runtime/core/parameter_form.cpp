#include "parameter_form.h"

#include <charconv>
#include <system_error>

namespace kcc::core {

namespace {

/// Parses "ptr<const f32>".
std::optional<ParameterForm::Memory> memory_of(std::string_view signature) {
  ParameterForm::Memory memory{};
  if (signature.starts_with("span<"))
    memory.is_span = true;
  else if (!signature.starts_with("ptr<"))
    return std::nullopt;
  signature.remove_prefix(memory.is_span ? 5 : 4);
  signature.remove_suffix(1);
  if (signature.starts_with("const ")) {
    memory.read_only = true;
    signature.remove_prefix(6);
  }
  // A span's extent follows the last comma, unless that comma is inside the element ("array<i32,4>").
  const auto comma = signature.rfind(',');
  if (memory.is_span && comma != std::string_view::npos &&
      signature.find('>', comma) == std::string_view::npos) {
    std::size_t extent = 0;
    std::from_chars(signature.data() + comma + 1, signature.data() + signature.size(), extent);
    memory.extent = extent;
    signature = signature.substr(0, comma);
  }
  memory.element = signature;
  return memory;
}

/// The width of an integer signature such as "u16"; 0 for others.
unsigned integer_bits_of(std::string_view signature) {
  if (signature.size() < 2 || (signature[0] != 'i' && signature[0] != 'u'))
    return 0;
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(signature.data() + 1, signature.data() + signature.size(), bits);
  return error == std::errc() && end == signature.data() + signature.size() ? bits : 0;
}

} // namespace

ParameterForm::ParameterForm(std::string_view signature)
    : memory(memory_of(signature)), integer_bits(integer_bits_of(signature)) {}

} // namespace kcc::core
