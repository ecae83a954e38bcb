#include "support/HostProcessor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace kcc::compiler {

/// Whether this machine has the instructions of the level, which must be one of its kind of processor.
static bool hasLevel([[maybe_unused]] StringRef Name) {
#ifdef __x86_64__
  __builtin_cpu_init();
  return Name == "x86-64-v4" ? __builtin_cpu_supports("x86-64-v4") : __builtin_cpu_supports("x86-64-v3");
#else
  return true;
#endif
}

ArrayRef<HostProcessor> hostProcessors() {
  static const HostProcessor Table[] = {
      // Atomic operations on 16 bytes, which would be calls of libatomic otherwise: all but the very first
      // 64-bit processors have them.
      {"x86_64", "x86-64", "X86", "x86-64", "+cx16",
       "#define __x86_64__ 1\n#define __x86_64 1\n#define __amd64__ 1\n#define __amd64 1\n",
       abi::x86_64_levels,
       /*LevelsAreCpus=*/true},
      {"aarch64", "aarch64", "AArch64", "generic", "", "#define __aarch64__ 1\n#define __AARCH64EL__ 1\n",
       abi::aarch64_levels, /*LevelsAreCpus=*/false}};
  return Table;
}

StringRef levelOfThisMachine(const HostProcessor &P) {
  StringRef Highest;
  for (const abi::CpuLevel &L : P.Levels)
    if (hasLevel(L.name))
      Highest = L.name;
  return Highest;
}

const HostProcessor *findHostProcessor(StringRef Name) {
  const Triple T(Triple::normalize(Name));
  if (!T.isOSLinux() || !(T.isGNUEnvironment() || T.getEnvironment() == Triple::UnknownEnvironment))
    return nullptr;
  const HostProcessor *Found = find_if(hostProcessors(), [&](const HostProcessor &P) {
    return Triple(P.Arch + Twine("-linux-gnu")).getArch() == T.getArch();
  });
  return Found == hostProcessors().end() ? nullptr : Found;
}

} // namespace kcc::compiler
