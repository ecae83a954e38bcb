#include "lowering/Coverage.h"
#include "lowering/Analyses.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Instrumentation/GCOVProfiler.h"

using namespace llvm;

namespace kcc::compiler {

void countLines(Module &M, StringRef Notes, StringRef Excluded) {
  // Absolute, because the program may run in another folder.
  SmallString<128> NotesPath(Notes);
  sys::fs::make_absolute(NotesPath);
  SmallString<128> CountsPath(NotesPath);
  sys::path::replace_extension(CountsPath, "gcda");
  LLVMContext &Context = M.getContext();
  NamedMDNode *Files = M.getOrInsertNamedMetadata("llvm.gcov");
  for (MDNode *Unit : M.getNamedMetadata("llvm.dbg.cu")->operands())
    Files->addOperand(
        MDNode::get(Context, {MDString::get(Context, NotesPath), MDString::get(Context, CountsPath), Unit}));

  GCOVOptions Options = GCOVOptions::getDefault();
  Options.Exclude = Excluded.str();
  Options.Atomic = true; // many threads count
  Analyses A(nullptr);
  ModulePassManager Passes;
  Passes.addPass(GCOVProfilerPass(Options));
  Passes.run(M, A.Modules);
}

} // namespace kcc::compiler
