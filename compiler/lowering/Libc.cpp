#include "lowering/Libc.h"
#include "lowering/EmbeddedFile.h"
#include "lowering/EmbeddedLibrary.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

KCC_EMBEDDED(kcc_libc)

namespace kcc::compiler {

static constexpr StringRef Prefix = "__kcc_libc_";

enum class Where { None, Gpu, Both };

static Where whereOf(StringRef Name) {
  return StringSwitch<Where>(Name)
#define KCC_LIBC_FUNCTION(Name, Place) .Case(#Name, Where::Place)
#include "lowering/LibcFunctions.def"
      .Default(Where::None);
}

bool isLibcFunction(StringRef Name) {
  return Name == "malloc" || Name == "free" || whereOf(Name) != Where::None;
}

/// Conversions for which NVPTX has no code, and for which x86 calls libgcc functions that round twice for
/// 16-bit types.
static bool isWideConversion(const Instruction &I) {
  auto IsWide = [](const Type *T) { return T->isIntegerTy(128); };
  return (isa<SIToFPInst, UIToFPInst>(I) && IsWide(I.getOperand(0)->getType())) ||
         (isa<FPToSIInst, FPToUIInst>(I) && IsWide(I.getType()));
}

static Value *toFloat(CastInst &I, IRBuilderBase &Builder) {
  Module &M = *I.getModule();
  Type *Half = Builder.getInt64Ty(), *Result = I.getType();
  Value *Number = I.getOperand(0), *Negative = nullptr;
  if (isa<SIToFPInst>(I)) {
    Negative = Builder.CreateICmpSLT(Number, ConstantInt::get(Number->getType(), 0));
    Number = Builder.CreateSelect(Negative, Builder.CreateNeg(Number), Number);
  }
  Value *Low = Builder.CreateTrunc(Number, Half);
  Value *High = Builder.CreateTrunc(Builder.CreateLShr(Number, 64), Half);
  bool Narrow = !Result->isFloatTy() && !Result->isDoubleTy();
  StringRef Name = Result->isFloatTy() ? "u128_to_f32" : Narrow ? "u128_to_odd_f64" : "u128_to_f64";
  Type *Returned = Narrow ? Builder.getDoubleTy() : Result;
  Value *Converted = Builder.CreateCall(
      M.getOrInsertFunction((Prefix + Name).str(), FunctionType::get(Returned, {Half, Half}, false)),
      {Low, High});
  if (Narrow)
    Converted = Builder.CreateFPTrunc(Converted, Result);
  return Negative ? Builder.CreateSelect(Negative, Builder.CreateFNeg(Converted), Converted) : Converted;
}

static Value *fromFloat(CastInst &I, IRBuilderBase &Builder) {
  Module &M = *I.getModule();
  Type *Wide = I.getType(), *Half = Builder.getInt64Ty();
  IRBuilder<> AtEntry(&*I.getFunction()->getEntryBlock().getFirstInsertionPt());
  Value *Halves = AtEntry.CreateAlloca(ArrayType::get(Half, 2));
  Value *Number = I.getOperand(0);
  if (!Number->getType()->isDoubleTy())
    Number = Builder.CreateFPExt(Number, Builder.getDoubleTy());
  Builder.CreateCall(
      M.getOrInsertFunction(
          (Prefix + "f64_to_i128").str(),
          FunctionType::get(Builder.getVoidTy(), {Builder.getDoubleTy(), Builder.getPtrTy()}, false)),
      {Number, Halves});
  Value *Low = Builder.CreateZExt(Builder.CreateLoad(Half, Halves), Wide);
  Value *High =
      Builder.CreateZExt(Builder.CreateLoad(Half, Builder.CreateConstGEP1_64(Half, Halves, 1)), Wide);
  return Builder.CreateOr(Builder.CreateShl(High, 64), Low);
}

static void lowerWideConversions(Module &M) {
  SmallVector<CastInst *, 4> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isWideConversion(I))
        Found.push_back(cast<CastInst>(&I));
  for (CastInst *I : Found) {
    IRBuilder<> Builder(I);
    I->replaceAllUsesWith(isa<SIToFPInst, UIToFPInst>(I) ? toFloat(*I, Builder) : fromFloat(*I, Builder));
    I->eraseFromParent();
  }
}

/// Gives bodies to the declared functions that \p IsWanted wants, and to those that other lowerings have
/// called by kcc's own names.
static void linkBodies(Module &M, function_ref<bool(Where)> IsWanted) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && !F.isIntrinsic() && IsWanted(whereOf(F.getName())))
      // Under its own name, LLVM would treat it as the C function.
      F.setName(Prefix + F.getName());
  auto IsMissing = [](const Function &F) { return F.isDeclaration() && F.getName().starts_with(Prefix); };
  if (none_of(M, IsMissing))
    return;
  linkNeeded(M, kcc_libc());
  for (const Function &F : M)
    if (IsMissing(F))
      report_fatal_error(Twine("kcc's C library has no ") + F.getName());
}

static void inlineLikeMacro(Function &F) {
  F.addFnAttr(Attribute::AlwaysInline);
  // The checks in it may end the thread, and use memory that Clang does not know of.
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U))
      for (Attribute::AttrKind Kind : {Attribute::Memory, Attribute::WillReturn})
        Call->removeFnAttr(Kind);
}

void linkCheckedLibc(Module &M) {
  SmallPtrSet<const Function *, 32> OfSource;
  for (const Function &F : M)
    if (!F.isDeclaration())
      OfSource.insert(&F);
  for (StringRef Name : {"memcmp", "bcmp"})
    if (Function *F = M.getFunction(Name); F && F->isDeclaration())
      F->setName(Prefix + "checked_" + Name);
  linkBodies(M, [](Where Place) { return Place == Where::Gpu; });
  for (Function &F : M)
    if (!F.isDeclaration() && !OfSource.contains(&F))
      inlineLikeMacro(F);
}

void linkLibc(Module &M, bool IsCpuDevice) {
  lowerWideConversions(M);
  linkBodies(M, [&](Where Place) { return Place == Where::Both || (Place == Where::Gpu && !IsCpuDevice); });
  if (IsCpuDevice)
    for (StringRef Name : {"malloc", "free"})
      if (Function *F = M.getFunction(Name); F && F->isDeclaration())
        F->setName("kcc_cpu_" + Name);
}

} // namespace kcc::compiler
