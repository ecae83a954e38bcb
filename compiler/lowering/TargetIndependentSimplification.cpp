#include "lowering/TargetIndependentSimplification.h"
#include "lowering/Analyses.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/PassedStructs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Says that there is no C library.
TargetLibraryAnalysis noLibrary() {
  TargetLibraryInfoImpl None{Triple()};
  None.disableAllFunctions();
  return TargetLibraryAnalysis(std::move(None));
}

/// Whether it is a call that --check has inserted.
bool isCheck(const User *U) {
  auto *Call = dyn_cast<CallBase>(U);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with("kcc_check_");
}

/// Whether it is such a call, or a value for such calls alone.
bool servesChecks(const User *U) {
  return isCheck(U) ||
         (isa<Instruction>(U) && !isa<PHINode>(U) && !U->use_empty() && all_of(U->users(), servesChecks));
}

/// Whether it is an addition, subtraction or multiplication whose overflow is checked.
bool isCheckedOperation(const Instruction &I) {
  return isa<WithOverflowInst>(I) && any_of(I.users(), [](const User *U) {
           auto *Part = dyn_cast<ExtractValueInst>(U);
           return Part && Part->getIndices().front() == 1 && servesChecks(Part);
         });
}

class Inlining {
public:
  Inlining(Module &M, ArrayRef<Function *> Written) : M(M) {
    for (Function *F : Written)
      Weights[F] = weightOf(*F);
  }

  /// Calls \p Simplify for each function of the source, callees first, when its calls are inlined.
  void run(function_ref<void(Function &)> Simplify) {
    CallGraph Graph(M);
    SmallVector<Function *, 64> Order;
    for (auto SCC = scc_begin(&Graph); !SCC.isAtEnd(); ++SCC)
      for (const CallGraphNode *Node : *SCC)
        if (Function *F = Node->getFunction(); F && Weights.contains(F)) {
          Order.push_back(F);
          if (SCC.hasCycle())
            Recursive.insert(F);
        }
    for (Function *F : Order) {
      separateResults(*F);
      SmallVector<CallBase *, 16> Calls;
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (Function *Callee = Call->getCalledFunction();
              Callee && Weights.contains(Callee) && isInlined(*Call, *Callee))
            Calls.push_back(Call);
      for (CallBase *Call : Calls)
        inlineCall(*Call, *F);
      Simplify(*F);
    }
  }

private:
  // In operations, see weightOf(). The first is about what LLVM's optimizer inlines at any call; the second
  // only keeps functions from getting too large for its passes.
  static constexpr unsigned MaxWeight = 60, MaxWeightOfOnlyCall = 1000;

  /// The size of a function as it was written. Loads, stores and conversions do not count, because targets
  /// pass arguments in different ways.
  static unsigned weightOf(const Function &F) {
    unsigned Weight = 0;
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      auto *Branch = dyn_cast<BranchInst>(&I);
      // Checked code is fused as code without checks.
      if (servesChecks(&I))
        continue;
      Weight += (Call && !isa<IntrinsicInst>(Call)) || isa<BinaryOperator, UnaryOperator, CmpInst>(I) ||
                isCheckedOperation(I) || (Branch && Branch->isConditional());
    }
    return Weight;
  }

  bool isInlined(const CallBase &Call, Function &Callee) const {
    if (Callee.hasFnAttribute(Attribute::NoInline) || Callee.hasFnAttribute(Attribute::OptimizeNone) ||
        Call.isNoInline() || !Callee.hasLocalLinkage() || Recursive.contains(&Callee) ||
        hasFloatInstruction(Callee) || !isInlineViable(Callee).isSuccess())
      return false;
    return Weights.lookup(&Callee) <= (Callee.hasOneUse() ? MaxWeightOfOnlyCall : MaxWeight) ||
           Callee.hasFnAttribute(Attribute::AlwaysInline);
  }

  void inlineCall(CallBase &Call, Function &Caller) {
    Function *Callee = Call.getCalledFunction();
    InlineFunctionInfo Info;
    if (!InlineFunction(Call, Info, /*MergeAttributes=*/true).isSuccess())
      return;
    Weights[&Caller] += Weights.lookup(Callee);
    if (Callee->use_empty()) {
      Weights.erase(Callee);
      Callee->eraseFromParent();
    }
  }

  Module &M;
  DenseMap<const Function *, unsigned> Weights; ///< of the functions of the source
  SmallPtrSet<const Function *, 8> Recursive;
};

} // namespace

void simplifyTargetIndependently(Module &M, ArrayRef<Function *> Written,
                                 function_ref<void(Function &)> RefineChecks) {
  Analyses A(/*Machine=*/nullptr,
             [](FunctionAnalysisManager &Functions) { Functions.registerPass([] { return noLibrary(); }); });
  FunctionPassManager ToValues, WithoutRest;
  ToValues.addPass(SROAPass(SROAOptions::PreserveCFG));
  WithoutRest.addPass(ADCEPass());
  for (Function *F : Written)
    separatePassedStructs(*F);
  Inlining(M, Written).run([&](Function &F) {
    RefineChecks(F); // variables with checks do not become values
    copyWrittenStructs(F);
    ToValues.run(F, A.Functions);
    RefineChecks(F); // the objects that pointers in variables point to are known now
    uncoverPassedNumbers(F);
    WithoutRest.run(F, A.Functions);
    markUncapturedArguments(F);
    A.Functions.clear(F, F.getName());
  });
}

} // namespace kcc::compiler
