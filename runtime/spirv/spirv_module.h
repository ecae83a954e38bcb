// What the runtime reads in a SPIR-V module: its entry points, what a device must offer, and the notes of
// abi/spirv_notes.h.
#ifndef KCC_RUNTIME_SPIRV_SPIRV_MODULE_H
#define KCC_RUNTIME_SPIRV_SPIRV_MODULE_H

#include "../core/backend.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kcc::spirv {

/// The API that a module is for. Modules differ in their memory model and in the kind of their entry points.
enum class Environment { vulkan, opencl };

struct Module {
  struct Symbol {
    std::uint64_t offset, bytes;
  };
  struct Address {
    std::uint64_t offset, target; ///< both from the start of the variables
  };

  std::vector<std::uint32_t> words;
  std::vector<std::string> entries;
  std::map<std::string, std::uint64_t> local_bytes; ///< of the entries that need memory for local variables
  std::set<std::string> with_partial_barriers;      ///< entries with barriers that some threads may not reach
  std::set<std::string> with_warps;                 ///< entries that need warps of 32 threads
  std::set<std::string> with_pushed_parameters;     ///< entries whose parameters are passed with the launch
  std::vector<std::uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::string manifest;
  std::vector<std::byte> variables; ///< their initial bytes, except for addresses
  std::vector<Address> addresses;
  std::map<std::string, Symbol, std::less<>> symbols;
};

/// The first words of a module, which are no instructions (SPIR-V specification, 2.3 "Physical Layout").
inline constexpr std::size_t header_words = 5;

// Numbers of instructions (SPIR-V specification, 3.42 "Instructions").
inline constexpr std::uint32_t op_extension = 10, op_entry_point = 15, op_execution_mode = 16,
                               op_capability = 17, op_function_end = 56, op_module_processed = 330;

/// Throws an Error of the category invalid_code if the bytes are no SPIR-V or damaged, have no kernels, or
/// are for the other environment.
Module parse(std::span<const std::byte> bytes, Environment, const core::Operation &operation);

/// Takes out the instructions of which `is_dropped(operation, operands)` is true.
template <class Predicate> void drop_instructions(Module &module, Predicate is_dropped) {
  const std::vector<std::uint32_t> &words = module.words;
  std::vector<std::uint32_t> rest(words.begin(), words.begin() + header_words);
  for (std::size_t at = header_words; at < words.size();) {
    const std::span instruction(words.begin() + static_cast<std::ptrdiff_t>(at), words[at] >> 16);
    if (!is_dropped(instruction[0] & 0xffff, instruction.subspan(1)))
      rest.insert(rest.end(), instruction.begin(), instruction.end());
    at += instruction.size();
  }
  module.words = std::move(rest);
}

} // namespace kcc::spirv

#endif
