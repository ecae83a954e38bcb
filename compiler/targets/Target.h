// What differs between the devices that kcc generates code for. One object stands for one architecture; the
// rest of the compiler knows targets through this interface and the registry (targets/Registry.h) only.
#ifndef KCC_TARGETS_TARGET_H
#define KCC_TARGETS_TARGET_H

#include "kcc/abi/image.h"
#include "manifest/Manifest.h"
#include "support/TargetFacts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Instruction;
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

struct Declarations;
struct Builtin;

class Target {
public:
  virtual ~Target() = default;

  /// "sm_75", "x86-64": for file names and messages.
  virtual std::string arch() const = 0;
  /// "NVPTX": the back end's name in messages.
  virtual llvm::StringRef backEnd() const = 0;
  virtual TargetFacts facts() const = 0;

  /// Empty if the target has \p B; otherwise the first architecture that has it.
  virtual std::string firstWith(const Builtin &B) const = 0;
  /// The same of an atomic operation on 16 bytes.
  virtual std::string firstWithWideAtomic(const llvm::Instruction &I) const = 0;

  // The steps of a compilation that are the target's, in their order.

  /// Turns kcc's builtins, shared and constant variables and kernels into what the target has. The module
  /// holds only what kernels reach. Runs before the optimiser.
  virtual void lower(llvm::Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const = 0;

  /// The code generator; \p OptLevel is 0 to 3. It can do what \p M, if it is given, needs beyond the least
  /// that all drivers for the target understand.
  virtual std::unique_ptr<llvm::TargetMachine> createMachine(unsigned OptLevel,
                                                             const llvm::Module *M = nullptr) const = 0;

  /// Replaces what the code generator would get wrong. Runs after the optimiser, so that it has understood
  /// the code that is replaced. May put another module, for another triple, and another machine in the place
  /// of the two.
  virtual void lowerLate(std::unique_ptr<llvm::Module> & /*M*/,
                         std::unique_ptr<llvm::TargetMachine> & /*Machine*/) const {}

  /// What the finished code is. Functions of the host (CodeKind::cpu) stay a module until the image is
  /// written, beside which they stand; other code is bytes.
  virtual abi::CodeKind codeKind() const = 0;

  /// The finished bytes with their manifest, as they stand in a file of their own.
  virtual std::string inFile(const std::string &Bytes, const std::string & /*Manifest*/) const {
    return Bytes;
  }

  /// The finished bytes. The default is the code generator's text.
  virtual llvm::Expected<std::string> finish(llvm::Module &M, llvm::TargetMachine &Machine) const;
};

} // namespace kcc::compiler

#endif
