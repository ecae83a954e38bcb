#include "targets/cpu/lanes/LaneEmitter.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/Obstacles.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

LaneEmitter::LaneEmitter(PreparedThread &From, ArrayRef<Slot> Slots, const FrameLayout *Frame, bool IsFirst,
                         StringRef Name, unsigned Lanes, FunctionAnalysisManager &Analyses, bool HasVariants)
    : F(From.F), Loads(From.Loads), Slots(Slots), Frame(Frame), IsFirst(IsFirst), HasVariants(HasVariants),
      Lanes(Lanes), Layout(F.getDataLayout()), LI(Analyses.getResult<LoopAnalysis>(F)),
      Shapes(F, Loads, Slots, LI, Lanes), Order(F, LI), Builder(F.getContext()), Name(Name) {}

std::string LaneEmitter::obstacle() const {
  return obstacleIn(F, Shapes, LI);
}

Function *LaneEmitter::run() {
  emit();
  return Out;
}

/// Whether lanes can be at different places.
bool LaneEmitter::canPart() const {
  return any_of(F, [&](const BasicBlock &Block) {
    return Shapes.hasDivergentTerminator(Block) &&
           !Assumed.contains(cast<BranchInst>(Block.getTerminator())->getCondition());
  });
}

BasicBlock *LaneEmitter::newBlock(const Twine &BlockName) {
  return BasicBlock::Create(F.getContext(), BlockName, Out);
}

/// The uniform values at the beginning, such as the parameters, once for the whole block of threads.
void LaneEmitter::emitLeading() {
  for (Instruction &I : F.getEntryBlock()) {
    if (I.isTerminator() || I.mayHaveSideEffects())
      break;
    bool IsTheSame = !Loads.contains(&I) && !isa<AllocaInst, PHINode>(I) && !Shapes.isDivergent(I) &&
                     all_of(I.operand_values(),
                            [&](Value *V) { return isa<Constant, MetadataAsValue>(V) || Fixed.contains(V); });
    if (!IsTheSame)
      continue;
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      U.set(get(U.get()));
    Builder.Insert(Copy, I.getName());
    Fixed[&I] = Copy;
  }
}

void LaneEmitter::emit() {
  SmallVector<Type *, 3> Parameters(3, Builder.getPtrTy());
  Type *Result = Frame ? static_cast<Type *>(Builder.getInt32Ty()) : Builder.getVoidTy();
  Out = Function::Create(FunctionType::get(Result, Parameters, false), GlobalValue::ExternalLinkage, Name,
                         *F.getParent());
  Out->setDoesNotThrow();
  for (StringRef Kept : {"frame-pointer", "probe-stack"})
    if (F.hasFnAttribute(Kept))
      Out->addFnAttr(F.getFnAttribute(Kept));
  if (DISubprogram *Program = F.getSubprogram()) {
    F.setSubprogram(nullptr);
    Out->setSubprogram(Program);
  }
  Fixed[F.getArg(0)] = Out->getArg(0);
  Fixed[F.getArg(1)] = Out->getArg(1);
  Out->addDereferenceableParamAttr(1, sizeof(CpuThread));
  if (std::uint64_t Bytes = F.getArg(0)->getDereferenceableBytes())
    Out->addDereferenceableParamAttr(0, Bytes);
  if (Frame) {
    Fixed[F.getArg(2)] = Out->getArg(2);
    Out->addParamAttr(2, Attribute::NoAlias);
  }

  BasicBlock *Entry = newBlock("entry"), *Z = newBlock("z"), *Y = newBlock("y"), *X = newBlock("x"),
             *NextX = newBlock("next.x"), *NextY = newBlock("next.y"), *NextZ = newBlock("next.z"),
             *End = newBlock("end");
  Builder.SetInsertPoint(Entry);
  auto *I32 = Builder.getInt32Ty();
  DenseMap<std::uint64_t, Value *> Field;
  for (auto [Load, Offset] : Loads)
    if (Offset != offsetof(CpuThread, thread_rank) && Offset >= sizeof(CpuThread::thread_idx)) {
      Value *&V = Field[Offset];
      if (!V)
        V = loadField(Offset, Load->getType());
      Fixed[Load] = V;
    }
  Value *Extent[3];
  for (unsigned K = 0; K < 3; ++K)
    Extent[K] = loadField(offsetof(CpuThread, block_dim) + 4 * K, I32);
  if (runsWholeWarps(F)) // then the first lane of each group is the first one of its warp
    Builder.CreateAssumption(
        Builder.CreateICmpEQ(Builder.CreateAnd(Extent[0], WarpSize - 1), Builder.getInt32(0)));
  for (unsigned K = 0; K < 3; ++K)
    storeField(Builder.getInt32(0), offsetof(CpuThread, thread_idx) + 4 * K); // for a fault
  emitLeading();
  if (Frame) {
    NextRegion = variable(I32, "next.region");
    GroupVariable = variable(Builder.getPtrTy(), "group");
    Builder.CreateStore(Builder.getInt32(0), NextRegion);
    Builder.CreateStore(
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(2), FrameLayout::HeaderBytes),
        GroupVariable);
  }
  for (Instruction &I : F.getEntryBlock())
    if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
      IRBuilder<> AtEntry(Entry, Entry->begin());
      AllocaInst *Copies =
          AtEntry.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Shapes.sizeOf(*Alloca) * Lanes), nullptr);
      Copies->setAlignment(Alloca->getAlign());
      Fixed[&I] = Copies;
    }
  AllocaInst *NumberX = variable(I32, "number.x");
  Builder.CreateBr(Z);
  auto Index = [&](BasicBlock *Block, BasicBlock *From) {
    Builder.SetInsertPoint(Block);
    PHINode *Phi = Builder.CreatePHI(I32, 2);
    Phi->addIncoming(Builder.getInt32(0), From);
    return Phi;
  };
  PHINode *IndexZ = Index(Z, Entry);
  Builder.CreateBr(Y);
  PHINode *IndexY = Index(Y, Z);
  RowRank = Builder.CreateMul(Builder.CreateAdd(Builder.CreateMul(IndexZ, Extent[1]), IndexY), Extent[0]);
  storeField(IndexY, offsetof(CpuThread, thread_idx) + 4);
  storeField(IndexZ, offsetof(CpuThread, thread_idx) + 8);
  for (auto [Load, Offset] : Loads)
    if (Offset == offsetof(CpuThread, thread_idx) + 4)
      Fixed[Load] = IndexY;
    else if (Offset == offsetof(CpuThread, thread_idx) + 8)
      Fixed[Load] = IndexZ;
  const SmallVector<Variant, 2> Variants = variants([&](Value *V) -> Value * {
    auto Load = Loads.find(V);
    if (Load != Loads.end() && Load->second == offsetof(CpuThread, thread_idx))
      return Builder.getInt32(0);
    if (Load != Loads.end() && Load->second == offsetof(CpuThread, thread_rank))
      return RowRank;
    return Fixed.lookup(V);
  });
  SmallVector<Value *, 2> Ends;
  for (const Variant &Which : Variants)
    Ends.push_back(Builder.CreateBinaryIntrinsic(Intrinsic::umin, Which.Where.End, Extent[0]));
  Builder.CreateStore(Builder.getInt32(0), NumberX);
  Builder.CreateBr(X);

  // The next group of a row: by the code for it if all its threads are in the range of a variant.
  auto *Width = Builder.getInt32(Lanes);
  auto StepX = [&] {
    Value *Stepped = Builder.CreateAdd(FirstX, Width, "", true, true);
    Builder.CreateStore(Stepped, NumberX);
    if (Frame)
      Builder.CreateStore(Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Group, Frame->GroupBytes),
                          GroupVariable);
    return Stepped;
  };
  BasicBlock *General = newBlock("general");
  Builder.SetInsertPoint(X);
  for (auto [Which, RowEnd] : zip_equal(Variants, Ends)) {
    BasicBlock *Run = newBlock("variant"), *Other = newBlock("not.variant");
    Value *Number = Builder.CreateLoad(I32, NumberX);
    Builder.CreateCondBr(
        Builder.CreateAnd(Builder.CreateICmpUGE(Number, Which.Where.Begin),
                          Builder.CreateICmpULE(Builder.CreateAdd(Number, Width, "", true, true), RowEnd)),
        Run, Other);
    Builder.SetInsertPoint(Run);
    Assumed = Which.Assumed;
    NextLanes = newBlock("next.lanes");
    emitGroup(Builder.CreateLoad(I32, NumberX), nullptr, General);
    Builder.SetInsertPoint(NextLanes);
    Value *NextEnd = Builder.CreateAdd(StepX(), Width, "", true, true);
    Builder.CreateCondBr(Builder.CreateICmpULE(NextEnd, RowEnd), Run, NextX);
    Builder.SetInsertPoint(Other);
  }
  Builder.CreateBr(General);
  Builder.SetInsertPoint(General);
  Assumed.clear();
  NextLanes = newBlock("next.lanes");
  Value *Number = Builder.CreateLoad(I32, NumberX);
  emitGroup(Number, Builder.CreateSub(Extent[0], Number), NextLanes);
  Builder.SetInsertPoint(NextLanes);
  StepX();
  Builder.CreateBr(NextX);
  Builder.SetInsertPoint(NextX);
  Builder.CreateCondBr(Builder.CreateICmpULT(Builder.CreateLoad(I32, NumberX), Extent[0]), X, NextY);

  auto Step = [&](BasicBlock *Latch, PHINode *Phi, Value *Limit, BasicBlock *Head, BasicBlock *Next) {
    Builder.SetInsertPoint(Latch);
    Value *Stepped = Builder.CreateAdd(Phi, Builder.getInt32(1), "", true, true);
    Phi->addIncoming(Stepped, Latch);
    Builder.CreateCondBr(Builder.CreateICmpULT(Stepped, Limit), Head, Next);
  };
  Step(NextY, IndexY, Extent[1], Y, NextZ);
  Step(NextZ, IndexZ, Extent[2], Z, End);
  Builder.SetInsertPoint(End);
  if (Frame)
    Builder.CreateRet(Builder.CreateLoad(I32, NextRegion));
  else
    Builder.CreateRetVoid();
}

void LaneEmitter::assume(Value *Condition, bool Truth, DenseMap<const Value *, bool> &Assumed) const {
  using namespace PatternMatch;
  if (isa<Constant>(Condition))
    return;
  Assumed[Condition] = Truth;
  Value *A, *B;
  if (match(Condition, m_Not(m_Value(A))))
    return assume(A, !Truth, Assumed);
  if (Truth ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    assume(A, Truth, Assumed);
    assume(B, Truth, Assumed);
  }
}

/// One in which all branches go where most threads go, and one in which the first branch does not.
SmallVector<LaneEmitter::Variant, 2> LaneEmitter::variants(function_ref<Value *(Value *)> AtBegin) {
  if (!HasVariants)
    return {};
  RowRanges Ranges(Builder, Shapes, AtBegin);
  std::optional<Variant> Usual, Unusual;
  for (BasicBlock *Block : Order.blocks()) {
    if (!Shapes.hasDivergentTerminator(*Block))
      continue;
    Value *Condition = cast<BranchInst>(Block->getTerminator())->getCondition();
    const bool Truth = RowRanges::isUsuallyTrue(Condition, Shapes);
    std::optional<RowRange> Where = Ranges.where(Condition, Truth);
    if (!Where)
      continue;
    if (!Usual) {
      Usual = Variant{.Assumed = DenseMap<const Value *, bool>(), .Where = *Where};
      if (std::optional<RowRange> Otherwise = Ranges.where(Condition, !Truth)) {
        Unusual = Variant{.Assumed = DenseMap<const Value *, bool>(), .Where = *Otherwise};
        assume(Condition, !Truth, Unusual->Assumed);
      }
    } else {
      Usual->Where = Ranges.both(Usual->Where, *Where);
    }
    assume(Condition, Truth, Usual->Assumed);
  }
  SmallVector<Variant, 2> Result;
  for (const std::optional<Variant> &Which : {Usual, Unusual})
    if (Which)
      Result.push_back(*Which);
  return Result;
}

/// Runs the threads of a group, and goes on at NextLanes. `Remaining` is the number of threads from the first
/// one to the row's end; if it is null, there are enough for all lanes. But if some of those wait elsewhere,
/// `Otherwise` runs the others.
void LaneEmitter::emitGroup(Value *IndexX, Value *Remaining, BasicBlock *Otherwise) {
  auto *I32 = Builder.getInt32Ty();
  FirstX = IndexX;
  FirstRank = Builder.CreateAdd(RowRank, IndexX);
  storeField(FirstX, offsetof(CpuThread, thread_idx)); // for a fault
  for (auto [Load, Offset] : Loads)
    if (Offset == offsetof(CpuThread, thread_idx))
      Fixed[Load] = FirstX;
    else if (Offset == offsetof(CpuThread, thread_rank))
      Fixed[Load] = FirstRank;
  if (Frame) {
    Group = Builder.CreateLoad(Builder.getPtrTy(), GroupVariable);
    for (auto [K, S] : enumerate(Slots))
      if (!S.Type)
        Fixed[F.getArg(static_cast<unsigned>(FirstSlotParameter + K))] = slotInGroup(S);
  }
  const bool LanesPart = Remaining || canPart();
  AfterBlocks.clear();
  Arrivals.clear();
  Variables.clear();
  for (BasicBlock *Block : Order.blocks()) {
    Full[Block] = newBlock("all." + Block->getName());
    Some[Block] = newBlock("some." + Block->getName());
    AfterBlocks.push_back(newBlock("after"));
  }
  Constant *None = Constant::getNullValue(vectorType(Builder.getInt1Ty()));
  if (LanesPart)
    for (BasicBlock *Block : Order.blocks())
      Builder.CreateStore(None, arrivalsAt(Block));
  BasicBlock *First = Order.blocks().front();
  if (IsFirst || Frame->AllArrive) {
    if (Frame && !Frame->AllArrive)
      Builder.CreateStore(Builder.getInt32(0), Group);
    if (Remaining) {
      BasicBlock *Tail = newBlock("tail");
      Builder.CreateCondBr(Builder.CreateICmpUGE(Remaining, Builder.getInt32(Lanes)), Full[First], Tail);
      Builder.SetInsertPoint(Tail);
      Builder.CreateStore(
          Builder.CreateICmpULT(multiples(1, I32), Builder.CreateVectorSplat(Lanes, Remaining)),
          arrivalsAt(First));
      Builder.CreateBr(Some[First]);
    } else {
      Builder.CreateBr(Full[First]);
    }
  } else {
    BasicBlock *AllArrived = newBlock("all.arrived");
    Value *Arrived = Builder.CreateBitCast(Builder.CreateTrunc(Builder.CreateLoad(I32, Group), bitsType()),
                                           None->getType());
    BasicBlock *NotAll = Remaining ? newBlock("not.all") : Otherwise;
    Builder.CreateCondBr(allOf(Arrived), AllArrived, NotAll);
    Builder.SetInsertPoint(AllArrived);
    Builder.CreateStore(Builder.getInt32(0), Group);
    Builder.CreateBr(Full[First]);
    if (Remaining) {
      BasicBlock *Tail = newBlock("tail");
      Builder.SetInsertPoint(NotAll);
      Builder.CreateCondBr(anyOf(Arrived), Tail, NextLanes);
      Builder.SetInsertPoint(Tail);
      Builder.CreateStore(Builder.getInt32(0), Group);
      Builder.CreateStore(Arrived, arrivalsAt(First));
      Builder.CreateBr(Some[First]);
    }
  }

  for (unsigned K = 0; K < Order.blocks().size(); ++K) {
    BasicBlock &Block = *Order.blocks()[K];
    Local.clear();
    Parts.clear();
    Builder.SetInsertPoint(Full[&Block]);
    emitBlock(Block, nullptr);
    Builder.SetCurrentDebugLocation({});
    if (!LanesPart) {
      for (BasicBlock *Unused : {Some[&Block], after(K)})
        new UnreachableInst(F.getContext(), Unused);
      continue;
    }

    Local.clear();
    Parts.clear();
    Builder.SetInsertPoint(Some[&Block]);
    Value *Mask = Builder.CreateLoad(None->getType(), arrivalsAt(&Block));
    if (!isCheap(Block)) {
      BasicBlock *Body = newBlock("some.body");
      Builder.CreateCondBr(anyOf(Mask), Body, after(K));
      Builder.SetInsertPoint(Body);
    }
    Builder.CreateStore(None, arrivalsAt(&Block));
    bool LanesMeet = K != 0 && !isCheap(Block) &&
                     (!Block.getUniquePredecessor() ||
                      LI.getLoopDepth(Block.getUniquePredecessor()) > LI.getLoopDepth(&Block));
    if (LanesMeet) {
      BasicBlock *Rest = newBlock("some.rest");
      Builder.CreateCondBr(allOf(Mask), Full[&Block], Rest);
      Builder.SetInsertPoint(Rest);
    }
    emitBlock(Block, Mask);

    Builder.SetInsertPoint(after(K));
    Builder.SetCurrentDebugLocation({});
    for (Loop *L : Order.loopsThatEndAt(K)) {
      BasicBlock *Next = newBlock("after");
      Builder.CreateCondBr(anyOf(Builder.CreateLoad(None->getType(), arrivalsAt(L->getHeader()))),
                           Some[L->getHeader()], Next);
      Builder.SetInsertPoint(Next);
    }
    Builder.CreateBr(K + 1 < Order.blocks().size() ? Some[Order.blocks()[K + 1]] : NextLanes);
  }
}

void LaneEmitter::emitBlock(BasicBlock &Block, Value *Mask) {
  for (Instruction &I : Block) {
    Builder.SetCurrentDebugLocation(I.getDebugLoc());
    if (I.isTerminator())
      break;
    if (Fixed.contains(&I) || Assumed.contains(&I) || isa<DbgInfoIntrinsic>(I))
      continue;
    emitInstruction(I, Mask);
  }
  emitTerminator(Block, Mask);
}

} // namespace kcc::compiler
