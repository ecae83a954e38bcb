// LaneEmitter: instructions that run for one lane after another, such as calls and atomic updates.
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BlockFunctions.h"
#include "targets/cpu/lanes/LaneEmitter.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

void doNotUnroll(BranchInst &Latch) {
  LLVMContext &Context = Latch.getContext();
  MDNode *Loop = MDNode::getDistinct(
      Context, {nullptr, MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.disable"))});
  Loop->replaceOperandWith(0, Loop);
  Latch.setMetadata(LLVMContext::MD_loop, Loop);
}

/// Whether an update is atomic only among the threads of the block, which run on one OS thread: then a load
/// and a store are enough. No other threads reach shared memory, unless they ask for that of their cluster.
bool LaneEmitter::isWithinBlock(const AtomicRMWInst &Update) const {
  if (Update.isVolatile())
    return false;
  const Function *ReachOthers = F.getParent()->getFunction("kcc_cpu_cluster_shared");
  return Update.getSyncScopeID() == F.getContext().getOrInsertSyncScopeID(blockScope) ||
         (isOfBlock(Update.getPointerOperand()) && (!ReachOthers || ReachOthers->use_empty()));
}

/// The address in one lane, computed from the lane's element of a vector of indices, which often have fewer
/// bits. Without a lane, this only calls get() for what the address is computed from, as must be done before
/// a branch.
Value *LaneEmitter::addressInLane(Value *Address, const BasicBlock *Block, Value *Lane) {
  auto Of = [&](Value *V) { return Lane ? lane(V, Lane) : get(V); };
  auto *Gep = dyn_cast<GetElementPtrInst>(Address);
  if (!Gep || Gep->getParent() != Block || Shapes[Gep].Kind != Shape::Varying ||
      Shapes[Gep->getPointerOperand()].Kind == Shape::Varying)
    return Of(Address);
  Value *Base = Of(Gep->getPointerOperand());
  SmallVector<Value *, 4> Indices;
  for (Value *Index : Gep->indices()) {
    auto *Cast = dyn_cast<CastInst>(Index);
    if (!Cast || !isa<ZExtInst, SExtInst>(Cast) || Cast->getParent() != Block ||
        Shapes[Cast].Kind != Shape::Varying) {
      Indices.push_back(Of(Index));
      continue;
    }
    Value *Narrow = Of(Cast->getOperand(0));
    Indices.push_back(Lane ? Builder.CreateCast(Cast->getOpcode(), Narrow, Cast->getType()) : Narrow);
  }
  return Lane ? Builder.CreateGEP(Gep->getSourceElementType(), Base, Indices) : nullptr;
}

/// How several updates become one: the operation that combines their operands, and its neutral element.
struct JoinedUpdate {
  Intrinsic::ID Reduction;
  Constant *Neutral;
};

/// Nothing if updates cannot be joined. The order in which threads add floating-point numbers is
/// unspecified.
static std::optional<JoinedUpdate> joined(const AtomicRMWInst &Update) {
  Type *const T = Update.getType();
  if (!isElement(T))
    return std::nullopt;
  const bool IsNumber = T->isIntegerTy();
  const unsigned Bits = IsNumber ? T->getIntegerBitWidth() : 1;
  auto With = [&](Intrinsic::ID Reduction, const APInt &Neutral) {
    return IsNumber ? std::optional(JoinedUpdate{Reduction, ConstantInt::get(T, Neutral)}) : std::nullopt;
  };
  switch (Update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return With(Intrinsic::vector_reduce_add, APInt::getZero(Bits));
  case AtomicRMWInst::And:
    return With(Intrinsic::vector_reduce_and, APInt::getAllOnes(Bits));
  case AtomicRMWInst::Or:
    return With(Intrinsic::vector_reduce_or, APInt::getZero(Bits));
  case AtomicRMWInst::Xor:
    return With(Intrinsic::vector_reduce_xor, APInt::getZero(Bits));
  case AtomicRMWInst::Max:
    return With(Intrinsic::vector_reduce_smax, APInt::getSignedMinValue(Bits));
  case AtomicRMWInst::Min:
    return With(Intrinsic::vector_reduce_smin, APInt::getSignedMaxValue(Bits));
  case AtomicRMWInst::UMax:
    return With(Intrinsic::vector_reduce_umax, APInt::getZero(Bits));
  case AtomicRMWInst::UMin:
    return With(Intrinsic::vector_reduce_umin, APInt::getAllOnes(Bits));
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
    return JoinedUpdate{Intrinsic::vector_reduce_fadd, ConstantFP::getNegativeZero(T)};
  default:
    return std::nullopt;
  }
}

/// Emits one atomic update for all lanes, if they update the same memory and no thread learns what was there
/// before it.
bool LaneEmitter::emitJoinedUpdate(const AtomicRMWInst &Update, Value *Mask) {
  const std::optional<JoinedUpdate> Joined = joined(Update);
  if (!Joined || !Update.use_empty() || Update.isVolatile() || !Shapes.isUniform(Update.getPointerOperand()))
    return false;
  Value *Pointer = get(const_cast<Value *>(Update.getPointerOperand()));
  Value *Operands = vector(const_cast<Value *>(Update.getValOperand()));
  BasicBlock *Done = nullptr;
  if (Mask) {
    Operands = Builder.CreateSelect(Mask, Operands,
                                    ConstantVector::getSplat(ElementCount::getFixed(Lanes), Joined->Neutral));
    BasicBlock *Run = newBlock("update");
    Done = newBlock("updated");
    Builder.CreateCondBr(Builder.CreateOrReduce(Mask), Run, Done);
    Builder.SetInsertPoint(Run);
  }
  Value *Operand = Joined->Reduction == Intrinsic::vector_reduce_fadd
                       ? Builder.CreateFAddReduce(Joined->Neutral, Operands)
                       : Builder.CreateUnaryIntrinsic(Joined->Reduction, Operands);
  if (isWithinBlock(Update)) {
    Value *Old = Builder.CreateAlignedLoad(Update.getType(), Pointer, Update.getAlign());
    Builder.CreateAlignedStore(buildAtomicRMWValue(Update.getOperation(), Builder, Old, Operand), Pointer,
                               Update.getAlign());
  } else {
    Builder.CreateAtomicRMW(Update.getOperation(), Pointer, Operand, Update.getAlign(), Update.getOrdering(),
                            Update.getSyncScopeID());
  }
  if (Done) {
    Builder.CreateBr(Done);
    Builder.SetInsertPoint(Done);
  }
  return true;
}

/// Emits a loop in which one lane after another executes the instruction.
void LaneEmitter::emitPerLane(Instruction &I, Value *Mask) {
  const bool IsCall = isa<CallBase>(I) && !isa<IntrinsicInst>(I), IsAtomic = isa<AtomicRMWInst>(I);
  // The loop of calls stays one, and takes a vector's element by its number from memory.
  auto inMemory = [&](Type *T) {
    return IsCall && Layout.getTypeSizeInBits(T) == 8 * Layout.getTypeAllocSize(T);
  };
  DenseMap<const Value *, AllocaInst *> Operands;
  for (Value *V : I.operand_values()) { // before the loop: get() remembers what it loads
    if (isa<BasicBlock>(V))
      continue;
    if (IsAtomic && V->getType()->isPointerTy()) {
      addressInLane(V, I.getParent(), nullptr);
      continue;
    }
    Value *X = get(V);
    if (Shapes[V].Kind == Shape::Varying && inMemory(V->getType())) {
      AllocaInst *&Copy = Operands[V];
      if (!Copy)
        Copy = variable(X->getType(), "operands");
      Builder.CreateStore(X, Copy);
    }
  }
  SmallVector<Type *, 2> Types;
  if (auto *Struct = dyn_cast<StructType>(I.getType()))
    append_range(Types, Struct->elements());
  else if (!I.getType()->isVoidTy())
    Types.push_back(I.getType());
  BasicBlock *Before = Builder.GetInsertBlock(), *Head = newBlock("lane"), *Run = newBlock("lane.run"),
             *Next = newBlock("lane.next"), *Done = newBlock("lane.done");
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  PHINode *Lane = Builder.CreatePHI(Builder.getInt32Ty(), 2);
  Lane->addIncoming(Builder.getInt32(0), Before);
  auto element = [&](AllocaInst *Vector) {
    Type *T = Vector->getAllocatedType()->getScalarType();
    return Builder.CreateInBoundsGEP(T, Vector, Lane);
  };
  SmallVector<PHINode *, 2> Results; // null: in memory
  SmallVector<AllocaInst *, 2> ResultsInMemory;
  for (Type *T : Types) {
    ResultsInMemory.push_back(inMemory(T) ? variable(vectorType(T), "results") : nullptr);
    Results.push_back(ResultsInMemory.back() ? nullptr : Builder.CreatePHI(vectorType(T), 2));
    if (Results.back())
      Results.back()->addIncoming(PoisonValue::get(vectorType(T)), Before);
  }
  if (Mask)
    Builder.CreateCondBr(Builder.CreateExtractElement(Mask, Lane), Run, Next);
  else
    Builder.CreateBr(Run);
  Builder.SetInsertPoint(Run);
  if (IsCall) {
    storeField(Builder.CreateAdd(FirstX, Lane), offsetof(CpuThread, thread_idx));
    storeField(Builder.CreateAdd(FirstRank, Lane), offsetof(CpuThread, thread_rank));
  }
  Instruction *Copy = I.clone();
  for (Use &U : Copy->operands())
    if (AllocaInst *Vector = Operands.lookup(U.get()))
      U.set(Builder.CreateLoad(U->getType(), element(Vector)));
    else if (IsAtomic && U->getType()->isPointerTy() && !isa<Constant>(U.get()))
      U.set(addressInLane(U.get(), I.getParent(), Lane));
    else if (!isa<Constant>(U.get()) && !isa<MetadataAsValue>(U.get()))
      U.set(lane(U.get(), Lane));
  if (IsAtomic && isWithinBlock(cast<AtomicRMWInst>(I))) {
    auto *Update = cast<AtomicRMWInst>(Copy);
    LoadInst *Old =
        Builder.CreateAlignedLoad(Update->getType(), Update->getPointerOperand(), Update->getAlign());
    Builder.CreateAlignedStore(
        buildAtomicRMWValue(Update->getOperation(), Builder, Old, Update->getValOperand()),
        Update->getPointerOperand(), Update->getAlign());
    Copy->deleteValue();
    Copy = Old;
  } else {
    Builder.Insert(Copy);
  }
  SmallVector<Value *, 2> With;
  for (unsigned K = 0; K < Types.size(); ++K) {
    Value *Result = I.getType()->isStructTy() ? Builder.CreateExtractValue(Copy, K) : Copy;
    if (AllocaInst *Vector = ResultsInMemory[K])
      Builder.CreateStore(Result, element(Vector));
    With.push_back(Results[K] ? Builder.CreateInsertElement(Results[K], Result, Lane) : nullptr);
  }
  BasicBlock *Ran = Builder.GetInsertBlock();
  Builder.CreateBr(Next);
  Builder.SetInsertPoint(Next);
  SmallVector<Value *, 2> After;
  for (unsigned K = 0; K < Types.size(); ++K) {
    if (!Mask || !Results[K]) {
      After.push_back(With[K]);
      continue;
    }
    PHINode *Phi = Builder.CreatePHI(vectorType(Types[K]), 2);
    Phi->addIncoming(Results[K], Head);
    Phi->addIncoming(With[K], Ran);
    After.push_back(Phi);
  }
  Value *Stepped = Builder.CreateAdd(Lane, Builder.getInt32(1), "", true, true);
  Lane->addIncoming(Stepped, Next);
  for (unsigned K = 0; K < Types.size(); ++K)
    if (Results[K])
      Results[K]->addIncoming(After[K], Next);
  BranchInst *Again =
      Builder.CreateCondBr(Builder.CreateICmpULT(Stepped, Builder.getInt32(Lanes)), Head, Done);
  if (IsCall) // many copies of it would not be faster
    doNotUnroll(*Again);
  Builder.SetInsertPoint(Done);
  for (unsigned K = 0; K < Types.size(); ++K)
    if (AllocaInst *Vector = ResultsInMemory[K])
      After[K] = Builder.CreateLoad(Vector->getAllocatedType(), Vector);
  if (IsCall) { // for a fault
    storeField(FirstX, offsetof(CpuThread, thread_idx));
    storeField(FirstRank, offsetof(CpuThread, thread_rank));
  }
  if (I.getType()->isStructTy()) {
    for (unsigned K = 0; K < Types.size(); ++K)
      Parts[{&I, K}] = After[K];
  } else if (!Types.empty()) {
    define(I, After[0]);
  }
}

} // namespace kcc::compiler
