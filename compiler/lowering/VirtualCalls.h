// Removes virtual functions that no kernel can call.
#ifndef KCC_LOWERING_VIRTUALCALLS_H
#define KCC_LOWERING_VIRTUALCALLS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Removes from the vtables that \p Kernels reach those functions that none of their virtual calls can load,
/// so that a class may have members that only the host calls. Their slots get a function that traps.
///
/// Clang names the class of each virtual call (llvm.type.test) and of each part of a vtable (!type), as for
/// whole-program devirtualization; this function removes both. All kernels are considered together, because
/// one may make the object that another one uses. A call through a pointer to a member function can load
/// every slot of its class.
void dropUncalledVirtualFunctions(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
