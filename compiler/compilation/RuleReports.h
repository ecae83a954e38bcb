// Rules that need both the IR and the source: reported at the source's places.
#ifndef KCC_COMPILATION_RULEREPORTS_H
#define KCC_COMPILATION_RULEREPORTS_H

#include "lowering/DeviceRules.h"
#include "manifest/Manifest.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace kcc::compiler {

struct Declarations;
class ParsedSource;
class Target;
struct TargetFacts;

/// Reports each violation at the instruction's place, with the calls that led there as notes. The module must
/// have debug information.
void reportViolations(ParsedSource &Source, const Target &T, const Manifest &Kernels,
                      const std::vector<Violation> &Violations);

/// \p K has one entry name, which none of the kernels in \p Known has.
bool checkEntry(ParsedSource &Source, const Manifest &Known, const Kernel &K);

/// The variables to which code before main() gives their values, and takes that code out of the module:
/// nothing runs before a kernel.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> takeRuntimeInitialized(ParsedSource &Source,
                                                                          llvm::Module &M);

/// Shared and constant variables have values that the compiler can know, or none.
bool checkVariables(ParsedSource &Source, const llvm::Module &M, const Declarations &A,
                    const llvm::SmallPtrSetImpl<const llvm::GlobalVariable *> &RuntimeInitialized);

/// No variable's initializer leads back to its own address: PTX names variables in their order.
bool checkInitializers(ParsedSource &Source, const llvm::Module &M);

/// No kernel declares more shared memory, and no file more constant memory, than there is.
bool checkMemory(ParsedSource &Source, const TargetFacts &Limits, const Declarations &A,
                 const Manifest &Kernels);

} // namespace kcc::compiler

#endif
