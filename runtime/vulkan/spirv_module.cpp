#include "spirv_module.h"

#include <kcc/abi/vulkan_code.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

namespace kcc::vulkan {

namespace {

// SPIR-V specification, 2.3 "Physical Layout" and 3.42 "Instructions"
constexpr std::uint32_t magic = 0x07230203;
constexpr std::size_t header_words = 5;
constexpr std::uint32_t op_extension = 10, op_entry_point = 15, op_execution_mode = 16, op_capability = 17,
                        op_module_processed = 330;
constexpr std::uint32_t model_gl_compute = 5;

/// More than any device has; keeps a damaged file from asking for absurd memory.
constexpr std::uint64_t most_variable_bytes = std::uint64_t{1} << 40;

class Parser {
public:
  Parser(SpirvModule &module, const core::Operation &operation) : module_(module), operation_(operation) {}

  void run() {
    const std::vector<std::uint32_t> &words = module_.words;
    if (words.size() < header_words || words[0] != magic)
      refuse("it is not SPIR-V");
    for (std::size_t at = header_words; at < words.size();) {
      const std::size_t count = words[at] >> 16;
      if (count == 0 || count > words.size() - at)
        refuse("its instruction at word " + std::to_string(at) + " has a wrong length");
      read(words[at] & 0xffff, std::span(words).subspan(at + 1, count - 1));
      at += count;
    }
    if (module_.entries.empty())
      refuse("it has no kernels");
  }

private:
  [[noreturn]] void refuse(const std::string &text) const {
    detail::fail(ErrorCategory::invalid_code, operation_.text(), text,
                 "Compile the kernels again: the code is damaged, or from another version of kcc");
  }

  /// The literal string at the start of the words.
  std::string_view text(std::span<const std::uint32_t> words) const {
    const auto *const first = reinterpret_cast<const char *>(words.data());
    const std::size_t length = strnlen(first, words.size_bytes());
    if (length == words.size_bytes())
      refuse("a string in it has no end");
    return {first, length};
  }

  void read(std::uint32_t operation, std::span<const std::uint32_t> words) {
    switch (operation) {
    case op_capability:
      if (words.empty())
        refuse("a capability in it has no number");
      module_.capabilities.push_back(words[0]);
      break;
    case op_extension:
      module_.extensions.emplace_back(text(words));
      break;
    case op_entry_point:
      if (words.size() < 3)
        refuse("an entry point in it has no name");
      if (words[0] == model_gl_compute)
        module_.entries.emplace_back(text(words.subspan(2)));
      break;
    case op_module_processed:
      read_fact(text(words));
      break;
    }
  }

  std::uint64_t number(std::string_view &text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
      refuse("a number is missing in what it says about variables");
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(' '))
      text.remove_prefix(1);
    return value;
  }

  void check_place(std::uint64_t offset, std::uint64_t bytes) const {
    if (offset > module_.variables.size() || bytes > module_.variables.size() - offset)
      refuse("a variable in it lies outside of the variables");
  }

  void read_data(std::string_view text) {
    const std::uint64_t offset = number(text);
    check_place(offset, text.size() / 2);
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
      std::uint8_t byte = 0;
      if (std::from_chars(text.data() + i, text.data() + i + 2, byte, 16).ptr != text.data() + i + 2)
        refuse("data of its variables is not hexadecimal");
      module_.variables[offset + i / 2] = std::byte{byte};
    }
  }

  void read_fact(std::string_view fact) {
    const auto is = [&](std::string_view word) {
      if (!fact.starts_with(word))
        return false;
      fact.remove_prefix(word.size());
      return true;
    };
    if (is(abi::spirv_manifest_word)) {
      module_.manifest += fact;
    } else if (is(abi::spirv_variables_word)) {
      const std::uint64_t bytes = number(fact);
      if (bytes > most_variable_bytes)
        refuse("its variables are too large");
      module_.variables.resize(bytes);
    } else if (is(abi::spirv_data_word)) {
      read_data(fact);
    } else if (is(abi::spirv_address_word)) {
      const std::uint64_t offset = number(fact);
      check_place(offset, sizeof(std::uint64_t));
      module_.addresses.push_back({offset, number(fact)});
    } else if (is(abi::spirv_symbol_word)) {
      const std::uint64_t offset = number(fact), bytes = number(fact);
      check_place(offset, bytes);
      module_.symbols.emplace(fact, SpirvModule::Symbol{offset, bytes});
    } else if (is(abi::spirv_warps_word)) {
      module_.with_warps.emplace(fact);
    } else if (is(abi::spirv_pushed_word)) {
      module_.with_pushed_parameters.emplace(fact);
    }
  }

  SpirvModule &module_;
  const core::Operation &operation_;
};

} // namespace

SpirvModule parse_spirv(std::span<const std::byte> bytes, const core::Operation &operation) {
  SpirvModule module;
  module.words.resize(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(module.words.data(), bytes.data(), module.words.size() * sizeof(std::uint32_t));
  Parser(module, operation).run();
  return module;
}

/// Takes out the instructions of which `is_dropped(operation, operands)` is true.
template <class Predicate> static void drop_instructions(SpirvModule &module, Predicate is_dropped) {
  const std::vector<std::uint32_t> &words = module.words;
  std::vector<std::uint32_t> rest(words.begin(), words.begin() + header_words);
  for (std::size_t at = header_words; at < words.size();) {
    const std::span instruction(words.begin() + at, words[at] >> 16);
    if (!is_dropped(instruction[0] & 0xffff, instruction.subspan(1)))
      rest.insert(rest.end(), instruction.begin(), instruction.end());
    at += instruction.size();
  }
  module.words = std::move(rest);
}

void drop_modes_of_subnormals(SpirvModule &module, const DeviceFeatures &features) {
  constexpr std::uint32_t mode_denorm_preserve = 4459, capability_denorm_preserve = 4464;
  const Bool(&kept)[3] = features.properties_12.denorm_preserve; // of 16, 32 and 64 bits
  const auto is_kept = [&](std::uint32_t width) { return kept[width == 16 ? 0 : width == 32 ? 1 : 2] != 0; };
  const bool is_any_kept = std::ranges::any_of(kept, [](Bool one) { return one != 0; });
  drop_instructions(module, [&](std::uint32_t operation, std::span<const std::uint32_t> operands) {
    if (operation == op_capability) // which has a number, as parse_spirv() has seen
      return operands[0] == capability_denorm_preserve && !is_any_kept;
    return operation == op_execution_mode && operands.size() == 3 && operands[1] == mode_denorm_preserve &&
           !is_kept(operands[2]);
  });
  if (!is_any_kept)
    std::erase(module.capabilities, capability_denorm_preserve);
}

void drop_reconvergence(SpirvModule &module, const DeviceFeatures &features) {
  constexpr char extension[] = "SPV_KHR_maximal_reconvergence";
  constexpr std::uint32_t mode_maximally_reconverges = 6023;
  if (features.has_warps() || std::erase(module.extensions, extension) == 0)
    return;
  drop_instructions(module, [&](std::uint32_t operation, std::span<const std::uint32_t> operands) {
    if (operation == op_extension) // parse_spirv() has found the string's end
      return std::strcmp(reinterpret_cast<const char *>(operands.data()), extension) == 0;
    return operation == op_execution_mode && operands.size() == 2 &&
           operands[1] == mode_maximally_reconverges;
  });
}

} // namespace kcc::vulkan
