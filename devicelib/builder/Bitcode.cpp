#include "Bitcode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kcc::devicelib {

void fail(const Twine &Text) {
  errs() << "kcc's device library: " << Text << "\n";
  std::exit(1);
}

static std::unique_ptr<Module> load(LLVMContext &Context, const char *Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    fail(Twine(Path) + ": " + Buffer.getError().message());
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(**Buffer, Context);
  if (!M)
    fail(Twine(Path) + ": " + toString(M.takeError()));
  (*M)->setModuleInlineAsm("");
  StripDebugInfo(**M);
  for (NamedMDNode &Node : make_early_inc_range((*M)->named_metadata()))
    (*M)->eraseNamedMetadata(&Node);
  return std::move(*M);
}

std::unique_ptr<Module> link(LLVMContext &Context, ArrayRef<const char *> Paths) {
  std::unique_ptr<Module> All = load(Context, Paths.front());
  for (const char *Path : Paths.drop_front())
    if (Linker::linkModules(*All, load(Context, Path)))
      fail(Twine(Path) + " cannot be linked");
  return All;
}

void dropOptions(Function &F) {
  AttributeMask Texts;
  for (Attribute A : F.getAttributes().getFnAttrs())
    if (A.isStringAttribute())
      Texts.addAttribute(A.getKindAsString());
  F.removeFnAttrs(Texts);
  F.removeFnAttr(Attribute::UWTable);
  F.setDSOLocal(F.hasLocalLinkage());
  F.setComdat(nullptr);
  F.setDoesNotThrow();
}

void optimize(Module &M) {
  PipelineTuningOptions Options;
  Options.LoopVectorization = Options.SLPVectorization = Options.LoopInterleaving = false;
  PassBuilder Builder(nullptr, Options);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraph;
  ModuleAnalysisManager Modules;
  // No C library, so that LLVM does not turn similar code into a call of sin().
  TargetLibraryInfoImpl None{Triple()};
  None.disableAllFunctions();
  Functions.registerPass([&] { return TargetLibraryAnalysis(None); });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(CallGraph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, CallGraph, Modules);
  Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(M, Modules);
}

std::string toBitcode(const Module &M) {
  std::string Text;
  raw_string_ostream Stream(Text);
  if (verifyModule(M, &Stream))
    fail("the code is not valid: " + Text);
  WriteBitcodeToFile(M, Stream);
  return Text;
}

void write(StringRef Bytes, const char *Path) {
  std::error_code Error;
  raw_fd_ostream Output(Path, Error);
  if (Error)
    fail(Twine(Path) + ": " + Error.message());
  Output << Bytes;
}

} // namespace kcc::devicelib
