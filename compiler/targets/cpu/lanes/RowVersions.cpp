#include "targets/cpu/lanes/RowVersions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <tuple>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Of the functions that are called for a RowDivision; the number of its part, the signedness and the type
/// follow.
constexpr StringRef Prefix = "kcc.row.division.";

class Versioner {
public:
  Versioner(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses)
      : Thread(Thread), F(Thread.F), Lanes(Lanes), Analyses(Analyses) {}

  bool hasDivisions() { return !divisionsIn(blocks()).empty(); }

  bool run() {
    constexpr unsigned MostInstructions = 400, MostRounds = 3;
    if (F.getInstructionCount() > MostInstructions)
      return false;
    const Divisions Found = divisionsIn(blocks());
    BasicBlock &Entry = F.getEntryBlock();
    Place = Entry.getTerminator();
    for (Instruction &I : Entry)
      if (I.mayHaveSideEffects() || is_contained(Found, &I)) {
        Place = &I;
        break;
      }
    if (any_of(Thread.Loads, [&](const auto &Load) { return !isAtPlace(*cast<Instruction>(Load.first)); }))
      return false;
    KnownDivisions Rows = rowsAmong(Found);
    const bool HasRows = !Rows.empty();
    if (HasRows) {
      const SmallVector<BasicBlock *, 16> Copy = version(Rows);
      // Remainders, and what is computed from them, may be divided again.
      for (unsigned Round = 0; Round < MostRounds && !Rows.empty(); ++Round) {
        replace(Rows);
        Analyses.invalidate(F, PreservedAnalyses::none());
        Rows = rowsAmong(divisionsIn(Copy));
      }
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Made);
    Analyses.invalidate(F, PreservedAnalyses::none());
    return HasRows;
  }

private:
  using Divisions = SmallVector<Instruction *, 8>;
  using KnownDivisions = SmallVector<std::pair<Instruction *, RowDivision>, 8>;

  SmallVector<BasicBlock *, 16> blocks() {
    SmallVector<BasicBlock *, 16> All;
    for (BasicBlock &Block : F)
      All.push_back(&Block);
    return All;
  }
  LaneShapes shapes() { return {F, Thread.Loads, {}, Analyses.getResult<LoopAnalysis>(F), Lanes}; }

  static bool isRow(const LaneShapes &Shapes, const Value *Dividend, const Value *Divisor) {
    constexpr std::int64_t MostStride = 4;
    const Shape S = Shapes[Dividend];
    return S.Kind == Shape::Linear && S.Stride > 0 && S.Stride <= MostStride &&
           Shapes[Divisor].Kind == Shape::Uniform;
  }

  /// Whether accesses or branches become simpler if the value is a row, or the same in all lanes.
  static bool isUsedForPlaces(Instruction &Division) {
    SmallVector<Instruction *, 16> Work = {&Division};
    SmallPtrSet<Instruction *, 16> Seen = {&Division};
    while (!Work.empty())
      for (User *U : Work.pop_back_val()->users()) {
        auto *I = cast<Instruction>(U);
        if (isa<GetElementPtrInst, BranchInst>(I))
          return true;
        if (isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, PHINode>(I) &&
            Seen.insert(I).second)
          Work.push_back(I);
      }
    return false;
  }

  Divisions divisionsIn(ArrayRef<BasicBlock *> Blocks) {
    const LaneShapes Shapes = shapes();
    Divisions Found;
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block) {
        if (!I.isIntDivRem() || !(I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)) ||
            !isRow(Shapes, I.getOperand(0), I.getOperand(1)) || !isUsedForPlaces(I))
          continue;
        // Of rows that are hardly longer than a group of lanes, most groups are in two.
        constexpr std::uint64_t LeastGroups = 3;
        if (auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
            C && (C->getValue().isNegative() || C->getValue().ult(LeastGroups * Lanes)))
          continue;
        Found.push_back(&I);
      }
    return Found;
  }

  /// Whether it is computed before the place.
  bool isAtPlace(const Instruction &I) const {
    return I.getParent() == Place->getParent() && I.comesBefore(Place);
  }

  /// The same value, computed at the place; null if that cannot be.
  Value *atPlace(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || isAtPlace(*I))
      return V;
    if (auto Found = Copies.find(V); Found != Copies.end())
      return Found->second;
    Copies[V] = nullptr;
    const bool Computes =
        isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(I) && !I->isIntDivRem();
    if (!rowDivision(*I) && !(Computes && isSafeToSpeculativelyExecute(I)))
      return nullptr;
    SmallVector<Value *, 3> Operands;
    for (Value *Operand : I->operand_values())
      if (Value *Copy = atPlace(Operand))
        Operands.push_back(Copy);
      else
        return nullptr;
    Instruction *Copy = I->clone();
    for (unsigned K = 0; K < Operands.size(); ++K)
      Copy->setOperand(K, Operands[K]);
    // What the flags say holds where the value is used. A disjoint `or` stands for a sum.
    auto *Or = dyn_cast<PossiblyDisjointInst>(I);
    const bool IsSum = Or && Or->isDisjoint();
    Copy->dropPoisonGeneratingFlags();
    if (IsSum)
      cast<PossiblyDisjointInst>(Copy)->setIsDisjoint(true);
    Copy->setDebugLoc({});
    Copy->insertBefore(Place->getIterator());
    Made.push_back(Copy);
    return Copies[V] = Copy;
  }

  /// Computes the operands of divisions at the place. Returns those that are rows there, too.
  KnownDivisions rowsAmong(const Divisions &Found) {
    constexpr std::size_t Most = 12;
    KnownDivisions Known;
    for (Instruction *Division : Found) {
      Value *Dividend = atPlace(Division->getOperand(0)), *Divisor = atPlace(Division->getOperand(1));
      const bool IsSigned =
          Division->getOpcode() == Instruction::SDiv || Division->getOpcode() == Instruction::SRem;
      if (Dividend && Divisor)
        Known.push_back({Division, {RowDivision::IsOneRow, Dividend, frozen(Divisor), IsSigned}});
    }
    Analyses.invalidate(F, PreservedAnalyses::none());
    const LaneShapes Shapes = shapes();
    llvm::erase_if(Known, [&](const auto &Entry) {
      return !isRow(Shapes, Entry.second.Dividend, Entry.second.Divisor);
    });
    return Known.size() > Most ? KnownDivisions() : Known;
  }

  /// Divides nothing by poison, where no thread may need the quotient.
  Value *frozen(Value *Divisor) {
    Value *&Once = FrozenDivisors[Divisor];
    if (!Once) {
      Once = IRBuilder<>(Place).CreateFreeze(Divisor);
      Made.push_back(Once);
    }
    return Once;
  }

  Value *call(IRBuilder<> &Builder, RowDivision::Part What, const RowDivision &Of) {
    Type *T = Of.Dividend->getType(), *Result = What == RowDivision::IsOneRow ? Builder.getInt1Ty() : T;
    FunctionCallee Callee = F.getParent()->getOrInsertFunction(
        (Prefix + Twine(static_cast<int>(What)) + (Of.IsSigned ? "s" : "u") + Twine(T->getIntegerBitWidth()))
            .str(),
        Result, T, T);
    CallInst *Part = Builder.CreateCall(Callee, {Of.Dividend, Of.Divisor});
    Part->setDoesNotAccessMemory();
    Part->setDoesNotThrow();
    Part->addFnAttr(Attribute::WillReturn);
    return Part;
  }

  /// Copies what follows the place, for groups that are in one row. Lets the divisions be those of the copy,
  /// whose blocks it returns.
  SmallVector<BasicBlock *, 16> version(KnownDivisions &Rows) {
    BasicBlock *Head = Place->getParent();
    BasicBlock *General = SplitBlock(Head, Place->getIterator());
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *, 16> Copy;
    for (BasicBlock *Block : blocks())
      if (Block != Head) {
        Copy.push_back(CloneBasicBlock(Block, Map, ".row", &F));
        Map[Block] = Copy.back();
      }
    remapInstructionsInBlocks(Copy, Map);
    Head->getTerminator()->eraseFromParent();
    Place = BranchInst::Create(cast<BasicBlock>(static_cast<Value *>(Map[General])), General,
                               ConstantInt::getTrue(F.getContext()), Head);
    for (auto &[Division, Of] : Rows)
      Division = cast<Instruction>(static_cast<Value *>(Map[Division]));
    return Copy;
  }

  /// Lets the copy run only groups for which these divisions are of one row, and knows that in it.
  void replace(const KnownDivisions &Rows) {
    auto *Choice = cast<BranchInst>(Place);
    IRBuilder<> AtChoice(Choice);
    for (auto &[Division, Of] : Rows) {
      const std::tuple<const Value *, const Value *, bool> Test(Of.Dividend, Of.Divisor, Of.IsSigned);
      if (!is_contained(Tested, Test)) {
        Tested.push_back(Test); // once for a quotient and a remainder
        Choice->setCondition(
            AtChoice.CreateAnd(Choice->getCondition(), call(AtChoice, RowDivision::IsOneRow, Of)));
      }
      const bool IsQuotient =
          Division->getOpcode() == Instruction::SDiv || Division->getOpcode() == Instruction::UDiv;
      IRBuilder<> AtDivision(Division);
      Division->replaceAllUsesWith(
          call(AtDivision, IsQuotient ? RowDivision::Quotient : RowDivision::Remainder, Of));
      Division->eraseFromParent();
    }
  }

  PreparedThread &Thread;
  Function &F;
  const unsigned Lanes;
  FunctionAnalysisManager &Analyses;
  Instruction *Place = nullptr; ///< what follows gets a second copy
  DenseMap<const Value *, Value *> Copies, FrozenDivisors;
  SmallVector<WeakTrackingVH, 16> Made;                                  ///< some may not be needed
  SmallVector<std::tuple<const Value *, const Value *, bool>, 8> Tested; ///< dividend, divisor, is signed
};

} // namespace

std::optional<RowDivision> rowDivision(const Value &V) {
  auto *Call = dyn_cast<CallInst>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  if (!Name.consume_front(Prefix))
    return std::nullopt;
  return RowDivision{static_cast<RowDivision::Part>(Name[0] - '0'), Call->getArgOperand(0),
                     Call->getArgOperand(1), Name[1] == 's'};
}

bool dividesRows(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses) {
  return Versioner(Thread, Lanes, Analyses).hasDivisions();
}

bool versionForRows(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses) {
  return Versioner(Thread, Lanes, Analyses).run();
}

} // namespace kcc::compiler
