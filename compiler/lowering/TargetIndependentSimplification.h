// The first simplification of a module, which comes to the same result for every target: calls of small
// functions are inlined, and local variables become values. Decisions that must be the same on all targets
// are made on what it leaves.
#ifndef KCC_LOWERING_TARGETINDEPENDENTSIMPLIFICATION_H
#define KCC_LOWERING_TARGETINDEPENDENTSIMPLIFICATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Simplifies the functions \p Written of \p M, which are those of the source. The bodies of the others may
/// differ between targets. Deletes functions that are no longer called. Calls \p RefineChecks for each
/// function that has got the bodies of those that it calls, before and after its local variables have become
/// values.
void simplifyTargetIndependently(
    llvm::Module &M, llvm::ArrayRef<llvm::Function *> Written,
    llvm::function_ref<void(llvm::Function &)> RefineChecks = [](llvm::Function &) {});

} // namespace kcc::compiler

#endif
