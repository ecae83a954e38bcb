// Debug information for what the lowering for the CPU device adds and replaces.
#ifndef KCC_TARGETS_CPU_DEBUGINFO_H
#define KCC_TARGETS_CPU_DEBUGINFO_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace llvm {
class DIGlobalVariable;
class DILocalVariable;
class Function;
class GlobalVariable;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// Gives \p Caller, a function without source, the location of \p Kernel. A kernel that is inlined into a
/// function without debug information loses its own.
void takePlaceOf(llvm::Function &Caller, const llvm::Function &Kernel);

/// Shows a shared variable to debuggers as a local variable of each function that uses it: its address is an
/// offset from the start of the running block's shared memory, which DWARF cannot express.
class ShownVariable {
public:
  ShownVariable(llvm::GlobalVariable &V, std::uint64_t Offset);
  /// Called before code at \p Builder that uses the variable. \p Begin, made by \p LoadBegin, is the start of
  /// shared memory.
  void show(llvm::Value *Begin, llvm::IRBuilderBase &Builder,
            llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &)> LoadBegin);

private:
  const llvm::DIGlobalVariable *Variable = nullptr; ///< null without debug information
  std::uint64_t Offset;
  llvm::DenseMap<const llvm::Function *, llvm::DILocalVariable *> Locals;
};

} // namespace kcc::compiler

#endif
