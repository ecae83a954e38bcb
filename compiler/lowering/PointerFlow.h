// Finds values that certainly point to a given variable, in IR as Clang emits it.
#ifndef KCC_LOWERING_POINTERFLOW_H
#define KCC_LOWERING_POINTERFLOW_H

#include "lowering/Reach.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace kcc::compiler {

/// The instructions in \p Reached that write to \p V whenever some particular call of their function executes
/// them: by name, through local pointers that only ever hold its address, and through parameters.
llvm::SmallVector<const llvm::Instruction *, 2> certainWrites(const llvm::GlobalVariable &V,
                                                              const Reach &Reached);

} // namespace kcc::compiler

#endif
