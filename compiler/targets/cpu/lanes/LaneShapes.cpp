#include "targets/cpu/lanes/LaneShapes.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/LaneOffsets.h"
#include "targets/cpu/lanes/NarrowIndex.h"
#include "targets/cpu/lanes/RowVersions.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include <cstdlib>
#include <optional>

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

namespace {

constexpr std::uint64_t MostLanes = 32;

/// Tells LLVM's uniformity analysis where threads begin to differ.
class ThreadCosts final : public TargetTransformInfoImplBase {
public:
  ThreadCosts(const Function &F, const Fields &Loads, ArrayRef<Slot> Slots, Neighbours Among)
      : TargetTransformInfoImplBase(F.getDataLayout()), Loads(Loads), Slots(Slots), Among(Among),
        AmongWarp(Among == Neighbours::Lanes && runsWholeWarps(F)) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    if (Among == Neighbours::None)
      return InstructionUniformity::AlwaysUniform;
    if (auto Field = Loads.find(V); Field != Loads.end())
      return differs(Field->second) ? InstructionUniformity::NeverUniform
                                    : InstructionUniformity::AlwaysUniform;
    if (const Slot *S = slotAt(V, Slots))
      return S->Type ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return InstructionUniformity::Default;
    if (auto *Load = dyn_cast<LoadInst>(I))
      if (const Slot *S = slotAt(Load->getPointerOperand(), Slots); S && S->Type)
        return S->IsOfBlock || (S->Contents.Kind == Shape::Uniform && Among == Neighbours::Lanes)
                   ? InstructionUniformity::AlwaysUniform
                   : InstructionUniformity::NeverUniform;
    if (auto *Call = dyn_cast<CallInst>(I);
        Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with(BlockVotes))
      return InstructionUniformity::AlwaysUniform;
    if (std::optional<WarpOperation> Operation = warpOperation(*I))
      return AmongWarp && hasOneResult(*Operation) ? InstructionUniformity::AlwaysUniform
                                                   : InstructionUniformity::NeverUniform;
    if (AmongWarp && isSameInWarp(*I, Loads))
      return InstructionUniformity::AlwaysUniform;
    if (std::optional<RowDivision> Division = rowDivision(*I))
      return Among == Neighbours::Lanes && Division->What != RowDivision::Remainder
                 ? InstructionUniformity::AlwaysUniform
                 : InstructionUniformity::NeverUniform;
    bool Differs = isa<AllocaInst>(I) || I->isAtomic() || I->isVolatile() ||
                   (isa<CallBase>(I) && !isa<IntrinsicInst>(I));
    return Differs ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
  }

private:
  /// All threads get the same result.
  static constexpr char BlockVotes[] = "kcc_cpu_sync_threads_";

  bool differs(std::uint64_t Field) const {
    return Field == offsetof(CpuThread, thread_idx) || Field == offsetof(CpuThread, thread_rank) ||
           (Among == Neighbours::Block && Field < sizeof(CpuThread::thread_idx));
  }

  const Fields &Loads;
  ArrayRef<Slot> Slots;
  Neighbours Among;
  bool AmongWarp;
};

} // namespace

const Slot *slotAt(const Value *Pointer, ArrayRef<Slot> Slots) {
  auto *Parameter = dyn_cast<Argument>(Pointer);
  if (!Parameter || Parameter->getArgNo() < FirstSlotParameter)
    return nullptr;
  return &Slots[Parameter->getArgNo() - FirstSlotParameter];
}

bool isWidenedAsSigned(const Instruction &I) {
  return isa<SExtInst>(I) || cast<PossiblyNonNegInst>(I).hasNonNeg();
}

bool isElement(const Type *T) {
  return T->isFloatTy() || T->isDoubleTy() || T->isPointerTy() || T->isIntegerTy(1) || T->isIntegerTy(8) ||
         T->isIntegerTy(16) || T->isIntegerTy(32) || T->isIntegerTy(64);
}

ThreadUniformity::ThreadUniformity(Function &F, const Fields &Loads, ArrayRef<Slot> Slots, Neighbours Among) {
  Analyses.registerPass([&] {
    return TargetIRAnalysis([&, Slots, Among](const Function &) {
      return TargetTransformInfo(std::make_unique<const ThreadCosts>(F, Loads, Slots, Among));
    });
  });
  Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  Analyses.registerPass([] { return DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return CycleAnalysis(); });
  Analyses.registerPass([] { return UniformityInfoAnalysis(); });
  Info = &Analyses.getResult<UniformityInfoAnalysis>(F);
}

LaneShapes::LaneShapes(Function &F, const Fields &Loads, ArrayRef<Slot> Slots, const LoopInfo &LI,
                       unsigned Lanes)
    : Loads(Loads), Slots(Slots), LI(LI), Layout(F.getDataLayout()),
      Uniformity(F, Loads, Slots, Lanes == 1 ? Neighbours::None : Neighbours::Lanes),
      WholeWarps(runsWholeWarps(F)), Lanes(Lanes) {
  if (WholeWarps || any_of(instructions(F), rowDivision))
    InRow.emplace(F, Loads, Slots, Neighbours::Row);
  compute(F);
}

Shape LaneShapes::operator[](const Value *V) const {
  if (const Slot *S = slotAt(V, Slots); S && !S->Type)
    return Shape::linear(static_cast<std::int64_t>(S->Bytes), true, true);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Uniformity->isDivergent(I))
    return {Shape::Uniform};
  auto Found = Shapes.find(I);
  return Found == Shapes.end() ? Shape{} : Found->second;
}

std::uint64_t LaneShapes::sizeOf(const AllocaInst &Alloca) const {
  return alignTo(Alloca.getAllocationSize(Layout)->getFixedValue(), Alloca.getAlign());
}

bool LaneShapes::loadsField(const Value *V, std::uint64_t Offset) const {
  auto Found = Loads.find(V);
  return Found != Loads.end() && Found->second == Offset;
}

/// block_idx.x * block_dim.x + thread_idx.x: the runtime makes sure that it has 31 bits.
bool LaneShapes::isIndexInGrid(const Instruction &Sum) const {
  for (unsigned K : {0u, 1u}) {
    auto *Product = dyn_cast<BinaryOperator>(Sum.getOperand(K));
    if (!Product || Product->getOpcode() != Instruction::Mul ||
        !loadsField(Sum.getOperand(1 - K), offsetof(CpuThread, thread_idx)))
      continue;
    for (unsigned J : {0u, 1u})
      if (loadsField(Product->getOperand(J), offsetof(CpuThread, block_idx)) &&
          loadsField(Product->getOperand(1 - J), offsetof(CpuThread, block_dim)))
        return true;
  }
  return false;
}

bool LaneShapes::neverWraps(const Value *V) const {
  if (auto *Widened = dyn_cast<ZExtInst>(V))
    return neverWraps(Widened->getOperand(0));
  if (auto *Sum = dyn_cast<BinaryOperator>(V); Sum && Sum->getOpcode() == Instruction::Add)
    return isIndexInGrid(*Sum);
  return loadsField(V, offsetof(CpuThread, thread_idx)) || loadsField(V, offsetof(CpuThread, thread_rank));
}

std::uint64_t stridedLimit(unsigned Bits) {
  return Bits == 64 ? std::uint64_t{1} << 61 : std::uint64_t{1} << 31;
}

/// Whether it adds to an index what a strided loop has left behind.
static bool isStridedCounter(const BinaryOperator &Sum) {
  auto *Offset = Sum.getOpcode() == Instruction::Add ? dyn_cast<LoadInst>(Sum.getOperand(1)) : nullptr;
  auto *From = Offset ? dyn_cast<Argument>(Offset->getPointerOperand()) : nullptr;
  return From && From->getArgNo() + 1 == FirstSlotParameter && Offset->hasMetadata(stridedOffset);
}

/// The values that an integer can have in any thread, whether or not it is used there.
ConstantRange LaneShapes::rangeOf(const Value *V, unsigned Depth) const {
  const unsigned Bits = V->getType()->getIntegerBitWidth();
  auto UpTo = [&](std::uint64_t Most) { return ConstantRange(APInt(Bits, 0), APInt(Bits, Most + 1)); };
  constexpr unsigned MostDepth = 8;
  if (auto *C = dyn_cast<ConstantInt>(V))
    return ConstantRange(C->getValue());
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MostDepth)
    return ConstantRange::getFull(Bits);
  if (auto *Sum = dyn_cast<BinaryOperator>(I); Sum && isStridedCounter(*Sum))
    return ConstantRange(APInt(Bits, 0), APInt(Bits, stridedLimit(Bits)));
  if (auto Field = Loads.find(V); Field != Loads.end()) {
    constexpr std::uint64_t MostThreads = 1024;
    switch (Field->second) {
    case offsetof(CpuThread, thread_idx):
    case offsetof(CpuThread, thread_idx) + 4:
    case offsetof(CpuThread, thread_idx) + 8:
    case offsetof(CpuThread, thread_rank):
      return UpTo(MostThreads - 1);
    case offsetof(CpuThread, block_dim):
    case offsetof(CpuThread, block_dim) + 4:
    case offsetof(CpuThread, block_dim) + 8:
      return UpTo(MostThreads);
    default:
      return ConstantRange::getFull(Bits);
    }
  }
  auto Of = [&](unsigned K) { return rangeOf(I->getOperand(K), Depth + 1); };
  if (isa<BinaryOperator>(I) && isIndexInGrid(*I))
    return UpTo(0x7fffffff);
  switch (I->getOpcode()) {
  case Instruction::Or: // for lanes, a sum if it is disjoint
    return Of(0).binaryOp(cast<PossiblyDisjointInst>(I)->isDisjoint() ? Instruction::Add : Instruction::Or,
                          Of(1));
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::URem:
    return Of(0).binaryOp(cast<BinaryOperator>(I)->getOpcode(), Of(1));
  case Instruction::ZExt: {
    const ConstantRange Unsigned = Of(0).zeroExtend(Bits);
    return isWidenedAsSigned(*I) ? Unsigned.unionWith(Of(0).signExtend(Bits)) : Unsigned;
  }
  case Instruction::SExt:
    return Of(0).signExtend(Bits);
  case Instruction::Trunc:
    return Of(0).truncate(Bits);
  case Instruction::Select:
    return Of(1).unionWith(Of(2));
  default:
    return ConstantRange::getFull(Bits);
  }
}

/// A result that grows by the stride, modulo its type.
Shape LaneShapes::linear(const Instruction &I, std::int64_t Stride) const {
  if (Stride == 0 && Lanes != 0) // such as `i - i % n` in one row
    return {Shape::Uniform};
  Shape Result = Shape::linear(Stride);
  if (Result.Kind == Shape::Linear)
    findFlags(Result, I, static_cast<std::uint64_t>(std::abs(Stride)) * MostLanes);
  return Result;
}

void LaneShapes::findFlags(Shape &S, const Instruction &I, std::uint64_t Steps) const {
  if (!I.getType()->isIntegerTy())
    return;
  // Two lanes whose values are less than 2^bits - steps apart cannot have wrapped between them.
  const ConstantRange Range = rangeOf(&I);
  const APInt All = APInt::getOneBitSet(128, Range.getBitWidth());
  auto IsClose = [&](const APInt &Least, const APInt &Most) {
    return (Most - Least + APInt(128, Steps)).ult(All);
  };
  S.Unsigned = IsClose(Range.getUnsignedMin().zext(128), Range.getUnsignedMax().zext(128));
  S.Signed = IsClose(Range.getSignedMin().sext(128), Range.getSignedMax().sext(128));
}

LaneOffsets LaneShapes::offsets(const Shape &S) const {
  if (S.Kind == Shape::Pattern)
    return LaneOffsets(S.Offsets);
  LaneOffsets Result;
  for (unsigned K = 0; K < Lanes; ++K)
    Result.push_back(S.Kind == Shape::Linear ? S.Stride * K : 0);
  return Result;
}

KnownBits LaneShapes::bitsOfFirstLane(const Value *V) const {
  return compiler::bitsOfFirstLane(V, Loads, Lanes, WholeWarps);
}

Shape LaneShapes::withOffsets(const Instruction &I, const LaneOffsets &Offsets) const {
  constexpr std::int64_t Most = std::int64_t(1) << 30;
  const auto [Least, Greatest] = std::minmax_element(Offsets.begin(), Offsets.end());
  if (*Least < -Most || *Greatest > Most)
    return {Shape::Varying};
  if (*Least == 0 && *Greatest == 0)
    return {Shape::Uniform};
  bool IsLinear = true;
  for (unsigned K = 0; K < Lanes; ++K)
    IsLinear &= Offsets[K] == Offsets[1] * K;
  if (IsLinear)
    return linear(I, Offsets[1]);
  Shape Result{Shape::Pattern};
  Result.Offsets = ArrayRef(Offsets).copy(Patterns);
  findFlags(Result, I, static_cast<std::uint64_t>(*Greatest - *Least));
  return Result;
}

/// Of `x & C` and the like, where the groups' first index tells how the lanes' low bits differ.
Shape LaneShapes::bitwise(const Instruction &I, ArrayRef<Shape> In) const {
  auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
  if (Lanes == 0 || !C)
    return {Shape::Varying};
  std::optional<LaneOffsets> Offsets =
      offsetsOfBitwise(I.getOpcode(), bitsOfFirstLane(I.getOperand(0)), offsets(In[0]), C->getValue());
  if (!Offsets)
    return {Shape::Varying};
  Shape Result = withOffsets(I, *Offsets);
  Result.Unsigned = Result.Signed = true; // the upper bits are the same
  return Result;
}

/// Of an operation for which the offsets of its operands tell those of its result.
Shape LaneShapes::pattern(const Instruction &I, ArrayRef<Shape> In) const {
  const Shape Varying{Shape::Varying};
  if (Lanes == 0)
    return Varying;
  LaneOffsets Result(Lanes);
  auto Add = [&](const Shape &S, std::int64_t Scale) {
    for (auto [Sum, Offset] : zip_equal(Result, offsets(S)))
      Sum += Scale * Offset;
  };
  constexpr std::int64_t MostScale = 65536;
  switch (I.getOpcode()) {
  case Instruction::Or: // a sum
  case Instruction::Add:
    Add(In[0], 1);
    Add(In[1], 1);
    break;
  case Instruction::Sub:
    Add(In[0], 1);
    Add(In[1], -1);
    break;
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
    const bool IsShift = I.getOpcode() == Instruction::Shl;
    if (!C || C->getValue().getSignificantBits() > 17 || (IsShift && C->getValue().ugt(15)))
      return Varying;
    Add(In[0], IsShift ? std::int64_t(1) << C->getZExtValue() : C->getSExtValue());
    break;
  }
  case Instruction::ZExt:
    if (!In[0].Unsigned && !(In[0].Signed && isWidenedAsSigned(I)))
      return Varying;
    Add(In[0], 1);
    break;
  case Instruction::SExt:
    if (!In[0].Signed)
      return Varying;
    Add(In[0], 1);
    break;
  case Instruction::Trunc:
  case Instruction::Freeze:
    Add(In[0], 1);
    break;
  case Instruction::GetElementPtr: {
    auto &Gep = cast<GetElementPtrInst>(I);
    SmallMapVector<Value *, APInt, 4> Offsets;
    APInt Fixed(64, 0);
    if (I.getType()->isVectorTy() || !Gep.collectOffset(Layout, 64, Offsets, Fixed))
      return Varying;
    Add(In[0], 1);
    for (auto &[Index, Scale] : Offsets) {
      const Shape S = (*this)[Index];
      if ((S.Kind != Shape::Uniform && !Index->getType()->isIntegerTy(64)) ||
          std::abs(Scale.getSExtValue()) > MostScale)
        return Varying;
      Add(S, Scale.getSExtValue());
    }
    break;
  }
  default:
    return Varying;
  }
  return withOffsets(I, Result);
}

bool LaneShapes::isExact(const Value *V, bool IsSigned) const {
  const Shape S = (*this)[V];
  return S.Kind == Shape::Uniform || (S.Kind == Shape::Linear && (IsSigned ? S.Signed : S.Unsigned));
}

std::optional<std::int64_t> LaneShapes::strideWithoutWrap(const Value *V, bool IsSigned,
                                                          const BasicBlock &Block) const {
  if (isExact(V, IsSigned))
    return (*this)[V].Stride;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != &Block || !hasExactResult(*I, IsSigned))
    return std::nullopt;
  const auto A = strideWithoutWrap(I->getOperand(0), IsSigned, Block),
             B = strideWithoutWrap(I->getOperand(1), IsSigned, Block);
  if (!A || !B)
    return std::nullopt;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Or:
    return *A + *B;
  case Instruction::Sub:
    return *A - *B;
  default: { // by a constant
    const APInt By = cast<ConstantInt>(I->getOperand(1))->getValue().sext(64);
    constexpr std::int64_t MostFactor = 65536, MostShift = 15;
    const std::int64_t Factor = I->getOpcode() != Instruction::Shl ? By.getSExtValue()
                                : By.ule(MostShift)                ? std::int64_t(1) << By.getZExtValue()
                                                                   : MostFactor + 1;
    if (Factor > MostFactor || Factor < (IsSigned ? -MostFactor : 0))
      return std::nullopt;
    return *A * Factor;
  }
  }
}

/// Of a number with more bits. Its shape is that of numbers computed with so many bits: where the result is
/// used, nothing has wrapped.
Shape LaneShapes::widened(const CastInst &I, const Shape &In) const {
  const bool AsSigned = isWidenedAsSigned(I), AsUnsigned = isa<ZExtInst>(I);
  if ((AsUnsigned && In.Unsigned) || (AsSigned && In.Signed))
    return linear(I, In.Stride);
  for (bool IsSigned : {true, false})
    if (IsSigned ? AsSigned : AsUnsigned)
      if (auto Stride = strideWithoutWrap(I.getOperand(0), IsSigned, *I.getParent());
          Stride && I.getType()->isIntegerTy(64))
        return Shape::linear(*Stride, /*Unsigned=*/false, /*Signed=*/true);
  return {Shape::Varying};
}

/// The shape of a value that differs between lanes.
Shape LaneShapes::transfer(const Instruction &I) const {
  const Shape Varying{Shape::Varying};
  if (loadsField(&I, offsetof(CpuThread, thread_idx)) || loadsField(&I, offsetof(CpuThread, thread_rank)))
    return Shape::linear(1, true, true);
  if (WholeWarps && countsLanes(I, Loads))
    return Shape::linear(1, true, true);
  if (std::optional<RowDivision> Division = rowDivision(I))
    return Shape::linear((*this)[Division->Dividend].Stride, true, true);
  if (auto *Alloca = dyn_cast<AllocaInst>(&I))
    return Shape::linear(static_cast<std::int64_t>(sizeOf(*Alloca)), true, true);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    if (const Slot *S = slotAt(Load->getPointerOperand(), Slots); S && S->Type)
      return S->Contents;
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    if (!LI.isLoopHeader(Phi->getParent()))
      return Varying;
    Shape Result;
    for (Value *V : Phi->incoming_values()) {
      Shape In = (*this)[V];
      if (In.Kind == Shape::Unknown)
        continue;
      if (In.Kind != Shape::Linear || (Result.Kind == Shape::Linear && In.Stride != Result.Stride))
        return Varying;
      if (Result.Kind == Shape::Unknown) {
        Result = In;
      } else {
        Result.Unsigned &= In.Unsigned;
        Result.Signed &= In.Signed;
      }
    }
    return Result;
  }
  if (!I.getType()->isPointerTy() && !(I.getType()->isIntegerTy() && I.getType()->getIntegerBitWidth() >= 8 &&
                                       I.getType()->getIntegerBitWidth() <= 64))
    return Varying;
  SmallVector<Shape, 3> In;
  for (const Value *V : I.operand_values()) {
    In.push_back((*this)[V]);
    if (In.back().Kind == Shape::Unknown)
      return {};
    if (In.back().Kind == Shape::Varying)
      return Varying;
  }
  const bool HasPattern = any_of(In, [](const Shape &S) { return S.Kind == Shape::Pattern; });
  const bool AllAreSame = all_of(In, [](const Shape &S) { return S.Kind == Shape::Uniform; }); // in a group
  if (AllAreSame && Lanes != 0 && isa<BinaryOperator, CastInst, GetElementPtrInst, FreezeInst>(I))
    return {Shape::Uniform};
  if (HasPattern)
    switch (I.getOpcode()) {
    case Instruction::And:
    case Instruction::Xor:
    case Instruction::LShr:
    case Instruction::AShr:
      return bitwise(I, In);
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(I).isDisjoint() ? pattern(I, In) : bitwise(I, In);
    default:
      return pattern(I, In);
    }
  auto Constant = [&](unsigned K) -> std::optional<std::int64_t> {
    if (auto *C = dyn_cast<ConstantInt>(I.getOperand(K)))
      return C->getSExtValue();
    return std::nullopt;
  };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return linear(I, In[0].Stride + In[1].Stride);
  case Instruction::Sub:
    return linear(I, In[0].Stride - In[1].Stride);
  case Instruction::Or: // a sum, where its result is used
    return cast<PossiblyDisjointInst>(I).isDisjoint() ? linear(I, In[0].Stride + In[1].Stride)
                                                      : bitwise(I, In);
  case Instruction::Xor:
    return Constant(1) == -1 ? linear(I, -In[0].Stride) : bitwise(I, In); // -1 - x
  case Instruction::And:
  case Instruction::LShr:
  case Instruction::AShr:
    return bitwise(I, In);
  case Instruction::Mul:
    for (unsigned K : {0u, 1u})
      if (auto C = Constant(K); C && *C > -65536 && *C < 65536)
        return linear(I, In[1 - K].Stride * *C);
    return Varying;
  case Instruction::Shl:
    if (auto C = Constant(1); C && *C >= 0 && *C < 16)
      return linear(I, In[0].Stride * (std::int64_t(1) << *C));
    return Varying;
  case Instruction::ZExt:
  case Instruction::SExt:
    return widened(cast<CastInst>(I), In[0]);
  case Instruction::Trunc:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    if (Layout.getTypeSizeInBits(I.getType()) > Layout.getTypeSizeInBits(I.getOperand(0)->getType()))
      return Varying;
    return linear(I, In[0].Stride);
  case Instruction::Freeze:
    return In[0];
  case Instruction::Select:
    if (In[0].Kind == Shape::Uniform && In[1].Kind == Shape::Linear && In[2].Kind == Shape::Linear &&
        In[1].Stride == In[2].Stride)
      return linear(I, In[1].Stride);
    return Varying;
  case Instruction::GetElementPtr: {
    auto &Gep = cast<GetElementPtrInst>(I);
    SmallMapVector<Value *, APInt, 4> Offsets;
    APInt Fixed(64, 0);
    if (I.getType()->isVectorTy() || !Gep.collectOffset(Layout, 64, Offsets, Fixed))
      return Varying;
    std::int64_t Stride = In[0].Stride;
    for (auto &[Index, Scale] : Offsets) {
      Shape S = (*this)[Index];
      if (S.Kind == Shape::Linear && !Index->getType()->isIntegerTy(64))
        return Varying;
      constexpr std::int64_t MostScale = 65536;
      if (Scale.getSExtValue() > MostScale || Scale.getSExtValue() < -MostScale)
        return Varying;
      Stride += S.Stride * Scale.getSExtValue();
    }
    return Shape::linear(Stride);
  }
  default:
    return Varying;
  }
}

void LaneShapes::compute(Function &F) {
  ReversePostOrderTraversal<Function *> Blocks(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block) {
        if (!Uniformity->isDivergent(&I))
          continue;
        Shape New = transfer(I), &Old = Shapes[&I];
        if (New == Old)
          continue;
        // Only from better to worse, so that this ends.
        if (Old.Kind == Shape::Varying)
          continue;
        const bool IsOther = Old.Kind != New.Kind || Old.Stride != New.Stride || Old.Offsets != New.Offsets;
        if (Old.Kind != Shape::Unknown && IsOther)
          New = {Shape::Varying};
        Old = New;
        Changed = true;
      }
  }
  for (auto &[I, S] : Shapes)
    if (S.Kind == Shape::Unknown)
      S = {Shape::Varying};
}

} // namespace kcc::compiler
