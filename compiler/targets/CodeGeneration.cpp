#include "targets/CodeGeneration.h"
#include "lowering/AliasScopes.h"
#include "lowering/Analyses.h"
#include "lowering/MathFunctions.h"
#include "lowering/MutableVariables.h"
#include "targets/Target.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace kcc::compiler {

std::unique_ptr<TargetMachine> createMachine(StringRef TripleText, StringRef Cpu, StringRef Features,
                                             unsigned OptLevel) {
  std::string Error;
  Triple T(TripleText);
  const llvm::Target *Found = TargetRegistry::lookupTarget(T, Error);
  if (!Found)
    report_fatal_error(Twine("back end not linked: ") + Error);
  return std::unique_ptr<TargetMachine>(
      Found->createTargetMachine(T, Cpu, Features, TargetOptions(), Reloc::PIC_, std::nullopt,
                                 OptLevel == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
}

namespace {

struct Refinement : PassInfoMixin<Refinement> {
  explicit Refinement(void (*Refine)(Function &)) : Refine(Refine) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    Refine(F);
    return PreservedAnalyses::none();
  }

  void (*Refine)(Function &);
};

} // namespace

void optimize(Module &M, const Target &T, TargetMachine &Machine, unsigned OptLevel, StringRef OwnMath,
              void (*Refine)(Function &)) {
  static constexpr const OptimizationLevel *Levels[] = {&OptimizationLevel::O0, &OptimizationLevel::O1,
                                                        &OptimizationLevel::O2, &OptimizationLevel::O3};
  Analyses A(&Machine, [&](FunctionAnalysisManager &Functions) {
    Functions.registerPass([&] { return T.costs(Machine); });
  });
  addAliasScopes(A.Builder);
  T.addPasses(A.Builder);
  // simplifyTargetIndependently() has made values of local variables. LLVM's pipeline begins with decisions
  // about branches, which then should not see the same load twice.
  A.Builder.registerPipelineStartEPCallback([](ModulePassManager &Passes, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      Passes.addPass(createModuleToFunctionPassAdaptor(EarlyCSEPass()));
  });
  if (Refine)
    A.Builder.registerScalarOptimizerLateEPCallback([Refine](FunctionPassManager &Passes, OptimizationLevel) {
      Passes.addPass(Refinement(Refine));
      Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    });
  ModulePassManager Passes = OptLevel == 0 ? A.Builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                                           : A.Builder.buildPerModuleDefaultPipeline(*Levels[OptLevel]);
  // Last, as in Clang: code that is optimized away needs no check.
  if (any_of(M, [](const Function &F) { return F.hasFnAttribute(Attribute::SanitizeAddress); }))
    Passes.addPass(AddressSanitizerPass(AddressSanitizerOptions()));
  ExposedVariables Variables(M);
  Passes.run(M, A.Modules);
  Variables.hide();
  linkMathFunctions(M, OwnMath); // those that the optimizer introduced
}

BackEndProblem backEndProblem(const DiagnosticInfo &Info) {
  if (auto *Asm = dyn_cast<DiagnosticInfoInlineAsm>(&Info))
    return {Asm->getMsgStr().str(), Asm->getLocCookie()};
  if (auto *Asm = dyn_cast<DiagnosticInfoSrcMgr>(&Info))
    return {(Asm->getSMDiag().getMessage() + " in '" + Asm->getSMDiag().getLineContents().trim() + "'").str(),
            Asm->getLocCookie()};
  BackEndProblem Problem;
  raw_string_ostream Stream(Problem.Text);
  DiagnosticPrinterRawOStream Printer(Stream);
  Info.print(Printer);
  return Problem;
}

namespace {

/// Keeps the back end's straight-line strength reduction away from large functions. For each address it
/// queries scalar evolution about the earlier ones, which takes minutes in large generated functions.
class LargeFunctionGate : public OptPassGate {
public:
  explicit LargeFunctionGate(const Module &M) {
    for (const Function &F : M)
      if (F.getInstructionCount() > MaxInstructions)
        Large.insert(F.getName());
  }
  bool isEnabled() const override { return !Large.empty(); }
  bool shouldRunPass(StringRef Pass, StringRef Unit) const override {
    // A unit is "function (name)".
    return Pass != "slsr" ||
           !(Unit.consume_front("function (") && Unit.consume_back(")") && Large.contains(Unit));
  }

private:
  static constexpr unsigned MaxInstructions = 4000;
  StringSet<> Large;
};

/// The back end's passes, with one of the target's own behind loop strength reduction.
class CodePasses final : public legacy::PassManager {
public:
  explicit CodePasses(std::unique_ptr<Pass> Own) : Own(std::move(Own)) {}

  void add(Pass *P) override {
    bool IsStrengthReduction = P->getPassName() == "Loop Strength Reduction"; // its ID is not public
    PassManager::add(P);
    if (IsStrengthReduction && Own)
      PassManager::add(Own.release());
  }

private:
  std::unique_ptr<Pass> Own;
};

} // namespace

std::string generateCode(Module &M, TargetMachine &Machine, FileKind Kind,
                         std::unique_ptr<Pass> AfterStrengthReduction) {
  SmallString<0> Code;
  raw_svector_ostream Stream(Code);
  CodePasses Passes(std::move(AfterStrengthReduction));
  if (Machine.addPassesToEmitFile(Passes, Stream, nullptr,
                                  Kind == FileKind::Assembly ? CodeGenFileType::AssemblyFile
                                                             : CodeGenFileType::ObjectFile))
    report_fatal_error("the back end cannot write this kind of file");
  LargeFunctionGate Gate(M);
  LLVMContext &Context = M.getContext();
  OptPassGate &Former = Context.getOptPassGate();
  Context.setOptPassGate(Gate);
  Passes.run(M);
  Context.setOptPassGate(Former);
  return std::string(Code);
}

TargetIRAnalysis Target::costs(TargetMachine &Machine) const {
  return Machine.getTargetIRAnalysis();
}

Expected<std::string> Target::finish(Module &M, TargetMachine &Machine) const {
  return generateCode(M, Machine, FileKind::Assembly);
}

} // namespace kcc::compiler
