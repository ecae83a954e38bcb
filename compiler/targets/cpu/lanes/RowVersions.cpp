#include "targets/cpu/lanes/RowVersions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

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

  bool run() {
    constexpr unsigned MostInstructions = 400, MostDivisions = 12;
    if (F.getInstructionCount() > MostInstructions)
      return false;
    findDivisions();
    if (Divisions.empty() || Divisions.size() > MostDivisions)
      return false;
    BasicBlock &Entry = F.getEntryBlock();
    Place = Entry.getTerminator();
    for (Instruction &I : Entry)
      if (I.mayHaveSideEffects() || is_contained(Divisions, &I)) {
        Place = &I;
        break;
      }
    if (any_of(Thread.Loads, [&](const auto &Load) { return !isAtPlace(*cast<Instruction>(Load.first)); }))
      return false;
    copyOperands();
    if (!Known.empty())
      version();
    for (auto &[Division, Operands] : Known)
      for (Value *V : {Operands.Dividend, Operands.Divisor})
        RecursivelyDeleteTriviallyDeadInstructions(V);
    Analyses.invalidate(F, PreservedAnalyses::none());
    return !Known.empty();
  }

private:
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

  void findDivisions() {
    const LaneShapes Shapes = shapes();
    for (Instruction &I : instructions(F)) {
      if (!I.isIntDivRem() || !(I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)) ||
          !isRow(Shapes, I.getOperand(0), I.getOperand(1)) || !isUsedForPlaces(I))
        continue;
      // Of rows that are hardly longer than a group of lanes, most groups are in two.
      constexpr std::uint64_t LeastGroups = 3;
      if (auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
          C && (C->getValue().isNegative() || C->getValue().ult(LeastGroups * Lanes)))
        continue;
      Divisions.push_back(&I);
    }
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
    if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(I) || I->isIntDivRem() ||
        !isSafeToSpeculativelyExecute(I))
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
    return Copies[V] = Copy;
  }

  /// Computes the operands of divisions at the place, as far as they are rows there.
  void copyOperands() {
    for (Instruction *Division : Divisions) {
      Value *Dividend = atPlace(Division->getOperand(0)), *Divisor = atPlace(Division->getOperand(1));
      const bool IsSigned =
          Division->getOpcode() == Instruction::SDiv || Division->getOpcode() == Instruction::SRem;
      if (Dividend && Divisor)
        Known[Division] = {RowDivision::IsOneRow, Dividend, frozen(Divisor), IsSigned};
    }
    Analyses.invalidate(F, PreservedAnalyses::none());
    const LaneShapes Shapes = shapes();
    Known.remove_if(
        [&](const auto &Entry) { return !isRow(Shapes, Entry.second.Dividend, Entry.second.Divisor); });
  }

  /// Divides nothing by poison, where no thread may need the quotient.
  Value *frozen(Value *Divisor) {
    Value *&Once = FrozenDivisors[Divisor];
    if (!Once)
      Once = IRBuilder<>(Place).CreateFreeze(Divisor);
    return Once;
  }

  Value *call(IRBuilder<> &Builder, RowDivision::Part What, const RowDivision &Of) {
    Type *T = Of.Dividend->getType(), *Result = What == RowDivision::IsOneRow ? Builder.getInt1Ty() : T;
    FunctionCallee Callee = F.getParent()->getOrInsertFunction(
        (Prefix + Twine(static_cast<int>(What)) + (Of.IsSigned ? "s" : "u") + Twine(T->getIntegerBitWidth()))
            .str(),
        Result, T, T);
    CallInst *Made = Builder.CreateCall(Callee, {Of.Dividend, Of.Divisor});
    Made->setDoesNotAccessMemory();
    Made->setDoesNotThrow();
    return Made;
  }

  void version() {
    BasicBlock *Head = Place->getParent();
    BasicBlock *General = SplitBlock(Head, Place->getIterator());
    SmallVector<BasicBlock *, 16> Blocks;
    for (BasicBlock &Block : F)
      if (&Block != Head)
        Blocks.push_back(&Block);
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *, 16> Rows;
    for (BasicBlock *Block : Blocks) {
      BasicBlock *Row = CloneBasicBlock(Block, Map, ".row", &F);
      Map[Block] = Row;
      Rows.push_back(Row);
    }
    remapInstructionsInBlocks(Rows, Map);
    Head->getTerminator()->eraseFromParent();
    IRBuilder<> AtHead(Head);
    Value *IsRow = nullptr;
    SmallVector<std::pair<const Value *, const Value *>, 4> Tested;
    for (auto &[Division, Of] : Known) {
      if (is_contained(Tested, std::pair<const Value *, const Value *>(Of.Dividend, Of.Divisor)))
        continue; // the remainder of a quotient
      Tested.push_back({Of.Dividend, Of.Divisor});
      Value *Is = call(AtHead, RowDivision::IsOneRow, Of);
      IsRow = IsRow ? AtHead.CreateAnd(IsRow, Is) : Is;
    }
    AtHead.CreateCondBr(IsRow, cast<BasicBlock>(static_cast<Value *>(Map[General])), General);
    for (auto &[Division, Of] : Known) {
      auto *Copy = cast<Instruction>(static_cast<Value *>(Map[Division]));
      const bool IsQuotient =
          Division->getOpcode() == Instruction::SDiv || Division->getOpcode() == Instruction::UDiv;
      IRBuilder<> AtCopy(Copy);
      Copy->replaceAllUsesWith(call(AtCopy, IsQuotient ? RowDivision::Quotient : RowDivision::Remainder, Of));
      Copy->eraseFromParent();
    }
  }

  PreparedThread &Thread;
  Function &F;
  const unsigned Lanes;
  FunctionAnalysisManager &Analyses;
  SmallVector<Instruction *, 8> Divisions;
  Instruction *Place = nullptr; ///< what follows gets a second copy
  DenseMap<const Value *, Value *> Copies, FrozenDivisors;
  MapVector<Instruction *, RowDivision> Known;
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

bool versionForRows(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses) {
  return Versioner(Thread, Lanes, Analyses).run();
}

} // namespace kcc::compiler
