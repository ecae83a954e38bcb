// The calls of --check in kernels that run in the lanes of vectors.
#ifndef KCC_TARGETS_CPU_LANES_LANECHECKS_H
#define KCC_TARGETS_CPU_LANES_LANECHECKS_H

#include "llvm/IR/Instructions.h"
#include <string>

namespace kcc::compiler {

/// Whether it is a call of a check, which does nothing that a kernel can see.
bool isCheck(const llvm::Instruction &I);

bool hasChecks(const llvm::Function &F);

/// Why code with the checks of this module does not run in lanes; "" if it does.
std::string obstacleOfChecks(const llvm::Module &M);

/// Prepares the checks of a thread's function for lanes. Removes the call by which a thread enters the
/// kernel, and returns the function, which is to be called once for each block; null if there is none.
llvm::Function *prepareChecks(llvm::Function &Thread);

/// Whether the address of a local variable leaves the function: a thread could use another one's.
bool passesLocalAddress(const llvm::Function &F);

} // namespace kcc::compiler

#endif
