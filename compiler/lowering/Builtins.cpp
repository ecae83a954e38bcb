#include "lowering/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

// PTX ISA, "Special Registers": %ntid is at most 1024, 1024, 64; %nctaid at most 2^31-1, 65535, 65535.
#define KCC_ROUNDED(Operation)                                                                               \
  {"__kcc_" Operation "_rn_f32"}, {"__kcc_" Operation "_rn_f64"}, {"__kcc_" Operation "_rz_f32"},            \
      {"__kcc_" Operation "_rz_f64"}, {"__kcc_" Operation "_rd_f32"}, {"__kcc_" Operation "_rd_f64"},        \
      {"__kcc_" Operation "_ru_f32"}, {"__kcc_" Operation "_ru_f64"}
static constexpr Builtin Table[] = {
    {"__kcc_thread_idx_x", false, 0, 1024},
    {"__kcc_thread_idx_y", false, 0, 1024},
    {"__kcc_thread_idx_z", false, 0, 64},
    {"__kcc_block_idx_x", false, 0, 0x7fffffff},
    {"__kcc_block_idx_y", false, 0, 65535},
    {"__kcc_block_idx_z", false, 0, 65535},
    {"__kcc_block_dim_x", false, 1, 1025},
    {"__kcc_block_dim_y", false, 1, 1025},
    {"__kcc_block_dim_z", false, 1, 65},
    {"__kcc_grid_dim_x", false, 1, 0x80000000},
    {"__kcc_grid_dim_y", false, 1, 65536},
    {"__kcc_grid_dim_z", false, 1, 65536},
    {"__kcc_sync_threads", true},
    {"__kcc_is_global"},
    {"__kcc_is_shared"},
    {"__kcc_is_constant"},
    {"__kcc_is_local"},
    {"__kcc_shared_address"},
    {"__kcc_load"},
    {"__kcc_store"},
    {"__kcc_prefetch"},
    {"__kcc_byte_permute"},
    {"__kcc_dot4_ss"},
    {"__kcc_dot4_su"},
    {"__kcc_dot4_us"},
    {"__kcc_dot4_uu"},
    {"__kcc_dot2_ss"},
    {"__kcc_dot2_su"},
    {"__kcc_dot2_us"},
    {"__kcc_dot2_uu"},
    {"__kcc_yield", true},
    {"__kcc_dynamic_shared"},
    {"__kcc_dynamic_shared_bytes"},
    // device/sync.h
    {"__kcc_sync_threads_count", true, 0, 1025},
    {"__kcc_sync_threads_and", true, 0, 2},
    {"__kcc_sync_threads_or", true, 0, 2},
    {"__kcc_named_barrier_sync", true},
    {"__kcc_named_barrier_arrive", true},
    {"__kcc_sync_grid", true},
    {"__kcc_sync_cluster", true},
    {"__kcc_cluster_shared"},
    // barrier.h
    {"__kcc_barrier_init"},
    {"__kcc_barrier_arrive"},
    {"__kcc_barrier_arrive_early"},
    {"__kcc_barrier_arrive_drop"},
    {"__kcc_barrier_test", true},
    {"__kcc_barrier_try_wait", true},
    {"__kcc_barrier_wait", true},
    {"__kcc_barrier_wait_parity", true},
    {"__kcc_barrier_try_wait_parity", true},
    // async_copy.h
    {"__kcc_async_copy_4"},
    {"__kcc_async_copy_8"},
    {"__kcc_async_copy_16"},
    {"__kcc_async_commit"},
    {"__kcc_async_wait_group"},
    {"__kcc_async_wait_all"},
    {"__kcc_async_arrive"},
    {"__kcc_bulk_copy"},
    {"__kcc_lane_id", false, 0, 32},
    // A cluster has at most 16 blocks.
    {"__kcc_cluster_idx_x", false, 0, 0x7fffffff},
    {"__kcc_cluster_idx_y", false, 0, 65535},
    {"__kcc_cluster_idx_z", false, 0, 65535},
    {"__kcc_cluster_grid_dim_x", false, 1, 0x80000000},
    {"__kcc_cluster_grid_dim_y", false, 1, 65536},
    {"__kcc_cluster_grid_dim_z", false, 1, 65536},
    {"__kcc_cluster_dim_x", false, 1, 17},
    {"__kcc_cluster_dim_y", false, 1, 17},
    {"__kcc_cluster_dim_z", false, 1, 17},
    {"__kcc_block_idx_in_cluster_x", false, 0, 16},
    {"__kcc_block_idx_in_cluster_y", false, 0, 16},
    {"__kcc_block_idx_in_cluster_z", false, 0, 16},
    {"__kcc_cluster_size", false, 1, 17},
    {"__kcc_block_rank_in_cluster", false, 0, 16},
    {"__kcc_sync_warp", true},
    {"__kcc_warp_active_mask", true},
    {"__kcc_warp_any", true},
    {"__kcc_warp_all", true},
    {"__kcc_warp_uniform", true},
    {"__kcc_warp_ballot", true},
    {"__kcc_warp_match_any_32", true},
    {"__kcc_warp_match_any_64", true},
    {"__kcc_warp_match_all_32", true},
    {"__kcc_warp_match_all_64", true},
    {"__kcc_warp_shuffle", true},
    {"__kcc_warp_shuffle_up", true},
    {"__kcc_warp_shuffle_down", true},
    {"__kcc_warp_shuffle_xor", true},
    {"__kcc_warp_reduce_add", true},
    {"__kcc_warp_reduce_and", true},
    {"__kcc_warp_reduce_or", true},
    {"__kcc_warp_reduce_xor", true},
    {"__kcc_warp_reduce_min_signed", true},
    {"__kcc_warp_reduce_max_signed", true},
    {"__kcc_warp_reduce_min_unsigned", true},
    {"__kcc_warp_reduce_max_unsigned", true},
    // Directed rounding, only on GPUs: the headers do not call these elsewhere.
    KCC_ROUNDED("add"),
    KCC_ROUNDED("mul"),
    KCC_ROUNDED("div"),
    KCC_ROUNDED("sqrt"),
    KCC_ROUNDED("fma"),
    // Approximations, only on GPUs: the headers do not call these elsewhere.
    {"__kcc_sin_approx"},
    {"__kcc_cos_approx"},
    {"__kcc_tanh_approx"},
    {"__kcc_exp2_approx"},
    {"__kcc_log2_approx"},
    {"__kcc_rcp_approx"},
    {"__kcc_rsqrt_approx"},
    {"__kcc_sqrt_approx"},
    {"__kcc_div_approx"},
    {"__kcc_clock"},
    {"__kcc_clock64"},
    {"__kcc_global_timer"},
    {"__kcc_nanosleep", true},
    {"__kcc_sm_id"},
    {"__kcc_sm_count"},
    {"__kcc_warp_slot"},
    {"__kcc_warp_slots"},
    {"__kcc_grid_id"},
    {"__kcc_total_shared_bytes"},
    {"__kcc_lanemask_eq"},
    {"__kcc_lanemask_lt"},
    {"__kcc_lanemask_le"},
    {"__kcc_lanemask_gt"},
    {"__kcc_lanemask_ge"},
};

ArrayRef<Builtin> builtins() {
  return Table;
}

const Builtin *findBuiltin(StringRef Name) {
  if (!Name.starts_with("__kcc_"))
    return nullptr;
  auto *Row = find_if(Table, [&](const Builtin &B) { return Name == B.Name; });
  return Row == std::end(Table) ? nullptr : Row;
}

std::string publicName(const Builtin &B) {
  return ("kcc::" + B.Name.drop_front(StringRef("__kcc_").size())).str();
}

/// The target's code for a call, annotated with what is known about its result.
static Value *lowerCall(const BuiltinCall &Call, IRBuilderBase &Builder,
                        function_ref<Value *(const BuiltinCall &, IRBuilderBase &)> Lower) {
  Value *Result = Lower(Call, Builder);
  if (auto *Made = dyn_cast_or_null<CallInst>(Result); Made && Call.What.End != 0)
    Made->addRangeRetAttr(ConstantRange(APInt(32, Call.What.Begin), APInt(32, Call.What.End)));
  return Result;
}

void lowerBuiltins(Module &M, function_ref<Value *(const BuiltinCall &, IRBuilderBase &)> Lower) {
  for (Function &F : make_early_inc_range(M)) {
    const Builtin *B = F.isDeclaration() ? findBuiltin(F.getName()) : nullptr;
    if (!B)
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledOperand() != &F)
        continue;
      IRBuilder<> Builder(Call);
      SmallVector<Value *, 8> Arguments(Call->args());
      if (Value *Result = lowerCall({*B, Arguments, Call->getType()}, Builder, Lower))
        Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
    if (F.use_empty()) {
      F.eraseFromParent();
      continue;
    }
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &F));
    SmallVector<Value *, 8> Arguments(make_pointer_range(F.args()));
    Value *Result = lowerCall({*B, Arguments, F.getReturnType()}, Builder, Lower);
    Result ? Builder.CreateRet(Result) : Builder.CreateRetVoid();
    F.setLinkage(GlobalValue::InternalLinkage);
  }
}

} // namespace kcc::compiler
