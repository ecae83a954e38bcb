// Keeps the optimizer from treating a variable as if only one thread used it.
#ifndef KCC_LOWERING_MUTABLEVARIABLES_H
#define KCC_LOWERING_MUTABLEVARIABLES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The variables of a module that code can write: no constants, declarations or LLVM's own lists.
llvm::SmallVector<llvm::GlobalVariable *, 8> mutableVariables(llvm::Module &M);

/// Gives the mutable variables of a module external linkage, and internal linkage again afterwards.
///
/// LLVM sees all accesses to a variable with internal linkage and draws conclusions that hold only for a
/// single thread: GlobalOpt turns it into a local variable; GlobalsAA assumes that a call changes it only if
/// the callee's own instructions do, although the call may be the one that waits for another thread.
class ExposedVariables {
public:
  explicit ExposedVariables(llvm::Module &M);
  /// Gives the variables internal linkage again, and removes those that have become unused.
  void hide();

private:
  llvm::SmallVector<llvm::WeakTrackingVH, 8> Exposed;
};

} // namespace kcc::compiler

#endif
