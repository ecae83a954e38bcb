// The order of an operation is implemented as in "Atomics ABI" of NVIDIA's "PTX Writer's Guide to
// Interoperability", which Lustig, Sahasrabuddhe and Giroux prove correct in "A Formal Analysis of the NVIDIA
// PTX Memory Consistency Model" (ASPLOS 2019): a sequentially consistent operation is `fence.sc` followed by
// the acquire form. Before sm_70 PTX has no orders: fences surround the relaxed form.
#include "targets/nvptx/Atomics.h"
#include "lowering/AtomicBuiltins.h"
#include "targets/nvptx/GenericPointers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace kcc::compiler {

using RMW = AtomicRMWInst;
using Row = AtomicInstruction;

// PTX ISA, "atom" and "red": the sections on target notes and PTX versions. kcc supports nothing before sm_50
// and PTX 7.0.
static constexpr Row Instructions[] = {
    {RMW::Xchg, Row::I32, "exch.b32", false, false, 50, 70},
    {RMW::Xchg, Row::I64, "exch.b64", false, false, 50, 70},
    {RMW::Add, Row::I32, "add.u32", true, false, 50, 70},
    {RMW::Add, Row::I64, "add.u64", true, false, 50, 70},
    {RMW::Sub, Row::I32, "add.u32", true, true, 50, 70},
    {RMW::Sub, Row::I64, "add.u64", true, true, 50, 70},
    {RMW::And, Row::I32, "and.b32", true, false, 50, 70},
    {RMW::And, Row::I64, "and.b64", true, false, 50, 70},
    {RMW::Or, Row::I32, "or.b32", true, false, 50, 70},
    {RMW::Or, Row::I64, "or.b64", true, false, 50, 70},
    {RMW::Xor, Row::I32, "xor.b32", true, false, 50, 70},
    {RMW::Xor, Row::I64, "xor.b64", true, false, 50, 70},
    {RMW::Max, Row::I32, "max.s32", true, false, 50, 70},
    {RMW::Max, Row::I64, "max.s64", true, false, 50, 70},
    {RMW::Min, Row::I32, "min.s32", true, false, 50, 70},
    {RMW::Min, Row::I64, "min.s64", true, false, 50, 70},
    {RMW::UMax, Row::I32, "max.u32", true, false, 50, 70},
    {RMW::UMax, Row::I64, "max.u64", true, false, 50, 70},
    {RMW::UMin, Row::I32, "min.u32", true, false, 50, 70},
    {RMW::UMin, Row::I64, "min.u64", true, false, 50, 70},
    {RMW::UIncWrap, Row::I32, "inc.u32", true, false, 50, 70},
    {RMW::UDecWrap, Row::I32, "dec.u32", true, false, 50, 70},
    {RMW::FAdd, Row::F16, "add.noftz.f16", true, false, 70, 70},
    {RMW::FAdd, Row::BF16, "add.noftz.bf16", true, false, 90, 78},
    {RMW::FAdd, Row::F32, "add.f32", true, false, 50, 70},
    {RMW::FAdd, Row::F64, "add.f64", true, false, 60, 70},
    {RMW::FSub, Row::F16, "add.noftz.f16", true, true, 70, 70},
    {RMW::FSub, Row::BF16, "add.noftz.bf16", true, true, 90, 78},
    {RMW::FSub, Row::F32, "add.f32", true, true, 50, 70},
    {RMW::FSub, Row::F64, "add.f64", true, true, 60, 70},
};

ArrayRef<AtomicInstruction> atomicInstructions() {
  return Instructions;
}

Type *typeOf(Row::Type R, LLVMContext &Context) {
  switch (R) {
  case Row::I32:
    return Type::getInt32Ty(Context);
  case Row::I64:
    return Type::getInt64Ty(Context);
  case Row::F16:
    return Type::getHalfTy(Context);
  case Row::BF16:
    return Type::getBFloatTy(Context);
  case Row::F32:
    return Type::getFloatTy(Context);
  case Row::F64:
    return Type::getDoubleTy(Context);
  }
  llvm_unreachable("all types are listed");
}

const Row *findAtomicInstruction(RMW::BinOp Operation, const Type &T, unsigned Sm, unsigned PtxVersion) {
  auto *Found = find_if(Instructions, [&](const Row &R) {
    return R.Operation == Operation && typeOf(R.On, T.getContext()) == &T;
  });
  return Found != std::end(Instructions) && Sm >= Found->Sm && PtxVersion >= Found->PtxVersion ? Found
                                                                                               : nullptr;
}

unsigned wideAtomicSm(const Instruction &I) {
  return isa<LoadInst, StoreInst>(I) ? 70 : 90;
}

unsigned atomicPtxVersion(const Module &M) {
  for (const Function &F : M)
    if (any_of(instructions(F), isWideAtomic))
      return WideAtomicPtxVersion;
  return 0;
}

namespace {

/// The operand number of the address of an atomic operation, load or store.
unsigned pointerOperand(const Instruction &I) {
  return isa<StoreInst>(I) ? 1 : 0;
}

/// Whether \p Memory may be reached by pointers that getUnderlyingObject() cannot follow, because they are
/// stored or passed to a function. (Capture tracking says whether a function keeps a pointer, which is not
/// enough: the function itself may contain the atomic operation.)
bool escapes(const Value &Memory) {
  SmallVector<const Value *, 8> Pointers{&Memory};
  SmallPtrSet<const Value *, 8> Seen{&Memory};
  while (!Pointers.empty())
    for (const Use &U : Pointers.pop_back_val()->uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (!I)
        return true;
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(I)) {
        if (Seen.insert(I).second)
          Pointers.push_back(I);
        continue;
      }
      bool Addresses =
          isa<LoadInst, ICmpInst, MemIntrinsic, LifetimeIntrinsic>(I) ||
          (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(I) && U.getOperandNo() == pointerOperand(*I));
      if (!Addresses)
        return true;
    }
  return false;
}

/// Whether pointers to thread-local memory may be anywhere.
bool localMemoryEscapes(const Module &M) {
  for (const Function &F : M) {
    if (any_of(F.args(), [](const Argument &A) { return A.hasByValAttr() && escapes(A); }))
      return true;
    if (any_of(instructions(F), [](const Instruction &I) { return isa<AllocaInst>(I) && escapes(I); }))
      return true;
  }
  return false;
}

enum class Scope { Thread, Block, Cluster, Device, System };

class Lowering {
public:
  Lowering(Module &M, unsigned Sm, unsigned PtxVersion)
      : Context(M.getContext()), Layout(M.getDataLayout()), Sm(Sm), PtxVersion(PtxVersion),
        LocalEscapes(localMemoryEscapes(M)) {}

  void lower(Instruction &I) {
    if (auto *Fence = dyn_cast<FenceInst>(&I))
      return lowerFence(*Fence);
    Value *Pointer = I.getOperand(pointerOperand(I));
    SyncScope::ID Id = *getAtomicSyncScopeID(&I);
    if (scope(Id) == Scope::Thread || isPrivate(Pointer))
      return makePlain(I);
    if (LocalEscapes && mayBeLocal(Pointer))
      guardLocal(I, Pointer);
    Id = supported(Id);
    if (isWideAtomic(I))
      return lowerWide(I, Id);
    if (auto *Change = dyn_cast<RMW>(&I)) {
      Change->setSyncScopeID(Id);
      lowerChange(*Change);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      Exchange->setSyncScopeID(Id);
      lowerExchange(*Exchange);
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      Load->setSyncScopeID(Id);
      if (!hasOrders())
        Load->setOrdering(splitOrder(I, Id, Load->getOrdering()));
    } else {
      auto *Store = cast<StoreInst>(&I);
      Store->setSyncScopeID(Id);
      if (!hasOrders())
        Store->setOrdering(splitOrder(I, Id, Store->getOrdering()));
    }
  }

private:
  /// PTX ISA, "Memory Consistency Model": sm_70. For older architectures LLVM aborts on ordered loads and
  /// stores, and loses the order of compare-exchange.
  bool hasOrders() const { return Sm >= 70; }
  bool hasClusters() const { return Sm >= 90 && PtxVersion >= 78; }

  Scope scope(SyncScope::ID Id) const {
    std::optional<StringRef> Name = Context.getSyncScopeName(Id);
    if (Name == "singlethread")
      return Scope::Thread;
    if (Name == "block")
      return Scope::Block;
    if (Name == "cluster")
      return Scope::Cluster;
    return Name == "device" ? Scope::Device : Scope::System;
  }

  /// A wider scope is always correct: without clusters, the whole device.
  SyncScope::ID supported(SyncScope::ID Id) const {
    return scope(Id) == Scope::Cluster && !hasClusters() ? Context.getOrInsertSyncScopeID("device") : Id;
  }

  /// Whether the memory is unreachable for other threads, so that `atom` does not accept it.
  static bool isPrivate(const Value *Pointer) {
    const Value *Base = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
    return Pointer->getType()->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_LOCAL ||
           isa<AllocaInst>(Base) || (isa<Argument>(Base) && cast<Argument>(Base)->hasByValAttr());
  }

  static bool mayBeLocal(const Value *Pointer) {
    if (Pointer->getType()->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_GENERIC)
      return false;
    const Value *Base = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
    auto *A = dyn_cast<Argument>(Base);
    return !isa<GlobalVariable>(Base) && !(A && A->getParent()->getCallingConv() == CallingConv::PTX_Kernel);
  }

  /// PTX leaves the effect of atomic operations on local memory undefined. An operation whose pointer may be
  /// local, as most at -O0, tests for that first, and is plain if it is.
  void guardLocal(Instruction &I, Value *Pointer) {
    IRBuilder<> Builder(&I);
    Value *IsLocal = Builder.CreateIntrinsic(Intrinsic::nvvm_isspacep_local, {Pointer});
    Instruction *Then = nullptr, *Else = nullptr;
    SplitBlockAndInsertIfThenElse(IsLocal, &I, &Then, &Else);
    Instruction *Plain = I.clone();
    Plain->insertBefore(Then->getIterator());
    if (!I.use_empty()) {
      Builder.SetInsertPoint(I.getParent(), I.getParent()->begin());
      PHINode *Result = Builder.CreatePHI(I.getType(), 2);
      I.replaceAllUsesWith(Result);
      Result->addIncoming(Plain, Then->getParent());
      Result->addIncoming(&I, Else->getParent());
    }
    I.moveBefore(Else->getIterator());
    makePlain(*Plain);
  }

  void makePlain(Instruction &I) {
    if (auto *Change = dyn_cast<RMW>(&I))
      lowerAtomicRMWInst(Change);
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      lowerAtomicCmpXchgInst(Exchange);
    else if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setAtomic(AtomicOrdering::NotAtomic);
    else
      cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
  }

  void lowerFence(FenceInst &Fence) {
    if (scope(Fence.getSyncScopeID()) == Scope::Thread)
      Fence.eraseFromParent(); // it kept the optimizer from moving anything, which is done
    else
      Fence.setSyncScopeID(supported(Fence.getSyncScopeID()));
  }

  /// Moves the order of \p I, \p Order, to fences around it, and returns the order that remains.
  AtomicOrdering splitOrder(Instruction &I, SyncScope::ID Id, AtomicOrdering Order) {
    IRBuilder<> Builder(&I);
    if (Order == AtomicOrdering::SequentiallyConsistent)
      Builder.CreateFence(AtomicOrdering::SequentiallyConsistent, Id);
    else if (isReleaseOrStronger(Order))
      Builder.CreateFence(AtomicOrdering::Release, Id);
    if (isAcquireOrStronger(Order) && !isa<StoreInst>(I)) {
      Builder.SetInsertPoint(I.getNextNode());
      Builder.CreateFence(AtomicOrdering::Acquire, Id);
    }
    return AtomicOrdering::Monotonic;
  }

  void lowerExchange(AtomicCmpXchgInst &Exchange) {
    if (hasOrders())
      return;
    AtomicOrdering Order = Exchange.getMergedOrdering();
    splitOrder(Exchange, Exchange.getSyncScopeID(), Order);
    Exchange.setSuccessOrdering(AtomicOrdering::Monotonic);
    Exchange.setFailureOrdering(AtomicOrdering::Monotonic);
  }

  void lowerChange(RMW &Change) {
    if (Change.getOperation() == RMW::Xchg && !Change.getType()->isIntegerTy())
      exchangeBits(Change);
    else if (const Row *R = findAtomicInstruction(Change.getOperation(), *Change.getType(), Sm, PtxVersion))
      emit(Change, *R);
    else
      loop(Change);
  }

  /// Pointers and floating-point numbers are exchanged as integers.
  void exchangeBits(RMW &Change) {
    IRBuilder<> Builder(&Change);
    Type *Bits = Builder.getIntNTy(static_cast<unsigned>(Layout.getTypeSizeInBits(Change.getType())));
    RMW *New = Builder.CreateAtomicRMW(RMW::Xchg, Change.getPointerOperand(),
                                       Builder.CreateBitOrPointerCast(Change.getValOperand(), Bits),
                                       Change.getAlign(), Change.getOrdering(), Change.getSyncScopeID());
    Change.replaceAllUsesWith(Builder.CreateBitOrPointerCast(New, Change.getType()));
    Change.eraseFromParent();
    lowerChange(*New);
  }

  StringRef scopeText(SyncScope::ID Id) const {
    switch (scope(Id)) {
    case Scope::Block:
      return ".cta";
    case Scope::Cluster:
      return ".cluster";
    case Scope::Device:
      return ".gpu";
    case Scope::System:
      return ".sys";
    case Scope::Thread:
      break;
    }
    llvm_unreachable("operations of one thread are plain");
  }

  /// The state space of \p Pointer, which is cast to generic if `atom` does not support its space.
  static StringRef spaceText(Value *&Pointer, IRBuilderBase &Builder) {
    switch (Pointer->getType()->getPointerAddressSpace()) {
    case NVPTXAS::ADDRESS_SPACE_GLOBAL:
      return ".global";
    case NVPTXAS::ADDRESS_SPACE_SHARED:
      return ".shared";
    case NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER:
      return ".shared::cluster";
    case NVPTXAS::ADDRESS_SPACE_GENERIC:
      return "";
    }
    Pointer = Builder.CreateAddrSpaceCast(Pointer, Builder.getPtrTy());
    return "";
  }

  static StringRef orderText(AtomicOrdering Order) {
    switch (Order) {
    case AtomicOrdering::Acquire:
      return ".acquire";
    case AtomicOrdering::Release:
      return ".release";
    case AtomicOrdering::AcquireRelease:
      return ".acq_rel";
    default:
      return ".relaxed";
    }
  }

  void emit(RMW &Change, const Row &R) {
    SyncScope::ID Id = Change.getSyncScopeID();
    AtomicOrdering Order = Change.getOrdering();
    if (!hasOrders()) {
      Order = splitOrder(Change, Id, Order);
    } else if (Order == AtomicOrdering::SequentiallyConsistent) {
      IRBuilder<>(&Change).CreateFence(Order, Id);
      Order = AtomicOrdering::Acquire;
    }

    IRBuilder<> Builder(&Change);
    Value *Pointer = Change.getPointerOperand(), *Operand = Change.getValOperand();
    if (R.NegatesOperand)
      Operand = Operand->getType()->isIntegerTy() ? Builder.CreateNeg(Operand) : Builder.CreateFNeg(Operand);
    // PTX has no 16-bit floating-point registers; LLVM's constraint for them is that of integers.
    Type *Register = Operand->getType();
    if (R.On == Row::F16 || R.On == Row::BF16)
      Register = Builder.getInt16Ty();
    Operand = Builder.CreateBitCast(Operand, Register);
    StringRef Constraint = R.On == Row::I32   ? "r"
                           : R.On == Row::I64 ? "l"
                           : R.On == Row::F32 ? "f"
                           : R.On == Row::F64 ? "d"
                                              : "h";

    // `red` has no acquire form: a fence after it would not order an operation that nothing waits for.
    bool Reduces = R.HasReduction && Change.use_empty() && !isAcquireOrStronger(Change.getOrdering());
    StringRef Space = spaceText(Pointer, Builder);
    std::string Text = Reduces ? "red" : "atom";
    if (hasOrders())
      Text += orderText(Order);
    if (Sm >= 60) // before, the only scope is the device
      Text += scopeText(Id);
    Text += (Space + "." + R.Text + (Reduces ? " [$0], $1;" : " $0, [$1], $2;")).str();
    std::string Constraints =
        ((Reduces ? "" : "=" + Constraint + ",") + "l," + Constraint + ",~{memory}").str();
    auto *Signature =
        FunctionType::get(Reduces ? Builder.getVoidTy() : Register, {Pointer->getType(), Register}, false);
    Value *Old = Builder.CreateCall(InlineAsm::get(Signature, Text, Constraints, /*hasSideEffects=*/true),
                                    {Pointer, Operand});
    if (!Change.use_empty())
      Change.replaceAllUsesWith(Builder.CreateBitCast(Old, Change.getType()));
    Change.eraseFromParent();
  }

  /// The address of the 4 bytes that \p Pointer points into, and which of them it is. LLVM folds neither for
  /// the second half of an aligned word.
  std::pair<Value *, Value *> wordOf(Value *Pointer, IRBuilder<> &Builder) {
    Type *T = Pointer->getType(), *Address = Layout.getIntPtrType(T);
    APInt Offset(Layout.getIndexTypeSizeInBits(T), 0);
    Value *Base = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    if (Base->getType() == T && getOrEnforceKnownAlignment(Base, Align(4), Layout) >= Align(4)) {
      const std::int64_t Bytes = Offset.getSExtValue();
      return {Builder.CreatePtrAdd(Base, ConstantInt::getSigned(Address, Bytes & ~std::int64_t{3})),
              ConstantInt::get(Address, Bytes & 3)};
    }
    Value *Number = Builder.CreatePtrToInt(Pointer, Address);
    return {Builder.CreateIntrinsic(Intrinsic::ptrmask, {T, Address},
                                    {Pointer, ConstantInt::getSigned(Address, -4)}),
            Builder.CreateAnd(Number, ConstantInt::get(Address, 3))};
  }

  /// old = *p; do { seen = old; old = compare_exchange(p, seen, f(seen)); } while (old != seen);
  ///
  /// For 8-bit and 16-bit values, it works on the enclosing 32-bit word. The order is in fences outside, so
  /// it is paid for once. Returns the first load and the compare-exchange.
  std::pair<LoadInst *, AtomicCmpXchgInst *> loop(RMW &Change) {
    splitOrder(Change, Change.getSyncScopeID(), Change.getOrdering());
    IRBuilder<> Builder(&Change);
    Type *T = Change.getType();
    auto Bits = static_cast<unsigned>(Layout.getTypeSizeInBits(T));
    Type *Small = Builder.getIntNTy(Bits), *Word = Builder.getIntNTy(std::max(Bits, 32u));
    Value *Pointer = Change.getPointerOperand(), *Shift = nullptr, *Others = nullptr;
    Align Alignment = Change.getAlign();
    if (Bits < 32) {
      Value *Byte = nullptr;
      std::tie(Pointer, Byte) = wordOf(Pointer, Builder);
      Shift = Builder.CreateTrunc(Builder.CreateShl(Byte, 3), Word);
      Others = Builder.CreateNot(Builder.CreateShl(Builder.getInt32((1u << Bits) - 1), Shift));
      Alignment = Align(4);
    }
    LoadInst *First = Builder.CreateAlignedLoad(Word, Pointer, Alignment);
    First->setAtomic(AtomicOrdering::Monotonic, Change.getSyncScopeID());

    BasicBlock *Before = Change.getParent();
    BasicBlock *After = Before->splitBasicBlock(&Change, "atomic.end");
    BasicBlock *Body = BasicBlock::Create(Context, "atomic.loop", Before->getParent(), After);
    Before->getTerminator()->setSuccessor(0, Body);
    Builder.SetInsertPoint(Body);
    Builder.SetCurrentDebugLocation(Change.getDebugLoc());
    PHINode *Seen = Builder.CreatePHI(Word, 2);
    Seen->addIncoming(First, Before);
    Value *Part = Shift ? Builder.CreateTrunc(Builder.CreateLShr(Seen, Shift), Small) : Seen;
    Value *Old = Builder.CreateBitOrPointerCast(Part, T);
    Value *New = buildAtomicRMWValue(Change.getOperation(), Builder, Old, Change.getValOperand());
    New = Builder.CreateBitOrPointerCast(New, Small);
    if (Shift)
      New = Builder.CreateOr(Builder.CreateAnd(Seen, Others),
                             Builder.CreateShl(Builder.CreateZExt(New, Word), Shift));
    AtomicCmpXchgInst *Result =
        Builder.CreateAtomicCmpXchg(Pointer, Seen, New, Alignment, AtomicOrdering::Monotonic,
                                    AtomicOrdering::Monotonic, Change.getSyncScopeID());
    Seen->addIncoming(Builder.CreateExtractValue(Result, 0), Body);
    Builder.CreateCondBr(Builder.CreateExtractValue(Result, 1), After, Body);
    Change.replaceAllUsesWith(Old);
    Change.eraseFromParent();
    return {First, Result};
  }

  /// An operation on 16 bytes. LLVM supports only some of these, and those without their order.
  void lowerWide(Instruction &I, SyncScope::ID Id) {
    setAtomicSyncScopeID(&I, Id);
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      replaceWide(I, emitWide(I, Id, Load->getOrdering(), "ld", "", Load->getPointerOperand(), {}));
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      emitWide(I, Id, Store->getOrdering(), "st", "", Store->getPointerOperand(), {Store->getValueOperand()});
      I.eraseFromParent();
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      Value *Expected = Exchange->getCompareOperand();
      Value *Old = emitWide(I, Id, Exchange->getMergedOrdering(), "atom", ".cas",
                            Exchange->getPointerOperand(), {Expected, Exchange->getNewValOperand()});
      IRBuilder<> Builder(&I);
      Value *Pair = Builder.CreateInsertValue(PoisonValue::get(I.getType()), Old, 0);
      replaceWide(I, Builder.CreateInsertValue(Pair, Builder.CreateICmpEQ(Old, Expected), 1));
    } else if (auto *Change = cast<RMW>(&I); Change->getOperation() == RMW::Xchg) {
      replaceWide(I, emitWide(I, Id, Change->getOrdering(), "atom", ".exch", Change->getPointerOperand(),
                              {Change->getValOperand()}));
    } else {
      auto [First, Swap] = loop(*Change);
      lowerWide(*First, Id);
      lowerWide(*Swap, Id);
    }
  }

  static void replaceWide(Instruction &I, Value *Result) {
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
  }

  /// Emits the instruction `Name.order.scope.space.Operation.b128`, whose registers are pairs of 64 bits in
  /// LLVM. Returns the previous value in memory; null for `st`.
  Value *emitWide(Instruction &I, SyncScope::ID Id, AtomicOrdering Order, StringRef Name, StringRef Operation,
                  Value *Pointer, ArrayRef<Value *> Operands) {
    IRBuilder<> Builder(&I);
    bool Stores = Name == "st";
    if (Order == AtomicOrdering::SequentiallyConsistent) {
      Builder.CreateFence(Order, Id);
      Order = Stores ? AtomicOrdering::Release : AtomicOrdering::Acquire;
    }
    StringRef Space = spaceText(Pointer, Builder);
    Type *Wide = Builder.getInt128Ty(), *Half = Builder.getInt64Ty();
    SmallVector<Value *, 5> Arguments{Pointer};
    unsigned Next = Stores ? 0 : 2; // operand number in the text
    std::string Address = ("[$" + Twine(Next++) + "]").str();
    std::string Before, Values;
    for (auto [Number, Operand] : enumerate(Operands)) {
      Arguments.push_back(Builder.CreateTrunc(Operand, Half));
      Arguments.push_back(Builder.CreateTrunc(Builder.CreateLShr(Operand, 64), Half));
      std::string Register = ("v" + Twine(Number)).str();
      Before += (".reg .b128 " + Register + "; mov.b128 " + Register + ", {$" + Twine(Next) + ", $" +
                 Twine(Next + 1) + "}; ")
                    .str();
      Values += ", " + Register;
      Next += 2;
    }
    std::string Text = "{ " + Before;
    if (!Stores)
      Text += ".reg .b128 old; ";
    Text += (Name + orderText(Order) + scopeText(Id) + Space + Operation + ".b128 " +
             (Stores ? "" : "old, ") + Address + Values + ";")
                .str();
    Text += Stores ? " }" : " mov.b128 {$0, $1}, old; }";
    std::string Constraints = Stores ? "" : "=l,=l,";
    for (std::size_t Count = Arguments.size(); Count != 0; --Count)
      Constraints += "l,";
    Constraints += "~{memory}";

    SmallVector<Type *, 5> Types(map_range(Arguments, [](Value *V) { return V->getType(); }));
    Type *Result = Stores ? Builder.getVoidTy() : StructType::get(Context, {Half, Half});
    Value *Found =
        Builder.CreateCall(InlineAsm::get(FunctionType::get(Result, Types, false), Text, Constraints,
                                          /*hasSideEffects=*/true),
                           Arguments);
    if (Stores)
      return nullptr;
    Value *Low = Builder.CreateZExt(Builder.CreateExtractValue(Found, 0), Wide);
    Value *High = Builder.CreateZExt(Builder.CreateExtractValue(Found, 1), Wide);
    return Builder.CreateOr(Low, Builder.CreateShl(High, 64));
  }

  LLVMContext &Context;
  const DataLayout &Layout;
  unsigned Sm, PtxVersion;
  bool LocalEscapes;
};

SmallVector<Instruction *, 16> atomicsOf(Module &M) {
  SmallVector<Instruction *, 16> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (I.isAtomic())
        Found.push_back(&I);
  return Found;
}

} // namespace

void lowerAtomics(Module &M, TargetMachine &Machine, unsigned Sm, unsigned PtxVersion) {
  if (atomicsOf(M).empty())
    return;
  if (Machine.getOptLevel() != CodeGenOptLevel::None)
    inferAddressSpaces(M, Machine);
  Lowering L(M, Sm, PtxVersion);
  for (Instruction *I : atomicsOf(M))
    L.lower(*I);
}

} // namespace kcc::compiler
