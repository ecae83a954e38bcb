#include "targets/cpu/lanes/LaneShapes.h"
#include "kcc/abi/cpu_code.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

namespace {

/// Tells LLVM's uniformity analysis where threads begin to differ.
class ThreadCosts final : public TargetTransformInfoImplBase {
public:
  ThreadCosts(const DataLayout &Layout, const Fields &Loads, ArrayRef<Slot> Slots, Neighbours Among)
      : TargetTransformInfoImplBase(Layout), Loads(Loads), Slots(Slots), Among(Among) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
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
        return S->Contents.Kind == Shape::Uniform && Among == Neighbours::Lanes
                   ? InstructionUniformity::AlwaysUniform
                   : InstructionUniformity::NeverUniform;
    if (auto *Call = dyn_cast<CallInst>(I);
        Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with(BlockVotes))
      return InstructionUniformity::AlwaysUniform;
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
};

} // namespace

const Slot *slotAt(const Value *Pointer, ArrayRef<Slot> Slots) {
  auto *Parameter = dyn_cast<Argument>(Pointer);
  if (!Parameter || Parameter->getArgNo() < FirstSlotParameter)
    return nullptr;
  return &Slots[Parameter->getArgNo() - FirstSlotParameter];
}

bool isElement(const Type *T) {
  return T->isFloatTy() || T->isDoubleTy() || T->isPointerTy() || T->isIntegerTy(1) || T->isIntegerTy(8) ||
         T->isIntegerTy(16) || T->isIntegerTy(32) || T->isIntegerTy(64);
}

ThreadUniformity::ThreadUniformity(Function &F, const Fields &Loads, ArrayRef<Slot> Slots, Neighbours Among) {
  Analyses.registerPass([&] {
    return TargetIRAnalysis([&, Slots, Among](const Function &) {
      return TargetTransformInfo(std::make_unique<const ThreadCosts>(F.getDataLayout(), Loads, Slots, Among));
    });
  });
  Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  Analyses.registerPass([] { return DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return CycleAnalysis(); });
  Analyses.registerPass([] { return UniformityInfoAnalysis(); });
  Info = &Analyses.getResult<UniformityInfoAnalysis>(F);
}

LaneShapes::LaneShapes(Function &F, const Fields &Loads, ArrayRef<Slot> Slots, const LoopInfo &LI)
    : Loads(Loads), Slots(Slots), LI(LI), Layout(F.getDataLayout()),
      Uniformity(F, Loads, Slots, Neighbours::Lanes) {
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

Shape LaneShapes::sum(const Instruction &I, const Shape &A, const Shape &B, int Sign) const {
  Shape Result = Shape::linear(A.Stride + Sign * B.Stride, true, true);
  bool NUW = false, NSW = false;
  if (auto *Op = dyn_cast<OverflowingBinaryOperator>(&I)) {
    NUW = Op->hasNoUnsignedWrap();
    NSW = Op->hasNoSignedWrap();
  } else { // or disjoint
    NUW = NSW = true;
  }
  if (Sign == 1 && isIndexInGrid(I))
    NUW = NSW = true;
  auto Of = [](const Shape &S, bool Flag) { return S.Kind == Shape::Uniform || Flag; };
  Result.Unsigned = NUW && Of(A, A.Unsigned) && Of(B, B.Unsigned);
  Result.Signed = NSW && Of(A, A.Signed) && Of(B, B.Signed);
  return Result;
}

/// The shape of a value that differs between lanes.
Shape LaneShapes::transfer(const Instruction &I) const {
  const Shape Varying{Shape::Varying};
  if (loadsField(&I, offsetof(CpuThread, thread_idx)) || loadsField(&I, offsetof(CpuThread, thread_rank)))
    return Shape::linear(1, true, true);
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
  auto Constant = [&](unsigned K) -> std::optional<std::int64_t> {
    if (auto *C = dyn_cast<ConstantInt>(I.getOperand(K)))
      return C->getSExtValue();
    return std::nullopt;
  };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return sum(I, In[0], In[1], 1);
  case Instruction::Sub:
    return sum(I, In[0], In[1], -1);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(I).isDisjoint() ? sum(I, In[0], In[1], 1) : Varying;
  case Instruction::Mul:
    for (unsigned K : {0u, 1u})
      if (auto C = Constant(K); C && *C > -65536 && *C < 65536) {
        const Shape &S = In[1 - K];
        auto &Op = cast<OverflowingBinaryOperator>(I);
        return Shape::linear(S.Stride * *C, S.Unsigned && Op.hasNoUnsignedWrap(),
                             S.Signed && Op.hasNoSignedWrap());
      }
    return Varying;
  case Instruction::Shl:
    if (auto C = Constant(1); C && *C >= 0 && *C < 16) {
      auto &Op = cast<OverflowingBinaryOperator>(I);
      return Shape::linear(In[0].Stride << *C, In[0].Unsigned && Op.hasNoUnsignedWrap(),
                           In[0].Signed && Op.hasNoSignedWrap());
    }
    return Varying;
  case Instruction::ZExt:
    if (In[0].Unsigned || (In[0].Signed && cast<PossiblyNonNegInst>(I).hasNonNeg()))
      return Shape::linear(In[0].Stride, true, true);
    return Varying;
  case Instruction::SExt:
    return In[0].Signed ? Shape::linear(In[0].Stride, false, true) : Varying;
  case Instruction::Trunc:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    if (Layout.getTypeSizeInBits(I.getType()) > Layout.getTypeSizeInBits(I.getOperand(0)->getType()))
      return Varying;
    return Shape::linear(In[0].Stride, false, false);
  case Instruction::Freeze:
    return In[0];
  case Instruction::Select:
    if (In[0].Kind == Shape::Uniform && In[1].Kind == Shape::Linear && In[2].Kind == Shape::Linear &&
        In[1].Stride == In[2].Stride)
      return Shape::linear(In[1].Stride, In[1].Unsigned && In[2].Unsigned, In[1].Signed && In[2].Signed);
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
      if (Scale.getSExtValue() > 65536)
        return Varying;
      Stride += S.Stride * Scale.getSExtValue();
    }
    return Shape::linear(Stride, false, false);
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
        if (Old.Kind == Shape::Linear && New.Kind == Shape::Linear && Old.Stride != New.Stride)
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
