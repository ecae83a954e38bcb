// What differs between the devices that kcc generates code for. One object stands for one device
// architecture; the rest of the compiler knows targets through this interface only.
#ifndef KCC_TARGETS_TARGET_H
#define KCC_TARGETS_TARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

struct Annotations;
struct Builtin;

/// How the frontend parses for a target.
struct FrontendTarget {
  std::string Triple;
  std::string Cpu;
  std::vector<std::string> Features; ///< "+ptx70"
  bool IsHost = false;               ///< code for the machine that the source's system headers describe
  unsigned Arch = 0;                 ///< kcc::arch: 80 for "sm_80", 0 for the CPU device
};

/// Where one argument of a kernel's IR function comes from: the C++ parameters as the host's calling
/// convention passes them.
struct ArgumentPiece {
  unsigned Parameter = 0;   ///< of the C++ function
  std::uint64_t Offset = 0; ///< of the piece within the parameter, in bytes
  bool ByPointer = false;   ///< the argument is the parameter's address; the callee copies
};

/// What a target needs to know about the kernels while it lowers the module, and what it finds out.
struct KernelLowering {
  llvm::Function *Function = nullptr; ///< the kernel; a target may replace it
  std::string Entry;
  unsigned MaxThreads = 0;
  unsigned MinBlocks = 0;
  std::vector<ArgumentPiece> Arguments; ///< one for each argument of `Function`
  std::uint64_t StaticSharedBytes = 0;  ///< out
};

class Target {
public:
  virtual ~Target() = default;

  /// "sm_75", "x86-64": for file names and messages.
  virtual std::string arch() const = 0;
  /// "NVPTX": the back end's name in messages.
  virtual llvm::StringRef backEnd() const = 0;
  virtual FrontendTarget frontend() const = 0;

  /// The most bytes that the parameters of a kernel can have together.
  virtual std::uint64_t maxParameterBytes() const = 0;

  /// Empty if the target has \p B; otherwise the first architecture that has it.
  virtual std::string firstWith(const Builtin &B) const = 0;
  /// The same of an atomic operation on 16 bytes.
  virtual std::string firstWithWideAtomic(const llvm::Instruction &I) const = 0;

  /// Turns kcc's builtins, shared and constant variables and kernels into what the target has. The module
  /// holds only what kernels reach. Runs before the optimiser.
  virtual void lower(llvm::Module &M, std::vector<KernelLowering> &Kernels, const Annotations &A) const = 0;

  /// Replaces what the code generator \p Machine would get wrong. Runs after the optimiser, so that it has
  /// understood the code that is replaced.
  virtual void lowerLate(llvm::Module &, llvm::TargetMachine & /*Machine*/) const {}

  /// The code generator; \p OptLevel is 0 to 3. It can do what \p M, if it is given, needs beyond the least
  /// that all drivers for the target understand.
  virtual std::unique_ptr<llvm::TargetMachine> createMachine(unsigned OptLevel,
                                                             const llvm::Module *M = nullptr) const = 0;
};

/// PTX for \p Arch ("sm_75", "sm_90a"); an unknown name is an error that lists the known ones.
llvm::Expected<std::unique_ptr<Target>> createNvptxTarget(llvm::StringRef Arch);
/// The compute capability of this machine's first GPU as an arch name, asked from the driver.
llvm::Expected<std::string> nativeArch();

/// Code for the CPU device on this kind of machine.
std::unique_ptr<Target> createCpuTarget();

} // namespace kcc::compiler

#endif
