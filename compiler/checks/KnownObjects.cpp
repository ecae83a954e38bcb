#include "checks/KnownObjects.h"
#include "checks/Instrumentation.h"
#include "kcc/abi/cpu_checks.h"
#include "kcc/abi/cpu_code.h"
#include "support/CheckedCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

std::optional<std::uint64_t> knownSize(const Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    if (std::optional<TypeSize> Size = Local->getAllocationSize(Local->getDataLayout()))
      return Size->getFixedValue();
  if (auto *Variable = dyn_cast<GlobalVariable>(Object); Variable && Variable->getValueType()->isSized())
    if (!Variable->isDeclaration())
      return Variable->getDataLayout().getTypeAllocSize(Variable->getValueType()).getFixedValue();
  if (auto *Parameter = dyn_cast<Argument>(Object); Parameter && Parameter->hasByValAttr())
    return Parameter->getParent()
        ->getDataLayout()
        .getTypeAllocSize(Parameter->getParamByValType())
        .getFixedValue();
  return std::nullopt;
}

std::string sourceName(const Value *Object) {
  if (auto *Variable = dyn_cast<GlobalVariable>(Object)) {
    SmallVector<DIGlobalVariableExpression *, 1> Described;
    Variable->getDebugInfo(Described);
    if (!Described.empty())
      return Described.front()->getVariable()->getName().str();
    if (Variable->hasName() && !Variable->getName().starts_with("."))
      return demangle(Variable->getName());
  }
  if (isa<AllocaInst, Argument>(Object))
    for (DbgVariableRecord *Record : findDVRDeclares(const_cast<Value *>(Object)))
      return Record->getVariable()->getName().str();
  return "";
}

Constant *textIn(Module &M, StringRef Text) {
  std::string Symbol = ("kcc.check.text." + Text).str();
  if (GlobalVariable *Made = M.getNamedGlobal(Symbol))
    return Made;
  Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text);
  return new GlobalVariable(M, Bytes->getType(), true, GlobalValue::PrivateLinkage, Bytes, Symbol);
}

/// Whether no other thread has a part in an access to \p Object: it is a local variable, or nobody writes it,
/// and neither does this access.
static bool isOfNobodyElse(const Value *Object, bool IsRead) {
  auto *Parameter = dyn_cast<Argument>(Object);
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return isa<AllocaInst>(Object) || (Parameter && Parameter->hasByValAttr()) ||
         (IsRead && Global && (Global->isConstant() || Global->getSection() == abi::constant_section));
}

namespace {

/// The accesses of a site.
struct Accesses {
  std::uint64_t Bytes;
  bool IsRead;
  const DataLayout &Layout;

  /// Whether the accesses at \p Address plus \p Offset are inside an object of which isOfNobodyElse() is
  /// true. The address may be that of one of several objects, as the reference is that std::clamp() returns.
  /// \p Seen: the offsets of addresses on the way.
  bool areInside(const Value *Address, APInt Offset, SmallDenseMap<const Value *, APInt> &Seen) const {
    constexpr std::size_t Most = 16;
    const Value *Begin =
        Address->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    SmallVector<const Value *, 4> OneOf;
    if (auto *Select = dyn_cast<SelectInst>(Begin))
      OneOf = {Select->getTrueValue(), Select->getFalseValue()};
    else if (auto *Phi = dyn_cast<PHINode>(Begin))
      OneOf.append(Phi->op_begin(), Phi->op_end());
    if (OneOf.empty()) {
      const std::optional<std::uint64_t> Size = knownSize(Begin);
      return isOfNobodyElse(Begin, IsRead) && Size && Offset.isNonNegative() &&
             Offset.getZExtValue() + Bytes <= *Size;
    }
    if (auto [Known, IsNew] = Seen.try_emplace(Begin, Offset); !IsNew)
      return Known->second == Offset; // a loop that does not change it
    return Seen.size() < Most && all_of(OneOf, [&](const Value *V) { return areInside(V, Offset, Seen); });
  }
};

} // namespace

/// The object that an address is in, also where the pointer walks along in loops and returns to the object's
/// beginning. If it may be in one of several objects: what getUnderlyingObject() finds.
static Value *objectOf(Value *Pointer) {
  constexpr unsigned Most = 32;
  Value *const Nearest = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  Value *Object = nullptr;
  SmallSetVector<Value *, 8> Sources;
  Sources.insert(Nearest);
  for (unsigned K = 0; K < Sources.size(); ++K) {
    Value *Source = Sources[K];
    SmallVector<Value *, 4> OneOf;
    if (auto *Phi = dyn_cast<PHINode>(Source)) {
      OneOf.append(Phi->op_begin(), Phi->op_end());
    } else if (auto *Select = dyn_cast<SelectInst>(Source)) {
      OneOf = {Select->getTrueValue(), Select->getFalseValue()};
    } else {
      // Where the pointer has no value, the instruction that gives it may not have been run either.
      if (Object || isa<UndefValue>(Source))
        return Nearest;
      Object = Source;
    }
    for (Value *Next : OneOf)
      Sources.insert(getUnderlyingObject(Next, /*MaxLookup=*/0));
    if (Sources.size() > Most)
      return Nearest;
  }
  return Object ? Object : Nearest;
}

/// Whether it is the beginning of the block's shared memory, where several variables are.
static bool isSharedMemory(const Value *Object) {
  while (auto *Load = dyn_cast<LoadInst>(Object))
    Object = getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0);
  auto *Thread = dyn_cast<GlobalVariable>(Object);
  return Thread && Thread->isThreadLocal();
}

/// Removes the call if the access cannot be wrong. Returns whether it has.
static bool removeIfRight(CallInst &Check) {
  auto *Site = dyn_cast<GlobalVariable>(Check.getArgOperand(Check.arg_size() - 1));
  if (!Site)
    return false;
  auto *Row = cast<ConstantStruct>(Site->getInitializer());
  const bool KnowsLength = Check.arg_size() == 3;
  const Value *Accessed = Check.getArgOperand(0), *Base = getUnderlyingObject(Accessed, /*MaxLookup=*/0);
  auto *Global = dyn_cast<GlobalVariable>(Base);
  const auto Kind = static_cast<abi::AccessKind>(numberIn(*Row, SiteField::Kind));
  const Accesses All{.Bytes = numberIn(*Row, SiteField::Bytes),
                     .IsRead = Kind == abi::AccessKind::read || Kind == abi::AccessKind::atomic_read,
                     .Layout = Check.getDataLayout()};
  // What only this thread has, and what nobody writes, needs a look only at its bounds. A variable of a
  // library has an unknown size.
  SmallDenseMap<const Value *, APInt> Seen;
  const bool IsRight =
      (KnowsLength && All.areInside(Accessed, APInt(64, 0), Seen)) ||
      (isOfNobodyElse(Base, All.IsRead) && !(numberIn(*Row, SiteField::Checks) & abi::check_memory)) ||
      (Global && Global->isDeclaration());
  if (IsRight)
    Check.eraseFromParent();
  return IsRight;
}

void refineCheck(CallInst &Check) {
  auto *Site = dyn_cast<GlobalVariable>(Check.getArgOperand(Check.arg_size() - 1));
  if (!Site || removeIfRight(Check))
    return;
  auto *Row = cast<ConstantStruct>(Site->getInitializer());
  auto Number = [&](SiteField Field) { return numberIn(*Row, Field); };
  bool KnowsLength = Check.arg_size() == 3;
  Value *Accessed = Check.getArgOperand(0);
  Value *Base = objectOf(Accessed);
  APInt Offset(64, 0);
  const Value *Begin = Accessed->stripAndAccumulateConstantOffsets(Check.getDataLayout(), Offset,
                                                                   /*AllowNonInbounds=*/true);
  std::optional<std::uint64_t> Size = knownSize(Base);
  bool InBounds = KnowsLength && Size && Begin == Base && Offset.isNonNegative() &&
                  Offset.getZExtValue() + Number(SiteField::Bytes) <= *Size;
  Check.setArgOperand(1, Base);
  std::uint64_t NewFlags = Number(SiteField::Flags) | (InBounds ? abi::site_in_bounds : 0);
  if (NewFlags == Number(SiteField::Flags) && Size.value_or(0) == Number(SiteField::ObjectBytes))
    return;
  SmallVector<Constant *, 12> Fields;
  for (Value *Field : Row->operands())
    Fields.push_back(cast<Constant>(Field));
  auto At = [&](SiteField Field) -> Constant *& { return Fields[static_cast<unsigned>(Field)]; };
  auto Set = [&](SiteField Field, std::uint64_t Value) {
    At(Field) = ConstantInt::get(At(Field)->getType(), Value);
  };
  Set(SiteField::Flags, NewFlags);
  Set(SiteField::ObjectBytes, Size.value_or(0));
  if (std::string Name = sourceName(Base); !Name.empty())
    At(SiteField::Variable) = textIn(*Check.getModule(), Name);
  Check.setArgOperand(Check.arg_size() - 1,
                      new GlobalVariable(*Check.getModule(), Row->getType(), true,
                                         GlobalValue::PrivateLinkage,
                                         ConstantStruct::get(Row->getType(), Fields), "kcc.check.site"));
}

void refineCopy(CallInst &Copy) {
  auto IsLocal = [&](unsigned Index) {
    return isa<AllocaInst>(getUnderlyingObject(Copy.getArgOperand(Index), /*MaxLookup=*/0));
  };
  if (IsLocal(0) || IsLocal(1))
    Copy.eraseFromParent();
}

void refineChecks(Function &F) {
  SmallVector<CallInst *, 32> Calls, Copies;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction()) {
        if (Callee->getName() == "kcc_check_access" || Callee->getName() == "kcc_check_range")
          Calls.push_back(Call);
        else if (Callee->getName() == "kcc_check_copy")
          Copies.push_back(Call);
      }
  for (CallInst *Call : Calls)
    refineCheck(*Call);
  for (CallInst *Call : Copies)
    refineCopy(*Call);
}

void refineChecksOfLocals(Function &F) {
  SmallVector<CallInst *, 16> Locals, OneOfSeveral;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != "kcc_check_access")
      continue;
    const Value *Base = getUnderlyingObject(Call->getArgOperand(0), /*MaxLookup=*/0);
    if (isa<AllocaInst>(Base))
      Locals.push_back(Call);
    else if (isa<SelectInst, PHINode>(Base))
      OneOfSeveral.push_back(Call);
  }
  for (CallInst *Call : Locals)
    refineCheck(*Call);
  for (CallInst *Call : OneOfSeveral)
    if (!removeIfRight(*Call) && isa<SelectInst, PHINode>(Call->getArgOperand(1)) &&
        !isSharedMemory(objectOf(Call->getArgOperand(0))))
      refineCheck(*Call);
}

} // namespace kcc::compiler
