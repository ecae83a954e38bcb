// What a kernel reaches: functions by call or address, variables by use, and how it gets there.
#ifndef KCC_LOWERING_REACH_H
#define KCC_LOWERING_REACH_H

#include "llvm/ADT/MapVector.h"

namespace llvm {
class Function;
class GlobalValue;
class Instruction;
} // namespace llvm

namespace kcc::compiler {

/// Everything that one kernel reaches, in the order of discovery (breadth first, so that the way to each is a
/// shortest one). The value is the instruction that first led there; for the kernel itself the one that leads
/// back to it, or null.
using Reach = llvm::MapVector<const llvm::GlobalValue *, const llvm::Instruction *>;

Reach reachedFrom(const llvm::Function &Kernel);

/// True if nobody can say from the code how deep the stack gets: something that the kernel reaches is called
/// through a pointer, or calls itself by any way.
bool hasStackOfUnknownDepth(const llvm::Function &Kernel);

} // namespace kcc::compiler

#endif
