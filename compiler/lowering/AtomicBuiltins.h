// What C++ says of atomic operations and clang's IR does not: the scope that kcc::atomic_ref names
// (include/kcc/atomic.h), and that libstdc++'s floating-point loops are one operation.
#ifndef KCC_LOWERING_ATOMICBUILTINS_H
#define KCC_LOWERING_ATOMICBUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Whether \p Name is one of the functions that lowerAtomicScopes() replaces.
bool isAtomicBuiltin(llvm::StringRef Name);

/// Gives atomic operations and fences the scopes that the builtins name. \p Names has LLVM's name of each
/// scope, in the order of kcc::scope; "" is the whole system.
///
/// Clang cannot do it: on NVPTX it ignores the scope of its `__scoped_atomic_*` builtins.
void lowerAtomicScopes(llvm::Module &M, llvm::ArrayRef<llvm::StringRef> Names);

/// Whether \p I is an atomic operation on 16 bytes, which some targets lack. (Clang makes no wider ones.)
bool isWideAtomic(const llvm::Instruction &I);

/// Makes one `atomicrmw fadd` or `fsub` of libstdc++'s functions that do it by compare-exchange. They are
/// known by their mangled names: nothing is guessed from the shape of a loop.
void useFloatInstructions(llvm::Module &M);

} // namespace kcc::compiler

#endif
