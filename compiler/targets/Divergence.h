// Finds the code in which threads of a group, such as a warp, may be at different places.
#ifndef KCC_TARGETS_DIVERGENCE_H
#define KCC_TARGETS_DIVERGENCE_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// What is uniform, which means the same in all threads of the group.
struct DivergenceRules {
  virtual ~DivergenceRules() = default;
  /// Whether the argument may be divergent, or the instruction's result even if all operands are uniform.
  virtual bool isSource(const llvm::Value &ArgumentOrInstruction) const = 0;
  /// Whether the result is uniform whatever the operands are.
  virtual bool isUniform(const llvm::Instruction &) const = 0;
};

struct Divergence {
  /// Blocks that some threads may run while others are elsewhere in the function or have left it. All other
  /// blocks run for all threads that called the function together.
  llvm::DenseSet<const llvm::BasicBlock *> Blocks;
  /// Blocks that end in a branch on which threads may disagree.
  llvm::DenseSet<const llvm::BasicBlock *> Branches;
  llvm::DenseSet<const llvm::Value *> Values; ///< which may be divergent; empty if some code cannot return
};

Divergence findDivergence(const llvm::Function &, const DivergenceRules &);

} // namespace kcc::compiler

#endif
