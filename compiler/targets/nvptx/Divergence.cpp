#include "targets/nvptx/Divergence.h"
#include "targets/Divergence.h"
#include "targets/nvptx/AddressSpaces.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace kcc::compiler {

bool isUniformIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_red_and_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctarank:
  case Intrinsic::nvvm_read_ptx_sreg_clusterid_x:
  case Intrinsic::nvvm_read_ptx_sreg_clusterid_y:
  case Intrinsic::nvvm_read_ptx_sreg_clusterid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_z:
    return true;
  default:
    return false;
  }
}

namespace {

/// True for memory that no thread writes while the kernel runs: constants and the kernel's parameters, of
/// which it writes only copies (see copyWrittenParameters()).
bool isReadOnly(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  if (auto *V = dyn_cast<GlobalVariable>(Object))
    return V->isConstant() || V->getAddressSpace() == ConstantSpace;
  auto *A = dyn_cast<Argument>(Object);
  return A && A->hasByValAttr() && A->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
}

/// True if \p I may be divergent even if all its operands are uniform: loads from memory that threads write,
/// calls, assembly, and whatever is not known.
bool isSourceIn(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return !Load->isSimple() || !isReadOnly(Load->getPointerOperand());
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    // Other intrinsics without effects, such as llvm.umin, return uniform values for uniform operands.
    auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    return !Intrinsic ||
           (!isUniformIntrinsic(*Intrinsic) &&
            (Intrinsic->getCalledFunction()->isTargetIntrinsic() || !Intrinsic->doesNotAccessMemory()));
  }
  return I.isAtomic() || isa<VAArgInst>(I) || isa<FreezeInst>(I);
}

struct WarpRules : DivergenceRules {
  bool isSource(const Value &V) const override {
    if (auto *A = dyn_cast<Argument>(&V))
      return A->getParent()->getCallingConv() != CallingConv::PTX_Kernel;
    return isSourceIn(cast<Instruction>(V));
  }
  bool isUniform(const Instruction &I) const override {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && isUniformIntrinsic(*Intrinsic);
  }
};

} // namespace

DenseSet<const BasicBlock *> divergentBlocks(const Function &F) {
  return findDivergence(F, WarpRules()).Blocks;
}

DenseSet<const BasicBlock *> divergentBranches(const Function &F) {
  return findDivergence(F, WarpRules()).Branches;
}

} // namespace kcc::compiler
