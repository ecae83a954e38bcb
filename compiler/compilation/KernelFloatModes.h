// The floating-point modes of a source's kernels: what their attributes say, and otherwise the command line.
#ifndef KCC_COMPILATION_KERNELFLOATMODES_H
#define KCC_COMPILATION_KERNELFLOATMODES_H

#include "lowering/KernelModes.h"
#include "support/FloatModes.h"
#include "llvm/ADT/SmallVector.h"

namespace kcc::compiler {

struct Kernel;
struct Manifest;
struct ParseJob;

FloatModes floatModes(const ParseJob &Job, const Kernel &K);

/// Kernels by their modes: `Modes[I]` are those of `Kernels[I]`.
struct ModeGroups {
  llvm::SmallVector<KernelGroup, 2> Kernels;
  llvm::SmallVector<FloatModes, 2> Modes;
};
ModeGroups groupByModes(const ParseJob &Job, const Manifest &Kernels);

} // namespace kcc::compiler

#endif
