// The rules that only show in the whole program: what a kernel must not reach.
//
// They are checked on IR as clang made it, before the optimiser, so that the verdict does not depend on -O.
#ifndef KCC_LOWERING_DEVICERULES_H
#define KCC_LOWERING_DEVICERULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Module;
} // namespace llvm

namespace kcc::compiler {

struct Violation {
  enum Kind {
    Throw,
    UndefinedFunction,
    Math,
    UndefinedVariable,
    ThreadLocal,
    RuntimeInitializer,
    StaticLocal,
    UnsupportedType,
    KernelCall,
  };
  Kind What;
  const llvm::Function *Kernel;
  std::string Symbol;               ///< of what is reached; the type's name for UnsupportedType
  const llvm::Instruction *Where;   ///< the instruction that reaches it
  /// The calls that lead from the kernel to the function that holds `Where`, the innermost first.
  std::vector<const llvm::Instruction *> Chain;
};

/// Checks all that \p Kernels reach. A forbidden thing is reported once, at the first place found.
/// \p RuntimeInitialized are the variables that have no value on a device.
std::vector<Violation> checkDeviceRules(llvm::ArrayRef<llvm::Function *> Kernels,
                                        const llvm::SmallPtrSetImpl<const llvm::GlobalVariable *> &RuntimeInitialized);

} // namespace kcc::compiler

#endif
