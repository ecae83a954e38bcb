// The calls of --check in kernels that run in the lanes of vectors.
#ifndef KCC_TARGETS_CPU_LANES_LANECHECKS_H
#define KCC_TARGETS_CPU_LANES_LANECHECKS_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include <string>

namespace kcc::compiler {

/// Whether it is a call of a check, which does nothing that a kernel can see.
bool isCheck(const llvm::Instruction &I);
/// What a check before or after an access says about it (abi::CheckSite); null for other calls.
const llvm::ConstantStruct *siteOf(const llvm::CallInst &Call);
/// Whether the access only writes.
bool isWrite(const llvm::ConstantStruct &Site);
/// Whether the address is computed from that of the block's shared memory, which threads load from
/// abi::CpuThread.
bool isInSharedMemory(const llvm::Value *Place);
/// Whether it has such calls.
bool hasChecks(const llvm::Function &F);

/// Prepares the checks of a thread's function for lanes. Removes the call by which a thread enters the
/// kernel, and returns the function that it called, which each block is to call once; null if there is none.
/// Sets `Obstacle` if the function cannot run in lanes because of its checks.
llvm::Function *prepareChecks(llvm::Function &Thread, llvm::FunctionAnalysisManager &Analyses,
                              std::string &Obstacle);

/// Whether the kernel is checked for races: then the runtime must learn when the threads of the block have
/// passed a barrier. `Enter`: what prepareChecks() has returned.
bool checksRaces(const llvm::Function *Enter);

/// Whether the address of a local variable leaves the function: another thread could then use the variable.
bool passesLocalAddress(const llvm::Function &F);

} // namespace kcc::compiler

#endif
