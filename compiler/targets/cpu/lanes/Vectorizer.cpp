#include "targets/cpu/lanes/Vectorizer.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BlockFunctions.h"
#include "targets/cpu/lanes/BlockOrder.h"
#include "targets/cpu/lanes/Obstacles.h"
#include "targets/cpu/lanes/RowRanges.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {
namespace {

using abi::CpuThread;

/// Intrinsics with one type, that of the first operand, and an instruction for vectors.
bool hasVectorForm(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::sqrt:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::canonicalize:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::abs:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
    return true;
  default:
    return false;
  }
}

bool hasNoEffect(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::experimental_noalias_scope_decl:
    return true;
  default:
    return false;
  }
}

/// For the branch at the end of a loop.
void doNotUnroll(BranchInst &Latch) {
  LLVMContext &Context = Latch.getContext();
  MDNode *Loop = MDNode::getDistinct(
      Context, {nullptr, MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.disable"))});
  Loop->replaceOperandWith(0, Loop);
  Latch.setMetadata(LLVMContext::MD_loop, Loop);
}

class Vectorizer {
public:
  Vectorizer(PreparedThread &From, ArrayRef<Slot> Slots, const FrameLayout *Frame, bool IsFirst,
             StringRef Name, unsigned Lanes, FunctionAnalysisManager &Analyses, bool HasVariants)
      : F(From.F), Loads(From.Loads), Slots(Slots), Frame(Frame), IsFirst(IsFirst), HasVariants(HasVariants),
        Lanes(Lanes), Layout(F.getDataLayout()), LI(Analyses.getResult<LoopAnalysis>(F)),
        Shapes(F, Loads, Slots, LI), Order(F, LI), Builder(F.getContext()), Name(Name) {}

  std::string obstacle() const { return obstacleIn(F, Shapes, LI); }
  Function *run() {
    emit();
    return Out;
  }

private:
  /// Whether it costs less to compute the block for no lanes than to find out that there are none.
  bool isCheap(const BasicBlock &Block) const {
    constexpr unsigned Most = 10;
    if (LI.isLoopHeader(&Block) || Block.sizeWithoutDebug() > Most || !isa<BranchInst>(Block.getTerminator()))
      return false;
    return all_of(Block, [&](const Instruction &I) {
      return I.isTerminator() || isa<PHINode>(I) ||
             (!I.mayReadOrWriteMemory() && !isa<CallBase>(I) && isSafeToSpeculativelyExecute(&I));
    });
  }

  /// What is known about conditions in a copy of the code that runs only threads for which it holds.
  struct Variant {
    DenseMap<const Value *, bool> Assumed;
    RowRange Where;
  };
  SmallVector<Variant, 2> variants(function_ref<Value *(Value *)> AtBegin);
  void assume(Value *Condition, bool Truth, DenseMap<const Value *, bool> &Assumed) const;
  /// Whether lanes can be at different places.
  bool canPart() const {
    return any_of(F, [&](const BasicBlock &Block) {
      return Shapes.hasDivergentTerminator(Block) &&
             !Assumed.contains(cast<BranchInst>(Block.getTerminator())->getCondition());
    });
  }

  void emit();
  void emitGroup(Value *IndexX, Value *Remaining, BasicBlock *Otherwise);
  void emitLeading();
  void emitBlock(BasicBlock &Block, Value *Mask);
  void emitInstruction(Instruction &I, Value *Mask);
  void emitPerLane(Instruction &I, Value *Mask);
  void emitTerminator(BasicBlock &Block, Value *Mask);
  void emitAccess(Instruction &I, Value *Mask);
  void emitSlotAccess(Instruction &I, const Slot &S, Value *Mask);
  void emitArrival(CallInst &Call, Value *Mask);
  Value *vectorOperation(Instruction &I, Value *Mask);
  Value *saturatedInteger(Value *X);
  bool isWithinBlock(const AtomicRMWInst &Update) const;

  struct Neighbours {
    Value *AreNeighbours, *First;
  };
  std::optional<Neighbours> neighbours(Value *Address, const BasicBlock *Block, std::uint64_t Bytes);
  Neighbours neighboursByChance(Value *Address, std::uint64_t Bytes, Value *Mask);
  void emitNeighbours(Instruction &I, const Neighbours &Near, Value *Mask);
  void emitInterleaved(LoadInst &Load);

  /// Bounds for what lanes say: `InAll` may be false although a condition is true in all, and `InAny` may be
  /// true although it is true in none.
  struct Truth {
    Value *InAll, *InAny;
  };
  std::optional<Truth> truth(Value *Condition, const BasicBlock &Block);
  std::optional<Truth> truth(CmpInst::Predicate Predicate, Value *Steps, Value *Limit);

  Type *vectorType(Type *T) const { return FixedVectorType::get(T, Lanes); }
  IntegerType *bitsType() { return Builder.getIntNTy(Lanes); }
  Value *bits(Value *Mask) { return Builder.CreateBitCast(Mask, bitsType()); }
  Value *anyOf(Value *Mask) { return Builder.CreateICmpNE(bits(Mask), ConstantInt::get(bitsType(), 0)); }
  Value *allOf(Value *Mask) {
    return Builder.CreateICmpEQ(bits(Mask), ConstantInt::getAllOnesValue(bitsType()));
  }
  Value *andMask(Value *A, Value *B) {
    return Builder.CreateSelect(A, B, Constant::getNullValue(A->getType()));
  }
  Constant *multiples(std::int64_t Stride, IntegerType *T) const {
    SmallVector<Constant *, 16> Values;
    for (unsigned K = 0; K < Lanes; ++K)
      Values.push_back(ConstantInt::get(T, static_cast<std::uint64_t>(Stride) * K, false, true));
    return ConstantVector::get(Values);
  }

  AllocaInst *variable(Type *T, const Twine &VariableName) {
    IRBuilder<> AtEntry(&Out->getEntryBlock(), Out->getEntryBlock().begin());
    return AtEntry.CreateAlloca(T, nullptr, VariableName);
  }
  AllocaInst *variableOf(const Value *V) {
    AllocaInst *&Variable = Variables[V];
    if (!Variable)
      Variable =
          variable(Shapes[V].Kind == Shape::Varying ? vectorType(V->getType()) : V->getType(), V->getName());
    return Variable;
  }
  AllocaInst *arrivalsAt(BasicBlock *Block) {
    AllocaInst *&Variable = Arrivals[Block];
    if (!Variable)
      Variable = variable(vectorType(Builder.getInt1Ty()), "lanes");
    return Variable;
  }
  void arrive(BasicBlock *Block, Value *Mask) {
    AllocaInst *Variable = arrivalsAt(Block);
    Value *Old = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
    Builder.CreateStore(Builder.CreateOr(Old, Mask), Variable);
  }

  /// A uniform value itself, the first lane's of a linear one, a vector of others.
  Value *get(Value *V) {
    if (isa<Constant>(V) || isa<MetadataAsValue>(V))
      return V;
    if (auto Found = Assumed.find(V); Found != Assumed.end())
      return ConstantInt::getBool(Shapes[V].Kind == Shape::Uniform ? V->getType() : vectorType(V->getType()),
                                  Found->second);
    if (auto Found = Fixed.find(V); Found != Fixed.end())
      return Found->second;
    if (auto Found = Local.find(V); Found != Local.end())
      return Found->second;
    AllocaInst *Variable = variableOf(V);
    return Local[V] = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
  }
  Value *vector(Value *V) {
    Shape S = Shapes[V];
    Value *X = get(V);
    switch (S.Kind) {
    case Shape::Uniform:
      return Builder.CreateVectorSplat(Lanes, X);
    case Shape::Linear:
      if (V->getType()->isPointerTy())
        return Builder.CreateGEP(Builder.getInt8Ty(), X, multiples(S.Stride, Builder.getInt64Ty()));
      return Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, X),
                               multiples(S.Stride, cast<IntegerType>(V->getType())));
    default:
      return X;
    }
  }
  /// The value in one lane, whose number may be computed.
  Value *lane(Value *V, Value *Lane) {
    Shape S = Shapes[V];
    Value *X = get(V);
    switch (S.Kind) {
    case Shape::Uniform:
      return X;
    case Shape::Linear: {
      if (V->getType()->isPointerTy())
        return Builder.CreateGEP(Builder.getInt8Ty(), X,
                                 Builder.CreateMul(Builder.CreateZExt(Lane, Builder.getInt64Ty()),
                                                   Builder.getInt64(static_cast<std::uint64_t>(S.Stride))));
      Value *Number = Builder.CreateZExtOrTrunc(Lane, V->getType());
      return Builder.CreateAdd(
          X, Builder.CreateMul(
                 Number, ConstantInt::get(V->getType(), static_cast<std::uint64_t>(S.Stride), false, true)));
    }
    default:
      return Builder.CreateExtractElement(X, Lane);
    }
  }
  void define(Instruction &I, Value *X) {
    Local[&I] = X;
    bool IsUsedElsewhere = any_of(I.users(), [&](User *U) {
      return cast<Instruction>(U)->getParent() != I.getParent() || isa<PHINode>(U);
    });
    if (IsUsedElsewhere)
      Builder.CreateStore(X, variableOf(&I));
  }
  Value *firstLane(Value *Mask) { // at least one is set
    return Builder.CreateIntrinsic(Intrinsic::cttz, {bitsType()}, {bits(Mask), Builder.getTrue()});
  }
  Value *lastLane(Value *Mask) {
    Value *Zeros = Builder.CreateIntrinsic(Intrinsic::ctlz, {bitsType()}, {bits(Mask), Builder.getTrue()});
    return Builder.CreateSub(ConstantInt::get(bitsType(), Lanes - 1), Zeros);
  }

  /// What the phis of `To` get from `From`, for the lanes of the mask.
  void passValues(BasicBlock &From, BasicBlock &To, Value *Mask) {
    SmallVector<std::pair<PHINode *, Value *>, 8> Values;
    for (PHINode &Phi : To.phis()) {
      Value *In = Phi.getIncomingValueForBlock(&From);
      Values.push_back({&Phi, Shapes[&Phi].Kind == Shape::Varying ? vector(In) : get(In)});
    }
    for (auto [Phi, X] : Values) {
      AllocaInst *Variable = variableOf(Phi);
      if (Mask && Shapes[Phi].Kind == Shape::Varying && !LI.isLoopHeader(&To))
        X = Builder.CreateSelect(Mask, X, Builder.CreateLoad(Variable->getAllocatedType(), Variable));
      else if (Mask && Shapes[Phi].Kind != Shape::Varying && isCheap(From)) // perhaps no lane is here
        X = Builder.CreateSelect(anyOf(Mask), X, Builder.CreateLoad(Variable->getAllocatedType(), Variable));
      Builder.CreateStore(X, Variable);
    }
  }

  Value *loadField(std::uint64_t Offset, Type *T) {
    return Builder.CreateLoad(
        T, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(1), Offset));
  }
  void storeField(Value *V, std::uint64_t Offset) {
    Builder.CreateStore(V, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(1), Offset));
  }
  Value *slotInGroup(const Slot &S) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Group, Frame->Offsets[&S - Slots.data()]);
  }
  BasicBlock *newBlock(const Twine &BlockName) { return BasicBlock::Create(F.getContext(), BlockName, Out); }
  /// Where the lanes go on after the block at this place of the order.
  BasicBlock *after(unsigned Place) { return AfterBlocks[Place]; }

  Function &F;
  const Fields &Loads;
  ArrayRef<Slot> Slots;
  const FrameLayout *Frame; ///< null: no slots
  const bool IsFirst, HasVariants;
  const unsigned Lanes;
  const DataLayout &Layout;
  LoopInfo &LI;
  LaneShapes Shapes;
  BlockOrder Order;
  IRBuilder<> Builder;
  std::string Name;
  Function *Out = nullptr;
  DenseMap<const Value *, bool> Assumed;  ///< conditions
  DenseMap<const Value *, Value *> Fixed; ///< the same in the whole block of threads, or lanes
  DenseMap<const Value *, Value *> Local; ///< in the block being emitted
  DenseMap<std::pair<const Value *, unsigned>, Value *> Parts; ///< of structures, in the block being emitted
  DenseMap<const Value *, AllocaInst *> Variables;
  DenseMap<const BasicBlock *, AllocaInst *> Arrivals;
  DenseMap<const BasicBlock *, BasicBlock *> Full, Some;
  SmallVector<BasicBlock *, 16> AfterBlocks;
  BasicBlock *NextLanes = nullptr;
  Value *FirstX = nullptr, *FirstRank = nullptr;
  Value *RowRank = nullptr;
  Value *Group = nullptr; ///< the lanes' part of the frame
  AllocaInst *NextRegion = nullptr, *GroupVariable = nullptr;
};

/// The uniform values at the beginning, such as the parameters, once for the whole block of threads.
void Vectorizer::emitLeading() {
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

void Vectorizer::emit() {
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

void Vectorizer::assume(Value *Condition, bool Truth, DenseMap<const Value *, bool> &Assumed) const {
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
SmallVector<Vectorizer::Variant, 2> Vectorizer::variants(function_ref<Value *(Value *)> AtBegin) {
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
void Vectorizer::emitGroup(Value *IndexX, Value *Remaining, BasicBlock *Otherwise) {
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

void Vectorizer::emitBlock(BasicBlock &Block, Value *Mask) {
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

void Vectorizer::emitInstruction(Instruction &I, Value *Mask) {
  if (isa<PHINode>(I)) {
    (void)get(&I);
    return;
  }
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I); Intrinsic && hasNoEffect(Intrinsic->getIntrinsicID()))
    return;
  if (const Value *Address = getLoadStorePointerOperand(&I))
    if (const Slot *S = slotAt(Address, Slots); S && S->Type)
      return emitSlotAccess(I, *S, Mask);
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == arriveMarker)
    return emitArrival(cast<CallInst>(*Call), Mask);
  if (std::optional<WarpOperation> Operation = warpOperation(I)) {
    SmallVector<Value *, 4> Operands;
    for (Value *V : Call->args())
      Operands.push_back(vector(V));
    if (Value *Result = emitWarpOperation(Builder, *Operation, Operands, Mask))
      define(I, Result);
    return;
  }
  if (I.isAtomic() || I.isVolatile() || (Call && !isa<IntrinsicInst>(Call))) {
    if (isa<FenceInst>(I)) {
      Builder.Insert(I.clone());
      return;
    }
    return emitPerLane(I, Mask);
  }
  bool IsUniform = all_of(I.operand_values(), [&](Value *V) {
    return isa<MetadataAsValue>(V) || isa<BasicBlock>(V) || Shapes[V].Kind == Shape::Uniform ||
           (isSameInWarp(I, Loads) && Shapes[V].Kind == Shape::Linear); // then the first lane's tells
  });
  if (!Shapes.isDivergent(I) && IsUniform) {
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      U.set(get(U.get()));
    Builder.Insert(Copy, I.getName());
    if (!I.getType()->isVoidTy())
      define(I, Copy);
    return;
  }
  if (isa<LoadInst, StoreInst>(I))
    return emitAccess(I, Mask);
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I))
    return define(I, Parts.at({Extract->getAggregateOperand(), Extract->getIndices()[0]}));
  if (Call) {
    Intrinsic::ID ID = Call->getIntrinsicID();
    if (ID == Intrinsic::prefetch && Shapes[Call->getArgOperand(0)].Kind == Shape::Linear) {
      Instruction *Copy = I.clone(); // the first lane's
      Copy->setOperand(0, get(Call->getArgOperand(0)));
      Builder.Insert(Copy);
      return;
    }
    if (ID == Intrinsic::fptosi_sat && I.getType()->isIntegerTy(32))
      return define(I, saturatedInteger(vector(Call->getArgOperand(0))));
    if (!hasVectorForm(ID))
      return emitPerLane(I, Mask);
    SmallVector<Value *, 4> Operands;
    for (unsigned K = 0; K < Call->arg_size(); ++K)
      Operands.push_back(Call->paramHasAttr(K, Attribute::ImmArg) ? Call->getArgOperand(K)
                                                                  : vector(Call->getArgOperand(K)));
    CallInst *Made = Builder.CreateIntrinsic(ID, {vectorType(I.getType())}, Operands);
    if (isa<FPMathOperator>(Made))
      Made->copyFastMathFlags(&I);
    return define(I, Made);
  }
  Shape S = Shapes[&I];
  if (S.Kind == Shape::Linear) {
    // The first lane's value is kept for all of them, even if the first lane itself has no use for it: the
    // flags, which promise something only where the result is used, are dropped.
    if (I.getOpcode() == Instruction::Or)
      return define(I, Builder.CreateAdd(get(I.getOperand(0)), get(I.getOperand(1))));
    if (isa<ZExtInst>(I) && !Shapes[I.getOperand(0)].Unsigned)
      return define(I, Builder.CreateSExt(get(I.getOperand(0)), I.getType()));
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      U.set(get(U.get()));
    Copy->dropPoisonGeneratingFlags();
    Builder.Insert(Copy, I.getName());
    return define(I, Copy);
  }
  define(I, vectorOperation(I, Mask));
}

/// llvm.fptosi.sat to 32 bits, which LLVM's x86 back end converts one by one.
Value *Vectorizer::saturatedInteger(Value *X) {
  Type *T = X->getType();
  auto *Integers = FixedVectorType::get(Builder.getInt32Ty(), Lanes);
  const double Most = T->getScalarType()->isFloatTy() ? 2147483520.0 : 2147483647.0; // the greatest that fits
  Constant *Low = ConstantFP::get(T, -2147483648.0), *High = ConstantFP::get(T, Most);
  Value *Inside = Builder.CreateSelect(Builder.CreateFCmpOGT(X, Low), X, Low);
  Inside = Builder.CreateSelect(Builder.CreateFCmpOLT(Inside, High), Inside, High);
  Value *Result = Builder.CreateFPToSI(Inside, Integers);
  Result =
      Builder.CreateSelect(Builder.CreateFCmpOGT(X, High), ConstantInt::get(Integers, 0x7fffffff), Result);
  return Builder.CreateSelect(Builder.CreateFCmpUNO(X, X), Constant::getNullValue(Integers), Result);
}

Value *Vectorizer::vectorOperation(Instruction &I, Value *Mask) {
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    SmallVector<Value *, 4> Indices;
    for (Value *Index : Gep->indices())
      Indices.push_back(Shapes[Index].Kind == Shape::Uniform ? get(Index) : vector(Index));
    Value *Base = Gep->getPointerOperand();
    return Builder.CreateGEP(Gep->getSourceElementType(),
                             Shapes[Base].Kind == Shape::Uniform ? get(Base) : vector(Base), Indices);
  }
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Value *Condition = Select->getCondition();
    return Builder.CreateSelect(Shapes[Condition].Kind == Shape::Uniform ? get(Condition) : vector(Condition),
                                vector(Select->getTrueValue()), vector(Select->getFalseValue()));
  }
  if (auto *Cast = dyn_cast<CastInst>(&I)) {
    Value *Made = Builder.CreateCast(Cast->getOpcode(), vector(Cast->getOperand(0)), vectorType(I.getType()));
    if (auto *Instr = dyn_cast<Instruction>(Made))
      Instr->copyIRFlags(&I);
    return Made;
  }
  SmallVector<Value *, 2> Operands;
  for (Value *V : I.operand_values())
    Operands.push_back(vector(V));
  if (Mask && I.isIntDivRem()) // nothing traps in lanes that are not here
    Operands[1] = Builder.CreateSelect(Mask, Operands[1], ConstantInt::get(Operands[1]->getType(), 1));
  Value *Made;
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    Made = Builder.CreateCmp(Compare->getPredicate(), Operands[0], Operands[1]);
  else if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    Made = Builder.CreateBinOp(Binary->getOpcode(), Operands[0], Operands[1]);
  else if (auto *Unary = dyn_cast<UnaryOperator>(&I))
    Made = Builder.CreateUnOp(Unary->getOpcode(), Operands[0]);
  else if (isa<FreezeInst>(I))
    Made = Builder.CreateFreeze(Operands[0]);
  else
    report_fatal_error(Twine("cannot vectorize ") + I.getOpcodeName());
  if (auto *Instr = dyn_cast<Instruction>(Made))
    Instr->copyIRFlags(&I);
  return Made;
}

/// For an address whose index is computed in 32 bits and then widened: whether the lanes' objects of so many
/// bytes lie side by side, which they do if the index does not wrap between the lanes, and where the first
/// one is.
std::optional<Vectorizer::Neighbours> Vectorizer::neighbours(Value *Address, const BasicBlock *Block,
                                                             std::uint64_t Bytes) {
  auto *Gep = dyn_cast<GetElementPtrInst>(Address);
  if (!Gep || Gep->getParent() != Block) // others' operands are not kept
    return std::nullopt;
  Value *Base = Gep->getPointerOperand();
  std::optional<Neighbours> Result;
  if (Shapes[Base].Kind == Shape::Varying) {
    if (any_of(Gep->indices(), [&](Value *Index) { return Shapes[Index].Kind != Shape::Uniform; }))
      return std::nullopt;
    Result = neighbours(Base, Block, Bytes);
    if (!Result)
      return std::nullopt;
    SmallVector<Value *, 4> Indices;
    for (Value *Index : Gep->indices())
      Indices.push_back(get(Index));
    Result->First = Builder.CreateGEP(Gep->getSourceElementType(), Result->First, Indices);
    return Result;
  }
  SmallMapVector<Value *, APInt, 4> Offsets;
  APInt Fixed(64, 0);
  if (!Gep->collectOffset(Layout, 64, Offsets, Fixed))
    return std::nullopt;
  CastInst *Widened = nullptr;
  std::int64_t Stride = Shapes[Base].Stride;
  for (auto &[Index, Scale] : Offsets) {
    Shape S = Shapes[Index];
    if (S.Kind == Shape::Varying) {
      auto *Cast = dyn_cast<CastInst>(Index);
      if (Widened || !Cast || !isa<ZExtInst, SExtInst>(Cast) || Cast->getParent() != Block ||
          Shapes[Cast->getOperand(0)].Kind != Shape::Linear || Shapes[Cast->getOperand(0)].Stride < 1)
        return std::nullopt;
      Widened = Cast;
      S = Shapes[Cast->getOperand(0)];
    }
    if (S.Kind == Shape::Linear)
      Stride += S.Stride * Scale.getSExtValue();
  }
  if (!Widened || Stride != static_cast<std::int64_t>(Bytes))
    return std::nullopt;
  Value *Narrow = get(Widened->getOperand(0));
  const auto Steps = static_cast<std::uint64_t>(Shapes[Widened->getOperand(0)].Stride) * (Lanes - 1);
  const unsigned Bits = Narrow->getType()->getIntegerBitWidth();
  const bool IsSigned = isWidenedAsSigned(*Widened);
  if (Steps > (IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits)).getZExtValue())
    return std::nullopt;
  const APInt Most = (IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits)) - Steps;
  Value *Limit = ConstantInt::get(Narrow->getType(), Most);
  Value *AreNeighbours =
      IsSigned ? Builder.CreateICmpSLE(Narrow, Limit) : Builder.CreateICmpULE(Narrow, Limit);
  Value *First = IsSigned ? Builder.CreateSExt(Narrow, Widened->getType())
                          : Builder.CreateZExt(Narrow, Widened->getType());
  SmallVector<Value *, 4> Indices;
  for (Value *Index : Gep->indices())
    Indices.push_back(Index == Widened ? First : get(Index));
  return Neighbours{AreNeighbours, Builder.CreateGEP(Gep->getSourceElementType(), get(Base), Indices)};
}

/// The same for any addresses, by a look at each: much less work than accesses one by one.
Vectorizer::Neighbours Vectorizer::neighboursByChance(Value *Address, std::uint64_t Bytes, Value *Mask) {
  Value *Addresses = vector(Address);
  auto *I64 = Builder.getInt64Ty();
  Value *First;
  if (Mask) {
    Value *Lane = firstLane(Mask);
    Value *Distance = Builder.CreateMul(Builder.CreateZExt(Lane, I64),
                                        Builder.getInt64(-static_cast<std::uint64_t>(Bytes)));
    First = Builder.CreateGEP(Builder.getInt8Ty(), Builder.CreateExtractElement(Addresses, Lane), Distance);
  } else {
    First = Builder.CreateExtractElement(Addresses, std::uint64_t{0});
  }
  auto *Numbers = FixedVectorType::get(I64, Lanes);
  Value *There = Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, Builder.CreatePtrToInt(First, I64)),
                                   multiples(static_cast<std::int64_t>(Bytes), I64));
  Value *Is = Builder.CreateICmpEQ(Builder.CreatePtrToInt(Addresses, Numbers), There);
  if (Mask)
    Is = Builder.CreateSelect(Mask, Is, Constant::getAllOnesValue(Is->getType()));
  return {allOf(Is), First};
}

/// An access to objects that nearly always lie side by side.
void Vectorizer::emitNeighbours(Instruction &I, const Neighbours &Near, Value *Mask) {
  auto *Store = dyn_cast<StoreInst>(&I);
  Type *T = vectorType(getLoadStoreType(&I));
  const Align Alignment = getLoadStoreAlignment(&I);
  Value *Addresses = vector(getLoadStorePointerOperand(&I));
  Value *Stored = Store ? vector(Store->getValueOperand()) : nullptr;
  BasicBlock *SideBySide = newBlock("side.by.side"), *Scattered = newBlock("scattered"),
             *Done = newBlock("accessed");
  Builder.CreateCondBr(Near.AreNeighbours, SideBySide, Scattered);
  Builder.SetInsertPoint(SideBySide);
  Instruction *Fast;
  if (Store)
    Fast = Mask ? cast<Instruction>(Builder.CreateMaskedStore(Stored, Near.First, Alignment, Mask))
                : Builder.CreateAlignedStore(Stored, Near.First, Alignment);
  else
    Fast = Mask ? cast<Instruction>(Builder.CreateMaskedLoad(T, Near.First, Alignment, Mask))
                : Builder.CreateAlignedLoad(T, Near.First, Alignment);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Scattered);
  Instruction *Slow = Store ? Builder.CreateMaskedScatter(Stored, Addresses, Alignment, Mask)
                            : Builder.CreateMaskedGather(T, Addresses, Alignment, Mask);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
  for (Instruction *Made : {Fast, Slow})
    Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  if (Store)
    return;
  PHINode *Loaded = Builder.CreatePHI(T, 2);
  Loaded->addIncoming(Fast, SideBySide);
  Loaded->addIncoming(Slow, Scattered);
  define(I, Loaded);
}

/// Loads all that lies from the first lane's object to the last one's, and nothing else: what is between two
/// objects is in the same pages. Of the two halves, one begins with an object, and the other one ends with
/// one.
void Vectorizer::emitInterleaved(LoadInst &Load) {
  const unsigned Distance = interleaving(Load, Shapes), Half = Lanes / 2, InHalf = Half * Distance;
  auto *T = FixedVectorType::get(Load.getType(), InHalf);
  const std::uint64_t Offset = (InHalf - Distance + 1) * Layout.getTypeAllocSize(Load.getType());
  Value *First = get(Load.getPointerOperand());
  Value *Second = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), First, Offset);
  LoadInst *Halves[] = {
      Builder.CreateAlignedLoad(T, First, Load.getAlign()),
      Builder.CreateAlignedLoad(T, Second, commonAlignment(Load.getAlign(), Offset)),
  };
  SmallVector<int, 32> Places;
  for (unsigned K = 0; K < Half; ++K)
    Places.push_back(static_cast<int>(K * Distance));
  for (unsigned K = 1; K <= Half; ++K)
    Places.push_back(static_cast<int>(InHalf + K * Distance - 1));
  for (LoadInst *Part : Halves)
    Part->copyMetadata(Load, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  define(Load, Builder.CreateShuffleVector(Halves[0], Halves[1], Places));
}

void Vectorizer::emitAccess(Instruction &I, Value *Mask) {
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *Store = dyn_cast<StoreInst>(&I);
  Value *Address = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  const Align Alignment = getLoadStoreAlignment(&I);
  Shape S = Shapes[Address];
  Instruction *Made;
  if (S.Kind == Shape::Uniform) { // of a value that differs: the last thread's remains
    Value *Last = Mask ? lastLane(Mask) : Builder.getInt32(Lanes - 1);
    Made = Builder.CreateAlignedStore(lane(Store->getValueOperand(), Last), get(Address), Alignment);
  } else if (S.Kind == Shape::Linear && S.Stride == static_cast<std::int64_t>(Layout.getTypeStoreSize(T)) &&
             Layout.getTypeSizeInBits(T) % 8 == 0) {
    if (Load)
      Made = Mask ? cast<Instruction>(Builder.CreateMaskedLoad(vectorType(T), get(Address), Alignment, Mask))
                  : Builder.CreateAlignedLoad(vectorType(T), get(Address), Alignment);
    else
      Made = Mask ? cast<Instruction>(Builder.CreateMaskedStore(vector(Store->getValueOperand()),
                                                                get(Address), Alignment, Mask))
                  : Builder.CreateAlignedStore(vector(Store->getValueOperand()), get(Address), Alignment);
  } else if (std::optional<Neighbours> Near = neighbours(Address, I.getParent(), Layout.getTypeStoreSize(T));
             Near && Layout.getTypeSizeInBits(T) % 8 == 0) {
    return emitNeighbours(I, *Near, Mask);
  } else if (S.Kind == Shape::Varying && comparesAddresses(Layout.getTypeSizeInBits(T))) {
    return emitNeighbours(I, neighboursByChance(Address, Layout.getTypeStoreSize(T), Mask), Mask);
  } else if (Load && !Mask && interleaving(*Load, Shapes) != 0) {
    return emitInterleaved(*Load);
  } else if (Load) {
    Made = Builder.CreateMaskedGather(vectorType(T), vector(Address), Alignment, Mask);
  } else {
    Made = Builder.CreateMaskedScatter(vector(Store->getValueOperand()), vector(Address), Alignment, Mask);
  }
  Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  if (Load)
    define(I, Made);
}

void Vectorizer::emitSlotAccess(Instruction &I, const Slot &S, Value *Mask) {
  const bool IsVarying = S.Contents.Kind == Shape::Varying;
  Type *T = IsVarying ? vectorType(S.Type) : S.Type;
  Value *Address = slotInGroup(S);
  const Align Alignment(std::min<std::uint64_t>(PowerOf2Ceil(Layout.getTypeStoreSize(T)), 64));
  if (isa<LoadInst>(I))
    return define(I, Builder.CreateAlignedLoad(T, Address, Alignment));
  Value *V = cast<StoreInst>(I).getValueOperand();
  if (IsVarying) {
    if (Mask)
      Builder.CreateMaskedStore(vector(V), Address, Alignment, Mask);
    else
      Builder.CreateAlignedStore(vector(V), Address, Alignment);
    return;
  }
  Value *Kept = get(V);
  if (Shapes[V].Kind == Shape::Varying) { // known to be better in the whole function
    Value *First =
        Mask ? Builder.CreateZExtOrTrunc(firstLane(Mask), Builder.getInt32Ty()) : Builder.getInt32(0);
    Kept = Builder.CreateExtractElement(Kept, First);
    if (S.Contents.Kind == Shape::Linear) {
      Value *Number =
          Builder.CreateZExtOrTrunc(First, V->getType()->isPointerTy() ? Builder.getInt64Ty() : V->getType());
      Value *Bytes = Builder.CreateMul(
          Number,
          ConstantInt::get(Number->getType(), static_cast<std::uint64_t>(-S.Contents.Stride), false, true));
      Kept = V->getType()->isPointerTy() ? Builder.CreateGEP(Builder.getInt8Ty(), Kept, Bytes)
                                         : Builder.CreateAdd(Kept, Bytes);
    }
  }
  Builder.CreateAlignedStore(Kept, Address, Alignment);
}

void Vectorizer::emitArrival(CallInst &Call, Value *Mask) {
  if (!Frame->AllArrive) {
    Value *Here = Builder.getInt32(~std::uint32_t{0} >> (32 - Lanes));
    if (Mask)
      Here = Builder.CreateOr(Builder.CreateLoad(Builder.getInt32Ty(), Group),
                              Builder.CreateZExt(bits(Mask), Builder.getInt32Ty()));
    Builder.CreateStore(Here, Group);
  }
  Builder.CreateStore(Call.getArgOperand(0), NextRegion);
  Value *Truth = Call.getArgOperand(1);
  if (isa<PoisonValue>(Truth))
    return; // no vote
  Value *True = Builder.CreateICmpNE(vector(Truth), Constant::getNullValue(vectorType(Truth->getType())));
  Value *All = Mask ? Mask : Constant::getAllOnesValue(True->getType());
  for (auto [K, Voters] : {std::pair(0, andMask(All, True)), {1, All}}) {
    Value *Count = Builder.CreateZExtOrTrunc(Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits(Voters)),
                                             Builder.getInt32Ty());
    Value *Total =
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Out->getArg(2), FrameLayout::Votes + 4 * K);
    Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Builder.getInt32Ty(), Total), Count), Total);
  }
}

/// All threads of the block run on this thread of the machine, one after another.
bool Vectorizer::isWithinBlock(const AtomicRMWInst &Update) const {
  return Update.getSyncScopeID() == F.getContext().getOrInsertSyncScopeID(blockScope) && !Update.isVolatile();
}

/// One lane after another.
void Vectorizer::emitPerLane(Instruction &I, Value *Mask) {
  const bool IsCall = isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  // The loop of calls stays one, and takes a vector's element by its number from memory.
  auto inMemory = [&](Type *T) {
    return IsCall && Layout.getTypeSizeInBits(T) == 8 * Layout.getTypeAllocSize(T);
  };
  DenseMap<const Value *, AllocaInst *> Operands;
  for (Value *V : I.operand_values()) { // before the loop: get() remembers what it loads
    if (isa<BasicBlock>(V))
      continue;
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
    else if (!isa<Constant>(U.get()) && !isa<MetadataAsValue>(U.get()))
      U.set(lane(U.get(), Lane));
  if (auto *Update = dyn_cast<AtomicRMWInst>(Copy); Update && isWithinBlock(*Update)) {
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

/// Whether a value that increases or decreases from lane to lane, all of which are here, compares so with a
/// uniform one: the first and the last lane tell.
std::optional<Vectorizer::Truth> Vectorizer::truth(CmpInst::Predicate Predicate, Value *Steps, Value *Limit) {
  auto *T = dyn_cast<IntegerType>(Steps->getType());
  const std::int64_t Stride = Shapes[Steps].Stride;
  if (!T || T->getBitWidth() < 32)
    return std::nullopt;
  Value *First = get(Steps), *U = get(Limit);
  if (ICmpInst::isEquality(Predicate)) {
    if (Stride != 1)
      return std::nullopt;
    Value *IsThere = Builder.CreateICmpULT(Builder.CreateSub(U, First), ConstantInt::get(T, Lanes));
    if (Predicate == CmpInst::ICMP_EQ)
      return Truth{Builder.getFalse(), IsThere};
    return Truth{Builder.CreateNot(IsThere), Builder.getTrue()};
  }
  Value *Last = Builder.CreateAdd(
      First,
      ConstantInt::get(T, static_cast<std::uint64_t>(Stride * (std::int64_t(Lanes) - 1)), false, true));
  Value *Least = Stride > 0 ? First : Last, *Most = Stride > 0 ? Last : First;
  const bool IsSigned = CmpInst::isSigned(Predicate);
  const bool IsBelow = Predicate == CmpInst::ICMP_ULT || Predicate == CmpInst::ICMP_ULE ||
                       Predicate == CmpInst::ICMP_SLT || Predicate == CmpInst::ICMP_SLE;
  Truth Result{Builder.CreateICmp(Predicate, IsBelow ? Most : Least, U),
               Builder.CreateICmp(Predicate, IsBelow ? Least : Most, U)};
  if (!(IsSigned ? Shapes[Steps].Signed : Shapes[Steps].Unsigned)) { // it may wrap between the lanes
    Value *Ordered = Builder.CreateICmp(IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, Least, Most);
    Result.InAll = Builder.CreateAnd(Result.InAll, Ordered);
    Result.InAny = Builder.CreateOr(Result.InAny, Builder.CreateNot(Ordered));
  }
  return Result;
}

/// What scalar operations tell about a condition of the block, where all lanes are here.
std::optional<Vectorizer::Truth> Vectorizer::truth(Value *Condition, const BasicBlock &Block) {
  using namespace PatternMatch;
  if (auto Known = Assumed.find(Condition); Known != Assumed.end())
    return Truth{Builder.getInt1(Known->second), Builder.getInt1(Known->second)};
  if (Shapes[Condition].Kind == Shape::Uniform)
    return Truth{get(Condition), get(Condition)};
  auto *I = dyn_cast<Instruction>(Condition);
  if (!I || I->getParent() != &Block) // others' operands are not kept
    return std::nullopt;
  Value *A, *B;
  if (match(I, m_Not(m_Value(A)))) {
    if (std::optional<Truth> Of = truth(A, Block))
      return Truth{Builder.CreateNot(Of->InAny), Builder.CreateNot(Of->InAll)};
    return std::nullopt;
  }
  const bool IsAnd = match(I, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (IsAnd || match(I, m_LogicalOr(m_Value(A), m_Value(B)))) {
    std::optional<Truth> OfA = truth(A, Block), OfB = OfA ? truth(B, Block) : std::nullopt;
    if (!OfB)
      return std::nullopt;
    const auto Operation = IsAnd ? Instruction::And : Instruction::Or;
    return Truth{Builder.CreateBinOp(Operation, OfA->InAll, OfB->InAll),
                 Builder.CreateBinOp(Operation, OfA->InAny, OfB->InAny)};
  }
  auto *Compare = dyn_cast<ICmpInst>(I);
  if (!Compare)
    return std::nullopt;
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  if (Shapes[Left].Kind == Shape::Linear && Shapes[Right].Kind == Shape::Uniform)
    return truth(Compare->getPredicate(), Left, Right);
  if (Shapes[Left].Kind == Shape::Uniform && Shapes[Right].Kind == Shape::Linear)
    return truth(Compare->getSwappedPredicate(), Right, Left);
  return std::nullopt;
}

void Vectorizer::emitTerminator(BasicBlock &Block, Value *Mask) {
  const unsigned Place = Order.position(Block);
  Instruction *End = Block.getTerminator();
  if (isa<UnreachableInst>(End)) {
    Builder.CreateUnreachable();
    return;
  }
  if (isa<ReturnInst>(End)) {
    Builder.CreateBr(Mask ? after(Place) : NextLanes);
    return;
  }
  auto *Branch = cast<BranchInst>(End);
  BasicBlock *True = Branch->getSuccessor(0);
  if (!Branch->isConditional()) {
    passValues(Block, *True, Mask);
    if (Mask)
      arrive(True, Mask);
    Builder.CreateBr(Mask ? after(Place) : Full[True]);
    return;
  }
  BasicBlock *False = Branch->getSuccessor(1);
  Value *Condition = Branch->getCondition();
  // Before any phi changes.
  for (BasicBlock *To : {True, False})
    for (PHINode &Phi : To->phis())
      (void)get(Phi.getIncomingValueForBlock(&Block));
  // An edge from the copy with all lanes.
  auto FullEdge = [&](BasicBlock *To) {
    if (!isa<PHINode>(To->front()))
      return Full[To];
    IRBuilderBase::InsertPointGuard Guard(Builder);
    BasicBlock *Edge = newBlock("edge");
    auto Known = Local;
    Builder.SetInsertPoint(Edge);
    passValues(Block, *To, nullptr);
    Builder.CreateBr(Full[To]);
    Local = std::move(Known);
    return Edge;
  };
  if (auto Known = Assumed.find(Condition); !Mask && Known != Assumed.end()) {
    Builder.CreateBr(FullEdge(Known->second ? True : False));
    return;
  }
  bool IsUniform = !Shapes.hasDivergentTerminator(Block) && Shapes[Condition].Kind == Shape::Uniform;
  if (!Mask && IsUniform) {
    Value *C = get(Condition);
    BasicBlock *ToTrue = FullEdge(True), *ToFalse = FullEdge(False);
    Builder.CreateCondBr(C, ToTrue, ToFalse);
    return;
  }
  if (!Mask) {
    // All lanes agree most of the time.
    BasicBlock *Mixed = newBlock("mixed"), *NotTrue = newBlock("not.true");
    std::optional<Truth> Known = truth(Condition, Block);
    if (!Known)
      Known = {allOf(vector(Condition)), anyOf(vector(Condition))};
    BasicBlock *ToTrue = FullEdge(True), *ToFalse = FullEdge(False);
    Builder.CreateCondBr(Known->InAll, ToTrue, NotTrue);
    Builder.SetInsertPoint(NotTrue);
    Builder.CreateCondBr(Known->InAny, Mixed, ToFalse);
    Builder.SetInsertPoint(Mixed);
  }
  Value *C = vector(Condition);
  Value *OnTrue = Mask ? andMask(Mask, C) : C;
  Value *OnFalse = Mask ? andMask(Mask, Builder.CreateNot(C)) : Builder.CreateNot(C);
  passValues(Block, *True, OnTrue);
  passValues(Block, *False, OnFalse);
  arrive(True, OnTrue);
  arrive(False, OnFalse);
  Builder.CreateBr(after(Place));
}

} // namespace

unsigned interleaving(const LoadInst &Load, const LaneShapes &Shapes) {
  constexpr std::int64_t Most = 4;
  const DataLayout &Layout = Load.getDataLayout();
  const Shape S = Shapes[Load.getPointerOperand()];
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeAllocSize(Load.getType()));
  if (S.Kind != Shape::Linear || S.Stride <= Bytes || S.Stride > Most * Bytes || S.Stride % Bytes != 0 ||
      Layout.getTypeSizeInBits(Load.getType()) != static_cast<std::uint64_t>(8 * Bytes))
    return 0;
  return static_cast<unsigned>(S.Stride / Bytes);
}

Function *vectorize(PreparedThread &Thread, ArrayRef<Slot> Slots, const FrameLayout *Frame, bool IsFirst,
                    StringRef Name, unsigned Lanes, FunctionAnalysisManager &Analyses,
                    std::string &Obstacle) {
  constexpr unsigned MostOfThread = 128, Most = 6000; // instructions, to keep compile times in bounds
  for (bool HasVariants : {true, false}) {
    if (HasVariants && Thread.F.getInstructionCount() > MostOfThread)
      continue;
    Vectorizer V(Thread, Slots, Frame, IsFirst, Name, Lanes, Analyses, HasVariants);
    Obstacle = V.obstacle();
    if (!Obstacle.empty())
      return nullptr;
    Function *Out = V.run();
    if (Out->getInstructionCount() <= Most)
      return Out;
    DISubprogram *const Program = Out->getSubprogram();
    Out->eraseFromParent();
    Thread.F.setSubprogram(Program);
  }
  Obstacle = "its control flow has too many cases";
  return nullptr;
}

} // namespace kcc::compiler
