// What is known about a target before code is generated: how sources are parsed for it, and its limits.
#ifndef KCC_SUPPORT_TARGETFACTS_H
#define KCC_SUPPORT_TARGETFACTS_H

#include "llvm/TargetParser/Host.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kcc::compiler {

struct TargetFacts {
  // How Clang parses for it.
  std::string Triple;
  /// Of the programs that launch the kernels; one that findHostProcessor() knows.
  std::string HostTriple = llvm::sys::getDefaultTargetTriple();
  std::string Cpu;
  std::vector<std::string> Features; ///< "+ptx70"
  unsigned Arch = 0;                 ///< kcc::arch: 80 for "sm_80", 0 for the CPU device
  /// The code is part of the host's program, on the machine that the system's headers describe. Other targets
  /// adopt the host's type sizes and macros, so that layouts are the same on both sides, and count as GPUs:
  /// kcc brings its own C library and emits DWARF for PTX.
  bool IsCpuDevice = false;

  // Limits, in bytes.
  std::uint64_t MaxParameterBytes = 0; ///< total size of a kernel's parameters
  bool IsPtxVersionTheLimit = false;   ///< which would be higher without --ptx-version
  std::uint64_t MaxStaticSharedBytes =
      0;                              ///< total size of the [[kcc::shared]] variables that one kernel reaches
  std::uint64_t MaxConstantBytes = 0; ///< total size of the [[kcc::constant]] variables of one source
  // The largest alignment of a variable, in bytes; 0 if there is no limit.
  std::uint64_t MaxSharedAlignment = 0;
  std::uint64_t MaxGlobalAlignment = 0; ///< also in constant memory
};

} // namespace kcc::compiler

#endif
