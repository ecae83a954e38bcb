#include "targets/amdgpu/Builtins.h"
#include "lowering/EmbeddedFile.h"
#include "targets/PlainBuiltins.h"
#include "targets/nvptx/AddressSpaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

KCC_EMBEDDED(kcc_amdgpu_device) // the bitcode of device/*.cpp

namespace kcc::compiler {
namespace {

template <Intrinsic::ID Id> Value *number(const BuiltinCall &, IRBuilderBase &Builder) {
  return Builder.CreateIntrinsic(Id, {});
}

/// What the launch passes behind a kernel's parameters (LLVM's AMDGPUUsage, "Code Object V5 Metadata").
enum HiddenArgument : unsigned { BlockCount = 0, GroupSize = 12, DynamicSharedBytes = 120 };

Value *hidden(const BuiltinCall &Call, IRBuilderBase &Builder, unsigned Offset, unsigned Bytes) {
  Value *Block = Builder.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, {});
  Value *Place = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Block, Offset);
  LoadInst *Load = Builder.CreateAlignedLoad(Builder.getIntNTy(8 * Bytes), Place, Align(Bytes));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Builder.getContext(), {}));
  return Builder.CreateZExt(Load, Call.Result);
}
template <unsigned Axis> Value *blockDim(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return hidden(Call, Builder, GroupSize + 2 * Axis, 2);
}
template <unsigned Axis> Value *gridDim(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return hidden(Call, Builder, BlockCount + 4 * Axis, 4);
}
Value *dynamicSharedBytes(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return hidden(Call, Builder, DynamicSharedBytes, 4);
}

Value *laneOfWave(IRBuilderBase &Builder) {
  Value *Low =
      Builder.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_lo, {}, {Builder.getInt32(-1), Builder.getInt32(0)});
  return Builder.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_hi, {}, {Builder.getInt32(-1), Low});
}
Value *laneId(const BuiltinCall &, IRBuilderBase &Builder) {
  return Builder.CreateAnd(laneOfWave(Builder), 31);
}

/// The barrier orders nothing: the fences do.
Value *syncThreads(const BuiltinCall &, IRBuilderBase &Builder) {
  const SyncScope::ID Block = Builder.getContext().getOrInsertSyncScopeID("block");
  Builder.CreateFence(AtomicOrdering::Release, Block);
  Builder.CreateIntrinsic(Intrinsic::amdgcn_s_barrier, {});
  Builder.CreateFence(AtomicOrdering::Acquire, Block);
  return nullptr;
}

/// Other waves run for at least 64 cycles.
Value *yield(const BuiltinCall &, IRBuilderBase &Builder) {
  Builder.CreateIntrinsic(Intrinsic::amdgcn_s_sleep, {}, {Builder.getInt32(1)});
  return nullptr;
}

/// One array of unknown length, which LLVM places behind the static variables.
Value *dynamicShared(const BuiltinCall &Call, IRBuilderBase &Builder) {
  constexpr char Name[] = "kcc_dynamic_shared";
  Module &M = *Builder.GetInsertBlock()->getModule();
  GlobalVariable *Array = M.getNamedGlobal(Name);
  if (!Array) {
    Array = new GlobalVariable(M, ArrayType::get(Builder.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage,
                               nullptr, Name, nullptr, GlobalValue::NotThreadLocal, SharedSpace);
    Array->setAlignment(Align(16));
  }
  return Builder.CreateAddrSpaceCast(Array, Call.Result);
}

template <Intrinsic::ID Id> Value *leadsTo(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return Builder.CreateIntrinsic(Id, {}, Call.Arguments);
}
Value *isGlobal(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return Builder.CreateNot(Builder.CreateOr(leadsTo<Intrinsic::amdgcn_is_shared>(Call, Builder),
                                            leadsTo<Intrinsic::amdgcn_is_private>(Call, Builder)));
}
/// The lower half of a generic pointer to shared memory.
Value *sharedAddress(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return Builder.CreateTrunc(Builder.CreatePtrToInt(Call.Arguments[0], Builder.getInt64Ty()), Call.Result);
}

constexpr LoweredBuiltin LoweredBuiltins[] = {
    {"thread_idx_x", number<Intrinsic::amdgcn_workitem_id_x>},
    {"thread_idx_y", number<Intrinsic::amdgcn_workitem_id_y>},
    {"thread_idx_z", number<Intrinsic::amdgcn_workitem_id_z>},
    {"block_idx_x", number<Intrinsic::amdgcn_workgroup_id_x>},
    {"block_idx_y", number<Intrinsic::amdgcn_workgroup_id_y>},
    {"block_idx_z", number<Intrinsic::amdgcn_workgroup_id_z>},
    {"block_dim_x", blockDim<0>},
    {"block_dim_y", blockDim<1>},
    {"block_dim_z", blockDim<2>},
    {"grid_dim_x", gridDim<0>},
    {"grid_dim_y", gridDim<1>},
    {"grid_dim_z", gridDim<2>},
    {"lane_id", laneId},
    {"sync_threads", syncThreads},
    {"yield", yield},
    {"dynamic_shared", dynamicShared},
    {"dynamic_shared_bytes", dynamicSharedBytes},
    {"is_global", isGlobal},
    {"is_shared", leadsTo<Intrinsic::amdgcn_is_shared>},
    {"is_constant", neverTrue},
    {"is_local", leadsTo<Intrinsic::amdgcn_is_private>},
    {"shared_address", sharedAddress},
    {"load", copyWithoutHint},
    {"store", copyWithoutHint},
    {"prefetch", doNothing},
    {"async_started", doNothing},
};

// What spirv/device/warp.cpp calls.

/// The lanes of this warp that make the call with true.
Value *ballot(ArrayRef<Value *> Arguments, IRBuilderBase &Builder, unsigned WaveLanes) {
  Value *Wave = Builder.CreateIntrinsic(Intrinsic::amdgcn_ballot, {Builder.getIntNTy(WaveLanes)}, Arguments);
  if (WaveLanes == 64) // the half that the warp is
    Wave = Builder.CreateLShr(
        Wave, Builder.CreateZExt(Builder.CreateAnd(laneOfWave(Builder), 32), Builder.getInt64Ty()));
  return Builder.CreateTrunc(Wave, Builder.getInt32Ty());
}

/// What another lane of this warp passes. The instruction takes the byte offset of a lane's register.
Value *shuffle(ArrayRef<Value *> Arguments, IRBuilderBase &Builder, unsigned WaveLanes) {
  Value *From = Arguments[1];
  if (WaveLanes == 64)
    From = Builder.CreateOr(From, Builder.CreateAnd(laneOfWave(Builder), 32));
  return Builder.CreateIntrinsic(Intrinsic::amdgcn_ds_bpermute, {},
                                 {Builder.CreateShl(From, 2), Arguments[0]});
}

/// A wave runs in step: only the compiler must not move accesses of memory.
Value *sync(ArrayRef<Value *>, IRBuilderBase &Builder, unsigned) {
  const SyncScope::ID Wave = Builder.getContext().getOrInsertSyncScopeID("wavefront");
  Builder.CreateFence(AtomicOrdering::Release, Wave);
  Builder.CreateIntrinsic(Intrinsic::amdgcn_wave_barrier, {});
  Builder.CreateFence(AtomicOrdering::Acquire, Wave);
  return nullptr;
}

struct LaneOperation {
  StringRef Name;
  Value *(*Lower)(ArrayRef<Value *> Arguments, IRBuilderBase &, unsigned WaveLanes);
};
constexpr LaneOperation LaneOperations[] = {{"ballot", ballot}, {"shuffle", shuffle}, {"sync", sync}};

} // namespace

bool hasAmdgpuBuiltin(const Builtin &B) {
  return findLowered(LoweredBuiltins, B) || isInLibrary(kcc_amdgpu_device(), B);
}

void lowerAmdgpuBuiltins(Module &M, unsigned WaveLanes) {
  lowerBuiltins(M, kcc_amdgpu_device(), [](const BuiltinCall &Call, IRBuilderBase &Builder) {
    const LoweredBuiltin *Found = findLowered(LoweredBuiltins, Call.What);
    if (!Found)
      report_fatal_error(Twine("no code for AMD's GPUs for builtin ") + Call.What.Name);
    return Found->Lower(Call, Builder);
  });
  for (const LaneOperation &Operation : LaneOperations) {
    Function *F = M.getFunction((WarpPrefix + Operation.Name).str());
    if (!F)
      continue;
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = cast<CallInst>(U);
      IRBuilder<> Builder(Call);
      if (Value *Result = Operation.Lower(SmallVector<Value *, 2>(Call->args()), Builder, WaveLanes))
        Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
    F->eraseFromParent();
  }
}

} // namespace kcc::compiler
