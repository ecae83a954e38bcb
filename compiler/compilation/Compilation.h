// The compilation of one source for one target, from text to finished code: parse, describe, check, lower,
// optimize, finish.
#ifndef KCC_COMPILATION_COMPILATION_H
#define KCC_COMPILATION_COMPILATION_H

#include "frontend/ParseJob.h"
#include "frontend/ParsedSource.h"
#include "lowering/Declarations.h"
#include "manifest/Manifest.h"
#include "targets/Target.h"
#include "llvm/IR/LLVMContext.h"
#include <memory>

namespace clang {
class NamedDecl;
} // namespace clang

namespace kcc::compiler {

/// The requested results besides the manifest. A manifest alone needs no optimizer.
struct Results {
  bool LlvmIr = false;
  bool LlvmBitcode = false;
  bool Code = false;
};

/// Owns the parsed source, the module and the facts about its kernels. compile() runs the steps.
class Compilation {
public:
  /// \p T must outlive the object.
  Compilation(const ParseJob &Job, const Target &T);
  ~Compilation();
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  const Target &target() const { return T; }
  ParsedSource &source() { return Source; }
  const Manifest &manifest() const { return Kernels; }

  // The requested results.
  std::string LlvmIr;
  std::string LlvmBitcode;
  std::string Code; ///< empty for a target whose code is functions of the host

  /// The optimized module, if the target's code is functions of the host. The back end's errors about it are
  /// reported like others as long as this object lives; hasErrors() says whether there were any.
  llvm::Module &module() { return *M; }
  bool hasErrors();

  /// What ended a compilation.
  enum class Outcome {
    Good,
    Failed,      ///< an error was reported
    NeedsPlaces, ///< there are errors that need debug information for their locations, and none was reported
    NeedsFusing, ///< the source was parsed without contraction, which a kernel's attribute asks for
  };
  Outcome run(const Results &Wanted);

private:
  // The steps, in order. False after an error.
  bool describe();
  Outcome check();
  bool lower();
  Outcome optimizeAndFinish(const Results &Wanted);
  Outcome reportCodeProblem(llvm::Error Problem);

  bool describeGlobals();
  bool checkHeader(const clang::NamedDecl &Last);
  Outcome checkFloatModes();
  /// Checks that no kernel needs a stack that the target does not have.
  Outcome checkStacks();
  void flushWhereAsked();

  const ParseJob Job;
  const Target &T;
  // The context must outlive the module.
  llvm::LLVMContext Context;
  ParsedSource Source;
  std::unique_ptr<llvm::Module> M;
  Declarations Declared;
  Manifest Kernels;
};

/// Compiles \p Job, whose target facts are those of \p T. Returns null after an error, which was reported.
///
/// A source is parsed a second time if the first parse cannot report well: without a precompiled preamble if
/// there is anything to report, and with line tables if kernels violate a rule. Valid inputs pay for neither.
std::unique_ptr<Compilation> compile(const ParseJob &Job, const Target &T, const Results &Wanted);

} // namespace kcc::compiler

#endif
