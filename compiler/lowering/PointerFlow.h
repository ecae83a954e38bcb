// Where pointers to a variable certainly arrive, in IR as clang makes it.
#ifndef KCC_LOWERING_POINTERFLOW_H
#define KCC_LOWERING_POINTERFLOW_H

#include "lowering/Reach.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace kcc::compiler {

/// The instructions among those of \p Reached that write \p V whenever they run for a certain call of their
/// function: through its name, through local pointers that hold nothing but its address, and through parameters.
llvm::SmallVector<const llvm::Instruction *, 2> certainWrites(const llvm::GlobalVariable &V,
                                                              const Reach &Reached);

} // namespace kcc::compiler

#endif
