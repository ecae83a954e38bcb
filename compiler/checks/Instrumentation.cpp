#include "checks/Instrumentation.h"
#include "checks/Arithmetic.h"
#include "checks/BlockAlgorithms.h"
#include "checks/Bypasses.h"
#include "checks/IndirectCalls.h"
#include "checks/KnownObjects.h"
#include "checks/LocalVariables.h"
#include "kcc/abi/cpu_checks.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/Reach.h"
#include "lowering/SharedMemory.h"
#include "support/CheckedCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {

std::vector<std::string> checkNames() {
  std::vector<std::string> Names;
  for (const abi::CheckName &Row : abi::check_names)
    Names.push_back(Row.name);
  return Names;
}

std::uint32_t checksNamed(const std::vector<std::string> &Names) {
  std::uint32_t Set = 0;
  for (const abi::CheckName &Row : abi::check_names)
    if (is_contained(Names, Row.name))
      Set |= Row.checks;
  return Set;
}

namespace {

/// What is known about an access without running it.
struct Access {
  Instruction *At;
  Value *Pointer;
  Value *Length = nullptr; ///< of memory intrinsics
  std::uint64_t Bytes = 0;
  std::uint64_t Alignment = 1;
  abi::AccessKind Kind = abi::AccessKind::read;
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
  std::uint8_t Flags = 0;
};

/// The numbers of std::memory_order.
std::uint8_t orderNumber(AtomicOrdering Order) {
  switch (Order) {
  case AtomicOrdering::Acquire:
    return 2;
  case AtomicOrdering::Release:
    return 3;
  case AtomicOrdering::AcquireRelease:
    return 4;
  case AtomicOrdering::SequentiallyConsistent:
    return 5;
  default:
    return 0;
  }
}

constexpr std::uint8_t SystemScope = 4;

class Instrumentation {
public:
  Instrumentation(Module &M, const Declarations &A, std::uint32_t Checks, bool IsForGpu)
      : M(M), A(A), Checks(Checks), IsForGpu(IsForGpu), Builder(M.getContext()), Pointer(Builder.getPtrTy()) {
    Type *I32 = Builder.getInt32Ty(), *I8 = Builder.getInt8Ty(), *I64 = Builder.getInt64Ty();
    SiteType = StructType::get(Pointer, Pointer, I32, I32, I64, I8, I8, I8, I8, I32, I32);
    AccessCheck = declare("kcc_check_access", {Pointer, Pointer, Pointer}, /*IsAccess=*/true);
    RangeCheck = declare("kcc_check_range", {Pointer, Pointer, I64, Pointer}, /*IsAccess=*/true);
    CopyCheck = declare("kcc_check_copy", {Pointer, Pointer, I64}, /*IsAccess=*/true);
    WrittenCheck = declare("kcc_check_written", {Pointer}, /*IsAccess=*/true);
    LocalCheck = declare("kcc_check_local", {Builder.getInt1Ty(), I64, Pointer}, /*IsAccess=*/true);
    cast<Function>(LocalCheck.getCallee())->addParamAttr(0, Attribute::ZExt);
    FenceCheck = declare("kcc_check_fence", {I32, I32}, /*IsAccess=*/false);
    AllocatedCheck = declare("kcc_check_allocated", {Pointer, Pointer}, /*IsAccess=*/true);
    AtomicDone = declare("kcc_check_atomic_done", {Pointer, Pointer}, /*IsAccess=*/false);
    BarrierCheck = declare("kcc_check_barrier", {Pointer}, /*IsAccess=*/false);
    ReachCheck = declare("kcc_check_reach", {I64, Pointer}, /*IsAccess=*/false);
    LeaveCheck = declare("kcc_check_leave", {I64, Pointer}, /*IsAccess=*/false);
    BypassCheck = declare("kcc_check_bypass", {I64, Pointer}, /*IsAccess=*/false);
    CalleeCheck = declare("kcc_check_callee", {Pointer, Pointer}, /*IsAccess=*/true);
    TableCheck = declare("kcc_check_table", {Pointer, Pointer}, /*IsAccess=*/true);
    BlockCheck = declare("kcc_check_block", {I32, I32, I32, Pointer}, /*IsAccess=*/true);
  }

  void findWrappers();
  /// Runs before instrument().
  SmallPtrSet<const Function *, 16> callersOf(ArrayRef<StringRef> Names);
  void findThreadsThatDoNotArrive();
  void instrument(Function &F);
  void enterKernel(const Kernel &K, GlobalVariable *Description);
  void declareFunctions(const Reach &Reached);
  GlobalVariable *describeModule();
  /// Defines a variable by which the runtime sees that code with checks is linked into the program.
  void defineMark(StringRef Name) {
    auto *Mark = new GlobalVariable(M, Builder.getInt32Ty(), true, GlobalValue::WeakODRLinkage,
                                    Builder.getInt32(1), Name);
    Mark->setVisibility(GlobalValue::HiddenVisibility);
  }

private:
  FunctionCallee declare(StringRef Name, ArrayRef<Type *> Parameters, bool IsAccess) {
    FunctionCallee Callee =
        M.getOrInsertFunction(Name, FunctionType::get(Builder.getVoidTy(), Parameters, false));
    auto *F = cast<Function>(Callee.getCallee());
    F->setDoesNotThrow();
    // The runtime reads and writes only what it knows about memory. It may end the thread, so that nothing
    // that could fault moves up over a call.
    if (IsAccess) {
      F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
      for (Argument &P : F->args())
        if (P.getType()->isPointerTy())
          P.addAttr(Attribute::getWithCaptureInfo(M.getContext(), CaptureInfo::none()));
    }
    return Callee;
  }
  CallInst *call(FunctionCallee Callee, ArrayRef<Value *> Arguments) {
    CallInst *Call = Builder.CreateCall(Callee, Arguments);
    Call->addFnAttr(Attribute::NoMerge); // each has its own place
    return Call;
  }

  void check(const Access &What);
  void checkFence(Instruction &I, AtomicOrdering Order, std::uint8_t Scope);
  void checkCall(CallInst &Call);
  void checkIndirectCall(CallInst &Call);
  void checkBlockAlgorithm(CallInst &Call);
  void checkAllocation(CallInst &Call);
  bool waits(const Function &F) const;
  void checkIntrinsic(MemIntrinsic &I);
  void checkLocalVariables(Function &F);
  void checkAccess(Instruction &I);
  Constant *text(StringRef Text) { return textIn(M, Text); }
  Constant *nameOf(const GlobalVariable &V) {
    std::string Name = sourceName(&V);
    return Name.empty() ? ConstantPointerNull::get(Pointer) : text(Name);
  }
  GlobalVariable *site(const Access &What, std::uint8_t Scope);
  GlobalVariable *barrierSite(CallInst &Call);
  Value *instanceOf(Function &F);
  bool isShared(const Value *V) const {
    return any_of(A.Shared, [&](const DeclaredVariable &Row) { return Row.Variable == V; });
  }

  Module &M;
  const Declarations &A;
  const std::uint32_t Checks;
  const bool IsForGpu;
  IRBuilder<> Builder;
  PointerType *Pointer;
  StructType *SiteType;
  SmallPtrSet<const Function *, 16> Wrappers;
  FunctionCallee AccessCheck, RangeCheck, CopyCheck, WrittenCheck, LocalCheck, AllocatedCheck, FenceCheck,
      AtomicDone, BarrierCheck, ReachCheck, LeaveCheck, BypassCheck, CalleeCheck, TableCheck, BlockCheck;
  std::uint64_t BarrierCalls = 0;
};

GlobalVariable *Instrumentation::site(const Access &What, std::uint8_t Scope) {
  auto Number = [&](unsigned Bits, std::uint64_t Value) { return Builder.getIntN(Bits, Value); };
  Constant *Null = ConstantPointerNull::get(Pointer);
  Constant *Row = ConstantStruct::get(
      SiteType, {Null, Null, Number(32, What.Bytes), Number(32, What.Alignment), Number(64, 0),
                 Number(8, static_cast<std::uint8_t>(What.Kind)), Number(8, orderNumber(What.Order)),
                 Number(8, Scope), Number(8, What.Flags), Number(32, Checks), Number(32, 0)});
  return new GlobalVariable(M, SiteType, true, GlobalValue::PrivateLinkage, Row, "kcc.check.site");
}

/// Replaces a member of an abi::CheckSite.
void setField(GlobalVariable &Site, SiteField Field, Constant *Value) {
  auto *Row = cast<ConstantStruct>(Site.getInitializer());
  SmallVector<Constant *, 12> Fields;
  for (const Use &Old : Row->operands())
    Fields.push_back(cast<Constant>(Old));
  Fields[static_cast<unsigned>(Field)] = Value;
  Site.setInitializer(ConstantStruct::get(Row->getType(), Fields));
}

/// The scope of atomic operations is an operand of a call that passes the pointer on (AtomicBuiltins.h).
std::pair<Value *, std::uint8_t> withoutScope(Value *Place) {
  if (auto *Marker = dyn_cast<CallInst>(Place))
    if (Function *F = Marker->getCalledFunction(); F && F->getName().starts_with("__kcc_atomic_"))
      if (auto *Scope = dyn_cast<ConstantInt>(Marker->getArgOperand(1)))
        return {Marker->getArgOperand(0), static_cast<std::uint8_t>(Scope->getZExtValue())};
  return {Place, SystemScope};
}

void Instrumentation::check(const Access &What) {
  const bool MayPoll = What.Order != AtomicOrdering::NotAtomic && Checks & abi::check_barrier;
  constexpr std::uint32_t OfMemory =
      abi::check_memory | abi::check_race | abi::check_init | abi::check_access;
  if (!(Checks & OfMemory) && !MayPoll)
    return;
  auto [Place, Scope] = withoutScope(What.Pointer);
  Builder.SetInsertPoint(What.At);
  GlobalVariable *Site = site(What, Scope);
  CallInst *Call =
      What.Length ? call(RangeCheck,
                         {Place, Place, Builder.CreateZExtOrTrunc(What.Length, Builder.getInt64Ty()), Site})
                  : call(AccessCheck, {Place, Place, Site});
  if (What.Order != AtomicOrdering::NotAtomic && Checks & abi::check_race) {
    Builder.SetInsertPoint(What.At->getNextNode());
    Builder.SetCurrentDebugLocation(What.At->getDebugLoc());
    call(AtomicDone, {Place, Site});
  }
  refineCheck(*Call);
}

/// Whether the load only keeps the other bits of a word of which a bit-field is written.
bool isOfBitFieldWrite(const LoadInst &Load) {
  auto OnlyUser = [](const Value &V) { return V.hasOneUse() ? V.user_back() : nullptr; };
  const User *Kept = OnlyUser(Load);
  if (!Kept || !match(Kept, m_And(m_Specific(&Load), m_ConstantInt())))
    return false;
  return any_of(Kept->users(), [&](const User *Changed) {
    return match(Changed, m_Or(m_Specific(Kept), m_Value())) && any_of(Changed->users(), [&](const User *U) {
             auto *Store = dyn_cast<StoreInst>(U);
             return Store && Store->getPointerOperand() == Load.getPointerOperand() &&
                    Store->getDebugLoc() == Load.getDebugLoc();
           });
  });
}

/// Whether the load may copy a part of an object that is passed or returned by value: bytes that nobody has
/// written are no use of them.
bool isOfArgument(const LoadInst &Load) {
  if (!all_of(Load.users(), [](const User *U) { return isa<CallInst, ReturnInst, InsertValueInst>(U); }))
    return false;
  // Clang reads such an object as a structure without a name, or as a single value, whatever its type is.
  auto *Member = dyn_cast<GEPOperator>(Load.getPointerOperand());
  auto *Type = Member ? dyn_cast<StructType>(Member->getSourceElementType()) : nullptr;
  return Load.getType()->isAggregateType() || (Type && Type->isLiteral());
}

/// Whether the value is only stored elsewhere, or in the same place again.
bool isCopy(const LoadInst &Load) {
  // Bytes may be copied one by one, as memcpy() does.
  if (Load.getType()->isIntegerTy(8) && all_of(Load.users(), [](const User *U) { return isa<StoreInst>(U); }))
    return true;
  // An element of a vector is written.
  if (Load.getType()->isVectorTy() &&
      all_of(Load.users(), [](const User *U) { return isa<InsertElementInst>(U); }))
    return true;
  return isOfBitFieldWrite(Load) || isOfArgument(Load);
}

void Instrumentation::checkAccess(Instruction &I) {
  const DataLayout &Layout = M.getDataLayout();
  auto Size = [&](Type *T) { return Layout.getTypeStoreSize(T).getFixedValue(); };
  // Volatile accesses are how older code polls: as if they were atomic.
  auto Order = [](AtomicOrdering Given, bool IsVolatile) {
    return Given == AtomicOrdering::NotAtomic && IsVolatile ? AtomicOrdering::Monotonic : Given;
  };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    AtomicOrdering How = Order(Load->getOrdering(), Load->isVolatile());
    check({&I, Load->getPointerOperand(), nullptr, Size(Load->getType()), Load->getAlign().value(),
           How == AtomicOrdering::NotAtomic ? abi::AccessKind::read : abi::AccessKind::atomic_read, How,
           isCopy(*Load) ? abi::site_copies : std::uint8_t{0}});
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    AtomicOrdering How = Order(Store->getOrdering(), Store->isVolatile());
    check({&I, Store->getPointerOperand(), nullptr, Size(Store->getValueOperand()->getType()),
           Store->getAlign().value(),
           How == AtomicOrdering::NotAtomic ? abi::AccessKind::write : abi::AccessKind::atomic_write, How});
  } else if (auto *Change = dyn_cast<AtomicRMWInst>(&I)) {
    check({&I, Change->getPointerOperand(), nullptr, Size(Change->getType()), Change->getAlign().value(),
           abi::AccessKind::atomic_change, Change->getOrdering()});
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    check({&I, Exchange->getPointerOperand(), nullptr, Size(Exchange->getNewValOperand()->getType()),
           Exchange->getAlign().value(), abi::AccessKind::atomic_change, Exchange->getMergedOrdering()});
  }
}

void Instrumentation::checkIntrinsic(MemIntrinsic &I) {
  auto *Known = dyn_cast<ConstantInt>(I.getLength());
  std::uint64_t Bytes = Known ? Known->getZExtValue() : 0;
  if (Known && Bytes == 0)
    return;
  Value *Length = Known ? nullptr : I.getLength();
  if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
    check({&I, Transfer->getRawSource(), Length, Bytes, Transfer->getSourceAlign().valueOrOne().value(),
           abi::AccessKind::read, AtomicOrdering::NotAtomic, abi::site_copies});
  check({&I, I.getRawDest(), Length, Bytes, I.getDestAlign().valueOrOne().value(), abi::AccessKind::write});
  if (auto *Transfer = dyn_cast<MemTransferInst>(&I); Transfer && Checks & abi::check_init) {
    Builder.SetInsertPoint(&I);
    refineCopy(*call(CopyCheck, {I.getRawDest(), Transfer->getRawSource(),
                                 Builder.CreateZExtOrTrunc(I.getLength(), Builder.getInt64Ty())}));
  }
}

void Instrumentation::checkFence(Instruction &I, AtomicOrdering Order, std::uint8_t Scope) {
  Builder.SetInsertPoint(&I);
  call(FenceCheck, {Builder.getInt32(orderNumber(Order)), Builder.getInt32(Scope)});
}

/// Functions that allocate memory, and those that free it.
static bool isAllocation(StringRef Name) {
  return is_contained({"malloc", "calloc", "free"}, Name) || Name.starts_with("_Znw") ||
         Name.starts_with("_Zna") || Name.starts_with("_Zdl") || Name.starts_with("_Zda");
}

void Instrumentation::checkCall(CallInst &Call) {
  Function *F = Call.getCalledFunction();
  if (!F)
    return;
  StringRef Name = F->getName();
  if (Name == "__kcc_load" ||
      Name == "__kcc_store") { // __kcc_load(from, to, ...), __kcc_store(to, from, ...)
    auto *Bytes = dyn_cast<ConstantInt>(Call.getArgOperand(2));
    Access What{&Call, Call.getArgOperand(0)};
    What.Kind = Name == "__kcc_load" ? abi::AccessKind::read : abi::AccessKind::write;
    if (Bytes)
      What.Bytes = Bytes->getZExtValue();
    else
      What.Length = Call.getArgOperand(2);
    check(What);
  } else if (Name == "__kcc_bulk_copy") {
    Value *Length = Call.getArgOperand(3);
    // The runtime says what is wrong with the addresses' alignment.
    check({&Call, Call.getArgOperand(2), Length, 0, 1, abi::AccessKind::read});
    check({&Call, Call.getArgOperand(0), Length, 0, 1, abi::AccessKind::write});
  } else if (Name == "__kcc_atomic_fence" && Checks & abi::check_race) {
    auto *Order = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    auto *Scope = dyn_cast<ConstantInt>(Call.getArgOperand(1));
    Builder.SetInsertPoint(&Call);
    call(FenceCheck, {Builder.getInt32(Order ? Order->getZExtValue() : 5),
                      Builder.getInt32(Scope ? Scope->getZExtValue() : SystemScope)});
  } else if (Checks & abi::check_barrier && waits(*F)) {
    Access What{&Call, nullptr};
    What.Flags = Name.contains("sync_threads") ? abi::site_block_barrier : 0;
    Builder.SetInsertPoint(&Call);
    call(BarrierCheck, {site(What, 0)});
  } else if (isAllocation(Name)) {
    if (!IsForGpu)
      checkAllocation(Call);
  } else if (F->isDeclaration() && !F->isIntrinsic() && !findBuiltin(Name) && !Name.starts_with("__kcc_") &&
             Checks & abi::check_init) {
    // The C library's functions, which are linked later. What they write is not seen.
    Builder.SetInsertPoint(Call.getNextNode());
    Builder.SetCurrentDebugLocation(Call.getDebugLoc());
    for (Value *Argument : Call.args())
      if (Argument->getType()->isPointerTy() && !isa<Constant>(Argument))
        call(WrittenCheck, {Argument});
    if (Call.getType()->isPointerTy())
      call(WrittenCheck, {&Call});
  }
}

/// Runs before accesses are checked, so that a wrong table is reported as such, not as a wrong address.
void Instrumentation::checkIndirectCall(CallInst &Call) {
  GlobalVariable *Site = site({&Call, nullptr}, 0);
  if (LoadInst *Slot = tableLoadOf(Call)) {
    Builder.SetInsertPoint(Slot);
    Builder.SetCurrentDebugLocation(Call.getDebugLoc());
    call(TableCheck, {Slot->getPointerOperand()->stripInBoundsOffsets(), Site});
  }
  Builder.SetInsertPoint(&Call);
  call(CalleeCheck, {Call.getCalledOperand(), Site});
}

/// Calls by other block algorithms need no check.
void Instrumentation::checkBlockAlgorithm(CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  const auto Algorithm = F ? blockAlgorithmOf(*F) : std::nullopt;
  if (!Algorithm || blockAlgorithmOf(*Call.getFunction()))
    return;
  GlobalVariable *Site = site({&Call, nullptr}, 0);
  setField(*Site, SiteField::Variable, text(Algorithm->Name));
  const auto [X, Y, Z] = Algorithm->Shape;
  Builder.SetInsertPoint(&Call);
  call(BlockCheck, {Builder.getInt32(X), Builder.getInt32(Y), Builder.getInt32(Z), Site});
}

void Instrumentation::checkAllocation(CallInst &Call) {
  const bool Allocates = Call.getType()->isPointerTy();
  Builder.SetInsertPoint(Allocates ? Call.getNextNode() : &Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  if (Checks & abi::check_memory && Allocates)
    call(AllocatedCheck, {&Call, site({&Call, nullptr}, 0)});
  else if (Checks & abi::check_memory)
    call(BarrierCheck, {site({&Call, nullptr}, 0)});
  if (Checks & abi::check_init && Call.getCalledFunction()->getName() == "calloc")
    call(WrittenCheck, {&Call});
}

/// Whether it is a builtin that waits for other threads, or kcc's function around one, whose calls are more
/// telling.
bool Instrumentation::waits(const Function &F) const {
  if (const Builtin *B = findBuiltin(F.getName()))
    return B->Waits;
  return Wrappers.contains(&F);
}

static bool isOfLibrary(const Function &F) {
  return F.getName().starts_with("_ZN3kcc") || F.getName().starts_with("_ZNK3kcc");
}

void Instrumentation::findWrappers() {
  for (Function &F : M)
    if (isOfLibrary(F))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
          if (const Builtin *B = findBuiltin(Call->getCalledFunction()->getName()); B && B->Waits)
            Wrappers.insert(&F);
}

/// A site with a number of its own, which it keeps when the call is inlined.
GlobalVariable *Instrumentation::barrierSite(CallInst &Call) {
  GlobalVariable *Site = site({&Call, nullptr}, 0);
  setField(*Site, SiteField::ObjectBytes, Builder.getInt64(xxh3_64bits(M.getName()) + ++BarrierCalls));
  return Site;
}

/// How often the thread has called the function.
Value *Instrumentation::instanceOf(Function &F) {
  const IRBuilder<>::InsertPointGuard Guard(Builder);
  BasicBlock::iterator After = F.getEntryBlock().begin();
  while (isa<AllocaInst>(*After))
    ++After;
  Builder.SetInsertPoint(After);
  if (DISubprogram *P = F.getSubprogram())
    Builder.SetCurrentDebugLocation(DILocation::get(M.getContext(), P->getScopeLine(), 0, P));
  FunctionCallee Count = M.getOrInsertFunction(
      "kcc_check_instance", FunctionType::get(Builder.getInt64Ty(), {Builder.getInt64Ty()}, false));
  cast<Function>(Count.getCallee())->setDoesNotThrow();
  return call(Count, {Builder.getInt64(xxh3_64bits(F.getName()))});
}

static bool isCallOfOne(const Instruction &I, const SmallPtrSetImpl<const Function *> &Functions) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() && Functions.contains(Call->getCalledFunction());
}

/// The builtins whose names begin so, and the functions that call them, directly or not.
SmallPtrSet<const Function *, 16> Instrumentation::callersOf(ArrayRef<StringRef> Names) {
  SmallPtrSet<const Function *, 16> Found;
  for (Function &F : M)
    if (any_of(Names, [&](StringRef Name) { return F.getName().starts_with(Name); }) &&
        F.getName() != "__kcc_warp_active_mask")
      Found.insert(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      if (!Found.contains(&F) &&
          any_of(instructions(F), [&](const Instruction &I) { return isCallOfOne(I, Found); }))
        Changed = Found.insert(&F).second;
  }
  return Found;
}

void Instrumentation::findThreadsThatDoNotArrive() {
  // Functions in which the threads of a block or of a warp wait for each other. kcc's own use the warp
  // rightly.
  const auto OfBlock = callersOf({"__kcc_sync_threads"}),
             Any = callersOf({"__kcc_sync_threads", "__kcc_sync_warp", "__kcc_warp_"});
  for (Function &F : M) {
    SmallVector<CallInst *, 8> Calls;
    if (F.size() > 1)
      for (Instruction &I : instructions(F))
        if (isCallOfOne(I, isOfLibrary(F) ? OfBlock : Any))
          Calls.push_back(cast<CallInst>(&I));
    if (Calls.empty())
      continue;
    for (CallInst *Call : Calls)
      SplitBlock(Call->getParent(), Call->getNextNode());
    DenseMap<CallInst *, GlobalVariable *> Sites;
    Value *Instance = nullptr;
    for (const Bypass &Way : findBypasses(Calls)) {
      Instruction *Branch = Way.From->getTerminator();
      DebugLoc At = Branch->getDebugLoc();
      Builder.SetInsertPoint(SplitEdge(Way.From, Way.To)->getTerminator());
      for (CallInst *Passed : Way.Calls) {
        GlobalVariable *&Site = Sites[Passed];
        if (!Site)
          Site = barrierSite(*Passed);
        if (!Instance)
          Instance = instanceOf(F);
        Builder.SetCurrentDebugLocation(At ? At : Passed->getDebugLoc());
        call(BypassCheck, {Instance, Site});
      }
    }
    for (CallInst *Passed : Calls)
      if (GlobalVariable *Site = Sites.lookup(Passed)) {
        Builder.SetInsertPoint(Passed);
        Builder.SetCurrentDebugLocation(Passed->getDebugLoc());
        call(ReachCheck, {Instance, Site});
        Builder.SetInsertPoint(Passed->getNextNode());
        Builder.SetCurrentDebugLocation(Passed->getDebugLoc());
        call(LeaveCheck, {Instance, Site});
      }
  }
}

void Instrumentation::checkLocalVariables(Function &F) {
  for (const LocalRead &Read : trackLocalVariables(F, [](const LoadInst &Load) { return !isCopy(Load); })) {
    Access What{Read.Load, nullptr};
    What.Bytes = M.getDataLayout().getTypeStoreSize(Read.Load->getType()).getFixedValue();
    GlobalVariable *Site = site(What, 0);
    setField(*Site, SiteField::Variable, text(sourceName(Read.Variable)));
    setField(*Site, SiteField::ObjectBytes, Builder.getInt64(*knownSize(Read.Variable)));
    Builder.SetInsertPoint(Read.Load);
    call(LocalCheck, {Read.Unwritten, Read.Offset, Site});
  }
}

void Instrumentation::instrument(Function &F) {
  SmallVector<Instruction *, 64> Instructions;
  for (Instruction &I : instructions(F))
    Instructions.push_back(&I);
  if (Checks & abi::check_host)
    for (Instruction *I : Instructions)
      if (auto *Call = dyn_cast<CallInst>(I); Call && Call->isIndirectCall())
        checkIndirectCall(*Call);
  for (Instruction *I : Instructions) {
    if (auto *Memory = dyn_cast<MemIntrinsic>(I))
      checkIntrinsic(*Memory);
    else if (auto *Call = dyn_cast<CallInst>(I)) {
      if (Checks & abi::check_barrier)
        checkBlockAlgorithm(*Call);
      if (!(Wrappers.contains(&F) && Call->getCalledFunction() && waits(*Call->getCalledFunction())))
        checkCall(*Call);
    } else if (auto *Fence = dyn_cast<FenceInst>(I); Fence && Checks & abi::check_race)
      checkFence(*I, Fence->getOrdering(), SystemScope);
    else
      checkAccess(*I);
  }
  if (Checks & abi::check_init)
    checkLocalVariables(F);
}

/// Tells the runtime which variables there are.
GlobalVariable *Instrumentation::describeModule() {
  Type *I64 = Builder.getInt64Ty(), *I32 = Builder.getInt32Ty();
  auto *RowType = StructType::get(Pointer, I64, Pointer, I64);
  SmallVector<GlobalVariable *, 32> Variables;
  // Constants with addresses of shared variables become shared ones, or local ones, and so would this table.
  SmallVector<GlobalVariable *, 8> Shared;
  for (const DeclaredVariable &Row : A.Shared)
    Shared.push_back(Row.Variable);
  SmallVector<GlobalVariable *, 4> Holders = holdersOfAddresses(Shared);
  for (GlobalVariable &V : M.globals())
    if (!V.isDeclaration() && !isShared(&V) && !is_contained(Holders, &V) && !V.isThreadLocal() &&
        !V.getName().starts_with("llvm.") && !V.getName().starts_with("kcc.check."))
      Variables.push_back(&V);
  SmallVector<Constant *, 32> Rows;
  for (GlobalVariable *V : Variables)
    Rows.push_back(ConstantStruct::get(
        RowType, {V, Builder.getInt64(*knownSize(V)), nameOf(*V), Builder.getInt64(V->isConstant())}));
  Constant *Array = ConstantArray::get(ArrayType::get(RowType, Rows.size()), Rows);
  auto *Table =
      new GlobalVariable(M, Array->getType(), true, GlobalValue::PrivateLinkage, Array, "kcc.check.globals");
  auto *Type = StructType::get(I32, I32, Pointer);
  Constant *Row = ConstantStruct::get(Type, {Builder.getInt32(Checks), Builder.getInt32(Rows.size()), Table});
  return new GlobalVariable(M, Type, true, GlobalValue::PrivateLinkage, Row, "kcc.check.module");
}

/// Tells the runtime what the kernel can call by addresses. Only what it reaches, so that it does not reach
/// more.
void Instrumentation::declareFunctions(const Reach &Reached) {
  SmallVector<Constant *, 16> Called;
  for (auto &[Symbol, At] : Reached)
    if (auto *F = dyn_cast<Function>(Symbol); F && isCalledByAddress(*F))
      Called.push_back(const_cast<Function *>(F));
  if (Called.empty())
    return;
  Constant *Addresses = ConstantArray::get(ArrayType::get(Pointer, Called.size()), Called);
  auto *Table = new GlobalVariable(M, Addresses->getType(), true, GlobalValue::PrivateLinkage, Addresses,
                                   "kcc.check.functions");
  call(declare("kcc_check_functions", {Pointer, Builder.getInt64Ty()}, /*IsAccess=*/false),
       {Table, Builder.getInt64(Called.size())});
}

/// A function that each thread calls first: if (kcc_check_enter(module, name)) { kcc_check_shared(variable,
/// what); ... }
void Instrumentation::enterKernel(const Kernel &K, GlobalVariable *Description) {
  LLVMContext &Context = M.getContext();
  auto *Type = FunctionType::get(Builder.getVoidTy(), false);
  Function *Own = Function::Create(Type, GlobalValue::InternalLinkage, checkEnterPrefix + K.Name, M);
  Own->setDoesNotThrow();
  Own->addFnAttr(Attribute::NoInline);
  Own->addFnAttr(checksOfCode, std::to_string(Checks));
  BasicBlock *Entry = BasicBlock::Create(Context, "", Own), *First = BasicBlock::Create(Context, "", Own),
             *Rest = BasicBlock::Create(Context, "", Own);
  BasicBlock::iterator After = K.Function->getEntryBlock().begin();
  while (isa<AllocaInst>(*After))
    ++After;
  Builder.SetInsertPoint(&K.Function->getEntryBlock(), After);
  // Calls in a function with debug information need a location to be inlined.
  if (DISubprogram *P = K.Function->getSubprogram())
    Builder.SetCurrentDebugLocation(DILocation::get(Context, P->getScopeLine(), 0, P));
  Builder.CreateCall(Own);
  Builder.SetCurrentDebugLocation({});
  Builder.SetInsertPoint(Entry);
  FunctionCallee Enter = M.getOrInsertFunction(
      "kcc_check_enter", FunctionType::get(Builder.getInt1Ty(), {Pointer, Pointer}, false));
  cast<Function>(Enter.getCallee())->addRetAttr(Attribute::ZExt);
  cast<Function>(Enter.getCallee())->setDoesNotThrow();
  Builder.CreateCondBr(call(Enter, {Description, text(K.Name)}), First, Rest);
  Builder.SetInsertPoint(First);
  FunctionCallee Declare = declare("kcc_check_shared", {Pointer, Pointer}, /*IsAccess=*/false);
  auto *RowType = StructType::get(Pointer, Builder.getInt64Ty());
  const Reach Reached = reachedFrom(*K.Function);
  if (Checks & abi::check_host)
    declareFunctions(Reached);
  for (auto &[Symbol, At] : Reached)
    if (isShared(Symbol)) {
      auto *Variable = const_cast<GlobalVariable *>(cast<GlobalVariable>(Symbol));
      Constant *Row =
          ConstantStruct::get(RowType, {nameOf(*Variable), Builder.getInt64(*knownSize(Variable))});
      call(Declare, {Variable, new GlobalVariable(M, RowType, true, GlobalValue::PrivateLinkage, Row,
                                                  "kcc.check.shared")});
    }
  Builder.CreateBr(Rest);
  Builder.SetInsertPoint(Rest);
  Builder.CreateRetVoid();
}

} // namespace

/// Functions of the libraries are inlined like macros, so that reports say where they are called.
static void inlineLibraries(ArrayRef<Function *> Functions) {
  constexpr unsigned MaxInstructions = 300;
  static constexpr StringRef Prefixes[] = {"_ZN3kcc", "_ZNK3kcc", "_ZZN3kcc", "_ZZNK3kcc", "_ZNSt",
                                           "_ZNKSt",  "_ZSt",     "_ZZNSt",   "_ZZNKSt"};
  for (Function *F : Functions) {
    StringRef Name = F->getName();
    bool MustNot = F->hasFnAttribute(Attribute::NoInline) && !F->hasFnAttribute(Attribute::OptimizeNone);
    if (MustNot || F->getInstructionCount() > MaxInstructions ||
        none_of(Prefixes, [&](StringRef Prefix) { return Name.starts_with(Prefix); }))
      continue;
    F->removeFnAttr(Attribute::OptimizeNone);
    F->removeFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::AlwaysInline);
  }
}

void insertChecks(Module &M, const std::vector<Kernel> &Kernels, const Declarations &A, std::uint32_t Checks,
                  bool IsForGpu) {
  if (Checks & abi::check_arithmetic & ~abi::check_nan)
    replaceSanitizerCalls(M);
  SmallVector<Function *, 64> Functions;
  for (Function &F : M)
    if (!F.isDeclaration())
      Functions.push_back(&F);
  inlineLibraries(Functions);
  Instrumentation Work(M, A, Checks, IsForGpu);
  GlobalVariable *Description = IsForGpu ? nullptr : Work.describeModule();
  Work.findWrappers();
  if (Checks & abi::check_barrier)
    Work.findThreadsThatDoNotArrive();
  for (Function *F : Functions)
    Work.instrument(*F);
  if (Checks & abi::check_nan)
    insertNanChecks(M, Functions);
  if (IsForGpu)
    return;
  for (const Kernel &K : Kernels)
    Work.enterKernel(K, Description);
  Work.defineMark("kcc_check_linked");
  if (Checks & abi::check_race)
    Work.defineMark("kcc_check_linked_race");
  if (Checks & abi::check_barrier)
    Work.defineMark("kcc_check_linked_barrier");
  if (Checks & abi::check_host)
    Work.defineMark("kcc_check_linked_host");
}

} // namespace kcc::compiler
