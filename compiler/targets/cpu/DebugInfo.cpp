#include "targets/cpu/DebugInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

void takePlaceOf(Function &Caller, const Function &Kernel) {
  const DISubprogram *Source = Kernel.getSubprogram();
  if (!Source)
    return;
  DIBuilder Info(*Caller.getParent(), /*AllowUnresolved=*/false, Source->getUnit());
  DISubprogram *Own = Info.createFunction(
      Source->getFile(), Caller.getName(), Caller.getName(), Source->getFile(), Source->getLine(),
      Info.createSubroutineType(Info.getOrCreateTypeArray({})), Source->getScopeLine(),
      DINode::FlagArtificial,
      DISubprogram::toSPFlags(/*IsLocalToUnit=*/true, /*IsDefinition=*/true, Source->isOptimized()));
  Caller.setSubprogram(Own);
  for (BasicBlock &Block : Caller)
    for (Instruction &I : Block)
      I.setDebugLoc(DILocation::get(Caller.getContext(), Source->getScopeLine(), 0, Own));
  Info.finalize();
}

/// Removes \p Variables from the lists of their compile units, which would describe them without a location.
static void unlist(Module &M, ArrayRef<DIGlobalVariableExpression *> Variables) {
  for (DICompileUnit *Unit : M.debug_compile_units()) {
    SmallVector<Metadata *, 16> Kept;
    for (DIGlobalVariableExpression *E : Unit->getGlobalVariables())
      if (!is_contained(Variables, E))
        Kept.push_back(E);
    Unit->replaceGlobalVariables(MDTuple::get(M.getContext(), Kept));
  }
}

ShownVariable::ShownVariable(GlobalVariable &V, std::uint64_t Offset) : Offset(Offset) {
  SmallVector<DIGlobalVariableExpression *, 1> Described;
  V.getDebugInfo(Described);
  if (Described.empty())
    return;
  Variable = Described.front()->getVariable();
  unlist(*V.getParent(), Described);
}

void ShownVariable::show(Value *Begin, IRBuilderBase &Builder,
                         function_ref<Value *(IRBuilderBase &)> LoadBegin) {
  Function &F = *Builder.GetInsertBlock()->getParent();
  DISubprogram *Scope = F.getSubprogram();
  if (!Variable || !Scope)
    return;
  DIBuilder Info(*F.getParent(), /*AllowUnresolved=*/false, Scope->getUnit());
  const DILocation *Place = DILocation::get(F.getContext(), Scope->getScopeLine(), 0, Scope);
  DILocalVariable *&Local = Locals[&F];
  bool IsFirst = !Local;
  if (IsFirst)
    Local = Info.createAutoVariable(Scope, Variable->getName(), Variable->getFile(), Variable->getLine(),
                                    Variable->getType());
  SmallVector<std::uint64_t, 3> Address = {dwarf::DW_OP_plus_uconst, Offset, dwarf::DW_OP_deref};
  if (!F.hasOptNone()) {
    Info.insertDbgValueIntrinsic(Begin, Local, Info.createExpression(Address), Place,
                                 Builder.GetInsertPoint());
  } else if (IsFirst) {
    // Without optimization, only memory keeps the address available in the whole function.
    IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().begin());
    Value *Slot = AtEntry.CreateAlloca(AtEntry.getPtrTy());
    AtEntry.CreateStore(LoadBegin(AtEntry), Slot);
    Address = {dwarf::DW_OP_deref, dwarf::DW_OP_plus_uconst, Offset};
    Info.insertDeclare(Slot, Local, Info.createExpression(Address), Place, AtEntry.GetInsertPoint());
  }
}

} // namespace kcc::compiler
