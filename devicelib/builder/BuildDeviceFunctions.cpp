// Builds the device functions of one target, which kcc carries as LLVM bitcode:
//   kcc_build_device_functions OUTPUT SOURCE...
//
// The SOURCEs are bitcode of compiler/targets/*/device. Each becomes a separate module, and kcc reads only
// the modules with functions that a kernel calls: reading declarations takes time, too. The output starts
// with a line for each module, "SIZE FUNCTION FUNCTION...", and an empty line.
#include "Bitcode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;
using namespace kcc::devicelib;

namespace {

bool isBuiltin(StringRef Name) {
  static const StringSet<> Builtins = {
#define KCC_BUILTIN(NAME, ...) "__kcc_" #NAME,
#include "lowering/Builtins.def"
  };
  return Builtins.contains(Name);
}

/// Resolves KCC_AT_DEVICE_SCOPE (compiler/targets/nvptx/device/intrinsics.h).
void setDeviceScope(Module &M) {
  Function *Marker = M.getFunction("kcc_device_scope");
  if (!Marker)
    return;
  for (User *U : make_early_inc_range(Marker->users())) {
    auto *Call = cast<CallInst>(U);
    for (User *Atomic : Call->users())
      setAtomicSyncScopeID(cast<Instruction>(Atomic), M.getContext().getOrInsertSyncScopeID("device"));
    Call->replaceAllUsesWith(Call->getArgOperand(0));
    Call->eraseFromParent();
  }
  Marker->eraseFromParent();
}

/// Optimized, most functions are a single instruction, which kcc then inlines.
void prepare(Module &M) {
  setDeviceScope(M);
  for (Function &F : M) {
    dropOptions(F);
    // [[gnu::const]] in the headers is about the builtin, not about the code that implements it here.
    if (!F.isIntrinsic())
      F.setMemoryEffects(MemoryEffects::unknown());
    if (F.getName().starts_with("__kcc_") && !isBuiltin(F.getName()))
      fail(F.getName() + " is not in compiler/lowering/Builtins.def");
    if (F.hasExternalLinkage() && F.getName().starts_with("_Z") && F.getName().contains("__kcc_"))
      fail(F.getName() + " is not the builtin: its source lacks the header that declares it");
    // Locations of assembly in these sources, and type-based aliasing.
    for (Instruction &I : instructions(F)) {
      I.dropUnknownNonDebugMetadata();
      if (auto *Call = dyn_cast<CallInst>(&I)) {
        Call->removeFnAttr(Attribute::NoBuiltin);
        Call->removeFnAttr("no-builtins");
      }
    }
  }
  internalizeModule(M, [](const GlobalValue &V) { return isa<GlobalVariable>(V) || isBuiltin(V.getName()); });
  optimize(M);
  for (const Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !isBuiltin(F.getName()) &&
        !F.getName().starts_with("kcc_cpu_") && !F.getName().starts_with("kcc.warp."))
      fail(F.getName() + " is called and nowhere defined");
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 3)
    fail("arguments: OUTPUT SOURCE...");
  std::string Index, Modules;
  for (const char *Path : ArrayRef(Arguments + 2, Arguments + Count)) {
    LLVMContext Context;
    std::unique_ptr<Module> M = link(Context, Path);
    prepare(*M);
    std::string Bitcode = toBitcode(*M);
    Index += std::to_string(Bitcode.size());
    for (const Function &F : *M)
      if (!F.isDeclaration() && isBuiltin(F.getName()))
        Index += (" " + F.getName()).str();
    Index += "\n";
    Modules += Bitcode;
  }
  write(Index + "\n" + Modules, Arguments[1]);
}
