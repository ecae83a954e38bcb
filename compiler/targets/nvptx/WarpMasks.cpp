#include "targets/nvptx/WarpMasks.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
MaskedOperation maskedOperation(IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_bar_warp_sync:
    return {&I.getArgOperandUse(0), WarpOperation::Sync};
  case Intrinsic::nvvm_match_all_sync_i32p:
  case Intrinsic::nvvm_match_all_sync_i64p:
  case Intrinsic::nvvm_match_any_sync_i32:
  case Intrinsic::nvvm_match_any_sync_i64:
    return {&I.getArgOperandUse(0), WarpOperation::Match};
  case Intrinsic::nvvm_redux_sync_add:
  case Intrinsic::nvvm_redux_sync_and:
  case Intrinsic::nvvm_redux_sync_max:
  case Intrinsic::nvvm_redux_sync_min:
  case Intrinsic::nvvm_redux_sync_or:
  case Intrinsic::nvvm_redux_sync_umax:
  case Intrinsic::nvvm_redux_sync_umin:
  case Intrinsic::nvvm_redux_sync_xor:
    return {&I.getArgOperandUse(1), WarpOperation::Reduction};
  case Intrinsic::nvvm_shfl_sync_bfly_f32:
  case Intrinsic::nvvm_shfl_sync_bfly_f32p:
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_bfly_i32p:
  case Intrinsic::nvvm_shfl_sync_down_f32:
  case Intrinsic::nvvm_shfl_sync_down_f32p:
  case Intrinsic::nvvm_shfl_sync_down_i32:
  case Intrinsic::nvvm_shfl_sync_down_i32p:
  case Intrinsic::nvvm_shfl_sync_idx_f32:
  case Intrinsic::nvvm_shfl_sync_idx_f32p:
  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::nvvm_shfl_sync_idx_i32p:
  case Intrinsic::nvvm_shfl_sync_up_f32:
  case Intrinsic::nvvm_shfl_sync_up_f32p:
  case Intrinsic::nvvm_shfl_sync_up_i32:
  case Intrinsic::nvvm_shfl_sync_up_i32p:
    return {&I.getArgOperandUse(0), WarpOperation::Shuffle};
  case Intrinsic::nvvm_vote_all_sync:
  case Intrinsic::nvvm_vote_any_sync:
  case Intrinsic::nvvm_vote_ballot_sync:
  case Intrinsic::nvvm_vote_uni_sync:
    return {&I.getArgOperandUse(0), WarpOperation::Vote};
  default:
    return {};
  }
}

void makeMasksDivergent(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
        if (Use *Mask = maskedOperation(*Intrinsic).Mask; Mask && !isa<Constant>(*Mask)) {
          IRBuilder<> Builder(&I);
          Value *Own =
              Builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_lanemask_eq, ArrayRef<Value *>());
          Mask->set(Builder.CreateOr(*Mask, Own));
        }
}

} // namespace kcc::compiler
