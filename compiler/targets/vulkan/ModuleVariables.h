// The variables of a module in global memory: where each is, and what it holds at first.
#ifndef KCC_TARGETS_VULKAN_MODULEVARIABLES_H
#define KCC_TARGETS_VULKAN_MODULEVARIABLES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

struct VariableLayout {
  /// In bytes, from the address of all variables.
  llvm::DenseMap<const llvm::GlobalVariable *, std::uint64_t> Offsets;
  std::uint64_t Bytes = 0, Align = 1;
  std::vector<std::uint8_t> Data;
  /// Offsets of addresses in the data, and what they are from the address of all variables.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> Addresses;
  /// An initializer that cannot be written; empty if there is none.
  std::string Problem;
};

/// Lays out the variables of \p M that are not in shared memory.
VariableLayout layOutVariables(const llvm::Module &M);

} // namespace kcc::compiler

#endif
