#include "targets/nvptx/KernelParameters.h"
#include "targets/Analyses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {

/// Whether \p U, a use of a pointer, reads what it points to and does nothing else with it.
static bool onlyReads(const Use &U) {
  auto *I = dyn_cast<Instruction>(U.getUser());
  if (!I)
    return false;
  if (isa<LoadInst, ICmpInst>(I) || I->isLifetimeStartOrEnd())
    return true;
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call || !Call->isDataOperand(&U))
    return false;
  unsigned Operand = Call->getDataOperandNo(&U);
  return Call->doesNotCapture(Operand) && Call->onlyReadsMemory(Operand);
}

static bool mayBeWritten(const Argument &Parameter) {
  SmallPtrSet<const Value *, 8> Seen = {&Parameter};
  SmallVector<const Value *, 8> Open = {&Parameter};
  while (!Open.empty())
    for (const Use &U : Open.pop_back_val()->uses()) {
      const User *I = U.getUser();
      if (isa<GetElementPtrInst, PHINode, SelectInst, AddrSpaceCastInst, FreezeInst>(I)) {
        if (Seen.insert(I).second)
          Open.push_back(I);
      } else if (!onlyReads(U)) {
        return true;
      }
    }
  return false;
}

static void copyToLocal(Argument &Parameter) {
  Function &F = *Parameter.getParent();
  const DataLayout &DL = F.getDataLayout();
  Type *T = Parameter.getParamByValType();
  Align Alignment = Parameter.getParamAlign().value_or(DL.getABITypeAlign(T));
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Copy = Builder.CreateAlloca(T, nullptr, Parameter.getName() + ".copy");
  Copy->setAlignment(Alignment);
  Parameter.replaceAllUsesWith(Copy);
  Builder.CreateMemCpy(Copy, Alignment, &Parameter, Alignment, DL.getTypeAllocSize(T).getFixedValue());
}

void copyWrittenParameters(Module &M, TargetMachine &Machine) {
  std::optional<Analyses> Needed;
  for (Function &F : M) {
    if (F.getCallingConv() != CallingConv::PTX_Kernel || F.isDeclaration())
      continue;
    bool Copied = false;
    for (Argument &Parameter : F.args())
      if (Parameter.hasByValAttr() && mayBeWritten(Parameter)) {
        copyToLocal(Parameter);
        Copied = true;
      }
    if (!Copied || Machine.getOptLevel() == CodeGenOptLevel::None)
      continue;
    // Pointers that are loaded for the copy come from the host, which the back end sees where they are no
    // longer stored to it.
    if (!Needed)
      Needed.emplace(Machine);
    SROAPass(SROAOptions::PreserveCFG).run(F, Needed->Functions);
  }
}

} // namespace kcc::compiler
