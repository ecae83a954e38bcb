// The checks of accesses by the lanes of a group, except those for races (LaneRaceChecks.cpp). Compiled code
// compares what all lanes access with the bounds of an object at once: those of a variable that it knows, or
// those of the object that the runtime found when the code last came there (abi::CheckedRange). What is
// inside is right. About anything else the runtime is asked, which looks at each lane as if its thread ran
// alone, and reports what it finds.
#include "targets/cpu/lanes/LaneChecks.h"
#include "kcc/abi/cpu_checks.h"
#include "kcc/abi/cpu_code.h"
#include "support/CheckedCode.h"
#include "targets/cpu/lanes/LaneEmitter.h"
#include "targets/cpu/lanes/StoredValues.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr char AccessCheck[] = "kcc_check_access", LanesCheck[] = "kcc_check_lanes",
               RangeCheck[] = "kcc_check_range", LocalCheck[] = "kcc_check_local",
               AtomicDone[] = "kcc_check_atomic_done";
/// The attribute of a call of a check that says which of abi::CheckState::ranges it uses.
constexpr char RangeNumber[] = "kcc-checked-range";

const Function *calleeOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

/// Checks of lanes read which thread runs from what the code has stored, and the code itself notes what it
/// writes. So LLVM must move no access across calls of checks, nor across calls of functions that contain
/// them.
void showAccessesOfChecks(Module &M) {
  SmallSetVector<Function *, 16> Functions;
  for (Function &F : M)
    if (F.getName().starts_with("kcc_check_"))
      Functions.insert(&F);
  for (std::size_t K = 0; K < Functions.size(); ++K) {
    Functions[K]->setMemoryEffects(MemoryEffects::unknown());
    for (User *U : Functions[K]->users())
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledFunction() == Functions[K]) {
        Call->removeFnAttr(Attribute::Memory);
        Functions.insert(Call->getFunction());
      }
  }
}

} // namespace

bool isCheck(const Instruction &I) {
  const Function *Callee = calleeOf(I);
  return Callee && Callee->getName().starts_with("kcc_check_");
}

const ConstantStruct *siteOf(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !is_contained({StringRef(AccessCheck), StringRef(RangeCheck), StringRef(AtomicDone)},
                               Callee->getName()))
    return nullptr;
  auto *Site = dyn_cast<GlobalVariable>(Call.getArgOperand(Call.arg_size() - 1));
  return Site ? cast<ConstantStruct>(Site->getInitializer()) : nullptr;
}

bool isWrite(const ConstantStruct &Site) {
  const auto Kind = static_cast<abi::AccessKind>(numberIn(Site, SiteField::Kind));
  return Kind == abi::AccessKind::write || Kind == abi::AccessKind::atomic_write;
}

/// The checks that the kernel is compiled with.
static std::uint32_t checksIn(const Function &Enter) {
  std::uint32_t Checks = 0;
  Enter.getFnAttribute(checksOfCode).getValueAsString().getAsInteger(10, Checks);
  return Checks;
}

bool checksRaces(const Function *Enter) {
  return Enter && (checksIn(*Enter) & abi::check_race) != 0;
}

bool isInSharedMemory(const Value *Place) {
  auto *Memory = dyn_cast<LoadInst>(getUnderlyingObject(Place, 0));
  if (!Memory)
    return false;
  APInt Offset(64, 0);
  auto *Thread = dyn_cast<LoadInst>(Memory->getPointerOperand()->stripAndAccumulateConstantOffsets(
      Memory->getDataLayout(), Offset, /*AllowNonInbounds=*/false));
  auto *Current = Thread ? dyn_cast<IntrinsicInst>(Thread->getPointerOperand()) : nullptr;
  return Current && Current->getIntrinsicID() == Intrinsic::threadlocal_address &&
         Offset == offsetof(abi::CpuThread, shared_memory);
}

/// Whether the thread uses what its atomic operations return, and so learns what others have done before:
/// only then do they order anything.
static bool usesOldValues(const Function &Thread) {
  return any_of(instructions(Thread),
                [](const Instruction &I) { return isa<AtomicRMWInst>(I) && !I.use_empty(); });
}

/// Whether the atomic operation before this call only changes a value, atomically for all threads that access
/// it, and orders nothing.
static bool isUnorderedChange(const CallInst &Done, bool UsesOldValues) {
  const ConstantStruct *Site = siteOf(Done);
  if (!Site)
    return false;
  const std::uint64_t Bytes = numberIn(*Site, SiteField::Bytes);
  const std::uint64_t Needed = isInSharedMemory(Done.getArgOperand(0)) ? abi::scope_block : abi::scope_device;
  return static_cast<abi::AccessKind>(numberIn(*Site, SiteField::Kind)) == abi::AccessKind::atomic_change &&
         (!UsesOldValues || numberIn(*Site, SiteField::Order) == 0) && (Bytes == 4 || Bytes == 8) &&
         numberIn(*Site, SiteField::Scope) >= Needed;
}

/// Whether anything but barriers of the block orders what threads access, in the function or in one that it
/// may call.
static bool ordersAccesses(const Function &Thread) {
  const bool UsesOldValues = usesOldValues(Thread);
  SmallSetVector<const Function *, 16> Reached;
  Reached.insert(&Thread);
  for (std::size_t K = 0; K < Reached.size(); ++K) {
    const Function &F = *Reached[K];
    if (is_contained({"kcc_check_fence", "kcc_check_exchanged", "kcc_check_copy_started", AtomicDone,
                      "kcc_cpu_sync_warp"},
                     F.getName()))
      return true;
    for (const Instruction &I : instructions(F)) {
      const Function *Callee = calleeOf(I);
      if (!Callee && isa<CallBase>(I)) // may call any function
        return true;
      if (Callee && !(&F == &Thread && isUnorderedChange(cast<CallInst>(I), UsesOldValues)))
        Reached.insert(Callee);
    }
  }
  return false;
}

/// Prepares for the check of races. Returns why the function cannot run in lanes; empty if it can.
static std::string prepareRaces(Function &Thread, FunctionAnalysisManager &Analyses) {
  if (ordersAccesses(Thread))
    return "it is compiled with --check=race, and more than the block's barriers orders what threads access";
  for (Instruction &I : make_early_inc_range(instructions(Thread)))
    if (const Function *Callee = calleeOf(I); Callee && Callee->getName() == AtomicDone)
      I.eraseFromParent();
  if (!passStoredValues(Thread, Analyses))
    return "it is compiled with --check=race, and a write is of more than 64 bytes, or its values are not "
           "known before it";
  return "";
}

Function *prepareChecks(Function &Thread, FunctionAnalysisManager &Analyses, std::string &Obstacle) {
  constexpr std::uint32_t InLanes = abi::check_memory | abi::check_init | abi::check_race;
  Function *Enter = nullptr;
  unsigned Count = 0;
  showAccessesOfChecks(*Thread.getParent());
  for (Instruction &I : make_early_inc_range(instructions(Thread))) {
    const Function *Callee = calleeOf(I);
    if (!Callee)
      continue;
    if (Callee->getName().starts_with(checkEnterPrefix)) {
      Enter = const_cast<Function *>(Callee);
      I.eraseFromParent();
    } else if (Callee->getName() == AccessCheck) {
      cast<CallInst>(I).addFnAttr(Attribute::get(Thread.getContext(), RangeNumber,
                                                 std::to_string(Count++ % abi::checked_range_count)));
    }
  }
  if (Enter && Obstacle.empty()) {
    if ((checksIn(*Enter) & ~InLanes) != 0)
      Obstacle = "it is compiled with other checks than memory, race and init";
    else if (checksRaces(Enter))
      Obstacle = prepareRaces(Thread, Analyses);
  }
  return Enter;
}

bool hasChecks(const Function &F) {
  return any_of(instructions(F), isCheck);
}

bool passesLocalAddress(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return isa<AllocaInst>(I) && PointerMayBeCaptured(&I, /*ReturnCaptures=*/true);
  });
}

std::optional<LaneEmitter::CheckedAccess> LaneEmitter::checkedAccess(const CallInst &Call) {
  const ConstantStruct *Site = siteOf(Call);
  if (!Site || Call.getCalledFunction()->getName() != AccessCheck)
    return std::nullopt;
  auto Number = [&](SiteField Field) { return numberIn(*Site, Field); };
  return CheckedAccess{.Bytes = static_cast<std::int64_t>(Number(SiteField::Bytes)),
                       .Alignment = Number(SiteField::Alignment),
                       .ObjectBytes = Number(SiteField::ObjectBytes),
                       .IsWrite = isWrite(*Site),
                       .IsPlain =
                           Number(SiteField::Kind) <= static_cast<std::uint64_t>(abi::AccessKind::write),
                       .UsesValue = (Number(SiteField::Flags) & abi::site_copies) == 0,
                       .Checks = static_cast<std::uint32_t>(Number(SiteField::Checks))};
}

/// Whether the object at `Base` is the thread's own, or in the shared memory of its block: if its size is
/// known, an access inside of it is right.
bool LaneEmitter::isOwnObject(const Value *Base) const {
  return isOfBlock(Base) || isOfThread(Base);
}

/// Whether the object is a local variable.
bool LaneEmitter::isOfThread(const Value *Base) const {
  const Value *Object = getUnderlyingObject(Base, 0);
  const Slot *S = slotAt(Object, Slots);
  return isa<AllocaInst>(Object) || (S && !S->Type);
}

/// Whether `Bytes` bytes from `Offset` on are among the first `Size`. Both may be vectors.
Value *LaneEmitter::isInside(Value *Offset, Value *Size, std::int64_t Bytes) {
  Value *Rest = Builder.CreateSub(Size, Offset);
  return Builder.CreateAnd(
      Builder.CreateICmpULT(Offset, Size),
      Builder.CreateICmpUGE(Rest, ConstantInt::get(Offset->getType(), static_cast<std::uint64_t>(Bytes))));
}

/// Checks what the lanes of the mask access, before they do.
void LaneEmitter::emitAccessCheck(CallInst &Call, const CheckedAccess &What, Value *Mask) {
  if ((What.Checks & (abi::check_memory | abi::check_init)) != 0)
    emitBoundsCheck(Call, What, Mask);
  if ((What.Checks & abi::check_race) != 0 && !isOfThread(Call.getArgOperand(1)))
    emitRaceCheck(Call, What, Mask);
}

/// Checks bounds and alignment, and with `init` what has been written.
void LaneEmitter::emitBoundsCheck(CallInst &Call, const CheckedAccess &What, Value *Mask) {
  Value *Place = Call.getArgOperand(0), *Base = Call.getArgOperand(1);
  const Shape OfPlace = Shapes[Place], OfBase = Shapes[Base];
  auto *I64 = Builder.getInt64Ty();
  const bool IsOwn = What.ObjectBytes != 0 && isOwnObject(Base);
  Value *Range = ConstantPointerNull::get(Builder.getPtrTy());
  if (!IsOwn) {
    unsigned Number = 0;
    Call.getFnAttr(RangeNumber).getValueAsString().getAsInteger(10, Number);
    Range = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), loadField(offsetof(abi::CpuThread, checks), Builder.getPtrTy()),
        offsetof(abi::CheckState, ranges) + Number * sizeof(abi::CheckedRange));
  }
  auto FromRange = [&](std::size_t Member) {
    return loadOfChecks(I64, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Range, Member));
  };
  auto Number = [&](Value *Pointer) { return Builder.CreatePtrToInt(Pointer, I64); };
  Value *First = get(Place), *FirstBase = get(Base); // before the branch: get() remembers what it loads
  BasicBlock *Ask = newBlock("check.lanes"), *Done = newBlock("checked");

  // The accesses are right if their distances from the beginning of the object are; often the first lane's
  // tells the others'.
  Value *IsRight = nullptr;
  Value *Begin = nullptr, *Size = nullptr;
  if (IsOwn) {
    Size = Builder.getInt64(What.ObjectBytes);
  } else { // so are the addresses that they are computed from
    Begin = FromRange(offsetof(abi::CheckedRange, begin));
    Size = FromRange(offsetof(abi::CheckedRange, bytes));
    if (OfBase.Kind == Shape::Uniform) {
      IsRight = Builder.CreateICmpULT(Builder.CreateSub(Number(FirstBase), Begin), Size);
    } else {
      Value *Are = Builder.CreateICmpULT(
          Builder.CreateSub(numbers(vector(Base)), Builder.CreateVectorSplat(Lanes, Begin)),
          Builder.CreateVectorSplat(Lanes, Size));
      if (Mask)
        Are = Builder.CreateSelect(Mask, Are, Constant::getAllOnesValue(Are->getType()));
      IsRight = allOf(Are);
    }
  }
  auto Also = [&](Value *Condition) {
    IsRight = IsRight ? Builder.CreateAnd(IsRight, Condition) : Condition;
  };
  const auto Unaligned = What.Alignment - 1;
  auto IsAligned = [&](Value *Numbers) {
    return Builder.CreateICmpEQ(Builder.CreateAnd(Numbers, ConstantInt::get(Numbers->getType(), Unaligned)),
                                Constant::getNullValue(Numbers->getType()));
  };
  // Where the first lane is, the others are at known distances: `Offsets`.
  auto CompareFirst = [&](Value *At, ArrayRef<std::int64_t> Offsets) {
    const auto [Least, Greatest] = std::minmax_element(Offsets.begin(), Offsets.end());
    Value *Low =
        Builder.CreateSub(Builder.CreateAdd(Number(At), Builder.getInt64(static_cast<std::uint64_t>(*Least))),
                          Begin ? Begin : Number(FirstBase));
    Also(isInside(Low, Size, *Greatest - *Least + What.Bytes));
    if (Unaligned != 0)
      Also(IsAligned(Number(At)));
  };
  const bool BothStep =
      OfPlace.Kind == Shape::Linear && OfBase.Kind == Shape::Linear && OfPlace.Stride == OfBase.Stride;
  const LaneOffsets Same(Lanes, 0);
  const LaneOffsets Offsets = OfPlace.Kind == Shape::Varying ? LaneOffsets() : Shapes.offsets(OfPlace);
  const bool AreAlignedAlike = all_of(
      Offsets, [&](std::int64_t Offset) { return (static_cast<std::uint64_t>(Offset) & Unaligned) == 0; });
  std::optional<Neighbours> Near;
  const bool HaveOneBegin = Begin || OfBase.Kind == Shape::Uniform;
  if (IsOwn && BothStep && AreAlignedAlike) {
    CompareFirst(First, Same);
  } else if (HaveOneBegin && AreAlignedAlike && !Offsets.empty() &&
             (!Mask || OfPlace.Kind == Shape::Uniform)) {
    CompareFirst(First, Offsets);
  } else if (HaveOneBegin && !Mask && OfPlace.Kind == Shape::Varying &&
             (static_cast<std::uint64_t>(What.Bytes) & Unaligned) == 0 &&
             (Near = neighbours(Place, Call.getParent(), What.Bytes))) {
    LaneOffsets SideBySide;
    for (unsigned K = 0; K < Lanes; ++K)
      SideBySide.push_back(What.Bytes * K);
    Also(Near->AreNeighbours);
    CompareFirst(Near->First, SideBySide);
  } else {
    Value *Places = numbers(vector(Place));
    Value *Begins = Begin ? Builder.CreateVectorSplat(Lanes, Begin) : numbers(vector(Base));
    Value *Are =
        isInside(Builder.CreateSub(Places, Begins), Builder.CreateVectorSplat(Lanes, Size), What.Bytes);
    if (Unaligned != 0)
      Are = Builder.CreateAnd(Are, IsAligned(Places));
    if (Mask)
      Are = Builder.CreateSelect(Mask, Are, Constant::getAllOnesValue(Are->getType()));
    Also(allOf(Are));
  }
  const bool LooksAtWritten =
      (What.Checks & abi::check_init) != 0 && (What.IsWrite || What.UsesValue) && (!IsOwn || isOfBlock(Base));
  BasicBlock *Inside = LooksAtWritten ? newBlock("inside") : Done;
  Builder.CreateCondBr(IsRight, Inside, Ask, MDBuilder(F.getContext()).createLikelyBranchWeights());
  if (LooksAtWritten) {
    Builder.SetInsertPoint(Inside);
    emitWrittenCheck(Call, What, IsOwn ? nullptr : Range, Near ? Near->First : nullptr, Mask, Done, Ask);
  }

  Builder.SetInsertPoint(Ask);
  auto InMemory = [&](Value *Pointer, AllocaInst *&Copy) {
    if (!Copy)
      Copy = variable(vectorType(Builder.getPtrTy()), "checked");
    Builder.CreateStore(vector(Pointer), Copy);
    return Copy;
  };
  Value *Places = InMemory(Place, CheckedPlaces), *Bases = InMemory(Base, CheckedBases);
  Value *Here = setOfLanes(Mask);
  auto *Pointer = Builder.getPtrTy();
  FunctionCallee Check = F.getParent()->getOrInsertFunction(
      LanesCheck,
      FunctionType::get(Builder.getVoidTy(),
                        {Pointer, Pointer, Builder.getInt32Ty(), Pointer, Pointer, Pointer}, false));
  cast<Function>(Check.getCallee())->setDoesNotThrow();
  CallInst *Asked = Builder.CreateCall(
      Check, {Places, Bases, Here, Range, Out->getArg(1), Call.getArgOperand(Call.arg_size() - 1)});
  if ((What.Checks & abi::check_init) == 0)
    Asked->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  Asked->addFnAttr(Attribute::NoMerge);
  Asked->addFnAttr(Attribute::Cold);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
}

/// The lanes of the mask as a number with a bit for each; without a mask, all.
Value *LaneEmitter::setOfLanes(Value *Mask) {
  return Mask ? Builder.CreateZExt(bits(Mask), Builder.getInt32Ty())
              : Builder.getInt32(~std::uint32_t{0} >> (32 - Lanes));
}

/// Reads of local variables are mostly right, so only a rare branch leads to the call, which each lane makes.
void LaneEmitter::emitLocalCheck(CallInst &Call, Value *Mask) {
  for (Value *V : Call.args()) // before the branch
    (void)get(V);
  Value *IsUnwritten = Call.getArgOperand(0);
  Value *Any = get(IsUnwritten);
  if (Shapes[IsUnwritten].Kind != Shape::Uniform)
    Any = anyOf(Mask ? andMask(Mask, vector(IsUnwritten)) : vector(IsUnwritten));
  BasicBlock *Report = newBlock("unwritten"), *Done = newBlock("checked");
  Builder.CreateCondBr(Any, Report, Done, MDBuilder(F.getContext()).createUnlikelyBranchWeights());
  Builder.SetInsertPoint(Report);
  emitPerLane(Call, Mask);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
}

bool LaneEmitter::isLocalCheck(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == LocalCheck;
}

} // namespace kcc::compiler
