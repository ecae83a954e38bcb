// The module file of the CPU device (include/kcc/abi/cpu_module.h).
#ifndef KCC_TARGETS_CPU_MODULEFILE_H
#define KCC_TARGETS_CPU_MODULEFILE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace kcc::compiler {

struct Code;

/// Completes \p M, a host module with the optimized functions of \p C, so that its object can be linked to a
/// shared object: adds the image and the exported table, and replaces the runtime's functions and its
/// thread-local variable by calls through addresses that the runtime fills in. \p Source names the image.
void makeModuleFile(llvm::Module &M, llvm::StringRef Source, const Code &C);

} // namespace kcc::compiler

#endif
