// Which virtual functions kernels can call.
#ifndef KCC_LOWERING_VIRTUALCALLS_H
#define KCC_LOWERING_VIRTUALCALLS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Takes the virtual functions that no virtual call of \p Kernels can load out of the vtables that they reach, so
/// that an object's class may have members that only the host calls. Such a slot leads to a trap.
///
/// Clang names the class of each virtual call (llvm.type.test) and of each part of a vtable (!type), as for
/// whole-program devirtualization; both are gone afterwards. Kernels count together: one may call what another
/// made. A call through a pointer to a member function can load every slot.
void dropUncalledVirtualFunctions(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
