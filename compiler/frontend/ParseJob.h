// One source file to parse for one target.
#ifndef KCC_FRONTEND_PARSEJOB_H
#define KCC_FRONTEND_PARSEJOB_H

#include "support/FloatModes.h"
#include "support/TargetFacts.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace kcc::compiler {

enum class DebugInfo {
  None,
  Lines,      ///< -lineinfo: PTX `.loc` directives
  LineTables, ///< line tables, to find the locations of errors
  Full,       ///< -g
};

struct ParseJob {
  std::string Input;         ///< path, or "-" for standard input
  std::string StandardInput; ///< the text, when Input is "-"
  TargetFacts Target;
  std::string TargetName;                  ///< in the registry: "ptx"
  std::vector<std::string> ClangArguments; ///< -I, -D, -std=, -W…, in the user's order
  unsigned OptLevel = 3;
  FloatModes Floats; ///< of kernels without attributes of their own
  /// Kernels are parsed with contraction because of attributes, and the others forgo it later.
  bool FusesByAttribute = false;
  DebugInfo Debug = DebugInfo::None;
  std::string CoverageNotes; ///< --coverage: where to write what the counts belong to; empty: none
  bool ExplainCpu = false;   ///< remarks say how kernels run on the CPU device
  std::uint32_t Checks = 0;  ///< abi::Check
  bool Verbose = false;
  std::string Sysroot; ///< root of the machine's headers; empty: where Clang's driver finds them
  bool Color = false;
  bool TypedHeader = false;        ///< the typed header is wanted, so what prevents it is an error
  bool SystemDependencies = false; ///< collect system headers as dependencies too
  /// Folder of the precompiled preambles; empty: none are used or made.
  std::string CacheDirectory;
  std::uint64_t CacheLimit = 0;                               ///< bytes
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem; ///< the machine's files
  llvm::raw_ostream *Errors = nullptr;
  /// The diagnostics printed so far, shared by all parses of a run.
  std::shared_ptr<llvm::StringSet<>> Printed = std::make_shared<llvm::StringSet<>>();
};

} // namespace kcc::compiler

#endif
