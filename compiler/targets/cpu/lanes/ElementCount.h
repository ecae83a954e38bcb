// How many independent elements a strided loop has.
#ifndef KCC_TARGETS_CPU_LANES_ELEMENT_COUNT_H
#define KCC_TARGETS_CPU_LANES_ELEMENT_COUNT_H

#include "targets/cpu/lanes/InterchangedLoops.h"

namespace kcc::compiler {

/// Creates abi::CpuBlockFunction::count_elements for it; null if iterations are not known to be independent.
/// `Prepared` is what interchangeLoop() has changed.
llvm::Function *countElements(const StridedLoop &Loop, const PreparedThread &Prepared, llvm::StringRef Name);

} // namespace kcc::compiler

#endif
