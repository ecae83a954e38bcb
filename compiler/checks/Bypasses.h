// Ways in which a thread gets past a barrier of its block without waiting there.
#ifndef KCC_CHECKS_BYPASSES_H
#define KCC_CHECKS_BYPASSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class CallInst;
} // namespace llvm

namespace kcc::compiler {

/// A thread that takes the branch from one basic block to the other has got past the calls: it cannot come to
/// them any more, and goes on with code that comes after them and does more than return.
struct Bypass {
  llvm::BasicBlock *From, *To;
  llvm::SmallVector<llvm::CallInst *, 2> Calls;
};

/// The ways past \p Calls. These are all in one function, and each is the last instruction of its basic block
/// but for the branch.
llvm::SmallVector<Bypass, 8> findBypasses(llvm::ArrayRef<llvm::CallInst *> Calls);

} // namespace kcc::compiler

#endif
