#include "targets/nvptx/StridedLoops.h"
#include "targets/nvptx/PureAssembly.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {
namespace {

constexpr unsigned Copies = 4;
/// Larger bodies have enough independent instructions, and would need too many registers.
constexpr unsigned MaxInstructions = 48;

/// A loop that is one block: `do { ...; i += Stride; } while (i < Bound);`. LLVM may have widened i; then
/// only the bits of Bound's type count.
struct UnrollableLoop {
  BasicBlock *Before, *Body, *After;
  PHINode *Index;
  bool IsMasked; // the wide i is reduced to Bound's bits before the addition
  Value *Stride, *Bound;
  CmpInst::Predicate Less; // signed or unsigned
};

/// True if no iteration of the loop loads what another one stores. Their addresses differ, so only the
/// objects that they lead to count, with \p Aliases in cross-iteration mode: pointers that a loop exchanges
/// are never equal in one iteration, yet lead to the same memory in the next.
bool areApart(const LoadInst &Load, const StoreInst &Store, BatchAAResults &Aliases) {
  return Aliases.isNoAlias(
      MemoryLocation::getBeforeOrAfter(Load.getPointerOperand(), Load.getAAMetadata()),
      MemoryLocation::getBeforeOrAfter(Store.getPointerOperand(), Store.getAAMetadata()));
}

/// True if the loads of several iterations of \p Body may come first: a store to what may be the same memory
/// has to stay between them. Triads that were unrolled all the same took 20 % longer for their registers;
/// with `__restrict__`, gelu of benchmarks/codegen gained 29 % on an H200, and triad_strided 16 %.
bool canOverlap(const BasicBlock &Body, AAResults &Analysis) {
  SmallVector<const LoadInst *, 8> Loads;
  SmallVector<const StoreInst *, 4> Stores;
  bool HasReadingCall = false;
  for (const Instruction &I : Body) {
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (!Load->isSimple())
        return false;
      Loads.push_back(Load);
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      if (!Store->isSimple())
        return false;
      Stores.push_back(Store);
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      // Among what counts as a write are the declarations of alias scopes, which hold for one iteration.
      if ((!isa<IntrinsicInst>(Call) && !Call->isInlineAsm()) || Call->isConvergent() ||
          Call->mayWriteToMemory() || !Call->willReturn())
        return false;
      HasReadingCall |= Call->mayReadFromMemory() && !Call->onlyAccessesInaccessibleMemory();
    } else if (I.mayWriteToMemory()) {
      return false;
    }
  }
  if (Loads.empty() || Body.sizeWithoutDebug() > MaxInstructions || (HasReadingCall && !Stores.empty()))
    return false;
  BatchAAResults Aliases(Analysis);
  Aliases.enableCrossIterationMode();
  return all_of(Stores, [&](auto *Store) {
    return all_of(Loads, [&](auto *Load) { return areApart(*Load, *Store, Aliases); });
  });
}

std::optional<UnrollableLoop> unrollableLoop(const Loop &L, AAResults &Aliases) {
  UnrollableLoop S;
  S.Before = L.getLoopPreheader();
  S.Body = L.getHeader();
  if (L.getNumBlocks() != 1 || !S.Before || hasUnrollTransformation(&L) != TM_Unspecified)
    return std::nullopt;
  auto *Branch = dyn_cast<BranchInst>(S.Body->getTerminator());
  auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Test)
    return std::nullopt;
  bool StaysIfTrue = Branch->getSuccessor(0) == S.Body;
  S.After = Branch->getSuccessor(StaysIfTrue ? 1 : 0);
  CmpInst::Predicate Stays = StaysIfTrue ? Test->getPredicate() : Test->getInversePredicate();
  Value *Left = Test->getOperand(0), *Right = Test->getOperand(1);
  if (Stays == CmpInst::ICMP_UGT || Stays == CmpInst::ICMP_SGT) {
    std::swap(Left, Right);
    Stays = CmpInst::getSwappedPredicate(Stays);
  }
  if (auto *Narrow = dyn_cast<TruncInst>(Left))
    Left = Narrow->getOperand(0);
  auto *Next = dyn_cast<BinaryOperator>(Left);
  S.Bound = Right;
  S.Less = Stays;
  if ((Stays != CmpInst::ICMP_ULT && Stays != CmpInst::ICMP_SLT) || !Next ||
      Next->getOpcode() != Instruction::Add || !L.isLoopInvariant(S.Bound))
    return std::nullopt;
  for (unsigned Side : {0u, 1u}) {
    Value *Index = Next->getOperand(Side);
    const APInt *Mask;
    Value *Whole;
    S.IsMasked = match(Index, m_And(m_Value(Whole), m_APInt(Mask))) &&
                 Mask->countr_one() >= S.Bound->getType()->getIntegerBitWidth();
    if (S.IsMasked)
      Index = Whole;
    S.Index = dyn_cast<PHINode>(Index);
    S.Stride = Next->getOperand(1 - Side);
    if (S.Index && S.Index->getParent() == S.Body && S.Index->getIncomingValueForBlock(S.Body) == Next &&
        L.isLoopInvariant(S.Stride) && !isa<Constant>(S.Stride) && canOverlap(*S.Body, Aliases))
      return S;
  }
  return std::nullopt;
}

/// A copy of \p Index that loop strength reduction does not see through. It would give each of the loads a
/// pointer that advances, which takes the registers that the loads need to overlap: 40 instead of 31 in
/// count_matches of benchmarks/codegen with spans. This way it is one address and three additions.
Value *opaque(PHINode &Index) {
  Type *T = Index.getType();
  if (!T->isIntegerTy(32) && !T->isIntegerTy(64))
    return &Index;
  IRBuilder<> Builder(Index.getParent());
  return T->isIntegerTy(64) ? createPureAssembly(Builder, "mov.b64 $0, $1;", "=l,l", T, &Index)
                            : createPureAssembly(Builder, "mov.b32 $0, $1;", "=r,r", T, &Index);
}

/// Gives a loop a companion that runs four iterations at a time:
///
///     Before -> Four -> Rest -> Body -> After
///
/// Each arrow but the first two may be skipped: Before goes to Enter, the new preheader of Body, if there are
/// fewer than four iterations.
class Unrolling {
public:
  explicit Unrolling(const UnrollableLoop &S)
      : S(S), T(S.Bound->getType()), Four(newBlock(".four")), Rest(newBlock(".rest")),
        Enter(newBlock(".enter")), Builder(S.Before->getTerminator()) {}

  void run() {
    chooseLoop();
    copyIterations();
    closeLoop();
    continueWithRest();
    keepAsUnrolled();
  }

private:
  BasicBlock *newBlock(const char *Suffix) {
    return BasicBlock::Create(S.Body->getContext(), S.Body->getName() + Suffix, S.Body->getParent(), S.Body);
  }

  /// If first < Bound, then Bound - first does not wrap around, whether signed or not. If it is greater than
  /// 3 Stride, neither does Limit = Bound - 3 Stride, and i + 3 Stride is less than Bound where i < Limit.
  void chooseLoop() {
    FourStrides = Builder.CreateMul(S.Stride, ConstantInt::get(S.Stride->getType(), Copies));
    Value *Stride = Builder.CreateTrunc(S.Stride, T);
    Value *Ahead = Builder.CreateMul(Stride, ConstantInt::get(T, Copies - 1));
    APInt Largest = APInt::getMaxValue(T->getIntegerBitWidth());
    Value *IsSmall = Builder.CreateICmpULE(
        Stride, ConstantInt::get(T, Largest.udiv(APInt(Largest.getBitWidth(), Copies))));
    Limit = Builder.CreateSub(S.Bound, Ahead);
    Value *First = Builder.CreateTrunc(S.Index->getIncomingValueForBlock(S.Before), T);
    Value *HasFour = Builder.CreateICmpUGT(Builder.CreateSub(S.Bound, First), Ahead);
    Value *Begins = Builder.CreateLogicalAnd(Builder.CreateICmp(S.Less, First, S.Bound),
                                             Builder.CreateAnd(IsSmall, HasFour));
    Builder.CreateCondBr(Begins, Four, Enter);
    S.Before->getTerminator()->eraseFromParent();
  }

  void copyIterations() {
    for (PHINode &P : S.Body->phis()) {
      auto *New = PHINode::Create(P.getType(), 2, P.getName(), Four);
      New->addIncoming(P.getIncomingValueForBlock(S.Before), S.Before);
      New->setDebugLoc(P.getDebugLoc());
      Phis.push_back({&P, New});
      Current[&P] = New;
    }
    FourIndex = cast<PHINode>(Current[S.Index]);
    if (!S.IsMasked)
      Current[S.Index] = opaque(*FourIndex);
    SmallVector<Instruction *, 8> Stores;
    for (unsigned Copy = 0; Copy != Copies; ++Copy) {
      Map.clear();
      for (auto [Old, V] : Current)
        Map[Old] = V;
      for (Instruction &I : *S.Body) {
        if (isa<PHINode>(I) || I.isTerminator())
          continue;
        Instruction *New = I.clone();
        New->insertInto(Four, Four->end());
        RemapInstruction(New, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        Map[&I] = New;
        if (isa<StoreInst>(New))
          Stores.push_back(New);
      }
      for (auto &[Old, V] : Current)
        V = mapped(Old->getIncomingValueForBlock(S.Body));
    }
    for (Instruction *Store : Stores)
      Store->moveBefore(*Four, Four->end());
  }

  void closeLoop() {
    Builder.SetInsertPoint(Four);
    Builder.SetCurrentDebugLocation(S.Body->getTerminator()->getDebugLoc());
    if (!S.IsMasked) // one addition, where the copies have four that wait for each other
      Current[S.Index] = Builder.CreateAdd(FourIndex, FourStrides);
    Value *Next = Builder.CreateTrunc(Current[S.Index], T);
    Back = Builder.CreateCondBr(Builder.CreateICmp(S.Less, Next, Limit), Four, Rest);
    for (auto [Old, New] : Phis)
      New->addIncoming(Current[Old], Four);
    Builder.SetInsertPoint(Rest);
    Builder.CreateCondBr(Builder.CreateICmp(S.Less, Next, S.Bound), Enter, S.After);
  }

  /// The loop as it was does what remains.
  void continueWithRest() {
    Builder.SetInsertPoint(Enter);
    for (auto [Old, New] : Phis) {
      PHINode *Merged = Builder.CreatePHI(Old->getType(), 2);
      Merged->addIncoming(Old->getIncomingValueForBlock(S.Before), S.Before);
      Merged->addIncoming(Current[Old], Rest);
      int Entry = Old->getBasicBlockIndex(S.Before);
      Old->setIncomingValue(static_cast<unsigned>(Entry), Merged);
      Old->setIncomingBlock(static_cast<unsigned>(Entry), Enter);
    }
    Builder.CreateBr(S.Body);
    for (PHINode &P : S.After->phis())
      P.addIncoming(mapped(P.getIncomingValueForBlock(S.Body)), Rest);
  }

  void keepAsUnrolled() {
    LLVMContext &Context = S.Body->getContext();
    MDNode *Disable = MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.disable"));
    for (Instruction *Latch : {Back, S.Body->getTerminator()})
      Latch->setMetadata(
          LLVMContext::MD_loop,
          makePostTransformationMetadata(Context, S.Body->getTerminator()->getMetadata(LLVMContext::MD_loop),
                                         {}, {Disable}));
  }

  /// What the last copy has instead of \p V.
  Value *mapped(Value *V) const {
    auto Found = Map.find(V);
    return Found == Map.end() ? V : static_cast<Value *>(Found->second);
  }

  const UnrollableLoop &S;
  Type *const T; ///< of Bound
  BasicBlock *const Four, *const Rest, *const Enter;
  IRBuilder<> Builder;
  Value *FourStrides = nullptr, *Limit = nullptr;
  SmallVector<std::pair<PHINode *, PHINode *>, 4> Phis; ///< of Body and of Four
  PHINode *FourIndex = nullptr;                         ///< S.Index in Four
  DenseMap<PHINode *, Value *> Current;                 ///< the value of each of Body's phi nodes
  ValueToValueMapTy Map;                                ///< from Body to the last copy
  Instruction *Back = nullptr;
};

class UnrollStrided : public PassInfoMixin<UnrollStrided> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    auto &Aliases = Analyses.getResult<AAManager>(F);
    auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
    SmallVector<UnrollableLoop, 4> Found;
    for (Loop *L : Loops.getLoopsInPreorder())
      if (std::optional<UnrollableLoop> S = unrollableLoop(*L, Aliases)) {
        // All uses behind the loop are then of phi nodes in After.
        formLCSSA(*L, Dominators, &Loops, nullptr);
        Found.push_back(*S);
      }
    for (const UnrollableLoop &S : Found)
      Unrolling(S).run();
    return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

} // namespace

void addStridedUnrolling(PassBuilder &Builder) {
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) { Passes.addPass(UnrollStrided()); });
}

} // namespace kcc::compiler
