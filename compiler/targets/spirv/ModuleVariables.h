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
class Instruction;
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

/// The memory of a thread for local variables. The frame of a function lies behind those of what it calls.
struct LocalLayout {
  llvm::DenseMap<const llvm::AllocaInst *, std::uint64_t> Offsets; ///< in bytes
  /// In bytes, with what the function calls; of functions that need some.
  llvm::DenseMap<const llvm::Function *, std::uint64_t> Needed;
  std::uint64_t Align = 4;
  /// What cannot be laid out: recursion, a local array whose size is not constant, or too much; empty if
  /// everything can. Then also where.
  std::string Problem;
  const llvm::Instruction *ProblemPlace = nullptr;
};

LocalLayout layOutLocals(const llvm::Module &M);

} // namespace kcc::compiler

#endif
