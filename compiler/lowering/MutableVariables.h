// Keeps the optimiser from treating a variable as if one thread used it.
#ifndef KCC_LOWERING_MUTABLEVARIABLES_H
#define KCC_LOWERING_MUTABLEVARIABLES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The variables of a module that code can write: no constants, declarations or lists of LLVM's own.
llvm::SmallVector<llvm::GlobalVariable *, 8> mutableVariables(llvm::Module &M);

/// Gives the mutable variables of a module external linkage, and takes it back.
///
/// LLVM sees all accesses to a variable with internal linkage, and draws conclusions that hold for one thread
/// only: GlobalOpt turns it into a local variable, GlobalsAA lets no call change it but one whose own
/// instructions do, though that call may be what waits for another thread.
class ExposedVariables {
public:
  explicit ExposedVariables(llvm::Module &M);
  /// Gives the variables internal linkage again, and removes those that nothing uses any more.
  void hide();

private:
  llvm::SmallVector<llvm::WeakTrackingVH, 8> Exposed;
};

} // namespace kcc::compiler

#endif
