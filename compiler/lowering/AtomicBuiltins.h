// Facts about atomic operations that C++ has and Clang's IR loses: the scope of kcc::atomic_ref
// (include/kcc/atomic.h), and that a floating-point loop of libstdc++ is a single operation.
#ifndef KCC_LOWERING_ATOMICBUILTINS_H
#define KCC_LOWERING_ATOMICBUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Whether lowerAtomicScopes() replaces the function \p Name.
bool isAtomicBuiltin(llvm::StringRef Name);

/// Gives atomic operations and fences the scopes that the builtins specify. \p Names has LLVM's name of each
/// scope, in the order of kcc::scope; "" is the whole system.
///
/// Clang cannot do this: on NVPTX it ignores the scope of its `__scoped_atomic_*` builtins.
void lowerAtomicScopes(llvm::Module &M, llvm::ArrayRef<llvm::StringRef> Names);

/// Whether \p I is an atomic operation on 16 bytes, which some targets lack. (Clang emits no wider ones.)
bool isWideAtomic(const llvm::Instruction &I);

/// Replaces the bodies of libstdc++'s functions that implement `fetch_add` and `fetch_sub` of floating-point
/// types by compare-exchange with one `atomicrmw fadd` or `fsub`. The functions are recognized by their
/// mangled names; nothing is inferred from the shape of a loop.
void useFloatInstructions(llvm::Module &M);

/// Whether useFloatInstructions() replaces the body of \p F, which must not be inlined before.
bool hasFloatInstruction(const llvm::Function &F);

} // namespace kcc::compiler

#endif
