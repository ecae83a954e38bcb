// What a user asks of kcc: the parsed command line.
#ifndef KCC_DRIVER_REQUEST_H
#define KCC_DRIVER_REQUEST_H

#include "kcc/abi/cpu_checks.h"
#include "support/FloatModes.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kcc::compiler {

struct TargetEntry;

/// The kinds of output, besides files with targets' own code.
enum class Emit { LlvmIr, LlvmBitcode, Object, SharedObject, Manifest, Header, Metal };

struct Request {
  std::vector<std::string> Inputs; ///< paths; "-" is standard input
  std::vector<Emit> Emits;
  std::vector<const TargetEntry *> CodeFiles; ///< targets whose code is written to a separate file
  std::vector<const TargetEntry *> Targets;   ///< empty: as the emitted kinds require
  std::vector<std::string> Archs;             ///< for targets with several; empty: their default
  unsigned PtxVersion = 0;                    ///< major * 10 + minor; 0: the default
  std::string HostTriple = llvm::sys::getDefaultTargetTriple(); ///< one that findHostProcessor() knows
  /// CodeOptions::CpuLevels, of that system's processors.
  std::optional<std::vector<std::string>> CpuLevels;
  std::string Output; ///< file, folder (ends in '/' or exists as one), "-"; empty: in the working folder
  std::string Name;   ///< of namespace and image; empty: the source's name without extension

  std::string Ptxas;                      ///< program that makes cubins; empty: none are made
  std::string HostLinker;                 ///< program that makes shared objects
  std::string AmdgpuLinker = "ld.lld-22"; ///< program that makes code objects

  unsigned OptLevel = 3;
  FloatModes Floats;
  bool Debug = false;
  bool LineInfo = false;
  bool Coverage = false;
  bool ExplainCpu = false;
  std::uint32_t Checks = 0; ///< abi::Check
  bool CheckGpu = false;    ///< GPU code has those of them that it can have
  std::vector<std::string> ClangArguments;

  bool WriteDependencies = false;
  bool SystemDependencies = true;
  std::string DependencyFile;   ///< empty: next to the output, with extension .d
  std::string DependencyTarget; ///< empty: the first output

  bool Cache = true;
  std::string CacheDirectory; ///< empty: the user's cache folder
  std::uint64_t CacheMegabytes = 512;

  bool Verbose = false;

  std::uint32_t gpuChecks() const {
    return CheckGpu ? Checks & (abi::check_memory | abi::check_arithmetic) : 0;
  }
  bool wants(Emit E) const { return std::find(Emits.begin(), Emits.end(), E) != Emits.end(); }
};

} // namespace kcc::compiler

#endif
