#include "lowering/PassedStructs.h"
#include "lowering/ParameterCopies.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {
namespace {

AllocaInst *newVariable(Type *T, Function &F) {
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  return Builder.CreateAlloca(T);
}

/// Copies a value of type \p T, after \p Builder's position.
void copy(IRBuilderBase &Builder, Value *To, MaybeAlign ToAlign, Value *From, MaybeAlign FromAlign, Type *T) {
  Builder.CreateMemCpy(To, ToAlign, From, FromAlign,
                       Builder.GetInsertBlock()->getDataLayout().getTypeStoreSize(T));
}

/// Whether \p Pointer leads into a local variable that is more than one number.
bool isInStruct(const Value *Pointer) {
  auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
  return Variable && Variable->getAllocatedType()->isAggregateType();
}

/// Whether ABIs use \p T for several numbers.
bool isPacking(const Type *T) {
  return T->isIntegerTy() || T->isVectorTy() || T->isDoubleTy();
}

/// Whether \p V comes from the outside, as an argument or a result.
bool isPassed(const Value *V) {
  if (auto *Part = dyn_cast<ExtractValueInst>(V))
    V = Part->getAggregateOperand();
  return isa<Argument, CallBase>(V);
}

/// Whether \p V goes outside.
bool isPassedOn(const Value *V) {
  return any_of(V->users(), [](const User *U) {
    return isa<CallBase, ReturnInst>(U) || (isa<InsertValueInst>(U) && isPassedOn(U));
  });
}

void separateLoad(LoadInst &Load) {
  AllocaInst *Packed = newVariable(Load.getType(), *Load.getFunction());
  IRBuilder<> Builder(&Load);
  copy(Builder, Packed, Packed->getAlign(), Load.getPointerOperand(), Load.getAlign(), Load.getType());
  Load.setOperand(LoadInst::getPointerOperandIndex(), Packed);
  Load.setAlignment(Packed->getAlign());
  Load.setMetadata(LLVMContext::MD_tbaa, nullptr);
}

void separateStore(StoreInst &Store) {
  Type *T = Store.getValueOperand()->getType();
  AllocaInst *Packed = newVariable(T, *Store.getFunction());
  IRBuilder<> Builder(Store.getNextNode());
  copy(Builder, Store.getPointerOperand(), Store.getAlign(), Packed, Packed->getAlign(), T);
  Store.setOperand(StoreInst::getPointerOperandIndex(), Packed);
  Store.setAlignment(Packed->getAlign());
  Store.setMetadata(LLVMContext::MD_tbaa, nullptr);
}

/// Structs that are passed in memory.
void separateOperands(CallBase &Call) {
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    Value *Given = Call.getArgOperand(I);
    Type *T = Call.getParamByValType(I);
    if (!T || !isInStruct(Given))
      continue;
    AllocaInst *Own = newVariable(T, *Call.getFunction());
    Own->setAlignment(std::max(Own->getAlign(), Call.getParamAlign(I).valueOrOne()));
    IRBuilder<> Builder(&Call);
    copy(Builder, Own, Own->getAlign(), Given, Call.getParamAlign(I), T);
    Call.setArgOperand(I, Own);
  }
}

/// A struct that is returned in memory. It stays where the function makes it if the function may keep its
/// address, as a constructor does that stores `this`.
void separateResult(CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  for (unsigned I = 0; Callee && I != Callee->arg_size(); ++I) {
    Value *Given = Call.getArgOperand(I);
    Type *Returned = Call.getParamStructRetType(I);
    if (!Returned || !isInStruct(Given) || !Call.doesNotCapture(I))
      continue;
    AllocaInst *Own = newVariable(Returned, *Call.getFunction());
    Own->setAlignment(std::max(Own->getAlign(), Call.getParamAlign(I).valueOrOne()));
    IRBuilder<> Builder(Call.getNextNode());
    copy(Builder, Given, Call.getParamAlign(I), Own, Own->getAlign(), Returned);
    Call.setArgOperand(I, Own);
  }
}

/// Looks for the number that occupies certain bits of a value.
class Search {
public:
  Search(Type *Wanted, const DataLayout &DL)
      : Wanted(Wanted), Pending(PoisonValue::get(Wanted)),
        Width(static_cast<unsigned>(Wanted->getPrimitiveSizeInBits().getFixedValue())), DL(DL) {}

  /// The value of the wanted type in the bits of \p V from \p Low on; null if there is none, or \p V is it.
  Value *numberIn(Value *V) {
    Value *Found = find(V, 0);
    return Found == V || Found == Pending ? nullptr : Found;
  }

private:
  static constexpr unsigned MaxSteps = 200;

  Value *find(Value *V, std::uint64_t Low) {
    if (V->getType() == Wanted && Low == 0 && isa<Constant>(V))
      return V;
    if (++Steps > MaxSteps)
      return nullptr;
    Value *Found = step(V, Low);
    return Found ? Found : V->getType() == Wanted && Low == 0 ? V : nullptr;
  }

  std::uint64_t bits(const Value *V) const { return DL.getTypeSizeInBits(V->getType()).getFixedValue(); }

  /// The place of a member of \p Whole.
  std::uint64_t offset(Type *Whole, ArrayRef<unsigned> Indices) const {
    std::uint64_t Bytes = 0;
    for (unsigned I : Indices) {
      auto *Struct = dyn_cast<StructType>(Whole);
      Type *Member = Struct ? Struct->getElementType(I) : Whole->getArrayElementType();
      Bytes += Struct ? DL.getStructLayout(Struct)->getElementOffset(I).getFixedValue()
                      : I * DL.getTypeAllocSize(Member).getFixedValue();
      Whole = Member;
    }
    return Bytes * 8;
  }

  /// \p Part takes the place of what \p Whole has in the bits from \p Begin on.
  Value *ofInsertion(Value *Whole, Value *Part, std::uint64_t Begin, std::uint64_t Low) {
    std::uint64_t End = Begin + bits(Part);
    if (Low >= Begin && Low + Width <= End)
      return find(Part, Low - Begin);
    return Low + Width <= Begin || Low >= End ? find(Whole, Low) : nullptr;
  }

  Value *step(Value *V, std::uint64_t Low) {
    Value *From, *Other;
    const APInt *Number;
    std::uint64_t Index;
    if (auto *C = dyn_cast<Constant>(V))
      return Low % 8 == 0 ? dyn_cast_or_null<ConstantFP>(ConstantFoldLoadFromConst(
                                ConstantFoldConstant(C, DL), Wanted, APInt(64, Low / 8), DL))
                          : nullptr;
    if (match(V, m_BitCast(m_Value(From))))
      return isNumeric(From) ? find(From, Low) : nullptr;
    if (auto *Extract = dyn_cast<ExtractValueInst>(V))
      return find(Extract->getAggregateOperand(),
                  Low + offset(Extract->getAggregateOperand()->getType(), Extract->getIndices()));
    if (auto *Insert = dyn_cast<InsertValueInst>(V))
      return ofInsertion(Insert->getAggregateOperand(), Insert->getInsertedValueOperand(),
                         offset(V->getType(), Insert->getIndices()), Low);
    if (match(V, m_ExtractElt(m_Value(From), m_ConstantInt(Index))))
      return isNumeric(From) ? find(From, Low + Index * bits(V)) : nullptr;
    if (match(V, m_InsertElt(m_Value(From), m_Value(Other), m_ConstantInt(Index))))
      return isNumeric(V) ? ofInsertion(From, Other, Index * bits(Other), Low) : nullptr;
    if (match(V, m_Trunc(m_Value(From))) && V->getType()->isIntegerTy()) // not lane by lane
      return find(From, Low);
    if (match(V, m_ZExt(m_Value(From))))
      return V->getType()->isIntegerTy() && Low + Width <= bits(From) ? find(From, Low) : nullptr;
    if (match(V, m_LShr(m_Value(From), m_APInt(Number))) && V->getType()->isIntegerTy())
      return Number->ule(bits(V)) && Low + Number->getZExtValue() + Width <= bits(V)
                 ? find(From, Low + Number->getZExtValue())
                 : nullptr;
    if (match(V, m_Shl(m_Value(From), m_APInt(Number))) && V->getType()->isIntegerTy())
      return Number->ule(Low) ? find(From, Low - Number->getZExtValue()) : nullptr;
    if (match(V, m_And(m_Value(From), m_APInt(Number))) && V->getType()->isIntegerTy())
      return Number->extractBits(Width, static_cast<unsigned>(Low)).isAllOnes() ? find(From, Low) : nullptr;
    if (match(V, m_Or(m_Value(From), m_Value(Other))) && V->getType()->isIntegerTy())
      return isZero(Other, Low) ? find(From, Low) : isZero(From, Low) ? find(Other, Low) : nullptr;
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(V))
      return ofShuffle(*Shuffle, Low);
    if (auto *Select = dyn_cast<SelectInst>(V))
      return ofSelect(*Select, Low);
    if (auto *Phi = dyn_cast<PHINode>(V); Phi && V->getType() != Wanted)
      return ofPhi(*Phi, Low);
    return nullptr;
  }

  /// A number or a vector of numbers, of known size.
  static bool isNumeric(const Value *V) {
    Type *T = V->getType();
    return (T->isIntOrIntVectorTy() || T->isFPOrFPVectorTy()) && !isa<ScalableVectorType>(T);
  }

  bool isZero(const Value *V, std::uint64_t Low) const {
    return computeKnownBits(V, DL).Zero.extractBits(Width, static_cast<unsigned>(Low)).isAllOnes();
  }

  /// The lanes that the number occupies must be neighbours in one operand.
  Value *ofShuffle(ShuffleVectorInst &Shuffle, std::uint64_t Low) {
    auto *From = dyn_cast<FixedVectorType>(Shuffle.getOperand(0)->getType());
    if (!From)
      return nullptr;
    unsigned Element = From->getScalarSizeInBits(), Count = From->getNumElements();
    auto Begin = static_cast<unsigned>(Low / Element),
         End = static_cast<unsigned>((Low + Width - 1) / Element);
    int First = Shuffle.getMaskValue(Begin);
    for (unsigned Lane = Begin; Lane <= End; ++Lane)
      if (int Index = Shuffle.getMaskValue(Lane);
          Index < 0 || Index != First + static_cast<int>(Lane - Begin))
        return nullptr;
    auto Source = static_cast<unsigned>(First);
    if (Source / Count != (Source + End - Begin) / Count)
      return nullptr;
    return find(Shuffle.getOperand(Source / Count), std::uint64_t{Source % Count} * Element + Low % Element);
  }

  /// A choice by lanes that is known, as SROA writes parts of vectors.
  Value *ofSelect(SelectInst &Select, std::uint64_t Low) {
    auto *Choice = dyn_cast<Constant>(Select.getCondition());
    if (!Choice || !Choice->getType()->isVectorTy())
      return nullptr;
    unsigned Element = Select.getType()->getScalarSizeInBits();
    Constant *Side = nullptr;
    for (auto Lane = Low / Element; Lane <= (Low + Width - 1) / Element; ++Lane) {
      Constant *Here = Choice->getAggregateElement(static_cast<unsigned>(Lane));
      if (!Here || !isa<ConstantInt>(Here) || (Side && Side != Here))
        return nullptr;
      Side = Here;
    }
    return find(Side->isOneValue() ? Select.getTrueValue() : Select.getFalseValue(), Low);
  }

  /// The same number from every side. Where the parts are variables of their own, there is no phi.
  Value *ofPhi(PHINode &Phi, std::uint64_t Low) {
    if (!Visited.insert({&Phi, Low}).second)
      return Pending;
    Value *Same = Pending;
    bool IsPartlyUndefined = false;
    for (Value *Incoming : Phi.incoming_values()) {
      if (isa<UndefValue>(Incoming)) {
        IsPartlyUndefined = true;
        continue;
      }
      Value *Found = find(Incoming, Low);
      if (Found == Pending || Found == Same)
        continue;
      if (!Found || Same != Pending)
        return nullptr;
      Same = Found;
    }
    Visited.erase({&Phi, Low});
    return IsPartlyUndefined && !isa<Constant>(Same) ? nullptr : Same;
  }

  Type *Wanted;
  Value *Pending; ///< what a phi gets from itself, through others
  unsigned Width;
  const DataLayout &DL;
  unsigned Steps = 0;
  SmallDenseSet<std::pair<PHINode *, std::uint64_t>, 4> Visited; ///< with the bits: a loop may exchange them
};

} // namespace

void separatePassedStructs(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(Call))
      separateOperands(*Call);
    else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (Load->isSimple() && isPacking(Load->getType()) && isPassedOn(Load) &&
          isInStruct(Load->getPointerOperand()))
        separateLoad(*Load);
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      if (Store->isSimple() && isPacking(Store->getValueOperand()->getType()) &&
          isPassed(Store->getValueOperand()) && isInStruct(Store->getPointerOperand()))
        separateStore(*Store);
    }
  }
}

void separateResults(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && !isa<IntrinsicInst>(Call))
      separateResult(*Call);
}

void markUncapturedArguments(Function &F) {
  if (!F.hasLocalLinkage())
    return;
  for (Argument &A : F.args())
    if (A.getType()->isPointerTy() && !PointerMayBeCaptured(&A, /*ReturnCaptures=*/true))
      A.addAttr(Attribute::getWithCaptureInfo(F.getContext(), CaptureInfo::none()));
}

/// Whether \p F itself stores to the struct at \p Pointer.
static bool isWrittenThrough(const Value &Pointer) {
  return any_of(Pointer.uses(), [](const Use &U) {
    const User *By = U.getUser();
    if (isa<GetElementPtrInst>(By))
      return isWrittenThrough(*By);
    auto *Set = dyn_cast<MemIntrinsic>(By);
    return (isa<StoreInst>(By) && U.getOperandNo() == StoreInst::getPointerOperandIndex()) ||
           (Set && Set->getRawDest() == U.get());
  });
}

void copyWrittenStructs(Function &F) {
  for (Argument &A : F.args())
    if (A.hasByValAttr() && isWrittenThrough(A))
      copyToLocal(A);
}

void uncoverPassedNumbers(Function &F) {
  SmallVector<WeakTrackingVH, 16> Replaced;
  for (Instruction &I : instructions(F)) {
    if (!I.getType()->isFloatingPointTy() || !isa<BitCastInst, ExtractElementInst, ExtractValueInst>(I))
      continue;
    if (Value *Number = Search(I.getType(), F.getDataLayout()).numberIn(&I)) {
      I.replaceAllUsesWith(Number);
      Replaced.emplace_back(&I);
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
}

} // namespace kcc::compiler
