#include "lowering/FastMath.h"
#include "lowering/MathFunctions.h"
#include "lowering/Scalarization.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <cmath>
#include <numbers>

using namespace llvm;

namespace kcc::compiler {
namespace {

bool isDivision(const Instruction &I) {
  return I.getOpcode() == Instruction::FDiv && I.getType()->getScalarType()->isFloatTy();
}

bool isRoot(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::sqrt && I.getType()->getScalarType()->isFloatTy();
}

/// The instructions that kcc::fast uses, and what it makes of them (include/kcc/math/fast.h).
class Approximation {
public:
  Approximation(Module &M, IRBuilderBase &Builder) : M(M), Builder(Builder) {}

  /// The value of the function \p Operation; null if there is none for it.
  Value *of(StringRef Operation, ArrayRef<Value *> X) {
    struct Row {
      StringRef Operation, Builtin;
      double Before, After; ///< factors of argument and result
    };
    static constexpr double Log2Of10 = 3.3219280948873623;
    static constexpr Row Rows[] = {
        {"sin", "sin", 1, 1},
        {"cos", "cos", 1, 1},
        {"tanh", "tanh", 1, 1},
        {"rsqrt", "rsqrt", 1, 1},
        {"exp2", "exp2", 1, 1},
        {"exp", "exp2", std::numbers::log2e, 1},
        {"exp10", "exp2", Log2Of10, 1},
        {"log2", "log2", 1, 1},
        {"log", "log2", 1, std::numbers::ln2},
        {"log10", "log2", 1, 1 / Log2Of10},
    };
    if (Operation == "tan")
      return call("div", {call("sin", X[0]), call("cos", X[0])});
    if (Operation == "pow")
      return call("exp2", Builder.CreateFMul(X[1], call("log2", X[0])));
    auto *Found = find_if(Rows, [&](const Row &R) { return R.Operation == Operation; });
    if (Found == std::end(Rows))
      return nullptr;
    return scaled(call(Found->Builtin, scaled(X[0], Found->Before)), Found->After);
  }

private:
  Value *scaled(Value *X, double Factor) {
    return Factor == 1 ? X : Builder.CreateFMul(X, ConstantFP::get(X->getType(), Factor));
  }

  Value *call(StringRef Name, ArrayRef<Value *> Arguments) {
    SmallVector<Type *, 2> Types(Arguments.size(), Builder.getFloatTy());
    FunctionCallee Callee = M.getOrInsertFunction(("__kcc_" + Name + "_approx").str(),
                                                  FunctionType::get(Builder.getFloatTy(), Types, false));
    auto *F = cast<Function>(Callee.getCallee());
    F->setDoesNotAccessMemory();
    F->setDoesNotThrow();
    F->setWillReturn();
    return Builder.CreateCall(Callee, Arguments);
  }

  Module &M;
  IRBuilderBase &Builder;
};

/// Replaces calls of sincos for float by calls of sin and cos: without a result, a call cannot be marked.
void splitSineCosine(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || !Call->getType()->isVoidTy() ||
        mathOperation(*Call->getCalledFunction()) != "sincos" ||
        !Call->getArgOperand(0)->getType()->isFloatTy())
      continue;
    IRBuilder<> Builder(Call);
    auto *Type = FunctionType::get(Builder.getFloatTy(), Builder.getFloatTy(), false);
    auto Value = [&](StringRef Symbol) {
      return Builder.CreateCall(F.getParent()->getOrInsertFunction(Symbol, Type), Call->getArgOperand(0));
    };
    Builder.CreateStore(Value("__kcc_math_sin_f32"), Call->getArgOperand(1));
    Builder.CreateStore(Value("__kcc_math_cos_f32"), Call->getArgOperand(2));
    Call->eraseFromParent();
  }
}

} // namespace

void allowApproximations(ArrayRef<Function *> Written, const FloatModes &Modes) {
  if (Modes.isPrecise())
    return;
  for (Function *F : Written) {
    if (Modes.FastFunctions)
      splitSineCosine(*F);
    for (Instruction &I : instructions(F)) {
      if (Modes.FastFunctions && isa<CallInst>(I) && isa<FPMathOperator>(I) && !isRoot(I))
        I.setHasApproxFunc(true);
      if ((isDivision(I) && !Modes.PreciseDivision) || (isRoot(I) && !Modes.PreciseRoots)) {
        I.setMetadata(LLVMContext::MD_fpmath, MDBuilder(I.getContext()).createFPMath(2));
        if (Modes.FastFunctions)
          I.setHasApproxFunc(true);
      }
    }
  }
}

void forbidApproximations(ArrayRef<Function *> Written) {
  for (Function *F : Written)
    for (Instruction &I : instructions(F))
      if (isa<FPMathOperator>(I)) {
        FastMathFlags Kept;
        Kept.setAllowContract(I.hasAllowContract());
        I.copyFastMathFlags(Kept);
      }
}

void useApproximateFunctions(Module &M, ArrayRef<Function *> Written, LackingFunctions Lacking) {
  for (Function *F : Written)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !Call->getType()->getScalarType()->isFloatTy() || !Call->getCalledFunction() ||
          !I.hasApproxFunc())
        continue;
      StringRef Operation = mathOperation(*Call->getCalledFunction());
      if (Operation.empty() || (Operation == "tanh" && Lacking.Tanh) || (Operation == "pow" && Lacking.Pow))
        continue;
      IRBuilder<> Builder(Call);
      SmallVector<Value *, 2> Arguments(Call->args());
      auto Approximate = [&](ArrayRef<Value *> X) { return Approximation(M, Builder).of(Operation, X); };
      if (Value *Result = scalarize(Builder, Arguments, Approximate)) {
        Call->replaceAllUsesWith(Result);
        Call->eraseFromParent();
      }
    }
}

bool isImprecise(const Instruction &I) {
  return (isDivision(I) || isRoot(I)) && I.hasMetadata(LLVMContext::MD_fpmath);
}

static constexpr StringRef Subnormals = "denormal-fp-math-f32";

void flushSubnormals(ArrayRef<Function *> Functions) {
  for (Function *F : Functions)
    F->addFnAttr(Subnormals, "preserve-sign,preserve-sign");
}

bool flushesSubnormals(const Function &F) {
  return F.getFnAttribute(Subnormals).getValueAsString().starts_with("preserve-sign");
}

} // namespace kcc::compiler
