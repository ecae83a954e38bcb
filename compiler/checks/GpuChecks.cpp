#include "checks/GpuChecks.h"
#include "checks/KnownObjects.h"
#include "kcc/abi/cpu_checks.h"
#include "kcc/abi/gpu_checks.h"
#include "lowering/Declarations.h"
#include "support/CheckedCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr StringRef BoundsName = "__kcc_check_bounds", OutsideName = "__kcc_check_outside";
constexpr StringRef ArithmeticNames[] = {"kcc_check_integers", "kcc_check_conversion", "kcc_check_nan"};

class Expansion {
public:
  Expansion(Module &M, const Declarations &A)
      : M(M), A(A), Builder(M.getContext()), I64(Builder.getInt64Ty()), Pointer(Builder.getPtrTy()) {
    Bounds = M.getOrInsertFunction(BoundsName, FunctionType::get(Builder.getIntNTy(128), {I64}, false));
    Outside = M.getOrInsertFunction(
        OutsideName, FunctionType::get(Builder.getVoidTy(),
                                       {I64, I64, I64, Builder.getInt1Ty(), Pointer, Pointer}, false));
    cast<Function>(Outside.getCallee())->addParamAttr(3, Attribute::ZExt);
    for (FunctionCallee Callee : {Bounds, Outside})
      cast<Function>(Callee.getCallee())->setDoesNotThrow();
  }

  void expand(CallInst &Check);
  void eraseUnused() {
    for (FunctionCallee Callee : {Bounds, Outside})
      if (auto *F = cast<Function>(Callee.getCallee()); F->use_empty())
        F->eraseFromParent();
  }

private:
  Value *number(Value *Place) { return Builder.CreatePtrToInt(Place, I64); }
  Value *offsetIn(Value *Place, Value *Base);
  Value *isMisaligned(Value *Place, Value *Base, Value *Offset, std::uint64_t Needed);
  GlobalVariable *module();

  Module &M;
  const Declarations &A;
  IRBuilder<> Builder;
  Type *I64;
  PointerType *Pointer;
  FunctionCallee Bounds, Outside;
  GlobalVariable *Described = nullptr;
};

/// An abi::GpuCheckModule: the mutable variables. A pointer whose origin the code does not show may lead to
/// them.
GlobalVariable *Expansion::module() {
  if (Described)
    return Described;
  auto IsShared = [&](const GlobalVariable &V) {
    return any_of(A.Shared, [&](const DeclaredVariable &Row) { return Row.Variable == &V; });
  };
  auto *RowType = StructType::get(Pointer, I64);
  SmallVector<Constant *, 8> Rows;
  for (GlobalVariable &V : M.globals())
    if (!V.isDeclaration() && !V.isConstant() && !IsShared(V) && !V.isThreadLocal() &&
        !V.getName().starts_with("llvm."))
      Rows.push_back(ConstantStruct::get(RowType, {&V, Builder.getInt64(*knownSize(&V))}));
  auto Constant = [&](llvm::Constant *Value, StringRef Name) {
    return new GlobalVariable(M, Value->getType(), true, GlobalValue::PrivateLinkage, Value, Name);
  };
  llvm::Constant *First = ConstantPointerNull::get(Pointer);
  if (!Rows.empty())
    First = Constant(ConstantArray::get(ArrayType::get(RowType, Rows.size()), Rows), "kcc.check.variables");
  return Described =
             Constant(ConstantStruct::getAnon({First, Builder.getInt64(Rows.size())}), "kcc.check.module");
}

/// The bytes from \p Base to \p Place. Does not make numbers of the two pointers if it can do without,
/// because that would keep local variables from becoming values.
Value *Expansion::offsetIn(Value *Place, Value *Base) {
  Value *Sum = Builder.getInt64(0);
  for (Value *At = Place; At != Base;) {
    if (auto *Step = dyn_cast<GEPOperator>(At)) {
      // The operations must not be undefined where the access is.
      Value *Offset = emitGEPOffset(&Builder, M.getDataLayout(), Step, /*NoAssumptions=*/true);
      Sum = Builder.CreateAdd(Sum, Builder.CreateSExtOrTrunc(Offset, I64));
      At = Step->getPointerOperand();
    } else if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(At)) {
      At = Cast->getPointerOperand();
    } else {
      return Builder.CreateSub(number(Place), number(Base));
    }
  }
  return Sum;
}

/// Whether an access that needs \p Needed bytes of alignment is misaligned. \p Offset is null if the object
/// is not known.
Value *Expansion::isMisaligned(Value *Place, Value *Base, Value *Offset, std::uint64_t Needed) {
  if (Needed <= 1)
    return Builder.getFalse();
  const bool KnowsBase = Offset && getKnownAlignment(Base, M.getDataLayout()).value() >= Needed;
  Value *Low = Builder.CreateAnd(KnowsBase ? Offset : number(Place), Builder.getInt64(Needed - 1));
  return Builder.CreateICmpNE(Low, Builder.getInt64(0));
}

/// Where an object of a known size is.
abi::AccessSpace spaceOf(const Value *Base, const Declarations &A) {
  if (!isa<GlobalVariable>(Base))
    return abi::AccessSpace::local;
  return any_of(A.Shared, [&](const DeclaredVariable &Row) { return Row.Variable == Base; })
             ? abi::AccessSpace::shared
             : abi::AccessSpace::global;
}

void Expansion::expand(CallInst &Check) {
  Builder.SetInsertPoint(&Check);
  Builder.SetCurrentDebugLocation(Check.getDebugLoc());
  Value *Place = Check.getArgOperand(0), *Base = Check.getArgOperand(1),
        *Site = Check.getArgOperand(Check.arg_size() - 1);
  auto *Row = cast<ConstantStruct>(cast<GlobalVariable>(Site)->getInitializer());
  Value *Length =
      Check.arg_size() == 4 ? Check.getArgOperand(2) : Builder.getInt64(numberIn(*Row, SiteField::Bytes));
  const std::uint64_t Size = numberIn(*Row, SiteField::ObjectBytes);
  const bool InBounds = (numberIn(*Row, SiteField::Flags) & abi::site_in_bounds) != 0;
  Value *Offset = Size != 0 ? offsetIn(Place, Base) : nullptr;
  Value *Begin = Offset, *Bytes = Builder.getInt64(Size);
  if (Size == 0) {
    Value *Both = Builder.CreateCall(Bounds, {number(Base)});
    Begin = Builder.CreateSub(number(Place), Builder.CreateTrunc(Both, I64));
    Bytes = Builder.CreateTrunc(Builder.CreateLShr(Both, 64), I64);
  }
  // How many offsets are inside: 0 if the access is longer than the object.
  Value *Right = Builder.CreateBinaryIntrinsic(Intrinsic::usub_sat,
                                               Builder.CreateAdd(Bytes, Builder.getInt64(1)), Length);
  Value *Wrong = InBounds ? static_cast<Value *>(Builder.getFalse()) : Builder.CreateICmpUGE(Begin, Right);
  Value *Misaligned = isMisaligned(Place, Base, Offset, numberIn(*Row, SiteField::Alignment));
  Wrong = Builder.CreateOr(Wrong, Misaligned);
  if (Check.arg_size() == 4)
    Wrong = Builder.CreateAnd(Wrong, Builder.CreateICmpNE(Length, Builder.getInt64(0)));
  if (auto *Known = dyn_cast<ConstantInt>(Wrong); Known && Known->isZero()) {
    Check.eraseFromParent();
    return;
  }
  if (Offset) { // the runtime reads an abi::AccessSpace there, as GPU sites have no order
    SmallVector<Constant *, 12> Fields;
    for (Value *Field : Row->operands())
      Fields.push_back(cast<Constant>(Field));
    Fields[static_cast<unsigned>(SiteField::Order)] =
        Builder.getInt8(static_cast<std::uint8_t>(spaceOf(Base, A)));
    Site = new GlobalVariable(M, Row->getType(), true, GlobalValue::PrivateLinkage,
                              ConstantStruct::get(Row->getType(), Fields), "kcc.check.site");
  }
  Instruction *End = SplitBlockAndInsertIfThen(Wrong, Check.getIterator(), /*Unreachable=*/false,
                                               MDBuilder(M.getContext()).createUnlikelyBranchWeights());
  Builder.SetInsertPoint(End);
  Builder.SetCurrentDebugLocation(Check.getDebugLoc());
  CallInst *Call = Builder.CreateCall(Outside, {Offset ? Offset : number(Place),
                                                Offset ? Builder.getInt64(0) : number(Base), Length,
                                                Misaligned, Site, module()});
  Call->addFnAttr(Attribute::NoMerge); // each has its own place
  Call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Check.eraseFromParent();
}

} // namespace

void expandChecksForGpu(Module &M, const Declarations &A) {
  Expansion Work(M, A);
  SmallVector<CallInst *, 64> Checks;
  for (StringRef Name : {"kcc_check_access", "kcc_check_range"})
    if (Function *F = M.getFunction(Name))
      for (User *U : F->users())
        Checks.push_back(cast<CallInst>(U));
  for (CallInst *Check : Checks)
    Work.expand(*Check);
  Work.eraseUnused();
  for (StringRef Name : ArithmeticNames)
    if (Function *F = M.getFunction(Name))
      F->setName("__" + Name);
  for (Function &F : make_early_inc_range(M))
    if (F.getName().starts_with("kcc_check_") && F.use_empty())
      F.eraseFromParent();
}

void shieldGpuChecks(Module &M) {
  for (Function &F : M) {
    if (!F.getName().starts_with("__kcc_check_"))
      continue;
    // The optimizer does not touch the parameters of functions that may have other callers;
    // describeGpuSites() changes the arguments later.
    F.setLinkage(GlobalValue::ExternalLinkage);
    F.setVisibility(GlobalValue::HiddenVisibility);
    F.removeFnAttr(Attribute::Convergent);
    F.setDoesNotThrow();
    if (F.getName() != BoundsName)
      continue;
    // What it reads does not change while a kernel runs.
    F.setMemoryEffects(MemoryEffects::none());
    F.setSpeculatable();
    F.setWillReturn();
    F.setDoesNotFreeMemory();
    F.addFnAttr(Attribute::NoSync);
  }
}

} // namespace kcc::compiler
