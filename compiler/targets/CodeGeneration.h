// The optimiser and the code generator, alike for every target.
#ifndef KCC_TARGETS_CODEGENERATION_H
#define KCC_TARGETS_CODEGENERATION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class DiagnosticInfo;
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// A code generator of LLVM; the back end must have been registered.
std::unique_ptr<llvm::TargetMachine> createMachine(llvm::StringRef Triple, llvm::StringRef Cpu,
                                                   llvm::StringRef Features, unsigned OptLevel);

/// LLVM's standard pipeline for \p OptLevel 0 to 3, with what the target adds to it.
void optimize(llvm::Module &M, llvm::TargetMachine &Machine, unsigned OptLevel);

/// An error that the back end reports and goes on after: mostly about inline assembly.
struct BackEndProblem {
  std::string Text;
  std::uint64_t AsmCookie = 0; ///< clang's number for the place of the assembly (`!srcloc`); 0: none
};
BackEndProblem backEndProblem(const llvm::DiagnosticInfo &Info);

enum class FileKind { Assembly, Object };

/// The code for \p M as text or as an object file.
std::string generateCode(llvm::Module &M, llvm::TargetMachine &Machine, FileKind Kind);

} // namespace kcc::compiler

#endif
