#include "targets/nvptx/ApproximateInstructions.h"
#include "lowering/FastMath.h"
#include "lowering/Scalarization.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
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

void useApproximateInstructions(Module &M) {
  for (Function &F : M) {
    const bool Flushes = flushesSubnormals(F);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (auto *Call = dyn_cast<CallInst>(&I); Flushes && Call)
        if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand()))
          flush(*Call, *Assembly);
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
