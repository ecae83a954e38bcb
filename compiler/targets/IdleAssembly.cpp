#include "targets/IdleAssembly.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool isIdle(const InlineAsm &Assembly) {
  const StringRef Text = StringRef(Assembly.getAsmString()).trim();
  return Text.empty() || Text == "mov.b32 $0, $1;" || Text == "mov.b64 $0, $1;";
}

/// The operands that the outputs of \p Call have the registers of; null for one that it has none of. In a
/// move, the only operand.
SmallVector<Value *, 2> givenFor(const CallInst &Call, const InlineAsm &Assembly) {
  const InlineAsm::ConstraintInfoVector Constraints = Assembly.ParseConstraints();
  SmallVector<Value *, 4> Operands(Constraints.size()); // of inputs and of memory
  unsigned Next = 0;
  for (auto [Constraint, Operand] : zip(Constraints, Operands))
    if (Constraint.hasArg())
      Operand = Call.getArgOperand(Next++);
  const bool IsMove = !StringRef(Assembly.getAsmString()).trim().empty();
  SmallVector<Value *, 2> Given;
  for (const InlineAsm::ConstraintInfo &Constraint : Constraints)
    if (Constraint.Type == InlineAsm::isOutput && !Constraint.isIndirect)
      Given.push_back(IsMove                          ? Operands.back()
                      : Constraint.hasMatchingInput() ? Operands[Constraint.MatchingInput]
                                                      : nullptr);
  return Given;
}

} // namespace

void removeIdleAssembly(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    auto *Assembly = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    if (!Assembly || !isIdle(*Assembly))
      continue;
    const SmallVector<Value *, 2> Given = givenFor(*Call, *Assembly);
    Type *T = Call->getType();
    auto *Struct = dyn_cast<StructType>(T);
    auto HasType = [&](auto Pair) {
      auto [Index, V] = Pair;
      return V && V->getType() == (Struct ? Struct->getElementType(static_cast<unsigned>(Index)) : T);
    };
    if (!all_of(enumerate(Given), HasType))
      continue;
    if (Struct) {
      IRBuilder<> Builder(Call);
      Value *All = PoisonValue::get(T);
      for (auto [Index, V] : enumerate(Given))
        All = Builder.CreateInsertValue(All, V, static_cast<unsigned>(Index));
      Call->replaceAllUsesWith(All);
    } else if (!T->isVoidTy()) {
      Call->replaceAllUsesWith(Given.front());
    }
    Call->eraseFromParent();
  }
}

} // namespace kcc::compiler
