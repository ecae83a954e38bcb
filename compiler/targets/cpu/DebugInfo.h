// Debug information for what the CPU device's lowering adds and replaces.
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

/// Gives \p Caller, a function without source of its own, the place of \p Kernel. A kernel that is inlined
/// into a function without debug information loses its own.
void takePlaceOf(llvm::Function &Caller, const llvm::Function &Kernel);

/// Shows a shared variable to debuggers as a local variable of each function that uses it: its address is an
/// offset from the start of the running block's shared memory, which DWARF cannot name.
class ShownVariable {
public:
  ShownVariable(llvm::GlobalVariable &V, std::uint64_t Offset);
  /// Code before which \p Builder stands uses the variable. \p Begin, made by \p LoadBegin, is where shared
  /// memory starts.
  void show(llvm::Value *Begin, llvm::IRBuilderBase &Builder,
            llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &)> LoadBegin);

private:
  const llvm::DIGlobalVariable *Variable = nullptr; ///< null without debug information
  std::uint64_t Offset;
  llvm::DenseMap<const llvm::Function *, llvm::DILocalVariable *> Locals;
};

} // namespace kcc::compiler

#endif
