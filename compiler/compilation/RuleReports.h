// Rules that need both the IR and the source, reported with source locations.
#ifndef KCC_COMPILATION_RULEREPORTS_H
#define KCC_COMPILATION_RULEREPORTS_H

#include "lowering/DeviceRules.h"
#include "lowering/KernelModes.h"
#include "manifest/Manifest.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace kcc::compiler {

class CodeProblem;
struct Declarations;
class ParsedSource;
class Target;
struct TargetFacts;

/// Reports each violation at the location of the instruction, with the calls that lead there as notes. The
/// module must have debug information.
void reportViolations(ParsedSource &Source, const Target &T, const Manifest &Kernels,
                      const std::vector<Violation> &Violations);

/// Reports what the target cannot write where the user's own code leads to it.
void reportCodeProblem(ParsedSource &Source, const Target &T, const Manifest &Kernels,
                       const CodeProblem &Problem);

/// Checks that \p K has only one entry name, and one that none of the kernels in \p Known has.
bool checkEntry(ParsedSource &Source, const Manifest &Known, const Kernel &K);

/// Returns the variables that code before main() initializes, and removes that code from the module: nothing
/// runs before a kernel.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> takeRuntimeInitialized(ParsedSource &Source,
                                                                          llvm::Module &M);

/// Checks that shared variables have no initial values, and constant ones values known at compile time.
bool checkVariables(ParsedSource &Source, const llvm::Module &M, const Declarations &A,
                    const llvm::SmallPtrSetImpl<const llvm::GlobalVariable *> &RuntimeInitialized);

/// Checks that no variable's initializer leads back to its own address: PTX requires definitions before uses.
bool checkInitializers(ParsedSource &Source, const llvm::Module &M);

/// Reports a variable that kernels with different floating-point modes cannot share.
void reportSharedHolder(ParsedSource &Source, const Manifest &Kernels, const SharedHolder &Holder);

/// Checks that the target can align every variable as declared.
bool checkAlignments(ParsedSource &Source, const TargetFacts &Limits, const llvm::Module &M,
                     const Declarations &A);

/// Checks that no kernel declares more shared memory, and no file more constant memory, than there is.
bool checkMemory(ParsedSource &Source, const TargetFacts &Limits, const Declarations &A,
                 const Manifest &Kernels);

} // namespace kcc::compiler

#endif
