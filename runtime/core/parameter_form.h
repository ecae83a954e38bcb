// What a launch by name has to know about a parameter.
#ifndef KCC_RUNTIME_CORE_PARAMETER_FORM_H
#define KCC_RUNTIME_CORE_PARAMETER_FORM_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace kcc::core {

/// A parsed signature, which it refers to. Parsed once for each kernel, because launches are many.
struct ParameterForm {
  explicit ParameterForm(std::string_view signature);

  struct Memory {
    bool is_span; ///< else a pointer
    bool read_only;
    std::string_view element;
    std::optional<std::size_t> extent;
  };
  std::optional<Memory> memory; ///< of a span or pointer
  unsigned integer_bits;        ///< of an integer; 0 for others
};

} // namespace kcc::core

#endif
