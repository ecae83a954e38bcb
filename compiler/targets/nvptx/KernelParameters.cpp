#include "targets/nvptx/KernelParameters.h"
#include "lowering/Analyses.h"
#include "lowering/ParameterCopies.h"
#include "lowering/PointerUses.h"
#include "llvm/IR/IRBuilder.h"
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

namespace {

/// Calls \p Do with each parameter of \p Kernel, its type, alignment and offset. Returns their bytes.
template <class F> std::uint64_t forParameters(const Function &Kernel, F Do) {
  const DataLayout &DL = Kernel.getDataLayout();
  std::uint64_t End = 0;
  for (const Argument &A : Kernel.args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    const Align Alignment = A.hasByValAttr() ? A.getParamAlign().valueOrOne() : DL.getABITypeAlign(T);
    End = alignTo(End, Alignment);
    Do(A, T, Alignment, End);
    End += DL.getTypeAllocSize(T);
  }
  return End;
}

} // namespace

std::uint64_t parameterBytes(const Function &F) {
  if (F.getCallingConv() != CallingConv::PTX_Kernel)
    return 0; // an intrinsic's arguments may have no size
  return forParameters(F, [](const Argument &, Type *, Align, std::uint64_t) {});
}

void readParametersFrom(Function &Kernel, Value &Block, IRBuilderBase &Builder) {
  forParameters(Kernel, [&](const Argument &Parameter, Type *T, Align Alignment, std::uint64_t Offset) {
    if (Parameter.use_empty())
      return;
    Argument &A = *Kernel.getArg(Parameter.getArgNo());
    Value *Place = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Block, Offset);
    if (A.hasByValAttr()) {
      A.replaceAllUsesWith(Builder.CreateAddrSpaceCast(Place, A.getType()));
      return;
    }
    LoadInst *Load = Builder.CreateAlignedLoad(T, Place, Alignment);
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Kernel.getContext(), {}));
    A.replaceAllUsesWith(Load);
  });
}

} // namespace kcc::compiler
