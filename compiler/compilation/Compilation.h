// One source for one target, from text to finished code: parse, describe, check, lower, optimise, finish.
#ifndef KCC_COMPILATION_COMPILATION_H
#define KCC_COMPILATION_COMPILATION_H

#include "frontend/ParseJob.h"
#include "frontend/ParsedSource.h"
#include "lowering/Declarations.h"
#include "manifest/Manifest.h"
#include "targets/Target.h"
#include "llvm/IR/LLVMContext.h"
#include <memory>

namespace kcc::compiler {

/// Which results are wanted besides the manifest. A manifest alone needs no optimiser.
struct Results {
  bool LlvmIr = false;
  bool LlvmBitcode = false;
  bool Code = false;
};

/// Owns the parsed source, the module and what is found out about its kernels. compile() runs the steps.
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

  // What was asked for.
  std::string LlvmIr;
  std::string LlvmBitcode;
  std::string Code; ///< empty for a target whose code is functions of the host

  /// The optimised module, for a target whose code is functions of the host. The back end's complaints about
  /// it are reported like other errors as long as this object lives; hasErrors() tells whether there were
  /// any.
  llvm::Module &module() { return *M; }
  bool hasErrors();

  /// What stopped a compilation.
  enum class Outcome {
    Good,
    Failed,      ///< an error was reported
    NeedsPlaces, ///< there are errors whose places only debug information can tell, and none was reported
  };
  Outcome run(const Results &Wanted);

private:
  // The steps, in their order. False after an error.
  bool describe();
  Outcome check();
  bool lower();
  bool optimizeAndFinish(const Results &Wanted);

  void describeGlobals();

  const ParseJob Job;
  const Target &T;
  // The context outlives the module.
  llvm::LLVMContext Context;
  ParsedSource Source;
  std::unique_ptr<llvm::Module> M;
  Declarations Declared;
  Manifest Kernels;
};

/// Compiles \p Job, whose target facts are those of \p T. Null after an error, which was reported.
///
/// A source is parsed a second time where the first parse cannot report well: without a precompiled preamble
/// if there is anything to say, and with line tables if kernels reach what they may not. Good inputs pay for
/// neither.
std::unique_ptr<Compilation> compile(const ParseJob &Job, const Target &T, const Results &Wanted);

} // namespace kcc::compiler

#endif
