// LLVM's analysis managers, registered and cross-registered, as running any pass requires.
#ifndef KCC_LOWERING_ANALYSES_H
#define KCC_LOWERING_ANALYSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Passes/PassBuilder.h"

namespace llvm {
class TargetMachine;
}

namespace kcc::compiler {

struct Analyses {
  /// Without \p Machine, the analyses know nothing about a target. \p RegisterOwn may register function
  /// analyses, which then replace LLVM's.
  explicit Analyses(llvm::TargetMachine *Machine,
                    llvm::function_ref<void(llvm::FunctionAnalysisManager &)> RegisterOwn = nullptr)
      : Builder(Machine) {
    if (RegisterOwn)
      RegisterOwn(Functions);
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(CallGraph);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, CallGraph, Modules);
  }

  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager CallGraph;
  llvm::ModuleAnalysisManager Modules;
};

} // namespace kcc::compiler

#endif
