// Builds the math library that kcc contains as LLVM bitcode:
//   kcc_build_math_library [--own] OUTPUT SOURCE...
//
// It takes the functions of MathFunctions.def from the SOURCEs, which are bitcode of devicelib/, removes
// everything target-specific, checks and optimizes them. With --own, the SOURCEs are compiled for one target,
// and only the functions that use instructions of it, as inline assembly, are kept.
#include "Bitcode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;
using namespace kcc::devicelib;

namespace {

struct Row {
  const char *Operation, *Signature;
};
constexpr Row Rows[] = {
#define KCC_MATH(Operation, Signature) {#Operation, Signature},
#define KCC_MATH_EXTRA(Operation, Signature) {#Operation, Signature},
#define KCC_MATH_COMPLEX(Operation, Signature) {#Operation, Signature},
#include "lowering/MathFunctions.def"
};

/// The type that a signature of the list denotes (see there).
FunctionType *typeOf(StringRef Signature, Type *Real) {
  LLVMContext &Context = Real->getContext();
  SmallVector<Type *, 8> Types;
  for (char C : Signature)
    Types.push_back(C == 't'   ? Real
                    : C == 'i' ? Type::getInt32Ty(Context)
                    : C == 'l' ? Type::getInt64Ty(Context)
                    : C == 'v' ? Type::getVoidTy(Context)
                               : static_cast<Type *>(PointerType::get(Context, 0)));
  return FunctionType::get(Types.front(), ArrayRef(Types).drop_front(), false);
}

/// Removes everything specific to the target for which the sources were compiled.
void neutralize(Function &F) {
  dropOptions(F);
  F.removeFnAttr(Attribute::Convergent);
  for (Instruction &I : instructions(F)) {
    // LLVM would take it as permission to use GPU instructions with larger errors than the function allows.
    I.setMetadata(LLVMContext::MD_fpmath, nullptr);
    if (auto *Call = dyn_cast<CallBase>(&I))
      Call->removeFnAttr(Attribute::Convergent);
  }
}

/// Makes `a * b + c` one operation on every target, not only where it is cheap, so that all produce the same
/// bits.
void fuse(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.getIntrinsicID() == Intrinsic::fmuladd)
      for (User *U : make_early_inc_range(F.users()))
        cast<CallInst>(U)->setCalledFunction(
            Intrinsic::getOrInsertDeclaration(&M, Intrinsic::fma, {F.getReturnType()}));
}

/// Makes conversions to integers saturate, as on GPUs. For LLVM, a result that does not fit is poison, and
/// whatever depends on it, such as an index into a table, may be anything.
void saturateConversions(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<FPToSIInst, FPToUIInst>(I)) {
      IRBuilder<> Builder(&I);
      I.replaceAllUsesWith(
          Builder.CreateIntrinsic(isa<FPToSIInst>(I) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
                                  {I.getType(), I.getOperand(0)->getType()}, {I.getOperand(0)}));
      I.eraseFromParent();
    }
}

/// Intrinsics without an instruction: a function of this library that used one would call itself.
bool isMathIntrinsic(Intrinsic::ID ID) {
#define KCC_MATH_INTRINSIC(Name, Operation)                                                                  \
  if (ID == Intrinsic::Name)                                                                                 \
    return true;
#include "lowering/MathFunctions.def"
  return false;
}

/// Whether \p F or a function that it calls contains assembly.
bool usesAssembly(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call &&
           (Call->isInlineAsm() || (Call->getCalledFunction() && usesAssembly(*Call->getCalledFunction())));
  });
}

void check(const Module &M) {
  for (const Function &F : M) {
    if (F.isDeclaration() && !F.isIntrinsic())
      fail(F.getName() + " is called and nowhere defined");
    if (F.isIntrinsic() && (F.isTargetIntrinsic() || isMathIntrinsic(F.getIntrinsicID())))
      fail(F.getName() + " is called, which not every target has");
    for (const Instruction &I : instructions(F))
      if (I.getOpcode() == Instruction::FRem)
        fail("a remainder (`frem`) in " + F.getName() + ", which not every target has right");
  }
  for (const GlobalVariable &V : M.globals())
    if (V.isDeclaration() || !V.isConstant() || V.getAddressSpace() != 0)
      fail("the variable " + V.getName() + " is no constant with a value");
}

} // namespace

int main(int Count, char **Arguments) {
  const bool Own = Count > 1 && StringRef(Arguments[1]) == "--own";
  if (Own)
    --Count, ++Arguments;
  if (Count < 3)
    fail("arguments: [--own] OUTPUT SOURCE...");
  LLVMContext Context;
  std::unique_ptr<Module> Linked = link(Context, ArrayRef(Arguments + 2, Arguments + Count));
  Module &Library = *Linked;
  Library.setTargetTriple(Triple());
  Library.setDataLayout("e-i64:64-i128:128-n32:64");
  StringSet<> Roots;
  for (const Row &R : Rows)
    for (Type *Real : {Type::getFloatTy(Context), Type::getDoubleTy(Context)}) {
      std::string Symbol =
          ("__kcc_math_" + Twine(R.Operation) + (Real->isDoubleTy() ? "_f64" : "_f32")).str();
      const Function *F = Library.getFunction(Symbol);
      if (Own && (!F || !usesAssembly(*F)))
        continue;
      if (!F || F->isDeclaration())
        fail(Symbol + " is in the list, and devicelib/ does not define it");
      if (F->getFunctionType() != typeOf(R.Signature, Real))
        fail(Symbol + " is defined with another signature than the list's \"" + R.Signature + "\"");
      Roots.insert(Symbol);
    }
  internalizeModule(Library, [&](const GlobalValue &V) { return Roots.contains(V.getName()); });
  for (Function &F : Library) {
    neutralize(F);
    saturateConversions(F);
  }
  fuse(Library);
  optimize(Library);
  check(Library);
  write(toBitcode(Library), Arguments[1]);
}
