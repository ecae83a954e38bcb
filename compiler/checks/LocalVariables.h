// Which local variables have been written when they are read.
#ifndef KCC_CHECKS_LOCALVARIABLES_H
#define KCC_CHECKS_LOCALVARIABLES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class Function;
class LoadInst;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// A read of a local variable of which the code does not show that it has been written.
struct LocalRead {
  llvm::LoadInst *Load;
  llvm::AllocaInst *Variable;
  llvm::Value *Offset; ///< of the first byte in the variable, an i64, computed before the load
  /// An i1, computed before the load: whether the thread has written none of the bytes.
  llvm::Value *Unwritten;
};

/// Lets \p F keep, beside each variable whose address stays in the function, one byte for each of its bytes
/// that says whether it has been written since its scope was entered. Returns the reads to check, out of
/// those that \p IsUse. The optimizer computes most of them away, as it does with the variables.
llvm::SmallVector<LocalRead, 8> trackLocalVariables(llvm::Function &F,
                                                    llvm::function_ref<bool(const llvm::LoadInst &)> IsUse);

} // namespace kcc::compiler

#endif
