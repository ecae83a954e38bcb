#include "targets/cpu/lanes/Meeting.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace kcc::compiler {

bool threadsMeet(Function &F, const ThreadUniformity &Uniformity,
                 function_ref<bool(const BasicBlock &)> IsStop) {
  SmallVector<BasicBlock *, 16> Blocks(post_order(&F));
  DenseMap<const BasicBlock *, unsigned> Numbers;
  for (auto [K, Block] : enumerate(Blocks))
    Numbers[Block] = static_cast<unsigned>(K);
  BitVector Arrives(Blocks.size()); // can come to a stop
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [K, Block] : enumerate(Blocks))
      if (!Arrives[K] && (IsStop(*Block) || any_of(successors(Block), [&](BasicBlock *Next) {
                            return Arrives[Numbers[Next]];
                          }))) {
        Arrives.set(static_cast<unsigned>(K));
        Changed = true;
      }
  }
  // The blocks through which all ways to the next stop go.
  SmallVector<BitVector, 16> OnAllWays(Blocks.size(), BitVector(Blocks.size(), true));
  auto WaysFrom = [&](unsigned K) {
    SmallVector<unsigned, 2> Ways;
    for (BasicBlock *Next : successors(Blocks[K]))
      if (Arrives[Numbers[Next]])
        Ways.push_back(Numbers[Next]);
    return Ways;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned K = 0; K < Blocks.size(); ++K) {
      if (!Arrives[K])
        continue;
      BitVector On(Blocks.size(), true);
      if (IsStop(*Blocks[K]))
        On.reset();
      else
        for (unsigned Way : WaysFrom(K))
          On &= OnAllWays[Way];
      On.set(K);
      if (On != OnAllWays[K]) {
        OnAllWays[K] = On;
        Changed = true;
      }
    }
  }
  for (auto [K, Block] : enumerate(Blocks))
    if (Uniformity->hasDivergentTerminator(*Block) && WaysFrom(static_cast<unsigned>(K)).size() > 1 &&
        OnAllWays[K].count() == 1)
      return false;
  return true;
}

} // namespace kcc::compiler
