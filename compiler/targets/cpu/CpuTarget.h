#ifndef KCC_TARGETS_CPU_CPUTARGET_H
#define KCC_TARGETS_CPU_CPUTARGET_H

#include "kcc/abi/cpu_code.h"
#include "targets/Target.h"

namespace kcc::compiler {

/// Registers LLVM's back ends for all processors; call once before any target is used.
void initializeCpu();

/// The target for the CPU device of programs for the host of these options.
std::unique_ptr<Target> createCpuTarget(const CodeOptions &Options = {});

/// The name of the function with which the CPU device runs one thread of the kernel \p Entry. Lowering leaves
/// it visible; the image, which refers to it, makes it internal.
std::string cpuThreadSymbol(llvm::StringRef Entry);
/// Likewise that which runs a block on a processor of this level. Not every kernel has one.
std::string cpuBlockSymbol(llvm::StringRef Entry, const abi::CpuLevel &Level);

} // namespace kcc::compiler

#endif
