#include "targets/cpu/lanes/LaneEmitter.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BlockParts.h"
#include "targets/cpu/lanes/Obstacles.h"
#include "targets/cpu/lanes/Vectorizer.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

LaneEmitter::LaneEmitter(PreparedThread &From, ArrayRef<Slot> Slots, const FrameLayout *Frame, bool IsFirst,
                         StringRef Name, unsigned Lanes, FunctionAnalysisManager &Analyses, bool HasVariants)
    : F(From.F), Loads(From.Loads), Slots(Slots), Frame(Frame), IsFirst(IsFirst), HasVariants(HasVariants),
      NamesMany(!Frame && !hasCalls(From.F)), Lanes(Lanes), Layout(F.getDataLayout()),
      LI(Analyses.getResult<LoopAnalysis>(F)), Shapes(F, Loads, Slots, LI, Lanes), Order(F, LI),
      Builder(F.getContext()), Name(Name) {}

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

/// Loads what the threads of the block keep in common: the first group of them stores what the next region
/// gets.
void LaneEmitter::loadBlockSlots() {
  for (Instruction &I : instructions(F))
    if (isa<LoadInst>(I))
      if (const Slot *S = slotAt(getLoadStorePointerOperand(&I), Slots); S && S->IsOfBlock)
        Fixed[&I] = Builder.CreateLoad(I.getType(), slotAddress(*S));
}

/// Computes the uniform values at the beginning, such as the parameters, once for the whole block of threads.
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
  Fixed[F.getArg(2)] = Out->getArg(2);
  if (Frame && none_of(Slots, [](const Slot &S) { return S.IsPointedTo; }))
    Out->addParamAttr(2, Attribute::NoAlias);

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
  Value *Begin[3], *EndOf[3]; // of the threads that run
  const bool IsWhole = !F.hasFnAttribute(divisibleBlock) && !F.hasFnAttribute(joinedBlocks);
  for (unsigned K = 0; K < 3; ++K) {
    Extent[K] = loadField(offsetof(CpuThread, block_dim) + 4 * K, I32);
    Begin[K] = IsWhole ? Builder.getInt32(0) : loadField(offsetof(CpuThread, begin) + 4 * K, I32);
    EndOf[K] = IsWhole ? Extent[K] : loadField(offsetof(CpuThread, end) + 4 * K, I32);
  }
  if (runsWholeWarps(F)) // then the first lane of each group is the first one of its warp
    Builder.CreateAssumption(
        Builder.CreateICmpEQ(Builder.CreateAnd(Extent[0], WarpSize - 1), Builder.getInt32(0)));
  for (unsigned K = 0; K < 3; ++K)
    storeField(Begin[K], offsetof(CpuThread, thread_idx) + 4 * K); // for a fault
  storeField(Builder.getInt32(Lanes), offsetof(CpuThread, running));
  MostNamed = NamesMany ? loadField(offsetof(CpuThread, most_running), I32) : nullptr;
  loadBlockSlots();
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
  NumberX = variable(I32, "number.x");
  Builder.CreateBr(Z);
  auto Index = [&](BasicBlock *Block, BasicBlock *From, Value *First) {
    Builder.SetInsertPoint(Block);
    PHINode *Phi = Builder.CreatePHI(I32, 2);
    Phi->addIncoming(First, From);
    return Phi;
  };
  PHINode *IndexZ = Index(Z, Entry, Begin[2]);
  Builder.CreateBr(Y);
  PHINode *IndexY = Index(Y, Z, Begin[1]);
  RowRank = Builder.CreateMul(Builder.CreateAdd(Builder.CreateMul(IndexZ, Extent[1]), IndexY), Extent[0]);
  storeField(IndexY, offsetof(CpuThread, thread_idx) + 4);
  storeField(IndexZ, offsetof(CpuThread, thread_idx) + 8);
  for (auto [Load, Offset] : Loads)
    if (Offset == offsetof(CpuThread, thread_idx) + 4)
      Fixed[Load] = IndexY;
    else if (Offset == offsetof(CpuThread, thread_idx) + 8)
      Fixed[Load] = IndexZ;
  std::optional<RowRange> Idle;
  const SmallVector<Variant, 2> Variants = variants(Idle, [&](Value *V) -> Value * {
    auto Load = Loads.find(V);
    if (Load != Loads.end() && Load->second == offsetof(CpuThread, thread_idx))
      return Builder.getInt32(0);
    if (Load != Loads.end() && Load->second == offsetof(CpuThread, thread_rank))
      return RowRank;
    return Fixed.lookup(V);
  });
  // Idle threads at the end of a row are left out. One thread at least runs, to say which region is next.
  Value *RowEnd = EndOf[0];
  if (Idle) {
    Value *BusyEnd = Builder.CreateBinaryIntrinsic(
        Intrinsic::umax, Idle->Begin, Builder.CreateAdd(Begin[0], Builder.getInt32(1), "", true, true));
    Value *Less = Builder.CreateBinaryIntrinsic(Intrinsic::umin, BusyEnd, EndOf[0]);
    RowEnd = Builder.CreateSelect(Builder.CreateICmpUGE(Idle->End, EndOf[0]), Less, EndOf[0]);
  }
  Value *RowGroup = Frame && Idle ? Builder.CreateLoad(Builder.getPtrTy(), GroupVariable) : nullptr;
  SmallVector<Value *, 2> Ends;
  for (const Variant &Which : Variants)
    Ends.push_back(Builder.CreateBinaryIntrinsic(Intrinsic::umin, Which.Where.End, RowEnd));
  Builder.CreateStore(Begin[0], NumberX);
  Builder.CreateBr(X);

  // The next group of a row: by the code for it if all its threads are in the range of a variant.
  BasicBlock *General = newBlock("general");
  Builder.SetInsertPoint(X);
  for (auto [Which, VariantEnd] : zip_equal(Variants, Ends))
    emitVariant(Which, VariantEnd, General, NextX);
  Builder.CreateBr(General);
  Builder.SetInsertPoint(General);
  Assumed.clear();
  NextLanes = newBlock("next.lanes");
  Value *Number = Builder.CreateLoad(I32, NumberX);
  storeField(Number, offsetof(CpuThread, thread_idx));
  if (NamesMany)
    storeField(Builder.getInt32(Lanes), offsetof(CpuThread, running));
  emitGroup(Number, Builder.CreateSub(RowEnd, Number), NextLanes);
  Builder.SetInsertPoint(NextLanes);
  stepX();
  Builder.CreateBr(NextX);
  Builder.SetInsertPoint(NextX);
  Builder.CreateCondBr(Builder.CreateICmpULT(Builder.CreateLoad(I32, NumberX), RowEnd), X, NextY);

  auto Step = [&](BasicBlock *Latch, PHINode *Phi, Value *Limit, BasicBlock *Head, BasicBlock *Next) {
    Builder.SetInsertPoint(Latch);
    Value *Stepped = Builder.CreateAdd(Phi, Builder.getInt32(1), "", true, true);
    Phi->addIncoming(Stepped, Latch);
    BranchInst *Again = Builder.CreateCondBr(Builder.CreateICmpULT(Stepped, Limit), Head, Next);
    if (Idle) // rows are short
      doNotUnroll(*Again);
  };
  if (RowGroup) {
    Builder.SetInsertPoint(NextY);
    Value *Groups = Builder.CreateUDiv(
        Builder.CreateAdd(Builder.CreateSub(EndOf[0], Begin[0]), Builder.getInt32(Lanes - 1)),
        Builder.getInt32(Lanes));
    Value *Bytes = Builder.CreateMul(Builder.CreateZExt(Groups, Builder.getInt64Ty()),
                                     Builder.getInt64(Frame->GroupBytes));
    Builder.CreateStore(Builder.CreateGEP(Builder.getInt8Ty(), RowGroup, Bytes), GroupVariable);
  }
  Step(NextY, IndexY, EndOf[1], Y, NextZ);
  Step(NextZ, IndexZ, EndOf[2], Z, End);
  Builder.SetInsertPoint(End);
  if (Frame)
    Builder.CreateRet(Builder.CreateLoad(I32, NextRegion));
  else
    Builder.CreateRetVoid();
}

/// Goes on to the next group of a row; returns where that begins.
Value *LaneEmitter::stepX() {
  Value *Stepped = Builder.CreateAdd(FirstX, Builder.getInt32(Lanes), "", true, true);
  Builder.CreateStore(Stepped, NumberX);
  if (Frame)
    Builder.CreateStore(Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Group, Frame->GroupBytes),
                        GroupVariable);
  return Stepped;
}

/// Runs the next groups of a row as long as all their threads are in the variant's range. Processors delay
/// stores that alternate between memory in their first cache and other memory, so the threads that run are
/// not stored for each group.
void LaneEmitter::emitVariant(const Variant &Which, Value *RowEnd, BasicBlock *General, BasicBlock *NextX) {
  auto *I32 = Builder.getInt32Ty();
  auto *Width = Builder.getInt32(Lanes);
  BasicBlock *Enter = newBlock("variant"), *Run = newBlock("named"), *Groups = newBlock("groups"),
             *More = newBlock("more"), *Other = newBlock("not.variant");
  Value *Number = Builder.CreateLoad(I32, NumberX);
  Builder.CreateCondBr(
      Builder.CreateAnd(Builder.CreateICmpUGE(Number, Which.Where.Begin),
                        Builder.CreateICmpULE(Builder.CreateAdd(Number, Width, "", true, true), RowEnd)),
      Enter, Other);
  Builder.SetInsertPoint(Enter);
  if (NamesMany)
    storeField(MostNamed, offsetof(CpuThread, running));
  Builder.CreateBr(Run);
  Builder.SetInsertPoint(Run);
  Value *First = Builder.CreateLoad(I32, NumberX);
  Value *GroupsEnd = RowEnd;
  if (NamesMany) {
    Value *One = Builder.getInt32(1);
    Value *NamedEnd = Builder.CreateAdd(Builder.CreateOr(First, Builder.CreateSub(MostNamed, One)), One);
    GroupsEnd = Builder.CreateBinaryIntrinsic(Intrinsic::umin, NamedEnd, RowEnd);
    storeField(First, offsetof(CpuThread, thread_idx));
  }
  Builder.CreateBr(Groups);
  Builder.SetInsertPoint(Groups);
  Assumed = Which.Assumed;
  NextLanes = newBlock("next.lanes");
  Value *InGroups = Builder.CreateLoad(I32, NumberX);
  if (!NamesMany)
    storeField(InGroups, offsetof(CpuThread, thread_idx));
  emitGroup(InGroups, nullptr, General);
  Builder.SetInsertPoint(NextLanes);
  Value *NextEnd = Builder.CreateAdd(stepX(), Width, "", true, true);
  Builder.CreateCondBr(Builder.CreateICmpULE(NextEnd, GroupsEnd), Groups, More);
  Builder.SetInsertPoint(More);
  Builder.CreateCondBr(Builder.CreateICmpULE(NextEnd, RowEnd), Run, NextX);
  Builder.SetInsertPoint(Other);
}

/// Whether threads for which these conditions hold do nothing that anyone else could see, but to arrive where
/// all others arrive.
bool LaneEmitter::isIdle(const DenseMap<const Value *, bool> &Assumed) const {
  if (Frame && !Frame->AllArrive)
    return false;
  SmallPtrSet<const BasicBlock *, 16> Passed;
  const BasicBlock *Block = &F.getEntryBlock();
  while (Passed.insert(Block).second) {
    for (const Instruction &I : *Block) {
      if (!I.mayHaveSideEffects() || I.isDebugOrPseudoInst())
        continue;
      const Slot *S = isa<StoreInst>(I) ? slotAt(getLoadStorePointerOperand(&I), Slots) : nullptr;
      auto *Call = dyn_cast<CallInst>(&I);
      const bool ArrivesWithoutVote = Call && Call->getCalledFunction() &&
                                      Call->getCalledFunction()->getName() == arriveMarker &&
                                      isa<PoisonValue>(Call->getArgOperand(1));
      if (!ArrivesWithoutVote && !(S && S->IsOfBlock))
        return false;
    }
    const Instruction *End = Block->getTerminator();
    if (isa<ReturnInst>(End))
      return true;
    auto *Branch = dyn_cast<BranchInst>(End);
    if (!Branch)
      return false;
    unsigned Next = 0;
    if (Branch->isConditional()) {
      auto Known = Assumed.find(Branch->getCondition());
      if (Known == Assumed.end())
        return false;
      Next = Known->second ? 0 : 1;
    }
    Block = Branch->getSuccessor(Next);
  }
  return false;
}

/// Adds to `Assumed` that the condition has this truth, and what follows from that.
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

/// The variants: one in which all branches go where most threads go, and one in which the first branch does
/// not. `Idle`: threads that have nothing to do, for which there may be no variant. `AtBegin` returns a value
/// for the first thread of a row.
SmallVector<LaneEmitter::Variant, 2> LaneEmitter::variants(std::optional<RowRange> &Idle,
                                                           function_ref<Value *(Value *)> AtBegin) {
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
  for (std::optional<Variant> *Which : {&Unusual, &Usual})
    if (!Idle && *Which && isIdle((*Which)->Assumed)) {
      Idle = (*Which)->Where;
      if (auto *End = dyn_cast<ConstantInt>(Idle->End); End && End->uge(0x7fffffff)) // the end of any row
        Which->reset();
    }
  SmallVector<Variant, 2> Result;
  for (const std::optional<Variant> &Which : {Usual, Unusual})
    if (Which)
      Result.push_back(*Which);
  if (Result.empty() && !canPart()) // whole groups
    Result.push_back({.Assumed = DenseMap<const Value *, bool>(),
                      .Where = {Builder.getInt32(0), Builder.getInt32(0xffffffff)}});
  return Result;
}

/// Runs the threads of a group, and goes on at NextLanes. `Remaining` is the number of threads from the first
/// one to the row's end; if it is null, there are enough for all lanes, and `Otherwise` is where the code
/// goes on if not all of them have arrived at this region.
void LaneEmitter::emitGroup(Value *IndexX, Value *Remaining, BasicBlock *Otherwise) {
  auto *I32 = Builder.getInt32Ty();
  FirstX = IndexX;
  FirstRank = Builder.CreateAdd(RowRank, IndexX);
  for (auto [Load, Offset] : Loads)
    if (Offset == offsetof(CpuThread, thread_idx))
      Fixed[Load] = FirstX;
    else if (Offset == offsetof(CpuThread, thread_rank))
      Fixed[Load] = FirstRank;
  if (Frame) {
    Group = Builder.CreateLoad(Builder.getPtrTy(), GroupVariable);
    for (auto [K, S] : enumerate(Slots))
      if (!S.Type)
        Fixed[F.getArg(static_cast<unsigned>(FirstSlotParameter + K))] = slotAddress(S);
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
  if (Mask && isShortUpdate(Block))
    emitShortUpdate(Block, Mask);
  else
    emitInstructions(Block, Mask);
  Builder.SetCurrentDebugLocation(Block.getTerminator()->getDebugLoc());
  emitTerminator(Block, Mask);
}

/// All but the last one.
void LaneEmitter::emitInstructions(BasicBlock &Block, Value *Mask) {
  for (Instruction &I : Block)
    if (!needsNoCode(I)) {
      Builder.SetCurrentDebugLocation(I.getDebugLoc());
      emitInstruction(I, Mask);
    }
}

} // namespace kcc::compiler
