// One source for one target, from text to code.
#ifndef KCC_DRIVER_COMPILE_H
#define KCC_DRIVER_COMPILE_H

#include "frontend/ParseJob.h"
#include "manifest/Manifest.h"
#include "targets/Target.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Which forms of the result are wanted.
struct Wanted {
  bool LlvmIr = false;
  bool LlvmBitcode = false;
  bool Assembly = false; ///< PTX, for an NVPTX target
  bool Module = false;   ///< the lowered module itself, not optimised, to be put into an image
};

struct Compiled {
  Manifest Kernels;
  std::string LlvmIr;
  std::string LlvmBitcode;
  std::string Assembly;
  std::vector<std::string> Dependencies;
  std::uint64_t ContentHash = 0; ///< ParsedSource::contentHash
  /// With \c Module: "file:line:column" for each number by which the back end names inline assembly.
  std::map<std::uint64_t, std::string> AsmPlaces;
  // The context outlives the module.
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Module;
};

/// Compiles \p Job, whose frontend target is that of \p T. Nothing after an error, which was reported.
std::optional<Compiled> compileKernels(const ParseJob &Job, const Target &T, const Wanted &W);

} // namespace kcc::compiler

#endif
