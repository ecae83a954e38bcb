// The rules that need the whole program: what a kernel must not reach.
//
// They are checked on IR as Clang emits it, before the optimizer, so that the verdict does not depend on -O.
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

struct Builtin;

/// Operations for which kcc has no device code, worded for a message.
namespace operation {
inline constexpr char ComputedGoto[] = "a computed goto";
inline constexpr char IndirectFunction[] = "a function that is chosen when the program starts ('ifunc')";
inline constexpr char Coroutine[] = "a coroutine";
inline constexpr char DynamicAlloca[] = "a local array whose size is not constant";
inline constexpr char WideConversion[] =
    "a conversion between integers of more than 128 bits, or vectors of 128-bit integers, and floating point";
inline constexpr char ProcessorInstruction[] = "an instruction or a register of the host's processor";
inline constexpr char WideAccess[] = "an atomic load or store of 16 bytes";
inline constexpr char WideChange[] = "an atomic exchange or change of 16 bytes";
} // namespace operation

struct DeclaredVariable;

struct Violation {
  enum Kind {
    Throw,
    UndefinedFunction,
    UndefinedVariable,
    ThreadLocal,
    RuntimeInitializer,
    StaticLocal,
    UnsupportedType,
    UnsupportedOperation,
    KernelCall,
    KernelAddress,
    ConstantWritten,
    MissingBuiltin,
    Assembly,
    HostAssembly,
    PrintfFormat,
    PrintfWrites,
    PrintfArgumentList,
    MissingAtomic,
    // Of targets without a stack, found where recursion has been replaced (Compilation::checkStacks):
    MutualRecursion,
    CallThroughPointer,
  };
  Kind What;
  const llvm::Function *Kernel;
  std::string Symbol; ///< what is reached; for UnsupportedType, -Operation, MissingAtomic in words
  /// For MissingBuiltin and MissingAtomic: the first architecture that has it, NoArchitecture, or "PTX 8.4"
  /// if only the version is too old.
  std::string FirstWith;
  const llvm::Instruction *Where; ///< the instruction that reaches it
  /// The calls that lead from the kernel to the function that contains `Where`, innermost first.
  std::vector<const llvm::Instruction *> Chain;
};

/// Instead of an architecture: the target's code never has it.
inline constexpr char NoArchitecture[] = "none";

/// What rules ask of a target.
class TargetRules {
public:
  virtual ~TargetRules() = default;

  /// Empty if the target has \p B; otherwise the first architecture that has it, or NoArchitecture.
  virtual std::string firstWith(const Builtin &B) const = 0;
  /// The same for an atomic operation on 16 bytes; "PTX 8.4" if only the version is too old.
  virtual std::string firstWithWideAtomic(const llvm::Instruction &I) const = 0;
  /// Whether functions may call themselves, and be called through pointers.
  virtual bool hasStack() const { return true; }
};

/// Checks everything that \p Kernels reach. Each violation is reported once, at the first place found.
/// \p RuntimeInitialized are the variables that have no value on a device, \p Constants those in constant
/// memory.
std::vector<Violation>
checkDeviceRules(llvm::ArrayRef<llvm::Function *> Kernels,
                 const llvm::SmallPtrSetImpl<const llvm::GlobalVariable *> &RuntimeInitialized,
                 llvm::ArrayRef<DeclaredVariable> Constants, const TargetRules &Rules);

} // namespace kcc::compiler

#endif
