#include "targets/cpu/lanes/BlockOrder.h"

using namespace llvm;

namespace kcc::compiler {

BlockOrder::BlockOrder(Function &F, const LoopInfo &LI) : LI(LI) {
  appendInOrder(nullptr, &F.getEntryBlock());
  for (unsigned K = 0; K < Order.size(); ++K)
    Positions[Order[K]] = K;
  for (Loop *L : LI.getLoopsInPreorder()) {
    unsigned Last = 0;
    for (BasicBlock *Block : L->blocks())
      Last = std::max(Last, Positions[Block]);
    // Outer loops come first in preorder, so that inner ones end up first.
    Ends[Last].insert(Ends[Last].begin(), L);
  }
}

/// The loop directly in `Outer` that contains the block; null if `Outer` is the innermost.
Loop *BlockOrder::childWith(Loop *Outer, BasicBlock *Block) const {
  Loop *L = LI.getLoopFor(Block), *Child = nullptr;
  while (L != Outer) {
    Child = L;
    L = L->getParentLoop();
  }
  return Child;
}

void BlockOrder::appendInOrder(Loop *Outer, BasicBlock *Entry) {
  SmallVector<BasicBlock *, 16> PostOrder; // blocks, and headers of inner loops for the whole loop
  SmallPtrSet<BasicBlock *, 16> Seen;
  visit(Outer, Entry, Seen, PostOrder);
  for (BasicBlock *Block : reverse(PostOrder)) {
    if (Loop *Child = childWith(Outer, Block); Child && Child->getHeader() == Block)
      appendInOrder(Child, Block);
    else
      Order.push_back(Block);
  }
}

void BlockOrder::visit(Loop *Outer, BasicBlock *Block, SmallPtrSetImpl<BasicBlock *> &Seen,
                       SmallVectorImpl<BasicBlock *> &PostOrder) {
  if (!Seen.insert(Block).second)
    return;
  Loop *Child = childWith(Outer, Block);
  SmallVector<BasicBlock *, 8> Next;
  if (Child)
    Child->getExitBlocks(Next);
  else
    append_range(Next, successors(Block));
  for (BasicBlock *Successor : Next) {
    if (Outer && (!Outer->contains(Successor) || Successor == Outer->getHeader()))
      continue;
    visit(Outer, Successor, Seen, PostOrder);
  }
  PostOrder.push_back(Block);
}

} // namespace kcc::compiler
