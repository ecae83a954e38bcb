#include "targets/cpu/lanes/EntryValues.h"
#include "kcc/abi/cpu_code.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace kcc::compiler {

using abi::CpuThread;

bool loadsParameter(const LoadInst &Load) {
  const Argument *Parameters = Load.getFunction()->getArg(0);
  const Value *From = Load.getPointerOperand()->stripInBoundsConstantOffsets();
  auto *Outer = dyn_cast<LoadInst>(From);
  return From == Parameters ||
         (Outer && Outer->getPointerOperand()->stripInBoundsConstantOffsets() == Parameters);
}

/// The first thread's index along x is what the call begins with.
static bool isFieldKnown(std::uint64_t Offset) {
  constexpr std::size_t X = offsetof(CpuThread, thread_idx);
  return Offset != X + 4 && Offset != X + 8 && Offset != offsetof(CpuThread, thread_rank);
}

static bool isKnown(const Value *V, const PreparedThread &Thread, SmallPtrSetImpl<const Value *> &Known) {
  constexpr unsigned Most = 32;
  if (isa<Constant, Argument>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Known.size() == Most)
    return false;
  if (Known.contains(I))
    return true;
  bool Is;
  if (auto Field = Thread.Loads.find(I); Field != Thread.Loads.end()) {
    Is = isFieldKnown(Field->second);
  } else {
    auto *Load = dyn_cast<LoadInst>(I);
    Is = (Load ? loadsParameter(*Load) && Load->isSimple()
               : isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, FreezeInst>(I) &&
                     isSafeToSpeculativelyExecute(I)) &&
         all_of(I->operand_values(), [&](const Value *Operand) { return isKnown(Operand, Thread, Known); });
  }
  if (Is)
    Known.insert(I);
  return Is;
}

bool isKnownAtEntry(const Value *V, const PreparedThread &Thread) {
  SmallPtrSet<const Value *, 32> Known;
  return isKnown(V, Thread, Known);
}

Value *fieldAt(std::size_t Offset, IRBuilder<> &At, Function &Block) {
  return At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Block.getArg(1), Offset);
}

Value *EntryValues::get(Value *V) {
  if (isa<Constant>(V))
    return V;
  if (auto *Parameter = dyn_cast<Argument>(V))
    return Block.getArg(Parameter->getArgNo());
  auto *I = cast<Instruction>(V);
  if (auto Found = Known.find(I); Found != Known.end())
    return Found->second;
  Value *Is = computed(*I);
  return Known[I] = Is;
}

Value *EntryValues::computed(Instruction &I) {
  if (auto Field = Thread.Loads.find(&I); Field != Thread.Loads.end()) {
    const bool IsIndex = Field->second == offsetof(CpuThread, thread_idx);
    return Builder.CreateLoad(I.getType(),
                              fieldAt(IsIndex ? offsetof(CpuThread, begin) : Field->second, Builder, Block));
  }
  SmallVector<Value *, 3> Operands;
  for (Value *Operand : I.operand_values())
    Operands.push_back(get(Operand));
  // LLVM's flags promise something of threads that use the value. The first one's tells the others' also
  // where it has no use for it itself: LaneShapes.
  if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I); Or && Or->isDisjoint())
    return Builder.CreateAdd(Operands[0], Operands[1]);
  if (isa<ZExtInst>(I) && isWidenedAsSigned(I))
    return Builder.CreateSExt(Operands[0], I.getType());
  Instruction *Copy = I.clone();
  for (auto [K, Operand] : enumerate(Operands))
    Copy->setOperand(static_cast<unsigned>(K), Operand);
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUBImplyingAttrsAndMetadata();
  Copy->setDebugLoc({});
  return Builder.Insert(Copy);
}

} // namespace kcc::compiler
