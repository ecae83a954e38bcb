// What a user asks of kcc: the command line in the form that the rest of the tool works from.
#ifndef KCC_DRIVER_REQUEST_H
#define KCC_DRIVER_REQUEST_H

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::compiler {

enum class Emit { Ptx, LlvmIr, LlvmBitcode, Object, Manifest, Header };
enum class TargetKind { Ptx, Cpu };

struct Request {
  std::vector<std::string> Inputs; ///< paths; "-" is standard input
  std::vector<Emit> Emits;
  std::vector<TargetKind> Targets; ///< empty: what the emitted kinds call for
  std::vector<std::string> Archs;  ///< of the PTX target
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
};

} // namespace kcc::compiler

#endif
