#include "targets/cpu/lanes/WarpOperations.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BarrierRegions.h"
#include "targets/cpu/lanes/Meeting.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {

using abi::CpuThread;

namespace {

/// The attribute of functions that runsWholeWarps() is true of.
constexpr char wholeWarps[] = "kcc-whole-warps";

bool isReduction(WarpOperation Operation) {
  return Operation >= WarpOperation::Add;
}

bool isShuffle(WarpOperation Operation) {
  return Operation >= WarpOperation::Shuffle && Operation <= WarpOperation::ShuffleXor;
}

/// The operation, whatever its mask.
std::optional<WarpOperation> operationOfSomeLanes(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  return StringSwitch<std::optional<WarpOperation>>(Callee->getName())
      .Case("kcc_cpu_sync_warp", WarpOperation::Sync)
      .Case("kcc_cpu_warp_any", WarpOperation::Any)
      .Case("kcc_cpu_warp_all", WarpOperation::All)
      .Case("kcc_cpu_warp_uniform", WarpOperation::Same)
      .Case("kcc_cpu_warp_ballot", WarpOperation::Ballot)
      .Cases({"kcc_cpu_warp_match_any_32", "kcc_cpu_warp_match_any_64"}, WarpOperation::MatchAny)
      .Cases({"kcc_cpu_warp_match_all_32", "kcc_cpu_warp_match_all_64"}, WarpOperation::MatchAll)
      .Case("kcc_cpu_warp_shuffle", WarpOperation::Shuffle)
      .Case("kcc_cpu_warp_shuffle_up", WarpOperation::ShuffleUp)
      .Case("kcc_cpu_warp_shuffle_down", WarpOperation::ShuffleDown)
      .Case("kcc_cpu_warp_shuffle_xor", WarpOperation::ShuffleXor)
      .Case("kcc_cpu_warp_reduce_add", WarpOperation::Add)
      .Case("kcc_cpu_warp_reduce_and", WarpOperation::And)
      .Case("kcc_cpu_warp_reduce_or", WarpOperation::Or)
      .Case("kcc_cpu_warp_reduce_xor", WarpOperation::Xor)
      .Case("kcc_cpu_warp_reduce_min_signed", WarpOperation::MinSigned)
      .Case("kcc_cpu_warp_reduce_max_signed", WarpOperation::MaxSigned)
      .Case("kcc_cpu_warp_reduce_min_unsigned", WarpOperation::MinUnsigned)
      .Case("kcc_cpu_warp_reduce_max_unsigned", WarpOperation::MaxUnsigned)
      .Default(std::nullopt);
}

unsigned maskOperand(WarpOperation Operation) {
  return isReduction(Operation) ? 1 : 0;
}

/// Whether the mask is -1 or the result of ballot(true) with such a mask.
bool namesAllLanes(const Value *Mask) {
  if (auto *C = dyn_cast<ConstantInt>(Mask))
    return C->isMinusOne();
  auto *Call = dyn_cast<CallInst>(Mask);
  if (!Call || operationOfSomeLanes(*Call) != WarpOperation::Ballot)
    return false;
  auto *Predicate = dyn_cast<ConstantInt>(Call->getArgOperand(1));
  return Predicate && !Predicate->isZero() && namesAllLanes(Call->getArgOperand(0));
}

} // namespace

std::optional<WarpOperation> warpOperation(const Instruction &I) {
  const std::optional<WarpOperation> Operation = operationOfSomeLanes(I);
  if (!Operation)
    return std::nullopt;
  auto *Mask = dyn_cast<ConstantInt>(cast<CallInst>(I).getArgOperand(maskOperand(*Operation)));
  return Mask && Mask->isMinusOne() ? Operation : std::nullopt;
}

bool makeWarpOperation(Instruction &I) {
  const std::optional<WarpOperation> Operation = operationOfSomeLanes(I);
  if (!Operation)
    return false;
  Use &Mask = cast<CallInst>(I).getArgOperandUse(maskOperand(*Operation));
  if (!namesAllLanes(Mask))
    return false;
  Mask.set(Constant::getAllOnesValue(Mask->getType()));
  return true;
}

bool hasOneResult(WarpOperation Operation) {
  return Operation != WarpOperation::Sync && Operation != WarpOperation::MatchAny && !isShuffle(Operation);
}

bool runsWholeWarps(const Function &F) {
  return F.hasFnAttribute(wholeWarps);
}

void runWholeWarps(Function &F) {
  F.addFnAttr(wholeWarps);
}

// ---- Numbers of threads, where a group of lanes begins at a multiple of WarpSize along x

namespace {

/// All of this is true modulo a power of two, too: of numbers that wrap.
class ThreadNumbers {
public:
  explicit ThreadNumbers(const Fields &Loads) : Loads(Loads) {}

  /// A multiple of WarpSize in the first lane, which grows by 1 from lane to lane.
  bool beginsAtWarp(const Value *V, unsigned Depth = 0) const {
    if (Depth == MostDepth || !isWide(V))
      return false;
    if (auto Field = Loads.find(V); Field != Loads.end())
      return !isSameInWarp(Field->second);
    const Value *A, *B;
    if (match(V, m_Trunc(m_Value(A))) || match(V, m_ZExtOrSExt(m_Value(A))) || match(V, m_Freeze(m_Value(A))))
      return beginsAtWarp(A, Depth + 1);
    if (match(V, m_Add(m_Value(A), m_Value(B))) || match(V, m_Or(m_Value(A), m_Value(B))))
      return (beginsAtWarp(A, Depth + 1) && isMultiple(B, Depth + 1)) ||
             (beginsAtWarp(B, Depth + 1) && isMultiple(A, Depth + 1));
    return match(V, m_Sub(m_Value(A), m_Value(B))) && beginsAtWarp(A, Depth + 1) && isMultiple(B, Depth + 1);
  }

  /// The same multiple of WarpSize in all lanes.
  bool isMultiple(const Value *V, unsigned Depth = 0) const {
    if (auto *C = dyn_cast<ConstantInt>(V))
      return isMultiple(C->getValue());
    if (Depth == MostDepth || !isWide(V))
      return false;
    if (auto Field = Loads.find(V); Field != Loads.end())
      return Field->second == offsetof(CpuThread, block_dim); // along x
    const Value *A, *B;
    const APInt *C;
    if (match(V, m_Trunc(m_Value(A))) || match(V, m_ZExtOrSExt(m_Value(A))) || match(V, m_Freeze(m_Value(A))))
      return isMultiple(A, Depth + 1);
    if (match(V, m_Mul(m_Value(A), m_Value(B))))
      return (isMultiple(A, Depth + 1) && isSameInWarp(B, Depth + 1)) ||
             (isMultiple(B, Depth + 1) && isSameInWarp(A, Depth + 1));
    if (match(V, m_Shl(m_Value(A), m_APInt(C))))
      return C->ult(C->getBitWidth()) &&
             (isMultiple(A, Depth + 1) || (C->uge(Log2_32(WarpSize)) && isSameInWarp(A, Depth + 1)));
    if (match(V, m_And(m_Value(A), m_APInt(C))))
      return isMultiple(*C) ? beginsAtWarp(A, Depth + 1) || isSameInWarp(A, Depth + 1)
                            : isMultiple(A, Depth + 1);
    return match(V, m_BinOp(m_Value(A), m_Value(B))) && isSumOrUnion(V) && isMultiple(A, Depth + 1) &&
           isMultiple(B, Depth + 1);
  }

  /// The same in all lanes, which the indices and sizes of threads and blocks show.
  bool isSameInWarp(const Value *V, unsigned Depth = 0) const {
    if (isa<ConstantInt>(V))
      return true;
    if (Depth == MostDepth)
      return false;
    if (auto Field = Loads.find(V); Field != Loads.end())
      return isSameInWarp(Field->second);
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return false;
    return isSameByNumber(*I, Depth) ||
           (isa<BinaryOperator, CastInst, FreezeInst>(I) &&
            all_of(I->operands(), [&](const Use &U) { return isSameInWarp(U, Depth + 1); }));
  }

  /// Of an operation on such a number.
  bool isSameByNumber(const Instruction &I, unsigned Depth = 0) const {
    const APInt *C;
    const Value *A, *B;
    if (match(&I, m_LShr(m_Value(A), m_APInt(C))) || match(&I, m_AShr(m_Value(A), m_APInt(C))))
      return C->uge(Log2_32(WarpSize)) && C->ult(C->getBitWidth()) && beginsAtWarp(A, Depth);
    if (match(&I, m_UDiv(m_Value(A), m_Value(B))))
      return isMultiple(B, Depth) && beginsAtWarp(A, Depth);
    if (match(&I, m_And(m_Value(A), m_APInt(C))))
      return isMultiple(*C) && beginsAtWarp(A, Depth);
    CmpPredicate Predicate;
    if (!match(&I, m_ICmp(Predicate, m_Value(A), m_Value(B))))
      return false;
    if (!beginsAtWarp(A, Depth)) {
      std::swap(A, B);
      Predicate = CmpInst::getSwappedPredicate(Predicate);
    }
    if (!A->getType()->isIntegerTy() || !beginsAtWarp(A, Depth))
      return false;
    switch (static_cast<CmpInst::Predicate>(Predicate)) {
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SGE:
      return isMultiple(B, Depth);
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_SLE:
      return match(B, m_APInt(C)) && isMultiple(*C + 1);
    default:
      return false;
    }
  }

private:
  static bool isSameInWarp(std::uint64_t Field) {
    return Field != offsetof(CpuThread, thread_idx) && Field != offsetof(CpuThread, thread_rank);
  }
  static bool isMultiple(const APInt &C) { return C.countr_zero() >= Log2_32(WarpSize); }
  static bool isSumOrUnion(const Value *V) {
    const unsigned Opcode = cast<BinaryOperator>(V)->getOpcode();
    return Opcode == Instruction::Add || Opcode == Instruction::Sub || Opcode == Instruction::Or;
  }
  /// A type in which WarpSize is a number.
  static bool isWide(const Value *V) {
    return V->getType()->isIntegerTy() && V->getType()->getIntegerBitWidth() >= 8;
  }

  static constexpr unsigned MostDepth = 8;
  const Fields &Loads;
};

} // namespace

bool isSameInWarp(const Instruction &I, const Fields &Loads) {
  return ThreadNumbers(Loads).isSameByNumber(I);
}

bool countsLanes(const Instruction &I, const Fields &Loads) {
  const ThreadNumbers Numbers(Loads);
  Value *V;
  if (match(&I, m_And(m_Value(V), m_SpecificInt(WarpSize - 1))))
    return Numbers.beginsAtWarp(V);
  return Numbers.beginsAtWarp(&I);
}

bool lanesMeetAtOperations(Function &F, const Fields &Loads) {
  SmallVector<Instruction *, 8> Operations; // and the block's barriers
  for (Instruction &I : instructions(F))
    if (isBarrier(I))
      Operations.push_back(&I);
    else if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isConvergent() && !isa<IntrinsicInst>(I))
      if (const Function *Callee = Call->getCalledFunction(); Callee && Callee->isDeclaration())
        Operations.push_back(&I);
  SmallVector<BasicBlock *, 8> Behind;
  for (Instruction *I : Operations)
    Behind.push_back(SplitBlock(I->getParent(), I->getNextNode()));
  // Lanes in different iterations of a loop do not meet at an operation in it.
  const DominatorTree Dominators(F);
  const LoopInfo LI(Dominators);
  SmallPtrSet<const BasicBlock *, 8> Stops;
  for (Instruction *I : Operations) {
    Stops.insert(I->getParent());
    for (const Loop *L = LI.getLoopFor(I->getParent()); L; L = L->getParentLoop()) {
      SmallVector<BasicBlock *, 2> Latches;
      L->getLoopLatches(Latches);
      Stops.insert(Latches.begin(), Latches.end());
    }
  }
  const ThreadUniformity Uniformity(F, Loads, {}, Neighbours::Lanes);
  const bool Meet =
      threadsMeet(F, Uniformity, [&](const BasicBlock &Block) { return Stops.contains(&Block); });
  for (BasicBlock *Block : Behind)
    MergeBlockIntoPredecessor(Block);
  return Meet;
}

// ---- Code

namespace {

class Emitter {
public:
  Emitter(IRBuilder<> &Builder, Value *Mask)
      : Builder(Builder), Mask(Mask), Words(FixedVectorType::get(Builder.getInt32Ty(), WarpSize)) {}

  Value *emit(WarpOperation Operation, ArrayRef<Value *> Operands) {
    switch (Operation) {
    case WarpOperation::Sync: // the lanes do everything together
      return nullptr;
    case WarpOperation::Any:
      return number(Builder.CreateICmpNE(votes(Operands[1]), Builder.getInt32(0)));
    case WarpOperation::All:
      return number(Builder.CreateICmpEQ(votes(Operands[1]), here()));
    case WarpOperation::Same: {
      Value *Votes = votes(Operands[1]);
      return number(Builder.CreateOr(Builder.CreateICmpEQ(Votes, Builder.getInt32(0)),
                                     Builder.CreateICmpEQ(Votes, here())));
    }
    case WarpOperation::Ballot:
      return votes(Operands[1]);
    case WarpOperation::MatchAny:
      return matchAny(Operands[1]);
    case WarpOperation::MatchAll: {
      Value *First = Builder.CreateExtractElement(Operands[1], firstLane());
      Value *Equal = equalTo(Operands[1], First);
      return Builder.CreateSelect(Builder.CreateICmpEQ(Equal, here()), here(), Builder.getInt32(0));
    }
    case WarpOperation::Shuffle:
    case WarpOperation::ShuffleUp:
    case WarpOperation::ShuffleDown:
    case WarpOperation::ShuffleXor:
      return shuffle(Operation, Operands[1], Operands[2], Operands[3]);
    default:
      return reduce(Operation, Operands[0]);
    }
  }

private:
  Value *number(Value *Truth) { return Builder.CreateZExt(Truth, Builder.getInt32Ty()); }
  Value *bits(Value *Truths) { return Builder.CreateBitCast(Truths, Builder.getInt32Ty()); }
  /// The lanes that take part, as a number.
  Value *here() { return Mask ? bits(Mask) : Builder.getInt32(~0u); }
  /// Of the lanes that take part.
  Value *among(Value *Truths) { return Mask ? Builder.CreateAnd(bits(Truths), bits(Mask)) : bits(Truths); }
  Value *votes(Value *Predicate) {
    return among(Builder.CreateICmpNE(Predicate, Constant::getNullValue(Predicate->getType())));
  }
  Value *equalTo(Value *Values, Value *One) {
    return among(Builder.CreateICmpEQ(Values, Builder.CreateVectorSplat(WarpSize, One)));
  }
  Value *firstLane() {
    if (!Mask)
      return Builder.getInt32(0);
    return Builder.CreateIntrinsic(Intrinsic::cttz, {Builder.getInt32Ty()}, {here(), Builder.getTrue()});
  }

  /// For each lane, the lanes with the same value.
  Value *matchAny(Value *Values) {
    LLVMContext &Context = Builder.getContext();
    Function *F = Builder.GetInsertBlock()->getParent();
    BasicBlock *Before = Builder.GetInsertBlock(), *Loop = BasicBlock::Create(Context, "match", F),
               *Done = BasicBlock::Create(Context, "matched", F);
    Builder.CreateBr(Loop);
    Builder.SetInsertPoint(Loop);
    PHINode *Lane = Builder.CreatePHI(Builder.getInt32Ty(), 2), *Result = Builder.CreatePHI(Words, 2);
    Lane->addIncoming(Builder.getInt32(0), Before);
    Result->addIncoming(Constant::getNullValue(Words), Before);
    Value *Equal = equalTo(Values, Builder.CreateExtractElement(Values, Lane));
    Value *With = Builder.CreateInsertElement(Result, Equal, Lane);
    Value *Next = Builder.CreateAdd(Lane, Builder.getInt32(1), "", true, true);
    Lane->addIncoming(Next, Loop);
    Result->addIncoming(With, Loop);
    Builder.CreateCondBr(Builder.CreateICmpULT(Next, Builder.getInt32(WarpSize)), Loop, Done);
    Builder.SetInsertPoint(Done);
    return With;
  }

  Value *reduce(WarpOperation Operation, Value *Values) {
    struct Row {
      WarpOperation Operation;
      Intrinsic::ID Intrinsic;
      std::uint32_t Identity;
    };
    static constexpr Row Rows[] = {
        {WarpOperation::Add, Intrinsic::vector_reduce_add, 0},
        {WarpOperation::And, Intrinsic::vector_reduce_and, ~0u},
        {WarpOperation::Or, Intrinsic::vector_reduce_or, 0},
        {WarpOperation::Xor, Intrinsic::vector_reduce_xor, 0},
        {WarpOperation::MinSigned, Intrinsic::vector_reduce_smin, 0x7fffffff},
        {WarpOperation::MaxSigned, Intrinsic::vector_reduce_smax, 0x80000000},
        {WarpOperation::MinUnsigned, Intrinsic::vector_reduce_umin, ~0u},
        {WarpOperation::MaxUnsigned, Intrinsic::vector_reduce_umax, 0},
    };
    const Row &How = *find_if(Rows, [&](const Row &R) { return R.Operation == Operation; });
    if (Mask)
      Values = Builder.CreateSelect(Mask, Values, ConstantInt::get(Words, How.Identity));
    return Builder.CreateIntrinsic(How.Intrinsic, {Words}, {Values});
  }

  Value *word(std::uint32_t Number) { return ConstantInt::get(Words, Number); }

  /// The pseudocode in PTX ISA, "shfl.sync", with its names. Bit 32 of a result says whether the source is in
  /// range. A lane whose source does not take part keeps its value.
  Value *shuffle(WarpOperation Operation, Value *Values, Value *B, Value *C) {
    SmallVector<Constant *, WarpSize> Numbers;
    for (unsigned K = 0; K < WarpSize; ++K)
      Numbers.push_back(Builder.getInt32(K));
    Value *Lane = ConstantVector::get(Numbers);
    B = Builder.CreateAnd(B, word(31));
    Value *Segment = Builder.CreateAnd(Builder.CreateLShr(C, word(8)), word(31));
    Value *Within = Builder.CreateNot(Segment);
    C = Builder.CreateAnd(C, word(31));
    Value *Begin = Builder.CreateAnd(Lane, Segment);
    Value *Most = Builder.CreateOr(Begin, Builder.CreateAnd(C, Within));
    Value *Source, *InRange;
    switch (Operation) {
    case WarpOperation::ShuffleUp:
      Source = Builder.CreateSub(Lane, B);
      InRange = Builder.CreateICmpSGE(Source, Most);
      break;
    case WarpOperation::ShuffleDown:
      Source = Builder.CreateAdd(Lane, B);
      InRange = Builder.CreateICmpSLE(Source, Most);
      break;
    case WarpOperation::ShuffleXor:
      Source = Builder.CreateXor(Lane, B);
      InRange = Builder.CreateICmpSLE(Source, Most);
      break;
    default:
      Source = Builder.CreateOr(Begin, Builder.CreateAnd(B, Within));
      InRange = Builder.CreateICmpSLE(Source, Most);
    }
    Source = Builder.CreateSelect(InRange, Source, Lane);
    Value *Read = permuted(Values, Source);
    if (Mask)
      Read = Builder.CreateSelect(permuted(Mask, Source), Read, Values);
    auto *Wide = FixedVectorType::get(Builder.getInt64Ty(), WarpSize);
    Value *Flag = Builder.CreateShl(Builder.CreateZExt(InRange, Wide), ConstantInt::get(Wide, 32));
    return Builder.CreateOr(Builder.CreateZExt(Read, Wide), Flag);
  }

  /// Each lane's element of `Values` with the number in `Source`.
  Value *permuted(Value *Values, Value *Source) {
    if (auto *Known = dyn_cast<Constant>(Source)) {
      SmallVector<int, WarpSize> Lanes;
      for (unsigned K = 0; K < WarpSize; ++K)
        Lanes.push_back(static_cast<int>(cast<ConstantInt>(Known->getAggregateElement(K))->getZExtValue()));
      return Builder.CreateShuffleVector(Values, Lanes);
    }
    if (Values->getType()->getScalarType()->isIntegerTy(1)) { // a mask
      Value *Shifted = Builder.CreateLShr(Builder.CreateVectorSplat(WarpSize, bits(Values)), Source);
      return Builder.CreateTrunc(Shifted, Values->getType());
    }
    Function *F = Builder.GetInsertBlock()->getParent();
    IRBuilder<> AtEntry(&F->getEntryBlock(), F->getEntryBlock().begin());
    AllocaInst *Array = AtEntry.CreateAlloca(Values->getType());
    Builder.CreateStore(Values, Array);
    Value *Places = Builder.CreateGEP(Words->getElementType(), Array, Source);
    return Builder.CreateMaskedGather(Words, Places, Align(4));
  }

  IRBuilder<> &Builder;
  Value *Mask;
  FixedVectorType *Words;
};

} // namespace

Value *emitWarpOperation(IRBuilder<> &Builder, WarpOperation Operation, ArrayRef<Value *> Operands,
                         Value *Mask) {
  return Emitter(Builder, Mask).emit(Operation, Operands);
}

} // namespace kcc::compiler
