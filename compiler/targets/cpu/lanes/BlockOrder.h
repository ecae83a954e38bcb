// The order in which basic blocks run when the lanes are at different places.
#ifndef KCC_TARGETS_CPU_LANES_BLOCK_ORDER_H
#define KCC_TARGETS_CPU_LANES_BLOCK_ORDER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace kcc::compiler {

/// A topological order of a reducible function's blocks, but for the loops' back edges, in which the blocks
/// of each loop are neighbours.
class BlockOrder {
public:
  BlockOrder(llvm::Function &F, const llvm::LoopInfo &LI);

  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return Order; }
  unsigned position(const llvm::BasicBlock &Block) const { return Positions.lookup(&Block); }
  /// The loops whose last block is at this place of the order, inner ones first.
  llvm::ArrayRef<llvm::Loop *> loopsThatEndAt(unsigned Place) const {
    auto Found = Ends.find(Place);
    return Found == Ends.end() ? llvm::ArrayRef<llvm::Loop *>() : Found->second;
  }

private:
  llvm::Loop *childWith(llvm::Loop *Outer, llvm::BasicBlock *Block) const;
  /// Appends the blocks of the loop `Outer`, or of the function if it is null, to the order.
  void appendInOrder(llvm::Loop *Outer, llvm::BasicBlock *Entry);
  /// Appends the blocks that are reached from this one in that loop, in postorder.
  void visit(llvm::Loop *Outer, llvm::BasicBlock *Block, llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Seen,
             llvm::SmallVectorImpl<llvm::BasicBlock *> &PostOrder);

  const llvm::LoopInfo &LI;
  llvm::SmallVector<llvm::BasicBlock *, 16> Order;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Positions;
  llvm::DenseMap<unsigned, llvm::SmallVector<llvm::Loop *, 2>> Ends;
};

} // namespace kcc::compiler

#endif
