// Variables in the address spaces of GPUs.
#ifndef KCC_TARGETS_VARIABLESPACES_H
#define KCC_TARGETS_VARIABLESPACES_H

namespace llvm {
class Constant;
class GlobalVariable;
} // namespace llvm

namespace kcc::compiler {

/// Replaces \p V by a variable in address space \p Space, null for a declaration as \p Initializer. Its users
/// keep a generic pointer, which address space inference removes where it can.
llvm::GlobalVariable *moveToSpace(llvm::GlobalVariable &V, unsigned Space, llvm::Constant *Initializer);

} // namespace kcc::compiler

#endif
