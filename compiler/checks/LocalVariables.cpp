#include "checks/LocalVariables.h"
#include "checks/CheckCalls.h"
#include "checks/Copies.h"
#include "checks/KnownObjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Larger variables would need too much of a thread's stack.
constexpr std::uint64_t MostBytes = 16 << 10;

/// A place in a variable: an instruction that uses an address in it.
struct Place {
  Instruction *User;
  Value *Pointer;
};

/// The places that use addresses in the variable; none if an address is stored, passed on, or used in a way
/// that is not understood.
std::optional<SmallVector<Place, 16>> usesOf(AllocaInst &Variable) {
  SmallVector<Place, 16> Places;
  SmallVector<Value *, 8> Open = {&Variable};
  while (!Open.empty()) {
    Value *Pointer = Open.pop_back_val();
    for (User *U : Pointer->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      auto *Memory = dyn_cast<MemIntrinsic>(U);
      if (isa<GetElementPtrInst>(U) && U->getType()->isPointerTy())
        Open.push_back(U);
      else if (isa<LoadInst>(U) || (Store && Store->getValueOperand() != Pointer) ||
               (Memory && isa<ConstantInt>(Memory->getLength())))
        Places.push_back({cast<Instruction>(U), Pointer});
      else if (auto *Call = dyn_cast<CallInst>(U)) {
        Function *Callee = Call->getCalledFunction();
        if (Call->isLifetimeStartOrEnd())
          Places.push_back({Call, Pointer});
        else if (!Callee || !Callee->getName().starts_with("kcc_check_"))
          return std::nullopt;
      } else
        return std::nullopt;
    }
  }
  return Places;
}

/// A range of bytes of a variable.
struct Range {
  std::optional<std::uint64_t> Offset; ///< none: known when the code runs
  std::uint64_t Bytes;

  bool overlaps(const Range &Other) const {
    return !Offset || !Other.Offset ||
           (*Offset < *Other.Offset + Other.Bytes && *Other.Offset < *Offset + Bytes);
  }
  bool covers(const Range &Other, std::uint64_t Size) const {
    return Offset && ((*Offset == 0 && Bytes >= Size) || (Other.Offset && *Offset <= *Other.Offset &&
                                                          *Other.Offset + Other.Bytes <= *Offset + Bytes));
  }
};

/// A read of a local variable of which the code does not show that it has been written.
struct LocalRead {
  LoadInst *Load;
  AllocaInst *Variable;
  Value *Offset; ///< of the first byte in the variable, an i64, computed before the load
  /// An i1, computed before the load: whether the thread has written none of the bytes.
  Value *Unwritten;
};

/// A read of what a copy of a structure has put into a local variable.
struct CopiedRead {
  MemTransferInst *Copy;
  LoadInst *Load;
  std::uint64_t Offset, Bytes; ///< of what is read in what is copied
};

class Variable {
public:
  Variable(AllocaInst &Alloca, SmallVector<Place, 16> Places)
      : Alloca(Alloca), Layout(Alloca.getDataLayout()), Size(*knownSize(&Alloca)), Places(std::move(Places)) {
  }

  /// The loads and copies for which no instruction that has written the same bytes is on all ways there.
  SmallVector<Place, 8> uncertainReads(const DominatorTree &Dominators) const {
    SmallVector<Place, 8> Reads;
    for (const Place &At : Places) {
      if (!(isa<LoadInst>(At.User) || (isa<MemTransferInst>(At.User) && !writes(At))))
        continue;
      const Range Read = range(At);
      if (Read.Bytes == 0 || !isInside(Read))
        continue;
      if (none_of(Places, [&](const Place &Write) {
            return writes(Write) && !copiesLocal(Write) && range(Write).covers(Read, Size) &&
                   Dominators.dominates(Write.User, At.User);
          }))
        Reads.push_back(At);
    }
    return Reads;
  }

  /// The reads that surely follow a copy from memory that is not local, and get what it has copied: one for
  /// each range of bytes.
  SmallVector<CopiedRead, 4> copiedReads(const DominatorTree &Dominators,
                                         const PostDominatorTree &PostDominators) const {
    SmallVector<CopiedRead, 4> Found;
    for (const Place &From : Places) {
      auto *Copy = dyn_cast<MemTransferInst>(From.User);
      if (!Copy || !writes(From) || copiesLocal(From))
        continue;
      const Range Copied = range(From);
      for (const Place &At : Places) {
        auto *Load = dyn_cast<LoadInst>(At.User);
        const Range Read = range(At);
        if (!Load || !isWord(At) || isCopy(*Load) || !Copied.Offset || !Read.Offset ||
            *Read.Offset < *Copied.Offset || *Read.Offset + Read.Bytes > *Copied.Offset + Copied.Bytes ||
            !Dominators.dominates(Copy, Load) || !PostDominators.dominates(Load, Copy))
          continue;
        if (any_of(Places, [&](const Place &Write) {
              return Write.User != Copy && writes(Write) && range(Write).overlaps(Read) &&
                     !Dominators.dominates(Load, Write.User);
            }))
          continue;
        const CopiedRead New{Copy, Load, *Read.Offset - *Copied.Offset, Read.Bytes};
        auto *Same = find_if(Found, [&](const CopiedRead &Old) {
          return Old.Copy == Copy && Old.Offset == New.Offset && Old.Bytes == New.Bytes;
        });
        if (Same == Found.end())
          Found.push_back(New);
        else if (Dominators.dominates(Load, Same->Load))
          *Same = New;
      }
    }
    return Found;
  }

  void makeShadow() {
    IRBuilder<> Builder(&Alloca);
    Builder.SetInsertPoint(std::next(Alloca.getIterator()));
    Shadow = Builder.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Size), nullptr, "kcc.check.written");
    BasicBlock::iterator After = Alloca.getIterator();
    while (isa<AllocaInst>(*After))
      ++After;
    Builder.SetInsertPoint(&*After);
    Builder.CreateMemSet(Shadow, Builder.getInt8(0), Size, Align(1));
  }

  /// \p SourceOf: the variable that an address is in, if it is one of those with a shadow.
  void followWrites(function_ref<const Variable *(Value *)> SourceOf) const {
    for (const Place &At : Places) {
      IRBuilder<> Builder(At.User->getNextNode());
      Builder.SetCurrentDebugLocation(At.User->getDebugLoc());
      if (auto *Call = dyn_cast<IntrinsicInst>(At.User);
          Call && Call->getIntrinsicID() == Intrinsic::lifetime_start) {
        Builder.CreateMemSet(Shadow, Builder.getInt8(0), Size, Align(1));
        continue;
      }
      if (!writes(At))
        continue;
      const Range Written = range(At);
      if (Written.Bytes == 0 || !isInside(Written))
        continue;
      Value *To = shadowAt(Builder, At, Written.Bytes);
      auto *Copy = dyn_cast<MemTransferInst>(At.User);
      const Variable *Source = Copy ? SourceOf(Copy->getRawSource()) : nullptr;
      if (Source && Written.Bytes <= Source->Size)
        Builder.CreateMemMove(To, Align(1),
                              Source->shadowAt(Builder, {At.User, Copy->getRawSource()}, Written.Bytes),
                              Align(1), Written.Bytes);
      else if (Written.Bytes <= 8)
        Builder.CreateAlignedStore(Constant::getAllOnesValue(Builder.getIntNTy(Written.Bytes * 8)), To,
                                   Align(1));
      else
        Builder.CreateMemSet(To, Builder.getInt8(0xff), Written.Bytes, Align(1));
    }
  }

  /// Larger loads are copies.
  bool isWord(const Place &Load) const { return range(Load).Bytes <= 16; }
  LocalRead check(const Place &At) const {
    IRBuilder<> Builder(At.User);
    const std::uint64_t Bytes = range(At).Bytes;
    Type *Word = Builder.getIntNTy(Bytes * 8);
    Value *Offset = offsetOf(Builder, At, Bytes);
    Value *Written = Builder.CreateAlignedLoad(Word, Builder.CreatePtrAdd(Shadow, Offset), Align(1));
    return {cast<LoadInst>(At.User), &Alloca, Offset,
            Builder.CreateICmpEQ(Written, ConstantInt::get(Word, 0))};
  }

  bool contains(const Value *Pointer) const {
    return getUnderlyingObject(Pointer, /*MaxLookup=*/0) == &Alloca;
  }

private:
  bool isInside(const Range &R) const { return R.Bytes <= Size && R.Offset.value_or(0) <= Size - R.Bytes; }
  /// Whether what it writes may be uninitialized itself.
  static bool copiesLocal(const Place &At) {
    auto *Copy = dyn_cast<MemTransferInst>(At.User);
    return Copy && isa<AllocaInst>(getUnderlyingObject(Copy->getRawSource(), /*MaxLookup=*/0));
  }
  static bool writes(const Place &At) {
    auto *Memory = dyn_cast<MemIntrinsic>(At.User);
    return isa<StoreInst>(At.User) || (Memory && Memory->getRawDest() == At.Pointer);
  }

  Range range(const Place &At) const {
    std::uint64_t Bytes = 0;
    if (auto *Memory = dyn_cast<MemIntrinsic>(At.User))
      Bytes = cast<ConstantInt>(Memory->getLength())->getZExtValue();
    else if (!isa<CallInst>(At.User))
      Bytes = Layout.getTypeStoreSize(getLoadStoreType(At.User)).getFixedValue();
    APInt Offset(64, 0);
    const Value *Begin =
        At.Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    if (Begin != &Alloca)
      return {std::nullopt, Bytes};
    return {Offset.getZExtValue(), Bytes};
  }

  /// As a sum of what the pointer's computation adds, which keeps the variable's address out of it.
  Value *offsetOf(IRBuilder<> &Builder, const Place &At, std::uint64_t Bytes) const {
    if (std::optional<std::uint64_t> Known = range(At).Offset)
      return Builder.getInt64(*Known);
    Value *Sum = Builder.getInt64(0);
    for (Value *Pointer = At.Pointer; Pointer != &Alloca;
         Pointer = cast<GEPOperator>(Pointer)->getPointerOperand())
      Sum = Builder.CreateAdd(Sum, emitGEPOffset(&Builder, Layout, cast<User>(Pointer)));
    // What is outside is reported by another check, if at all.
    return Builder.CreateBinaryIntrinsic(Intrinsic::umin, Sum, Builder.getInt64(Size - Bytes));
  }
  Value *shadowAt(IRBuilder<> &Builder, const Place &At, std::uint64_t Bytes) const {
    return Builder.CreatePtrAdd(Shadow, offsetOf(Builder, At, Bytes));
  }

  AllocaInst &Alloca;
  const DataLayout &Layout;
  const std::uint64_t Size;
  SmallVector<Place, 16> Places;
  AllocaInst *Shadow = nullptr;
};

} // namespace

/// The reads to check.
struct Reads {
  SmallVector<LocalRead, 8> Local;
  SmallVector<CopiedRead, 8> Copied;
};

/// Keeps what has been written.
static Reads trackLocalVariables(Function &F) {
  SmallVector<std::pair<Variable, SmallVector<Place, 8>>, 8> Tracked;
  Reads Result;
  std::optional<DominatorTree> Dominators;
  std::optional<PostDominatorTree> PostDominators;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Alloca = dyn_cast<AllocaInst>(&I);
    // What Clang needs itself may be read in vain.
    if (!Alloca || findDVRDeclares(Alloca).empty())
      continue;
    std::optional<std::uint64_t> Size = knownSize(Alloca);
    if (!Size || *Size == 0 || *Size > MostBytes)
      continue;
    std::optional<SmallVector<Place, 16>> Places = usesOf(*Alloca);
    if (!Places)
      continue;
    Variable Local(*Alloca, std::move(*Places));
    if (!Dominators) {
      Dominators.emplace(F);
      PostDominators.emplace(F);
    }
    append_range(Result.Copied, Local.copiedReads(*Dominators, *PostDominators));
    if (SmallVector<Place, 8> Reads = Local.uncertainReads(*Dominators); !Reads.empty())
      Tracked.push_back({std::move(Local), std::move(Reads)});
  }
  auto SourceOf = [&](Value *Pointer) -> const Variable * {
    auto *Found = find_if(Tracked, [&](auto &Row) { return Row.first.contains(Pointer); });
    return Found == Tracked.end() ? nullptr : &Found->first;
  };
  for (auto &[Local, Uncertain] : Tracked)
    Local.makeShadow();
  for (auto &[Local, Uncertain] : Tracked) {
    Local.followWrites(SourceOf);
    for (const Place &At : Uncertain)
      if (auto *Load = dyn_cast<LoadInst>(At.User); Load && Local.isWord(At) && !isCopy(*Load))
        Result.Local.push_back(Local.check(At));
  }
  return Result;
}

/// Checks when a structure is copied what will be read of the copy.
static void checkSource(CheckCalls &Calls, const CopiedRead &Read) {
  IRBuilder<> &Builder = Calls.Builder;
  Builder.SetInsertPoint(Read.Copy);
  GlobalVariable *Site = Calls.site({.Bytes = Read.Bytes});
  setField(*Site, SiteField::Checks, Builder.getInt32(abi::check_init));
  Value *Source = Read.Copy->getRawSource();
  Builder.SetCurrentDebugLocation(Read.Load->getDebugLoc());
  CallInst *Call = Calls.insert(Calls.AccessCheck,
                                {Builder.CreatePtrAdd(Source, Builder.getInt64(Read.Offset)), Source, Site});
  refineCheck(*Call);
}

void checkLocalVariables(CheckCalls &Calls, Function &F) {
  const Reads Uncertain = trackLocalVariables(F);
  for (const CopiedRead &Read : Uncertain.Copied)
    checkSource(Calls, Read);
  for (const LocalRead &Read : Uncertain.Local) {
    GlobalVariable *Site =
        Calls.site({.Bytes = F.getDataLayout().getTypeStoreSize(Read.Load->getType()).getFixedValue()});
    setField(*Site, SiteField::Variable, textIn(Calls.M, sourceName(Read.Variable)));
    setField(*Site, SiteField::ObjectBytes, Calls.Builder.getInt64(*knownSize(Read.Variable)));
    Calls.Builder.SetInsertPoint(Read.Load);
    Calls.insert(Calls.LocalCheck, {Read.Unwritten, Read.Offset, Site});
  }
}

} // namespace kcc::compiler
