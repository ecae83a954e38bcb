#include "lowering/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

static constexpr Builtin Table[] = {
    {"__kcc_thread_idx_x", Builtin::ThreadIdx, 0},
    {"__kcc_thread_idx_y", Builtin::ThreadIdx, 1},
    {"__kcc_thread_idx_z", Builtin::ThreadIdx, 2},
    {"__kcc_block_idx_x", Builtin::BlockIdx, 0},
    {"__kcc_block_idx_y", Builtin::BlockIdx, 1},
    {"__kcc_block_idx_z", Builtin::BlockIdx, 2},
    {"__kcc_block_dim_x", Builtin::BlockDim, 0},
    {"__kcc_block_dim_y", Builtin::BlockDim, 1},
    {"__kcc_block_dim_z", Builtin::BlockDim, 2},
    {"__kcc_grid_dim_x", Builtin::GridDim, 0},
    {"__kcc_grid_dim_y", Builtin::GridDim, 1},
    {"__kcc_grid_dim_z", Builtin::GridDim, 2},
    {"__kcc_sync_threads", Builtin::SyncThreads, 0},
    {"__kcc_dynamic_shared", Builtin::DynamicShared, 0},
    {"__kcc_dynamic_shared_bytes", Builtin::DynamicSharedBytes, 0},
};

const Builtin *findBuiltin(StringRef Name) {
  if (!Name.starts_with("__kcc_"))
    return nullptr;
  auto *Row = find_if(Table, [&](const Builtin &B) { return Name == B.Name; });
  return Row == std::end(Table) ? nullptr : Row;
}

IndexRange rangeOf(const Builtin &B) {
  // PTX ISA, "Special Registers": %ntid is at most 1024, 1024, 64; %nctaid at most 2^31-1, 65535, 65535.
  static constexpr std::uint64_t MostThreads[] = {1024, 1024, 64};
  static constexpr std::uint64_t MostBlocks[] = {0x7fffffff, 65535, 65535};
  switch (B.What) {
  case Builtin::ThreadIdx:
    return {0, MostThreads[B.Axis]};
  case Builtin::BlockDim:
    return {1, MostThreads[B.Axis] + 1};
  case Builtin::BlockIdx:
    return {0, MostBlocks[B.Axis]};
  case Builtin::GridDim:
    return {1, MostBlocks[B.Axis] + 1};
  default:
    llvm_unreachable("only index builtins have a range");
  }
}

void lowerBuiltins(Module &M, function_ref<Value *(const Builtin &, IRBuilderBase &)> Lower) {
  for (Function &F : make_early_inc_range(M)) {
    const Builtin *B = F.isDeclaration() ? findBuiltin(F.getName()) : nullptr;
    if (!B)
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledOperand() != &F)
        continue;
      IRBuilder<> Builder(Call);
      if (Value *Result = Lower(*B, Builder))
        Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
    if (F.use_empty()) {
      F.eraseFromParent();
      continue;
    }
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &F));
    Value *Result = Lower(*B, Builder);
    Result ? Builder.CreateRet(Result) : Builder.CreateRetVoid();
    F.setLinkage(GlobalValue::InternalLinkage);
  }
}

} // namespace kcc::compiler
