// LLVM's analysis managers, registered and cross-registered, as running any pass requires.
#ifndef KCC_TARGETS_ANALYSES_H
#define KCC_TARGETS_ANALYSES_H

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace kcc::compiler {

struct Analyses {
  explicit Analyses(llvm::TargetMachine &Machine) : Analyses(Machine, Machine.getTargetIRAnalysis()) {}
  Analyses(llvm::TargetMachine &Machine, llvm::TargetIRAnalysis Costs) : Builder(&Machine) {
    Functions.registerPass([&] { return std::move(Costs); }); // instead of the machine's
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
