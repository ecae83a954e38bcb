// What targets/Divergence.h finds for the threads of a warp in PTX.
#ifndef KCC_TARGETS_NVPTX_DIVERGENCE_H
#define KCC_TARGETS_NVPTX_DIVERGENCE_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class BasicBlock;
class Function;
class IntrinsicInst;
} // namespace llvm

namespace kcc::compiler {

/// Returns the blocks of \p F that some threads of a warp may run while others are elsewhere in \p F or have
/// left it. All other blocks run for all threads of a warp that called \p F together.
///
/// LLVM's own analysis considers block indices divergent on this target, and atomic loads uniform.
llvm::DenseSet<const llvm::BasicBlock *> divergentBlocks(const llvm::Function &F);

/// Returns the blocks of \p F that end in a branch on which threads of a warp may disagree.
llvm::DenseSet<const llvm::BasicBlock *> divergentBranches(const llvm::Function &F);

/// True if all threads of a warp get the same result, whatever the operands are.
bool isUniformIntrinsic(const llvm::IntrinsicInst &I);

} // namespace kcc::compiler

#endif
