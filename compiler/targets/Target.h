// The interface that encapsulates all differences between the devices that kcc generates code for. An object
// represents one architecture; the rest of the compiler knows targets only through this interface and the
// registry (targets/Registry.h).
#ifndef KCC_TARGETS_TARGET_H
#define KCC_TARGETS_TARGET_H

#include "kcc/abi/image.h"
#include "lowering/DeviceRules.h"
#include "manifest/Manifest.h"
#include "support/TargetFacts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Host.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
class PassBuilder;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

struct Declarations;

/// What the command line says about a target's code, besides the architecture.
struct CodeOptions {
  unsigned PtxVersion = 0; ///< major * 10 + minor; 0: the default
  /// Of the programs that launch the kernels; one that findHostProcessor() knows.
  std::string HostTriple = llvm::sys::getDefaultTargetTriple();
  /// Names of that processor's levels for which the CPU device has code that runs threads in lanes; without
  /// a value: all.
  std::optional<std::vector<std::string>> CpuLevels;
};

class Target : public TargetRules {
public:
  /// "sm_75", "x86-64": used in file names and messages.
  virtual std::string arch() const = 0;
  /// "NVPTX": the name of the back end in messages.
  virtual llvm::StringRef backEnd() const = 0;
  virtual TargetFacts facts() const = 0;
  /// Bitcode with its own versions of math functions (linkMathFunctions), for instructions that other targets
  /// lack.
  virtual llvm::StringRef mathFunctions() const { return {}; }

  // The target-specific steps of a compilation, in order.

  /// Lowers to the target's constructs: the kernels, the shared and constant variables in \p A, builtins
  /// (lowerBuiltins), the scopes of atomic operations (lowerAtomicScopes), the functions __kcc_print_* and
  /// traps (lowering/Printing.h), and 16-bit fused operations that the target lacks (roundFusedOnce). Sets
  /// each kernel's StaticSharedBytes. The module contains only what kernels reach. Runs before the optimizer.
  virtual void lower(llvm::Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const = 0;

  /// Creates the code generator; \p OptLevel is 0 to 3. Its features are the minimum that all drivers for the
  /// target understand, plus what \p M, if given, needs.
  virtual std::unique_ptr<llvm::TargetMachine> createMachine(unsigned OptLevel,
                                                             const llvm::Module *M = nullptr) const = 0;

  /// What instructions cost, for the optimizer.
  virtual llvm::TargetIRAnalysis costs(llvm::TargetMachine &Machine) const;

  /// Adds the target's own passes to the optimizer's pipelines for levels 1 to 3.
  virtual void addPasses(llvm::PassBuilder & /*Builder*/) const {}

  /// Replaces what the code generator would get wrong. Runs after the optimizer, so that it has seen the code
  /// that is replaced. May substitute a module for another triple and another machine.
  virtual void lowerLate(std::unique_ptr<llvm::Module> & /*M*/,
                         std::unique_ptr<llvm::TargetMachine> & /*Machine*/) const {}

  /// The kind of the finished code. Functions of the host (CodeKind::cpu) stay in a module until the image is
  /// written, next to which they are placed; other code is bytes.
  virtual abi::CodeKind codeKind() const = 0;

  /// The finished bytes with their manifest, as written to a separate file.
  virtual std::string inFile(const std::string &Bytes, const std::string & /*Manifest*/) const {
    return Bytes;
  }

  /// Returns the finished bytes. The default is the code generator's text.
  virtual llvm::Expected<std::string> finish(llvm::Module &M, llvm::TargetMachine &Machine) const;
};

} // namespace kcc::compiler

#endif
