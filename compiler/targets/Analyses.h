// LLVM's analysis managers, registered and cross-registered, as running any pass requires.
#ifndef KCC_TARGETS_ANALYSES_H
#define KCC_TARGETS_ANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace kcc::compiler {

struct Analyses {
  explicit Analyses(llvm::TargetMachine &Machine) : Builder(&Machine) {
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
