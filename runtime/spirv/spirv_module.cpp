#include "spirv_module.h"

#include <kcc/abi/spirv_notes.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

namespace kcc::spirv {

namespace {

constexpr std::uint32_t magic = 0x07230203;
constexpr std::uint32_t capability_shader = 1, capability_kernel = 6;
constexpr std::uint32_t model_gl_compute = 5, model_kernel = 6;

/// More than any device has; keeps a damaged file from asking for absurd memory.
constexpr std::uint64_t most_variable_bytes = std::uint64_t{1} << 33,
                        most_local_bytes = std::uint64_t{1} << 30;

class Parser {
public:
  Parser(Module &module, Environment environment, const core::Operation &operation)
      : module_(module), environment_(environment), operation_(operation) {}

  void run() {
    const std::vector<std::uint32_t> &words = module_.words;
    if (words.size() < header_words || words[0] != magic)
      refuse("it is not SPIR-V");
    std::uint32_t last = 0;
    for (std::size_t at = header_words; at < words.size();) {
      const std::size_t count = words[at] >> 16;
      last = words[at] & 0xffff;
      if (count == 0 || count > words.size() - at)
        refuse("its instruction at word " + std::to_string(at) + " has a wrong length");
      read(last, std::span(words).subspan(at + 1, count - 1));
      at += count;
    }
    refuse_other_environment();
    if (module_.entries.empty())
      refuse("it has no kernels");
    if (last != op_function_end)
      refuse("it ends before the end of a function");
  }

private:
  [[noreturn]] void refuse(const std::string &text) const {
    detail::fail(ErrorCategory::invalid_code, operation_.text(), text,
                 "Compile the kernels again: the code is damaged, or from another version of kcc");
  }

  void refuse_other_environment() const {
    const bool is_for_vulkan = environment_ == Environment::vulkan;
    if (std::ranges::find(module_.capabilities, is_for_vulkan ? capability_kernel : capability_shader) ==
        module_.capabilities.end())
      return;
    detail::fail(ErrorCategory::invalid_code, operation_.text(),
                 is_for_vulkan ? "it is SPIR-V for OpenCL, and this is a Vulkan device"
                               : "it is SPIR-V for Vulkan, and this is an OpenCL device",
                 is_for_vulkan ? "Compile the kernels with --target=vulkan"
                               : "Compile the kernels with --target=spirv");
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
      if (words[0] == (environment_ == Environment::vulkan ? model_gl_compute : model_kernel))
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
      if (!module_.variables.empty())
        refuse("it says twice how large its variables are");
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
      module_.symbols.emplace(fact, Module::Symbol{offset, bytes});
    } else if (is(abi::spirv_local_word)) {
      const std::uint64_t bytes = number(fact);
      if (bytes > most_local_bytes)
        refuse("the local variables of a kernel in it are too large");
      module_.local_bytes.emplace(fact, bytes);
    } else if (is(abi::spirv_partial_barriers_word)) {
      module_.with_partial_barriers.emplace(fact);
    } else if (is(abi::spirv_warps_word)) {
      module_.with_warps.emplace(fact);
    } else if (is(abi::spirv_pushed_word)) {
      module_.with_pushed_parameters.emplace(fact);
    }
  }

  Module &module_;
  const Environment environment_;
  const core::Operation &operation_;
};

} // namespace

Module parse(std::span<const std::byte> bytes, Environment environment, const core::Operation &operation) {
  Module module;
  if (bytes.size() % sizeof(std::uint32_t) != 0)
    detail::fail(ErrorCategory::invalid_code, operation.text(), "it does not end after a whole word",
                 "Compile the kernels again: the file is damaged");
  module.words.resize(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(module.words.data(), bytes.data(), module.words.size() * sizeof(std::uint32_t));
  Parser(module, environment, operation).run();
  return module;
}

} // namespace kcc::spirv
