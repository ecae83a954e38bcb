#include "targets/nvptx/GridBarrier.h"
#include "targets/nvptx/Builtins.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The address of the driver's arrival counter for the grid.
///
/// %envreg1 and %envreg2 are the high and the low half of the address of {bytes, counter}, a workspace that
/// the driver provides for each cooperative grid. NVIDIA's own cooperative groups have read it since CUDA 11,
/// in PTX that is part of programs, so every later driver must support it. A module variable would be shared
/// by all grids of the module, and two of them may run at the same time.
Value *counterAddress(IRBuilderBase &Builder) {
  auto Half = [&](Intrinsic::ID Register) {
    return Builder.CreateZExt(Builder.CreateIntrinsic(Register, {}), Builder.getInt64Ty());
  };
  Value *Address = Builder.CreateOr(Builder.CreateShl(Half(Intrinsic::nvvm_read_ptx_sreg_envreg1), 32),
                                    Half(Intrinsic::nvvm_read_ptx_sreg_envreg2));
  Address = Builder.CreateAdd(Address, Builder.getInt64(4));
  return Builder.CreateIntToPtr(Address, Builder.getPtrTy(GlobalSpace));
}

/// Whether three numbers are 0.
Value *allZero(IRBuilderBase &Builder, ArrayRef<Intrinsic::ID> Registers) {
  Value *Any = Builder.getInt32(0);
  for (Intrinsic::ID Register : Registers)
    Any = Builder.CreateOr(Any, Builder.CreateIntrinsic(Register, {}));
  return Builder.CreateIsNull(Any);
}

/// One thread of each block arrives for its block by adding to the counter, and waits until the top bit has
/// changed. The first block adds 2^31 - (blocks - 1), each of the others 1: 2^31 in total, whatever the
/// counter was before, so it needs no reset for the next barrier. Fewer arrivals never change the top bit,
/// because the lower 31 bits are 0 between two barriers.
Function *makeGridBarrier(Module &M, StringRef Name) {
  LLVMContext &Context = M.getContext();
  IRBuilder<> Builder(Context);
  auto *F =
      Function::Create(FunctionType::get(Builder.getVoidTy(), false), GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::Convergent);
  F->setDoesNotThrow();
  auto *Entry = BasicBlock::Create(Context, "entry", F), *Arrive = BasicBlock::Create(Context, "arrive", F),
       *Poll = BasicBlock::Create(Context, "poll", F), *Done = BasicBlock::Create(Context, "done", F);
  const SyncScope::ID Device = Context.getOrInsertSyncScopeID("device");
  auto SyncBlock = [&] {
    Builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_all, {}, {Builder.getInt32(0)});
  };

  Builder.SetInsertPoint(Entry);
  SyncBlock();
  Builder.CreateCondBr(
      allZero(Builder, {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
                        Intrinsic::nvvm_read_ptx_sreg_tid_z}),
      Arrive, Done);

  Builder.SetInsertPoint(Arrive);
  Value *Counter = counterAddress(Builder);
  Value *Blocks = Builder.CreateMul(
      Builder.CreateMul(Builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_nctaid_x, {}),
                        Builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_nctaid_y, {})),
      Builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_nctaid_z, {}));
  Value *IsFirst =
      allZero(Builder, {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                        Intrinsic::nvvm_read_ptx_sreg_ctaid_z});
  Value *Share = Builder.CreateSelect(IsFirst, Builder.CreateSub(Builder.getInt32(0x80000001), Blocks),
                                      Builder.getInt32(1));
  Value *Before = Builder.CreateAtomicRMW(AtomicRMWInst::Add, Counter, Share, Align(4),
                                          AtomicOrdering::AcquireRelease, Device);
  Builder.CreateBr(Poll);

  Builder.SetInsertPoint(Poll);
  LoadInst *Now = Builder.CreateAlignedLoad(Builder.getInt32Ty(), Counter, Align(4));
  Now->setAtomic(AtomicOrdering::Acquire, Device);
  // The top bits differ if the exclusive or is negative.
  Builder.CreateCondBr(Builder.CreateIsNeg(Builder.CreateXor(Before, Now)), Done, Poll);

  Builder.SetInsertPoint(Done);
  SyncBlock();
  Builder.CreateRetVoid();
  return F;
}

} // namespace

void callGridBarrier(IRBuilderBase &Builder) {
  constexpr char Name[] = "kcc.sync_grid";
  Module &M = *Builder.GetInsertBlock()->getModule();
  Function *F = M.getFunction(Name);
  if (!F)
    F = makeGridBarrier(M, Name);
  Builder.CreateCall(F)->addFnAttr(Attribute::Convergent);
}

} // namespace kcc::compiler
