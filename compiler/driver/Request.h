// What a user asks of kcc: the command line in the form that the rest of the tool works from.
#ifndef KCC_DRIVER_REQUEST_H
#define KCC_DRIVER_REQUEST_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace kcc::compiler {

struct TargetEntry;

/// What can be written, besides the files of targets' own code.
enum class Emit { LlvmIr, LlvmBitcode, Object, Manifest, Header };

struct Request {
  std::vector<std::string> Inputs; ///< paths; "-" is standard input
  std::vector<Emit> Emits;
  std::vector<const TargetEntry *> CodeFiles; ///< targets whose code is to be written to a file of its own
  std::vector<const TargetEntry *> Targets;   ///< empty: what the emitted kinds call for
  std::vector<std::string> Archs;             ///< of targets with several; empty: their default
  std::string Output; ///< file, folder (ends in '/' or exists as one), "-"; empty: beside the working folder
  std::string Name;   ///< of namespace and image; empty: the source's name without extension

  unsigned OptLevel = 3;
  bool Debug = false;
  bool LineInfo = false;
  std::vector<std::string> ClangArguments;

  bool WriteDependencies = false;
  bool SystemDependencies = true;
  std::string DependencyFile;   ///< empty: beside the output, with extension .d
  std::string DependencyTarget; ///< empty: the first output

  bool Cache = true;
  std::string CacheDirectory; ///< empty: the user's cache folder
  std::uint64_t CacheMegabytes = 512;

  bool Verbose = false;

  bool wants(Emit E) const { return std::find(Emits.begin(), Emits.end(), E) != Emits.end(); }
};

} // namespace kcc::compiler

#endif
