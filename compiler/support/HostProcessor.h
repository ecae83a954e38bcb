// The kinds of processors that run programs with kernels, and that the CPU device is.
#ifndef KCC_SUPPORT_HOSTPROCESSOR_H
#define KCC_SUPPORT_HOSTPROCESSOR_H

#include "kcc/abi/cpu_code.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kcc::compiler {

struct HostProcessor {
  llvm::StringRef Arch;     ///< of triples, "x86_64"
  llvm::StringRef Name;     ///< in images and messages, "x86-64"; what Device::arch() returns
  llvm::StringRef BackEnd;  ///< LLVM's
  llvm::StringRef Cpu;      ///< LLVM's name of the least processor
  llvm::StringRef Features; ///< LLVM's, beyond those
  llvm::StringRef Macros;   ///< by which headers of the C library tell the processor
  llvm::ArrayRef<abi::CpuLevel> Levels;
  bool LevelsAreCpus; ///< LLVM has processors with the names of the levels; otherwise each is `Cpu`
};

llvm::ArrayRef<HostProcessor> hostProcessors();

/// The name of the highest level of \p P that this machine has; empty if it has none. \p P must be the kind
/// of this machine's processor.
llvm::StringRef levelOfThisMachine(const HostProcessor &P);

/// The processor of a triple such as "aarch64-linux-gnu". Null if it is not for Linux, or for none of those.
const HostProcessor *findHostProcessor(llvm::StringRef Triple);

} // namespace kcc::compiler

#endif
