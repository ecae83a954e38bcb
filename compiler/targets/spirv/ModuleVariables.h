// Where the variables of a module are in global memory, with what they hold at first, and the local ones of
// its functions in the memory of a thread.
#ifndef KCC_TARGETS_SPIRV_MODULEVARIABLES_H
#define KCC_TARGETS_SPIRV_MODULEVARIABLES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class AllocaInst;
class Function;
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

/// The frames of functions that call each other follow each other. Kernels that share no function with a
/// frame have memories of their own, so that none has that of the largest.
struct LocalLayout {
  llvm::DenseMap<const llvm::AllocaInst *, std::uint64_t> Offsets; ///< in bytes, in the function's memory
  llvm::DenseMap<const llvm::Function *, unsigned> Memories;       ///< of the functions that need one
  std::vector<std::uint64_t> Bytes;                                ///< of each memory
  llvm::DenseMap<const llvm::Function *, std::uint64_t> Needed; ///< bytes of it, with what the function calls
  std::uint64_t Align = 4;
  /// What cannot be laid out: recursion, a local array whose size is not constant, or too much; empty if
  /// everything can.
  std::string Problem;
};

LocalLayout layOutLocals(const llvm::Module &M);

} // namespace kcc::compiler

#endif
