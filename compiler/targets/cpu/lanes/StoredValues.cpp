#include "targets/cpu/lanes/StoredValues.h"
#include "support/CheckedCode.h"
#include "targets/cpu/lanes/LaneChecks.h"
#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr std::uint64_t MostBytes = 64; // for each, there is a bit in a number

/// Replaces a copy or a fill by loads of all pieces and stores of them. All have the same size, so that those
/// of neighbouring lanes can be accessed as one row.
void expandCopy(MemIntrinsic &I, std::uint64_t Bytes) {
  IRBuilder<> Builder(&I);
  const std::uint64_t PieceBytes = std::min<std::uint64_t>(8, Bytes & -Bytes);
  const auto Bits = static_cast<unsigned>(8 * PieceBytes);
  auto *Piece = Builder.getIntNTy(Bits);
  auto At = [&](Value *Begin, std::uint64_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Begin, Offset);
  };
  auto MadeFrom = [&](auto *Access) {
    Access->copyMetadata(I, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    return Access;
  };
  SmallVector<Value *, 16> Pieces;
  for (std::uint64_t Offset = 0; Offset < Bytes; Offset += PieceBytes)
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      Pieces.push_back(
          MadeFrom(Builder.CreateAlignedLoad(Piece, At(Copy->getRawSource(), Offset),
                                             commonAlignment(Copy->getSourceAlign().valueOrOne(), Offset))));
    else
      Pieces.push_back(Builder.CreateMul(Builder.CreateZExt(cast<MemSetInst>(I).getValue(), Piece),
                                         ConstantInt::get(Piece, APInt::getSplat(Bits, APInt(8, 1)))));
  for (auto [K, Stored] : enumerate(Pieces))
    MadeFrom(Builder.CreateAlignedStore(Stored, At(I.getRawDest(), K * PieceBytes),
                                        commonAlignment(I.getDestAlign().valueOrOne(), K * PieceBytes)));
  I.eraseFromParent();
}

/// Expands copies and fills of few bytes. Local structs that were copied as a whole become values.
void expandCopies(Function &Thread, FunctionAnalysisManager &Analyses) {
  for (Instruction &I : make_early_inc_range(instructions(Thread)))
    if (auto *Memory = dyn_cast<MemIntrinsic>(&I); Memory && !Memory->isVolatile())
      if (auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
          Length && !Length->isZero() && Length->getValue().ule(MostBytes))
        expandCopy(*Memory, Length->getZExtValue());
  Analyses.invalidate(Thread, PreservedAnalyses::none());
  SROAPass(SROAOptions::PreserveCFG).run(Thread, Analyses);
  Analyses.invalidate(Thread, PreservedAnalyses::none());
}

/// Whether it is a number that a vector holds without gaps.
bool isWholeNumber(Type *T, const DataLayout &Layout) {
  return isElement(T) && Layout.getTypeSizeInBits(T) == 8 * Layout.getTypeAllocSize(T);
}

/// Replaces stores of vectors by stores of their elements.
void splitVectors(Function &Thread) {
  const DataLayout &Layout = Thread.getDataLayout();
  for (Instruction &I : make_early_inc_range(instructions(Thread))) {
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *Vector = Store ? dyn_cast<FixedVectorType>(Store->getValueOperand()->getType()) : nullptr;
    if (!Vector || !Store->isSimple() || !isWholeNumber(Vector->getElementType(), Layout))
      continue;
    IRBuilder<> Builder(Store);
    const std::uint64_t Bytes = Layout.getTypeAllocSize(Vector->getElementType());
    for (std::uint64_t K = 0; K < Vector->getNumElements(); ++K)
      Builder
          .CreateAlignedStore(
              Builder.CreateExtractElement(Store->getValueOperand(), K),
              Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Store->getPointerOperand(), K * Bytes),
              commonAlignment(Store->getAlign(), K * Bytes))
          ->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    Store->eraseFromParent();
  }
}

/// Whether it loads the running thread (abi::CpuThread) or a field of that, which kernels do not write.
bool readsThread(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return false;
  const Value *From = Load->getPointerOperand()->stripInBoundsConstantOffsets();
  if (auto *Thread = dyn_cast<LoadInst>(From))
    From = Thread->getPointerOperand();
  auto *Current = dyn_cast<IntrinsicInst>(From);
  return Current && Current->getIntrinsicID() == Intrinsic::threadlocal_address;
}

/// Bytes at a constant distance from a pointer.
struct ByteRange {
  const Value *Base; ///< null: the address of the block's shared memory, which may be loaded again and again
  std::int64_t Begin, End;

  static ByteRange at(const Value *Place, std::uint64_t Count, const DataLayout &Layout) {
    APInt Offset(64, 0);
    const Value *Base = Place->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    if (isa<LoadInst>(Base) && isInSharedMemory(Base))
      Base = nullptr;
    return {Base, Offset.getSExtValue(), Offset.getSExtValue() + static_cast<std::int64_t>(Count)};
  }
  bool overlaps(const ByteRange &Other) const {
    return Base == Other.Base && Begin < Other.End && Other.Begin < End;
  }
  bool contains(const ByteRange &Other) const {
    return Base == Other.Base && Begin <= Other.Begin && Other.End <= End;
  }
  /// A bit for each byte of `All`, with which these overlap, that is one of these.
  std::uint64_t in(const ByteRange &All) const {
    const std::int64_t First = std::max(Begin, All.Begin), Last = std::min(End, All.End);
    return maskTrailingOnes<std::uint64_t>(static_cast<unsigned>(Last - First)) << (First - All.Begin);
  }
};

/// What one check of a write is about.
class CheckedWrite {
public:
  CheckedWrite(CallInst &Check, const ConstantStruct &Site)
      : Check(Check), Layout(Check.getDataLayout()), Size(numberIn(Site, SiteField::Bytes)),
        Object(ByteRange::at(Check.getArgOperand(0), Size, Layout)) {}

  /// Finds the stores, if there are any. Returns false if they do not store all of the object, or not as
  /// numbers.
  bool findStores() {
    if (Size > MostBytes)
      return false;
    std::uint64_t Values = ~std::uint64_t{0}, Stored = 0;
    if (Attribute Known = Check.getFnAttr(bytesOfValues); Known.isValid())
      Known.getValueAsString().getAsInteger(10, Values);
    std::uint64_t Missing = Values & maskTrailingOnes<std::uint64_t>(static_cast<unsigned>(Size));
    for (Instruction *I = Check.getNextNode(); I; I = I->getNextNode()) {
      const bool HasAll = (Missing & ~Stored) == 0; // but stores of padding may follow
      if (auto *Store = dyn_cast<StoreInst>(I)) {
        Type *T = Store->getValueOperand()->getType();
        const ByteRange Here = ByteRange::at(Store->getPointerOperand(), Layout.getTypeStoreSize(T), Layout);
        if (Store->isSimple() && isWholeNumber(T, Layout) && Object.contains(Here) &&
            (Stored & Here.in(Object)) == 0) {
          Stored |= Here.in(Object);
          Stores.push_back(Store);
        } else if (HasAll) {
          break;
        } else if (Here.overlaps(Object)) {
          return false;
        }
      } else if (HasAll && I->mayReadOrWriteMemory()) {
        break;
      } else if (auto *Memory = dyn_cast<MemIntrinsic>(I)) {
        if (ByteRange::at(Memory->getRawDest(), 0, Layout).Base == Object.Base)
          return false;
      } else if (mayWait(*I)) {
        break;
      } else if (const std::optional<ByteRange> Other = checkedWrite(*I); Other && Other->overlaps(Object)) {
        Missing &= ~Other->in(Object); // LLVM has removed stores that others follow
        break;
      }
    }
    return Stores.empty() || (Missing & ~Stored) == 0;
  }

  /// Moves the stores to the last one, where all values are known. Returns false if something in between
  /// accesses memory.
  bool joinStores() {
    if (Stores.empty())
      return true;
    Instruction *const Last = Stores.back();
    for (Instruction *I = Stores.front(); I != Last; I = I->getNextNode())
      if (!is_contained(Stores, I) && I->mayReadOrWriteMemory() && !readsThread(*I) && !isAssumption(*I))
        return false;
    for (StoreInst *Store : drop_end(Stores))
      Store->moveBefore(Last->getIterator());
    return true;
  }

  /// Moves the check to the stores, together with what comes after it and before the write.
  void passValues() {
    if (Stores.empty())
      return;
    const BasicBlock::iterator At = Stores.front()->getIterator();
    SmallVector<Value *, 8> Values;
    for (StoreInst *Store : Stores) {
      const std::int64_t Offset = ByteRange::at(Store->getPointerOperand(), 0, Layout).Begin - Object.Begin;
      Values.push_back(
          ConstantInt::get(Type::getInt64Ty(Check.getContext()), static_cast<std::uint64_t>(Offset)));
      Values.push_back(Store->getValueOperand());
    }
    CallInst *Made = CallInst::Create(&Check, OperandBundleDef(storedValues, Values), At);
    for (Instruction &I : make_early_inc_range(make_range(Check.getIterator(), Made->getIterator())))
      if (isCopyCheck(I))
        I.moveBefore(At);
    Check.eraseFromParent();
  }

private:
  static bool isAssumption(const Instruction &I) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
  }
  /// Whether it is a call behind which stores belong to other writes.
  static bool mayWait(const Instruction &I) {
    return isa<CallInst>(I) && !isa<IntrinsicInst>(I) && !isCheck(I);
  }
  /// What another write is to, if it is the check of one.
  std::optional<ByteRange> checkedWrite(const Instruction &I) const {
    auto *Call = dyn_cast<CallInst>(&I);
    const ConstantStruct *Site = Call ? siteOf(*Call) : nullptr;
    if (!Site || !isWrite(*Site))
      return std::nullopt;
    return ByteRange::at(Call->getArgOperand(0), numberIn(*Site, SiteField::Bytes), Layout);
  }
  /// Whether it notes that the object is as much written as the one from which it is copied.
  bool isCopyCheck(const Instruction &I) const {
    auto *Call = dyn_cast<CallInst>(&I);
    return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == "kcc_check_copy" &&
           ByteRange::at(Call->getArgOperand(0), 1, Layout).overlaps(Object);
  }

  CallInst &Check;
  const DataLayout &Layout;
  const std::uint64_t Size;
  const ByteRange Object;
  SmallVector<StoreInst *, 8> Stores; ///< in their order
};

} // namespace

bool passStoredValues(Function &Thread, FunctionAnalysisManager &Analyses) {
  expandCopies(Thread, Analyses);
  splitVectors(Thread);
  SmallVector<CheckedWrite, 16> Writes;
  for (Instruction &I : instructions(Thread))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const ConstantStruct *Site = siteOf(*Call); Site && isWrite(*Site)) {
        Writes.emplace_back(*Call, *Site);
        if (Call->getCalledFunction()->getName() == "kcc_check_range" || !Writes.back().findStores())
          return false;
      }
  for (CheckedWrite &Write : Writes)
    if (!Write.joinStores())
      return false;
  for (CheckedWrite &Write : Writes)
    Write.passValues();
  return true;
}

} // namespace kcc::compiler
