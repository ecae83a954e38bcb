#include "lowering/EmbeddedLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace kcc::compiler {

void linkNeeded(Module &M, StringRef Bitcode, function_ref<void(Function &)> Rename,
                function_ref<void(Function &)> Finish) {
  auto Pattern = find_if(M, [](const Function &F) { return F.hasFnAttribute("target-cpu"); });
  AttrBuilder Processor(M.getContext());
  // A function is inlined only into one for the same processor.
  if (Pattern != M.end())
    for (StringRef Kind : {"target-cpu", "target-features", "tune-cpu"})
      if (Attribute A = Pattern->getFnAttribute(Kind); A.isValid())
        Processor.addAttribute(A);
  std::unique_ptr<Module> Library =
      cantFail(getLazyBitcodeModule(MemoryBufferRef(Bitcode, "device library"), M.getContext()));
  // All targets agree with the library in types and their layouts.
  Library->setTargetTriple(M.getTargetTriple());
  Library->setDataLayout(M.getDataLayout());
  if (Rename)
    for (Function &F : *Library)
      Rename(F);
  auto Own = [&](Module &Into, const StringSet<> &Linked) {
    for (const StringMapEntry<EmptyStringSetTag> &Entry : Linked)
      if (Function *F = Into.getFunction(Entry.getKey()); F && !F->isDeclaration()) {
        F->setLinkage(GlobalValue::InternalLinkage);
        F->addFnAttrs(Processor);
        if (Finish)
          Finish(*F);
      }
  };
  if (Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded, Own))
    report_fatal_error("kcc's own device functions cannot be linked");
}

} // namespace kcc::compiler
