#include "checks/AccessChecks.h"
#include "checks/CheckCalls.h"
#include "checks/Copies.h"
#include "checks/KnownObjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include <utility>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// What is known about an access without running it.
struct Access {
  Instruction *At;
  Value *Pointer;
  SiteValues Known;
  Value *Length = nullptr;         ///< the bytes, if their number is known only when the code runs
  std::uint64_t BytesOfValues = 0; ///< what bytesOfValues says; 0: nothing
};

} // namespace

/// The scope of atomic operations is an operand of a call that passes the pointer on (AtomicBuiltins.h).
static std::pair<Value *, std::uint8_t> withoutScope(Value *Place) {
  if (auto *Marker = dyn_cast<CallInst>(Place))
    if (Function *F = Marker->getCalledFunction(); F && F->getName().starts_with("__kcc_atomic_"))
      if (auto *Scope = dyn_cast<ConstantInt>(Marker->getArgOperand(1)))
        return {Marker->getArgOperand(0), static_cast<std::uint8_t>(Scope->getZExtValue())};
  return {Place, abi::scope_system};
}

static bool returnsOneArgument(const CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  return F && returnsOneArgument(*F);
}

bool returnsOneArgument(const Function &F) {
  StringRef Name = F.getName();
  const bool IsClamp = Name.consume_front("_ZSt5clamp");
  if (!IsClamp && !Name.consume_front("_ZSt3max") && !Name.consume_front("_ZSt3min"))
    return false;
  // The only template argument is a type with a name of one letter: one of the numbers.
  if (!Name.consume_front("I") || Name.empty() || !isLower(Name.front()) ||
      Name.drop_front() != (IsClamp ? "ERKT_S2_S2_S2_" : "ERKT_S2_S2_") || F.isDeclaration() ||
      F.hasAddressTaken())
    return false;
  return all_of(instructions(F), [](const Instruction &I) { // of std::clamp()
    auto *Call = dyn_cast<CallInst>(&I);
    return !Call || isa<IntrinsicInst>(Call) || returnsOneArgument(*Call);
  });
}

/// Whether a load reads no more than what std::max() or its kind, whose result is its address, has just read.
static bool isJustRead(const Value *Pointer, const Instruction &At, std::uint64_t Bytes, Align Alignment) {
  auto *Call = dyn_cast<CallInst>(Pointer);
  if (!Call || Call->getParent() != At.getParent() || !returnsOneArgument(*Call) ||
      Bytes > Call->getParamDereferenceableBytes(0) || Alignment > Call->getParamAlign(0).valueOrOne())
    return false;
  // Calls have not been inlined, not even those of operators.
  static constexpr StringRef Harmless[] = {"kcc_check_", "llvm.lifetime.start", "_ZNKSt4span", "_ZNKSt5array",
                                           "_ZNSt5array"};
  auto ChangesNothing = [](const Instruction &I) {
    auto *Other = dyn_cast<CallInst>(&I);
    auto *Store = dyn_cast<StoreInst>(&I);
    const StringRef Name =
        Other && Other->getCalledFunction() ? Other->getCalledFunction()->getName() : StringRef();
    return !I.mayWriteToMemory() || (Store && isa<AllocaInst>(Store->getPointerOperand())) ||
           any_of(Harmless, [&](StringRef Prefix) { return Name.starts_with(Prefix); }) ||
           (Other && returnsOneArgument(*Other));
  };
  const Instruction *I = Call->getNextNode();
  while (I && I != &At && ChangesNothing(*I))
    I = I->getNextNode();
  return I == &At;
}

/// Tells the runtime after a compare-exchange which of two accesses it was: `Change`, or a read if it failed.
static void insertExchangeDone(CheckCalls &Calls, AtomicCmpXchgInst &Exchange, Value *Place,
                               GlobalVariable *Change, SiteValues Read) {
  IRBuilder<> &Builder = Calls.Builder;
  Read.Kind = abi::AccessKind::atomic_read;
  Read.Order = Exchange.getFailureOrdering();
  Read.Flags = 0;
  Value *IsChange = Builder.CreateExtractValue(&Exchange, 1);
  Calls.insert(Calls.ExchangeDone, {IsChange, Place, Change});
  Calls.insert(Calls.ExchangeDone, {Builder.CreateNot(IsChange), Place, Calls.site(Read)});
}

static void insertCheck(CheckCalls &Calls, Access What) {
  const bool IsAtomic = What.Known.Order != AtomicOrdering::NotAtomic;
  const bool MayPoll = IsAtomic && Calls.Checks & abi::check_barrier;
  if (!(Calls.Checks & checksOfAccesses) && !MayPoll)
    return;
  IRBuilder<> &Builder = Calls.Builder;
  const auto [Place, Scope] = withoutScope(What.Pointer);
  What.Known.Scope = Scope;
  Builder.SetInsertPoint(What.At);
  GlobalVariable *Site = Calls.site(What.Known);
  CallInst *Call;
  if (What.Length) {
    Value *Length = Builder.CreateZExtOrTrunc(What.Length, Builder.getInt64Ty());
    Call = Calls.insert(Calls.RangeCheck, {Place, Place, Length, Site});
  } else
    Call = Calls.insert(Calls.AccessCheck, {Place, Place, Site});
  if (What.BytesOfValues != 0)
    Call->addFnAttr(Attribute::get(Call->getContext(), bytesOfValues, std::to_string(What.BytesOfValues)));
  if (IsAtomic && Calls.Checks & abi::check_race) {
    Builder.SetInsertPoint(What.At->getNextNode());
    Builder.SetCurrentDebugLocation(What.At->getDebugLoc());
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(What.At))
      insertExchangeDone(Calls, *Exchange, Place, Site, What.Known);
    else
      Calls.insert(Calls.AtomicDone, {Place, Site});
  }
  refineCheck(*Call);
}

/// Whether both compute the same, unless memory changes in between.
static bool isAlike(const Value *A, const Value *B, unsigned Depth = 8) {
  if (A == B)
    return true;
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (!I || !J || Depth == 0 || isa<AllocaInst, PHINode>(I) || isNoAliasCall(I) || !I->isSameOperationAs(J))
    return false;
  return all_of(zip(I->operands(), J->operands()), [Depth](const auto &Operands) {
    return isAlike(std::get<0>(Operands), std::get<1>(Operands), Depth - 1);
  });
}

/// Whether the value is computed from the one that was there, as in `x += y`.
static bool isUpdate(const StoreInst &Store) {
  constexpr unsigned Most = 32;
  SmallVector<const Value *, 8> Open{Store.getValueOperand()};
  SmallPtrSet<const Instruction *, Most> Seen;
  while (!Open.empty() && Seen.size() < Most) {
    auto *I = dyn_cast<Instruction>(Open.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(I);
        Load && isAlike(Load->getPointerOperand(), Store.getPointerOperand()))
      return true;
    append_range(Open, I->operands());
  }
  return false;
}

/// Whether a store keeps some bits of what is there, as that of a bit-field does: `(old & bits) | value`.
static bool keepsBits(const StoreInst &Store) {
  using namespace PatternMatch;
  const Value *Old = Store.getValueOperand();
  for (Value *Kept; match(Old, m_c_Or(m_And(m_Value(Kept), m_ConstantInt()), m_Value()));)
    Old = Kept;
  Value *Kept = nullptr;
  if (match(Old, m_And(m_Value(Kept), m_ConstantInt())))
    Old = Kept;
  auto *Load = dyn_cast<LoadInst>(Old);
  return Load && Old != Store.getValueOperand() &&
         isAlike(Load->getPointerOperand(), Store.getPointerOperand());
}

/// Whether a load is for such a store.
static bool isForKeptBits(const LoadInst &Load) {
  return any_of(Load.users(), [](const User *And) {
    return isa<BinaryOperator>(And) && any_of(And->users(), [](const User *Or) {
             const auto IsStore = [](const User *U) {
               auto *Store = dyn_cast<StoreInst>(U);
               return Store && keepsBits(*Store);
             };
             return IsStore(Or) || (isa<BinaryOperator>(Or) && any_of(Or->users(), IsStore));
           });
  });
}

/// Checks a load, a store or an atomic operation.
static void checkInstruction(CheckCalls &Calls, Instruction &I) {
  auto Size = [&](Type *T) { return Calls.M.getDataLayout().getTypeStoreSize(T).getFixedValue(); };
  // Volatile accesses are how older code polls: as if they were atomic.
  auto Order = [](AtomicOrdering Given, bool IsVolatile) {
    return Given == AtomicOrdering::NotAtomic && IsVolatile ? AtomicOrdering::Monotonic : Given;
  };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->isSimple() && isJustRead(Load->getPointerOperand(), I, Size(Load->getType()), Load->getAlign()))
      return;
    const AtomicOrdering How = Order(Load->getOrdering(), Load->isVolatile());
    const bool IsVolatile = Load->isVolatile() && !Load->isAtomic();
    insertCheck(
        Calls,
        {&I,
         Load->getPointerOperand(),
         {.Bytes = Size(Load->getType()),
          .Alignment = Load->getAlign().value(),
          .Kind = How == AtomicOrdering::NotAtomic ? abi::AccessKind::read : abi::AccessKind::atomic_read,
          .Order = How,
          .Flags = static_cast<std::uint8_t>((isCopy(*Load) ? abi::site_copies : 0) |
                                             (isForKeptBits(*Load) ? abi::site_keeps_bits : 0) |
                                             (IsVolatile ? abi::site_volatile : 0))}});
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const AtomicOrdering How = Order(Store->getOrdering(), Store->isVolatile());
    const bool IsVolatile = Store->isVolatile() && !Store->isAtomic();
    insertCheck(Calls, {&I,
                        Store->getPointerOperand(),
                        {.Bytes = Size(Store->getValueOperand()->getType()),
                         .Alignment = Store->getAlign().value(),
                         .Kind = How == AtomicOrdering::NotAtomic ? abi::AccessKind::write
                                                                  : abi::AccessKind::atomic_write,
                         .Order = How,
                         .Flags = static_cast<std::uint8_t>((IsVolatile ? abi::site_volatile : 0) |
                                                            (keepsBits(*Store) ? abi::site_keeps_bits : 0) |
                                                            (isUpdate(*Store) ? abi::site_updates : 0))}});
  } else if (auto *Change = dyn_cast<AtomicRMWInst>(&I)) {
    insertCheck(Calls, {&I,
                        Change->getPointerOperand(),
                        {.Bytes = Size(Change->getType()),
                         .Alignment = Change->getAlign().value(),
                         .Kind = abi::AccessKind::atomic_change,
                         .Order = Change->getOrdering()}});
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    insertCheck(Calls, {&I,
                        Exchange->getPointerOperand(),
                        {.Bytes = Size(Exchange->getNewValOperand()->getType()),
                         .Alignment = Exchange->getAlign().value(),
                         .Kind = abi::AccessKind::atomic_change,
                         .Order = Exchange->getSuccessOrdering(),
                         .Flags = abi::site_may_fail}});
  }
}

/// The bytes of a copied struct that are not padding, a bit for each; 0: Clang does not say, or they are too
/// many.
static std::uint64_t valuesIn(const MemTransferInst &Copy) {
  const MDNode *Members = Copy.getMetadata(LLVMContext::MD_tbaa_struct);
  std::uint64_t Result = 0;
  for (unsigned K = 0; Members && K + 2 < Members->getNumOperands(); K += 3) {
    const std::uint64_t Begin = mdconst::extract<ConstantInt>(Members->getOperand(K))->getZExtValue(),
                        Bytes = mdconst::extract<ConstantInt>(Members->getOperand(K + 1))->getZExtValue();
    if (Begin + Bytes > 64)
      return 0;
    if (Bytes != 0)
      Result |= maskTrailingOnes<std::uint64_t>(static_cast<unsigned>(Bytes)) << Begin;
  }
  return Result;
}

/// Checks memcpy() and its kind.
static void checkIntrinsic(CheckCalls &Calls, MemIntrinsic &I) {
  auto *Known = dyn_cast<ConstantInt>(I.getLength());
  const std::uint64_t Bytes = Known ? Known->getZExtValue() : 0;
  if (Known && Bytes == 0)
    return;
  Value *Length = Known ? nullptr : I.getLength();
  auto *Transfer = dyn_cast<MemTransferInst>(&I);
  if (Transfer)
    insertCheck(Calls, {&I,
                        Transfer->getRawSource(),
                        {.Bytes = Bytes,
                         .Alignment = Transfer->getSourceAlign().valueOrOne().value(),
                         .Flags = abi::site_copies},
                        Length});
  insertCheck(
      Calls,
      {&I,
       I.getRawDest(),
       {.Bytes = Bytes, .Alignment = I.getDestAlign().valueOrOne().value(), .Kind = abi::AccessKind::write},
       Length,
       Transfer && Calls.Checks & abi::check_race ? valuesIn(*Transfer) : 0});
  if (Transfer && Calls.Checks & abi::check_init) {
    IRBuilder<> &Builder = Calls.Builder;
    Builder.SetInsertPoint(&I);
    Value *All = Builder.CreateZExtOrTrunc(I.getLength(), Builder.getInt64Ty());
    refineCopy(*Calls.insert(Calls.CopyCheck, {I.getRawDest(), Transfer->getRawSource(), All}));
  }
}

/// The arguments are numbers of std::memory_order and kcc::scope.
static void checkFence(CheckCalls &Calls, Instruction &I, std::uint64_t Order, std::uint64_t Scope) {
  if (!(Calls.Checks & abi::check_race))
    return;
  IRBuilder<> &Builder = Calls.Builder;
  Builder.SetInsertPoint(&I);
  Calls.insert(Calls.FenceCheck, {Builder.getInt32(Order), Builder.getInt32(Scope)});
}

/// Checks the call of a builtin, if it is one of those that access memory.
static void checkBuiltin(CheckCalls &Calls, CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F)
    return;
  const StringRef Name = F->getName();
  // __kcc_load(from, to, bytes, ...), __kcc_store(to, from, bytes, ...)
  if (Name == "__kcc_load" || Name == "__kcc_store") {
    Access What{&Call, Call.getArgOperand(0), {}};
    What.Known.Kind = Name == "__kcc_load" ? abi::AccessKind::read : abi::AccessKind::write;
    if (auto *Bytes = dyn_cast<ConstantInt>(Call.getArgOperand(2)))
      What.Known.Bytes = Bytes->getZExtValue();
    else
      What.Length = Call.getArgOperand(2);
    insertCheck(Calls, What);
  } else if (Name == "__kcc_bulk_copy") {
    Value *Length = Call.getArgOperand(3);
    // The runtime says what is wrong with the addresses' alignment.
    insertCheck(Calls, {&Call, Call.getArgOperand(2), {.Kind = abi::AccessKind::read}, Length});
    insertCheck(Calls, {&Call, Call.getArgOperand(0), {.Kind = abi::AccessKind::write}, Length});
  } else if (Name == "__kcc_atomic_fence") {
    auto NumberOr = [&](unsigned Operand, std::uint64_t Otherwise) {
      auto *Known = dyn_cast<ConstantInt>(Call.getArgOperand(Operand));
      return Known ? Known->getZExtValue() : Otherwise;
    };
    checkFence(Calls, Call, NumberOr(0, orderNumber(AtomicOrdering::SequentiallyConsistent)),
               NumberOr(1, abi::scope_system));
  }
}

/// Checks what std::max() and its kind read. Once they are inlined, an access to what they return is one to
/// either of two addresses, about which little is known.
static void checkArguments(CheckCalls &Calls, CallInst &Call) {
  for (auto [K, Argument] : enumerate(Call.args())) {
    const auto Number = static_cast<unsigned>(K);
    const std::uint64_t Bytes = Call.getParamDereferenceableBytes(Number);
    const Align Alignment = Call.getParamAlign(Number).valueOrOne();
    if (!isJustRead(Argument, Call, Bytes, Alignment))
      insertCheck(Calls, {&Call, Argument, {.Bytes = Bytes, .Alignment = Alignment.value()}});
  }
}

void checkAccesses(CheckCalls &Calls, Instruction &I) {
  if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    checkIntrinsic(Calls, *Memory);
  else if (auto *Call = dyn_cast<CallInst>(&I); Call && returnsOneArgument(*Call))
    checkArguments(Calls, *Call);
  else if (Call)
    checkBuiltin(Calls, *Call);
  else if (auto *Fence = dyn_cast<FenceInst>(&I))
    checkFence(Calls, I, orderNumber(Fence->getOrdering()), abi::scope_system);
  else
    checkInstruction(Calls, I);
}

} // namespace kcc::compiler
