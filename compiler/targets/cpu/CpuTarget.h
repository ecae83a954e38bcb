#ifndef KCC_TARGETS_CPU_CPUTARGET_H
#define KCC_TARGETS_CPU_CPUTARGET_H

#include "targets/Target.h"

namespace kcc::compiler {

/// Registers LLVM's back end for this machine; call once before any target is used.
void initializeCpu();

/// Code for the CPU device on this kind of machine.
std::unique_ptr<Target> createCpuTarget();

/// The name of the function by which the CPU device runs one thread of the kernel \p Entry. Lowering leaves
/// it visible; an image, which points to it, makes it internal.
std::string cpuThreadSymbol(llvm::StringRef Entry);

} // namespace kcc::compiler

#endif
