// Calls of functions whose address is a value: of virtual functions, and through pointers.
#ifndef KCC_CHECKS_INDIRECTCALLS_H
#define KCC_CHECKS_INDIRECTCALLS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class LoadInst;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The functions that kernels of \p M can call by an address that was made in the module.
llvm::SmallVector<llvm::Function *, 16> calledByAddress(llvm::Module &M);

/// If \p Call is a virtual call: the load from the class's table of the address that is called.
llvm::LoadInst *tableLoadOf(const llvm::CallBase &Call);

} // namespace kcc::compiler

#endif
