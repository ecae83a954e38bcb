// A table with one row per builtin: an LLVM intrinsic where a suitable one exists, inline PTX where not, and
// a function that emits the code where one instruction is not enough. The row also says which architectures
// have the builtin.
#include "targets/nvptx/Builtins.h"
#include "targets/nvptx/GridBarrier.h"
#include "targets/nvptx/HintedMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The effects of an assembly row besides its result.
enum Effect { Pure, Memory, Convergent };

/// How one builtin becomes PTX, in one of three ways.
struct Row {
  StringRef Name;
  /// An LLVM intrinsic that takes the same arguments, followed by `Constants`. Integers are extended to the
  /// intrinsic's width, and pointers cast to its address space.
  Intrinsic::ID Intrinsic = Intrinsic::not_intrinsic;
  ArrayRef<int> Constants = {};
  /// Instructions, with operands and constraints as LLVM writes them ("$0", "=r,r").
  StringRef Assembly = {}, Constraints = {};
  Effect Has = Pure;
  /// A function that emits the code.
  Value *(*Special)(const BuiltinCall &, IRBuilderBase &) = nullptr;
  PtxNeeds Needs = {50, 70};
};

constexpr Row intrinsic(StringRef Name, Intrinsic::ID Id, PtxNeeds Needs = {50, 70}) {
  return {.Name = Name, .Intrinsic = Id, .Needs = Needs};
}
constexpr Row intrinsic(StringRef Name, Intrinsic::ID Id, ArrayRef<int> Constants,
                        PtxNeeds Needs = {50, 70}) {
  return {.Name = Name, .Intrinsic = Id, .Constants = Constants, .Needs = Needs};
}
constexpr Row assembly(StringRef Name, StringRef Text, StringRef Constraints, Effect Has = Pure,
                       PtxNeeds Needs = {50, 70}) {
  return {.Name = Name, .Assembly = Text, .Constraints = Constraints, .Has = Has, .Needs = Needs};
}
constexpr Row special(StringRef Name, Value *(*Lower)(const BuiltinCall &, IRBuilderBase &),
                      PtxNeeds Needs = {50, 70}) {
  return {.Name = Name, .Special = Lower, .Needs = Needs};
}

/// One array of unknown length for the whole module; the launch sets its size.
Value *dynamicShared(const BuiltinCall &, IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  constexpr char Name[] = "kcc_dynamic_shared";
  GlobalVariable *Array = M.getGlobalVariable(Name);
  if (!Array) {
    Array = new GlobalVariable(M, ArrayType::get(Builder.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage,
                               nullptr, Name, nullptr, GlobalValue::NotThreadLocal, SharedSpace);
    Array->setAlignment(Align(128));
  }
  return Builder.CreateAddrSpaceCast(Array, Builder.getPtrTy());
}

/// Barrier 0 with a reduction of one predicate per thread.
template <Intrinsic::ID Id> Value *barrierReduction(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Value *Truth = Builder.CreateIsNotNull(Call.Arguments[0]);
  Value *Result = Builder.CreateIntrinsic(Id, {}, {Builder.getInt32(0), Truth});
  return Builder.CreateZExt(Result, Call.Result);
}

Value *syncGrid(const BuiltinCall &, IRBuilderBase &Builder) {
  callGridBarrier(Builder);
  return nullptr;
}

/// By default, arriving releases and waiting acquires at cluster scope (PTX ISA, "barrier.cluster").
Value *syncCluster(const BuiltinCall &, IRBuilderBase &Builder) {
  Builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cluster_arrive, {});
  Builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cluster_wait, {});
  return nullptr;
}

/// mbarrier.test_wait does not wait, so it is polled; the waiting form exists from sm_90 on.
Value *askUntilTrue(const BuiltinCall &Call, IRBuilderBase &Builder, const char *Instruction,
                    const char *Constraints) {
  Value *Barrier = Builder.CreateAddrSpaceCast(Call.Arguments[0], Builder.getPtrTy(SharedSpace));
  auto *Type =
      FunctionType::get(Builder.getVoidTy(), {Barrier->getType(), Call.Arguments[1]->getType()}, false);
  std::string Text = (Twine("{\n\t.reg .pred ended;\nagain${:uid}:\n\t") + Instruction +
                      " ended, [$0], $1;\n\t@!ended bra again${:uid};\n\t}")
                         .str();
  Builder
      .CreateCall(InlineAsm::get(Type, Text, Constraints, /*hasSideEffects=*/true),
                  {Barrier, Call.Arguments[1]})
      ->setDoesNotThrow();
  return nullptr;
}

Value *waitAtBarrier(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return askUntilTrue(Call, Builder, "mbarrier.test_wait.shared.b64", "l,l,~{memory}");
}

Value *waitForParity(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return askUntilTrue(Call, Builder, "mbarrier.test_wait.parity.shared.b64", "l,r,~{memory}");
}

/// The number of groups is an immediate operand. If it is unknown, waiting for all groups is also correct.
Value *waitForGroups(const BuiltinCall &Call, IRBuilderBase &Builder) {
  if (isa<ConstantInt>(Call.Arguments[0]))
    Builder.CreateIntrinsic(Intrinsic::nvvm_cp_async_wait_group, {}, {Call.Arguments[0]});
  else
    Builder.CreateIntrinsic(Intrinsic::nvvm_cp_async_wait_all, {});
  return nullptr;
}

/// (shared memory, barrier, global memory, bytes). The barrier must expect the bytes before they can arrive.
/// The copy uses a different proxy than loads and stores, hence the fence: earlier accesses of the block to
/// this memory and to the barrier come first.
Value *bulkCopy(const BuiltinCall &Call, IRBuilderBase &Builder) {
  auto In = [&](unsigned Argument, PtxSpace Space) {
    return Builder.CreateAddrSpaceCast(Call.Arguments[Argument], Builder.getPtrTy(Space));
  };
  Value *Barrier = In(1, SharedSpace), *Bytes = Call.Arguments[3];
  Builder.CreateIntrinsic(Intrinsic::nvvm_fence_proxy_async_shared_cta, {});
  Builder.CreateIntrinsic(Intrinsic::nvvm_mbarrier_expect_tx_scope_cta_space_cta, {}, {Barrier, Bytes});
  Builder.CreateIntrinsic(Intrinsic::nvvm_cp_async_bulk_global_to_shared_cluster, {},
                          {In(0, ClusterSharedSpace), Barrier, In(2, GlobalSpace), Bytes, Builder.getInt16(0),
                           Builder.getInt64(0), Builder.getFalse(), Builder.getFalse()});
  return nullptr;
}

/// The 32-bit address in shared memory, as instructions take it.
Value *sharedAddress(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Value *Shared = Builder.CreateAddrSpaceCast(Call.Arguments[0], Builder.getPtrTy(SharedSpace));
  return Builder.CreateTrunc(Builder.CreatePtrToInt(Shared, Builder.getInt64Ty()), Call.Result);
}

/// An intrinsic that returns 32 bits and a predicate: the predicate becomes bit 32, or is dropped if the
/// builtin returns 32 bits.
template <Intrinsic::ID Id> Value *callPair(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Value *Pair = Builder.CreateIntrinsic(Id, {}, Call.Arguments);
  Value *Bits = Builder.CreateExtractValue(Pair, 0);
  if (Call.Result->isIntegerTy(32))
    return Bits;
  Value *Predicate = Builder.CreateZExt(Builder.CreateExtractValue(Pair, 1), Call.Result);
  return Builder.CreateOr(Builder.CreateZExt(Bits, Call.Result), Builder.CreateShl(Predicate, 32));
}

constexpr int Zero[] = {0};

// LLVM and PTX call rounding down "minus" and rounding up "plus".
#define KCC_ROUNDED(Operation)                                                                               \
  intrinsic("__kcc_" #Operation "_rn_f32", Intrinsic::nvvm_##Operation##_rn_f),                              \
      intrinsic("__kcc_" #Operation "_rn_f64", Intrinsic::nvvm_##Operation##_rn_d),                          \
      intrinsic("__kcc_" #Operation "_rz_f32", Intrinsic::nvvm_##Operation##_rz_f),                          \
      intrinsic("__kcc_" #Operation "_rz_f64", Intrinsic::nvvm_##Operation##_rz_d),                          \
      intrinsic("__kcc_" #Operation "_rd_f32", Intrinsic::nvvm_##Operation##_rm_f),                          \
      intrinsic("__kcc_" #Operation "_rd_f64", Intrinsic::nvvm_##Operation##_rm_d),                          \
      intrinsic("__kcc_" #Operation "_ru_f32", Intrinsic::nvvm_##Operation##_rp_f),                          \
      intrinsic("__kcc_" #Operation "_ru_f64", Intrinsic::nvvm_##Operation##_rp_d)

constexpr Row Table[] = {
    // Address spaces
    intrinsic("__kcc_is_global", Intrinsic::nvvm_isspacep_global),
    intrinsic("__kcc_is_shared", Intrinsic::nvvm_isspacep_shared),
    intrinsic("__kcc_is_constant", Intrinsic::nvvm_isspacep_const),
    intrinsic("__kcc_is_local", Intrinsic::nvvm_isspacep_local),
    special("__kcc_shared_address", sharedAddress),
    // Loads and stores with cache hints
    special("__kcc_load", hintedLoad),
    special("__kcc_store", hintedStore),
    special("__kcc_prefetch", prefetch),
    // Integers
    intrinsic("__kcc_byte_permute", Intrinsic::nvvm_prmt),
    assembly("__kcc_dot4_ss", "dp4a.s32.s32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot4_su", "dp4a.s32.u32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot4_us", "dp4a.u32.s32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot4_uu", "dp4a.u32.u32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot2_ss", "dp2a.lo.s32.s32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot2_su", "dp2a.lo.s32.u32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot2_us", "dp2a.lo.u32.s32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    assembly("__kcc_dot2_uu", "dp2a.lo.u32.u32 $0, $1, $2, $3;", "=r,r,r,r", Pure, {61, 70}),
    // Thread and block indices
    intrinsic("__kcc_thread_idx_x", Intrinsic::nvvm_read_ptx_sreg_tid_x),
    intrinsic("__kcc_thread_idx_y", Intrinsic::nvvm_read_ptx_sreg_tid_y),
    intrinsic("__kcc_thread_idx_z", Intrinsic::nvvm_read_ptx_sreg_tid_z),
    intrinsic("__kcc_block_idx_x", Intrinsic::nvvm_read_ptx_sreg_ctaid_x),
    intrinsic("__kcc_block_idx_y", Intrinsic::nvvm_read_ptx_sreg_ctaid_y),
    intrinsic("__kcc_block_idx_z", Intrinsic::nvvm_read_ptx_sreg_ctaid_z),
    intrinsic("__kcc_block_dim_x", Intrinsic::nvvm_read_ptx_sreg_ntid_x),
    intrinsic("__kcc_block_dim_y", Intrinsic::nvvm_read_ptx_sreg_ntid_y),
    intrinsic("__kcc_block_dim_z", Intrinsic::nvvm_read_ptx_sreg_ntid_z),
    intrinsic("__kcc_grid_dim_x", Intrinsic::nvvm_read_ptx_sreg_nctaid_x),
    intrinsic("__kcc_grid_dim_y", Intrinsic::nvvm_read_ptx_sreg_nctaid_y),
    intrinsic("__kcc_grid_dim_z", Intrinsic::nvvm_read_ptx_sreg_nctaid_z),
    intrinsic("__kcc_lane_id", Intrinsic::nvvm_read_ptx_sreg_laneid),
    // Clusters
    intrinsic("__kcc_cluster_idx_x", Intrinsic::nvvm_read_ptx_sreg_clusterid_x, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_idx_y", Intrinsic::nvvm_read_ptx_sreg_clusterid_y, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_idx_z", Intrinsic::nvvm_read_ptx_sreg_clusterid_z, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_grid_dim_x", Intrinsic::nvvm_read_ptx_sreg_nclusterid_x, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_grid_dim_y", Intrinsic::nvvm_read_ptx_sreg_nclusterid_y, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_grid_dim_z", Intrinsic::nvvm_read_ptx_sreg_nclusterid_z, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_dim_x", Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_x, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_dim_y", Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_y, PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_dim_z", Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_z, PtxNeeds{90, 78}),
    intrinsic("__kcc_block_idx_in_cluster_x", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_x,
              PtxNeeds{90, 78}),
    intrinsic("__kcc_block_idx_in_cluster_y", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_y,
              PtxNeeds{90, 78}),
    intrinsic("__kcc_block_idx_in_cluster_z", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_z,
              PtxNeeds{90, 78}),
    intrinsic("__kcc_cluster_size", Intrinsic::nvvm_read_ptx_sreg_cluster_nctarank, PtxNeeds{90, 78}),
    intrinsic("__kcc_block_rank_in_cluster", Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank, PtxNeeds{90, 78}),
    // Warps
    intrinsic("__kcc_sync_warp", Intrinsic::nvvm_bar_warp_sync),
    intrinsic("__kcc_warp_active_mask", Intrinsic::nvvm_activemask),
    intrinsic("__kcc_warp_any", Intrinsic::nvvm_vote_any_sync),
    intrinsic("__kcc_warp_all", Intrinsic::nvvm_vote_all_sync),
    intrinsic("__kcc_warp_uniform", Intrinsic::nvvm_vote_uni_sync),
    intrinsic("__kcc_warp_ballot", Intrinsic::nvvm_vote_ballot_sync),
    intrinsic("__kcc_warp_match_any_32", Intrinsic::nvvm_match_any_sync_i32, PtxNeeds{70, 70}),
    intrinsic("__kcc_warp_match_any_64", Intrinsic::nvvm_match_any_sync_i64, PtxNeeds{70, 70}),
    special("__kcc_warp_match_all_32", callPair<Intrinsic::nvvm_match_all_sync_i32p>, PtxNeeds{70, 70}),
    special("__kcc_warp_match_all_64", callPair<Intrinsic::nvvm_match_all_sync_i64p>, PtxNeeds{70, 70}),
    special("__kcc_warp_shuffle", callPair<Intrinsic::nvvm_shfl_sync_idx_i32p>),
    special("__kcc_warp_shuffle_up", callPair<Intrinsic::nvvm_shfl_sync_up_i32p>),
    special("__kcc_warp_shuffle_down", callPair<Intrinsic::nvvm_shfl_sync_down_i32p>),
    special("__kcc_warp_shuffle_xor", callPair<Intrinsic::nvvm_shfl_sync_bfly_i32p>),
    intrinsic("__kcc_warp_reduce_add", Intrinsic::nvvm_redux_sync_add, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_and", Intrinsic::nvvm_redux_sync_and, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_or", Intrinsic::nvvm_redux_sync_or, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_xor", Intrinsic::nvvm_redux_sync_xor, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_min_signed", Intrinsic::nvvm_redux_sync_min, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_max_signed", Intrinsic::nvvm_redux_sync_max, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_min_unsigned", Intrinsic::nvvm_redux_sync_umin, PtxNeeds{80, 70}),
    intrinsic("__kcc_warp_reduce_max_unsigned", Intrinsic::nvvm_redux_sync_umax, PtxNeeds{80, 70}),
    // Synchronization
    intrinsic("__kcc_yield", Intrinsic::nvvm_nanosleep, PtxNeeds{70, 70}),
    intrinsic("__kcc_sync_threads", Intrinsic::nvvm_barrier_cta_sync_all, Zero),
    special("__kcc_sync_threads_count", barrierReduction<Intrinsic::nvvm_barrier_cta_red_popc_all>),
    special("__kcc_sync_threads_and", barrierReduction<Intrinsic::nvvm_barrier_cta_red_and_all>),
    special("__kcc_sync_threads_or", barrierReduction<Intrinsic::nvvm_barrier_cta_red_or_all>),
    intrinsic("__kcc_named_barrier_sync", Intrinsic::nvvm_barrier_cta_sync_count),
    intrinsic("__kcc_named_barrier_arrive", Intrinsic::nvvm_barrier_cta_arrive_count),
    special("__kcc_sync_grid", syncGrid),
    special("__kcc_sync_cluster", syncCluster, {90, 78}),
    intrinsic("__kcc_cluster_shared", Intrinsic::nvvm_mapa, PtxNeeds{90, 78}),
    // Barriers in shared memory
    intrinsic("__kcc_barrier_init", Intrinsic::nvvm_mbarrier_init_shared, PtxNeeds{80, 70}),
    intrinsic("__kcc_barrier_arrive", Intrinsic::nvvm_mbarrier_arrive_shared, PtxNeeds{80, 70}),
    intrinsic("__kcc_barrier_arrive_early", Intrinsic::nvvm_mbarrier_arrive_noComplete_shared,
              PtxNeeds{80, 70}),
    intrinsic("__kcc_barrier_arrive_drop", Intrinsic::nvvm_mbarrier_arrive_drop_shared, PtxNeeds{80, 70}),
    intrinsic("__kcc_barrier_test", Intrinsic::nvvm_mbarrier_test_wait_shared, PtxNeeds{80, 70}),
    intrinsic("__kcc_barrier_try_wait", Intrinsic::nvvm_mbarrier_try_wait_scope_cta_space_cta,
              PtxNeeds{90, 80}),
    special("__kcc_barrier_wait", waitAtBarrier, {80, 70}),
    special("__kcc_barrier_wait_parity", waitForParity, {80, 71}),
    intrinsic("__kcc_barrier_try_wait_parity", Intrinsic::nvvm_mbarrier_try_wait_parity_scope_cta_space_cta,
              PtxNeeds{90, 80}),
    // Asynchronous copies
    intrinsic("__kcc_async_copy_4", Intrinsic::nvvm_cp_async_ca_shared_global_4, PtxNeeds{80, 70}),
    intrinsic("__kcc_async_copy_8", Intrinsic::nvvm_cp_async_ca_shared_global_8, PtxNeeds{80, 70}),
    intrinsic("__kcc_async_copy_16", Intrinsic::nvvm_cp_async_cg_shared_global_16, PtxNeeds{80, 70}),
    intrinsic("__kcc_async_commit", Intrinsic::nvvm_cp_async_commit_group, PtxNeeds{80, 70}),
    special("__kcc_async_wait_group", waitForGroups, {80, 70}),
    intrinsic("__kcc_async_wait_all", Intrinsic::nvvm_cp_async_wait_all, PtxNeeds{80, 70}),
    intrinsic("__kcc_async_arrive", Intrinsic::nvvm_cp_async_mbarrier_arrive_noinc_shared, PtxNeeds{80, 70}),
    special("__kcc_bulk_copy", bulkCopy, {90, 80}),
    // Shared memory
    special("__kcc_dynamic_shared", dynamicShared),
    intrinsic("__kcc_dynamic_shared_bytes", Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size),
    // Time
    intrinsic("__kcc_clock", Intrinsic::nvvm_read_ptx_sreg_clock),
    intrinsic("__kcc_clock64", Intrinsic::nvvm_read_ptx_sreg_clock64),
    intrinsic("__kcc_global_timer", Intrinsic::nvvm_read_ptx_sreg_globaltimer),
    intrinsic("__kcc_nanosleep", Intrinsic::nvvm_nanosleep, PtxNeeds{70, 70}),
    // Special registers
    intrinsic("__kcc_sm_id", Intrinsic::nvvm_read_ptx_sreg_smid),
    intrinsic("__kcc_sm_count", Intrinsic::nvvm_read_ptx_sreg_nsmid),
    intrinsic("__kcc_warp_slot", Intrinsic::nvvm_read_ptx_sreg_warpid),
    intrinsic("__kcc_warp_slots", Intrinsic::nvvm_read_ptx_sreg_nwarpid),
    assembly("__kcc_grid_id", "mov.u64 $0, %gridid;", "=l"), // LLVM's intrinsic only has 32 bits
    intrinsic("__kcc_total_shared_bytes", Intrinsic::nvvm_read_ptx_sreg_total_smem_size),
    intrinsic("__kcc_lanemask_eq", Intrinsic::nvvm_read_ptx_sreg_lanemask_eq),
    intrinsic("__kcc_lanemask_lt", Intrinsic::nvvm_read_ptx_sreg_lanemask_lt),
    intrinsic("__kcc_lanemask_le", Intrinsic::nvvm_read_ptx_sreg_lanemask_le),
    intrinsic("__kcc_lanemask_gt", Intrinsic::nvvm_read_ptx_sreg_lanemask_gt),
    intrinsic("__kcc_lanemask_ge", Intrinsic::nvvm_read_ptx_sreg_lanemask_ge),
    // Directed rounding
    KCC_ROUNDED(add),
    KCC_ROUNDED(mul),
    KCC_ROUNDED(div),
    KCC_ROUNDED(sqrt),
    KCC_ROUNDED(fma),
    // Approximations
    assembly("__kcc_sin_approx", "sin.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_cos_approx", "cos.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_tanh_approx", "tanh.approx.f32 $0, $1;", "=f,f", Pure, {75, 70}),
    assembly("__kcc_exp2_approx", "ex2.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_log2_approx", "lg2.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_rcp_approx", "rcp.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_rsqrt_approx", "rsqrt.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_sqrt_approx", "sqrt.approx.f32 $0, $1;", "=f,f"),
    assembly("__kcc_div_approx", "div.approx.f32 $0, $1, $2;", "=f,f,f"),
};

const Row &rowOf(const Builtin &B) {
  auto *Found = find_if(Table, [&](const Row &R) { return R.Name == B.Name; });
  if (Found == std::end(Table))
    report_fatal_error(Twine("no PTX for builtin ") + B.Name);
  return *Found;
}

/// Converts \p V to type \p To, which differs at most in width or address space.
Value *fit(Value *V, Type *To, IRBuilderBase &Builder) {
  if (V->getType() == To)
    return V;
  if (To->isPointerTy())
    return Builder.CreateAddrSpaceCast(V, To);
  return Builder.CreateZExtOrTrunc(V, To);
}

Value *callIntrinsic(const Row &R, const BuiltinCall &Call, IRBuilderBase &Builder) {
  Function *F = Intrinsic::getOrInsertDeclaration(Builder.GetInsertBlock()->getModule(), R.Intrinsic);
  FunctionType *Type = F->getFunctionType();
  SmallVector<Value *, 8> Arguments;
  for (Value *A : Call.Arguments)
    Arguments.push_back(fit(A, Type->getParamType(static_cast<unsigned>(Arguments.size())), Builder));
  for (int C : R.Constants)
    Arguments.push_back(
        ConstantInt::getSigned(Type->getParamType(static_cast<unsigned>(Arguments.size())), C));
  CallInst *Made = Builder.CreateCall(F, Arguments);
  return Call.Result->isVoidTy() ? nullptr : fit(Made, Call.Result, Builder);
}

Value *writeAssembly(const Row &R, const BuiltinCall &Call, IRBuilderBase &Builder) {
  SmallVector<Type *, 8> Types;
  for (Value *A : Call.Arguments)
    Types.push_back(A->getType());
  std::string Constraints = R.Constraints.str();
  if (R.Has != Pure)
    Constraints += Constraints.empty() ? "~{memory}" : ",~{memory}";
  CallInst *Made =
      Builder.CreateCall(InlineAsm::get(FunctionType::get(Call.Result, Types, false), R.Assembly, Constraints,
                                        /*hasSideEffects=*/R.Has != Pure),
                         Call.Arguments);
  Made->setDoesNotThrow();
  if (R.Has == Pure)
    Made->setDoesNotAccessMemory();
  if (R.Has == Convergent)
    Made->addFnAttr(Attribute::Convergent);
  return Call.Result->isVoidTy() ? nullptr : Made;
}

} // namespace

PtxNeeds needsOf(const Builtin &B) {
  return rowOf(B).Needs;
}

Value *lowerNvptxBuiltin(const BuiltinCall &Call, IRBuilderBase &Builder) {
  const Row &R = rowOf(Call.What);
  if (R.Special)
    return R.Special(Call, Builder);
  return R.Assembly.empty() ? callIntrinsic(R, Call, Builder) : writeAssembly(R, Call, Builder);
}

} // namespace kcc::compiler
