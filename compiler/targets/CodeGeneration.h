// The optimizer and the code generator, common to all targets.
#ifndef KCC_TARGETS_CODEGENERATION_H
#define KCC_TARGETS_CODEGENERATION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class DiagnosticInfo;
class Function;
class Module;
class Pass;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

class Target;

/// Creates an LLVM code generator; the back end must have been registered.
std::unique_ptr<llvm::TargetMachine> createMachine(llvm::StringRef Triple, llvm::StringRef Cpu,
                                                   llvm::StringRef Features, unsigned OptLevel);

/// Runs LLVM's standard pipeline for \p OptLevel 0 to 3, with the additions of \p T. \p OwnMath: see
/// linkMathFunctions(). \p Refine, if given, runs on functions that have been simplified; what it leaves of
/// local variables may become values.
void optimize(llvm::Module &M, const Target &T, llvm::TargetMachine &Machine, unsigned OptLevel,
              llvm::StringRef OwnMath, void (*Refine)(llvm::Function &) = nullptr);

/// An error that the back end reports without stopping, mostly about inline assembly.
struct BackEndProblem {
  std::string Text;
  std::uint64_t AsmCookie = 0; ///< Clang's number for the location of the assembly (`!srcloc`); 0: none
};
BackEndProblem backEndProblem(const llvm::DiagnosticInfo &Info);

enum class FileKind { Assembly, Object };

/// Returns the code for \p M as text or as an object file. \p AfterStrengthReduction, if given, runs where
/// the back end has decided which addresses loops advance; at -O0 it does not run.
std::string generateCode(llvm::Module &M, llvm::TargetMachine &Machine, FileKind Kind,
                         std::unique_ptr<llvm::Pass> AfterStrengthReduction = nullptr);

} // namespace kcc::compiler

#endif
