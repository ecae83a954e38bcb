#include "targets/nvptx/ApproximateInstructions.h"
#include "lowering/FastMath.h"
#include "lowering/Scalarization.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Makes the approximate instruction in \p Assembly take subnormal numbers for zeros, unless it is
/// `tanh.approx`, which has no such form.
static void flush(CallInst &Call, const InlineAsm &Assembly) {
  constexpr StringRef Form = ".approx.f32";
  auto [Before, After] = Assembly.getAsmString().split(Form);
  if (Before.size() == Assembly.getAsmString().size() || Before.ends_with("tanh"))
    return;
  Call.setCalledOperand(InlineAsm::get(Assembly.getFunctionType(), (Before + ".approx.ftz.f32" + After).str(),
                                       Assembly.getConstraintString(), Assembly.hasSideEffects(),
                                       Assembly.isAlignStack()));
}

/// The form of an instruction with a direction of rounding: `nvvm.add.rp.ftz.f` for `nvvm.add.rp.f`, and
/// `nvvm.f2i.rp.ftz` for `nvvm.f2i.rp`. All others flush if their function does.
static void flush(IntrinsicInst &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (!Name.starts_with("llvm.nvvm.") || Call.arg_empty() || !Call.getArgOperand(0)->getType()->isFloatTy())
    return;
  for (StringRef Direction : {".rn", ".rz", ".rm", ".rp"}) {
    auto [Before, After] = Name.split(Direction);
    if (Before.size() == Name.size() || !(After.empty() || After.starts_with(".")))
      continue;
    if (Intrinsic::ID Id = Intrinsic::lookupIntrinsicID((Before + Direction + ".ftz" + After).str()))
      Call.setCalledFunction(Intrinsic::getOrInsertDeclaration(Call.getModule(), Id));
    return;
  }
}

void useApproximateInstructions(Module &M) {
  for (Function &F : M) {
    const bool Flushes = flushesSubnormals(F);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (auto *Call = dyn_cast<CallInst>(&I); Flushes && Call) {
        if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand()))
          flush(*Call, *Assembly);
        else if (auto *Instruction = dyn_cast<IntrinsicInst>(Call))
          flush(*Instruction);
      }
      if (!isImprecise(I) || I.hasApproxFunc())
        continue;
      IRBuilder<> Builder(&I);
      Intrinsic::ID Instruction =
          I.getOpcode() == Instruction::FDiv
              ? (Flushes ? Intrinsic::nvvm_div_full_ftz : Intrinsic::nvvm_div_full)
              : (Flushes ? Intrinsic::nvvm_sqrt_approx_ftz_f : Intrinsic::nvvm_sqrt_approx_f);
      SmallVector<Value *, 2> Operands{I.getOperand(0)};
      if (I.getOpcode() == Instruction::FDiv)
        Operands.push_back(I.getOperand(1));
      I.replaceAllUsesWith(scalarize(Builder, Operands, [&](ArrayRef<Value *> Scalars) {
        return Builder.CreateIntrinsic(Instruction, {}, Scalars);
      }));
      I.eraseFromParent();
    }
  }
}

} // namespace kcc::compiler
