#include "targets/spirv/LaneChecks.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/ModuleWriter.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {

static void checkLanesOf(Function &Kernel) {
  constexpr std::uint32_t WarpSize = 32;
  Module &M = *Kernel.getParent();
  Instruction *First = &*Kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> Builder(First);
  auto Own = [&](StringRef Name) {
    FunctionCallee Callee =
        M.getOrInsertFunction((OwnPrefix + Name).str(), FunctionType::get(Builder.getInt32Ty(), false));
    return Builder.CreateCall(Callee);
  };
  Value *Row =
      Builder.CreateAdd(Builder.CreateMul(Own("thread_idx_z"), Own("block_dim_y")), Own("thread_idx_y"));
  Value *Thread = Builder.CreateAdd(Builder.CreateMul(Row, Own("block_dim_x")), Own("thread_idx_x"));
  Value *IsOther = Builder.CreateOr(
      Builder.CreateICmpNE(Own("warp_size"), Builder.getInt32(WarpSize)),
      Builder.CreateICmpNE(Own("lane"), Builder.CreateURem(Thread, Builder.getInt32(WarpSize))));
  Builder.SetInsertPoint(SplitBlockAndInsertIfThen(IsOther, First->getIterator(), /*Unreachable=*/true));
  Builder.CreateIntrinsic(Intrinsic::trap, {});
}

void checkLanes(Module &M) {
  for (Function &F : M)
    if (F.getCallingConv() == CallingConv::PTX_Kernel && usesWarps(F))
      checkLanesOf(F);
}

} // namespace kcc::compiler
