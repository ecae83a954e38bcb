// The first steps of the lowering: only kernels stay visible, and what the C++ library does on errors becomes
// a trap.
#ifndef KCC_LOWERING_PREPARE_H
#define KCC_LOWERING_PREPARE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The variables that code before main() would have given their values, and takes that code out of \p M:
/// nothing runs before a kernel.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> takeRuntimeInitialized(llvm::Module &M);

/// True for the functions whose only meaning is "the program ends here": `abort`, `std::__throw_*`, ….
bool endsProgram(llvm::StringRef Name);

/// Gives the functions by which a C++ library reports errors (`std::__throw_*`, `abort`, …) a body that
/// traps. A kernel ends there and the host gets an error, as a program would have ended there.
void defineLibraryTraps(llvm::Module &M);

/// Makes everything but \p Kernels internal and drops what they do not reach.
void keepOnlyKernels(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
