// Ways on which a thread gets past a barrier of its block without waiting there.
#ifndef KCC_CHECKS_BYPASSES_H
#define KCC_CHECKS_BYPASSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class CallInst;
} // namespace llvm

namespace kcc::compiler {

/// A thread that goes from one block to another has got past the calls, which cannot follow any more. It is
/// at a place that comes after them, and where it does more than return.
struct Bypass {
  llvm::BasicBlock *From, *To;
  llvm::SmallVector<llvm::CallInst *, 2> Calls;
};

/// The ways past \p Calls, all in one function, each the last of its basic block but for the branch.
llvm::SmallVector<Bypass, 8> findBypasses(llvm::ArrayRef<llvm::CallInst *> Calls);

} // namespace kcc::compiler

#endif
