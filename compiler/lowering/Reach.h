// What a kernel reaches (functions by call or address, variables by use), and by which path.
#ifndef KCC_LOWERING_REACH_H
#define KCC_LOWERING_REACH_H

#include "llvm/ADT/MapVector.h"
#include <vector>

namespace llvm {
class CallBase;
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

/// A call because of which the code does not tell how deep the stack gets.
struct UnboundedCall {
  const llvm::CallBase *Call; ///< through a pointer, or of a function that it is reached from
  /// The calls that lead from the kernel to the function that contains `Call`, innermost first.
  std::vector<const llvm::Instruction *> Chain;
};

/// All of these calls that \p Kernel reaches.
std::vector<UnboundedCall> unboundedCalls(const llvm::Function &Kernel);

} // namespace kcc::compiler

#endif
