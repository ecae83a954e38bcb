#include "targets/nvptx/KernelParameters.h"
#include "lowering/Analyses.h"
#include "lowering/ParameterCopies.h"
#include "lowering/PointerUses.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {

void copyWrittenParameters(Module &M, TargetMachine &Machine) {
  std::optional<Analyses> Needed;
  for (Function &F : M) {
    if (F.getCallingConv() != CallingConv::PTX_Kernel || F.isDeclaration())
      continue;
    bool Copied = false;
    for (Argument &Parameter : F.args())
      if (Parameter.hasByValAttr() && !isOnlyReadThrough(Parameter)) {
        copyToLocal(Parameter);
        Copied = true;
      }
    if (!Copied || Machine.getOptLevel() == CodeGenOptLevel::None)
      continue;
    // Pointers loaded for the copy come from the host. The back end can see that once they are no longer
    // stored to the copy.
    if (!Needed)
      Needed.emplace(&Machine);
    SROAPass(SROAOptions::PreserveCFG).run(F, Needed->Functions);
  }
}

} // namespace kcc::compiler
