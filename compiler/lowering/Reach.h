// What a kernel reaches (functions by call or address, variables by use), and by which path.
#ifndef KCC_LOWERING_REACH_H
#define KCC_LOWERING_REACH_H

#include "llvm/ADT/MapVector.h"

namespace llvm {
class Function;
class GlobalValue;
class Instruction;
} // namespace llvm

namespace kcc::compiler {

/// Everything that a kernel reaches, in order of discovery (breadth first, so that each path is a shortest
/// one). The value is the instruction that first led there; for the kernel itself it is an instruction that
/// leads back to it, or null.
using Reach = llvm::MapVector<const llvm::GlobalValue *, const llvm::Instruction *>;

Reach reachedFrom(const llvm::Function &Kernel);

/// True if the code does not tell how deep the stack gets: the kernel reaches an indirect call, or a function
/// that calls itself directly or indirectly.
bool hasStackOfUnknownDepth(const llvm::Function &Kernel);

} // namespace kcc::compiler

#endif
