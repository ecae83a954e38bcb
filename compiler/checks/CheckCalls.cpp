#include "checks/CheckCalls.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

CheckCalls::CheckCalls(Module &M, std::uint32_t Checks)
    : M(M), Checks(Checks), Builder(M.getContext()), Pointer(Builder.getPtrTy()) {
  Type *I1 = Builder.getInt1Ty(), *I8 = Builder.getInt8Ty(), *I32 = Builder.getInt32Ty(),
       *I64 = Builder.getInt64Ty();
  SiteType = StructType::get(Pointer, Pointer, I32, I32, I64, I8, I8, I8, I8, I32, I32);
  auto Plain = [&](StringRef Name, ArrayRef<Type *> Parameters) {
    return declare(Name, Builder.getVoidTy(), Parameters);
  };
  // These read and write only what the runtime knows about memory. They may end the thread, so that nothing
  // that could fault moves up over a call.
  auto OfMemory = [&](StringRef Name, ArrayRef<Type *> Parameters) {
    FunctionCallee Callee = Plain(Name, Parameters);
    auto *F = cast<Function>(Callee.getCallee());
    F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    for (Argument &P : F->args())
      if (P.getType()->isPointerTy())
        P.addAttr(Attribute::getWithCaptureInfo(M.getContext(), CaptureInfo::none()));
    return Callee;
  };
  AccessCheck = OfMemory("kcc_check_access", {Pointer, Pointer, Pointer});
  RangeCheck = OfMemory("kcc_check_range", {Pointer, Pointer, I64, Pointer});
  CopyCheck = OfMemory("kcc_check_copy", {Pointer, Pointer, I64});
  WrittenCheck = OfMemory("kcc_check_written", {Pointer});
  LocalCheck = OfMemory("kcc_check_local", {I1, I64, Pointer});
  cast<Function>(LocalCheck.getCallee())->addParamAttr(0, Attribute::ZExt);
  FenceCheck = Plain("kcc_check_fence", {I32, I32});
  AllocatedCheck = OfMemory("kcc_check_allocated", {Pointer, Pointer});
  AtomicDone = Plain("kcc_check_atomic_done", {Pointer, Pointer});
  ExchangeDone = Plain("kcc_check_exchanged", {I1, Pointer, Pointer});
  cast<Function>(ExchangeDone.getCallee())->addParamAttr(0, Attribute::ZExt);
  BarrierCheck = Plain("kcc_check_barrier", {Pointer});
  ReachCheck = Plain("kcc_check_reach", {I64, Pointer});
  LeaveCheck = Plain("kcc_check_leave", {I64, Pointer});
  BypassCheck = Plain("kcc_check_bypass", {I64, Pointer});
  CalleeCheck = OfMemory("kcc_check_callee", {Pointer, Pointer});
  TableCheck = OfMemory("kcc_check_table", {Pointer, Pointer});
  BlockCheck = OfMemory("kcc_check_block", {I32, I32, I32, Pointer});
}

FunctionCallee CheckCalls::declare(StringRef Name, Type *Result, ArrayRef<Type *> Parameters) {
  FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Result, Parameters, false));
  cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return Callee;
}

CallInst *CheckCalls::insert(FunctionCallee Callee, ArrayRef<Value *> Arguments) {
  CallInst *Call = Builder.CreateCall(Callee, Arguments);
  Call->addFnAttr(Attribute::NoMerge); // each has its own place
  return Call;
}

GlobalVariable *CheckCalls::site(const SiteValues &Values) {
  auto Number = [&](unsigned Bits, std::uint64_t Value) { return Builder.getIntN(Bits, Value); };
  Constant *Null = ConstantPointerNull::get(Pointer);
  Constant *Row = ConstantStruct::get(
      SiteType, {Null, Null, Number(32, Values.Bytes), Number(32, Values.Alignment), Number(64, 0),
                 Number(8, static_cast<std::uint8_t>(Values.Kind)), Number(8, orderNumber(Values.Order)),
                 Number(8, Values.Scope), Number(8, Values.Flags), Number(32, Checks), Number(32, 0)});
  return new GlobalVariable(M, SiteType, true, GlobalValue::PrivateLinkage, Row, "kcc.check.site");
}

void CheckCalls::goToBeginOf(Function &F) {
  BasicBlock::iterator After = F.getEntryBlock().begin();
  while (isa<AllocaInst>(*After))
    ++After;
  Builder.SetInsertPoint(After);
  // Calls in a function with debug information need a location to be inlined.
  if (DISubprogram *P = F.getSubprogram())
    Builder.SetCurrentDebugLocation(DILocation::get(M.getContext(), P->getScopeLine(), 0, P));
}

void setField(GlobalVariable &Site, SiteField Field, Constant *Value) {
  auto *Row = cast<ConstantStruct>(Site.getInitializer());
  SmallVector<Constant *, 12> Fields;
  for (const Use &Old : Row->operands())
    Fields.push_back(cast<Constant>(Old));
  Fields[static_cast<unsigned>(Field)] = Value;
  Site.setInitializer(ConstantStruct::get(Row->getType(), Fields));
}

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

} // namespace kcc::compiler
