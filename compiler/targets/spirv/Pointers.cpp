#include "targets/spirv/Pointers.h"
#include "lowering/ParameterCopies.h"
#include "targets/VariableSpaces.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/GenericPointers.h"
#include "targets/nvptx/KernelParameters.h"
#include "targets/nvptx/MemoryMoves.h"
#include "targets/nvptx/SmallCopies.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/Parameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Moves the variables that are not in shared memory to global memory, and lets only instructions use them.
void placeVariables(Module &M) {
  for (GlobalVariable &V : make_early_inc_range(M.globals())) {
    if (V.getAddressSpace() == SharedSpace || V.getAddressSpace() == GlobalSpace)
      continue;
    moveToSpace(V, GlobalSpace, V.hasInitializer() ? V.getInitializer() : nullptr);
  }
  SmallVector<Constant *, 16> All;
  for (GlobalVariable &V : M.globals())
    All.push_back(&V);
  convertUsersOfConstantsToInstructions(All, nullptr, /*RemoveDeadConstants=*/true, /*IncludeSelf=*/false);
}

void placeLocals(Function &F) {
  SmallVector<AllocaInst *, 8> Locals;
  for (Instruction &I : instructions(F))
    if (auto *A = dyn_cast<AllocaInst>(&I); A && A->getAddressSpace() == GenericSpace)
      Locals.push_back(A);
  for (AllocaInst *A : Locals) {
    IRBuilder<> Builder(A->getNextNode());
    Value *Local = Builder.CreateAddrSpaceCast(A, Builder.getPtrTy(LocalSpace));
    Value *Generic = Builder.CreateAddrSpaceCast(Local, A->getType());
    for (Use &U : make_early_inc_range(A->uses())) {
      if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U.getUser()))
        Marker->eraseFromParent();
      else if (U.getUser() != Local)
        U.set(Generic);
    }
  }
}

void expandCopies(Function &F, TargetMachine &Machine) {
  TargetTransformInfo Costs = Machine.getTargetTransformInfo(F);
  SmallVector<MemIntrinsic *, 8> Copies;
  for (Instruction &I : instructions(F))
    if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
      Copies.push_back(Copy);
  for (MemIntrinsic *Copy : Copies) {
    if (auto *Set = dyn_cast<MemSetInst>(Copy))
      expandMemSetAsLoop(Set);
    else if (auto *Move = dyn_cast<MemMoveInst>(Copy))
      expandMove(*Move, Costs);
    else
      expandMemCpyAsLoop(cast<MemCpyInst>(Copy), Costs);
    Copy->eraseFromParent();
  }
}

/// Gives functions their own copies of what they get by value. What they get is then the address of the
/// caller's object, in any memory.
void copyValues(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() == CallingConv::PTX_Kernel)
      continue;
    for (Argument &A : F.args()) {
      if (!A.hasByValAttr())
        continue;
      copyToLocal(A);
      F.removeParamAttr(A.getArgNo(), Attribute::ByVal);
      for (User *U : F.users())
        if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledFunction() == &F)
          Call->removeParamAttr(A.getArgNo(), Attribute::ByVal);
    }
  }
}

/// Whether a generic pointer is made anywhere from one to the memory in \p Space.
bool makesGeneric(const Module &M, unsigned Space) {
  return any_of(M, [&](const Function &F) {
    return any_of(instructions(F), [&](const Instruction &I) {
      auto *Cast = dyn_cast<AddrSpaceCastInst>(&I);
      return Cast && Cast->getSrcAddressSpace() == Space && Cast->getDestAddressSpace() == GenericSpace &&
             !Cast->use_empty();
    });
  });
}

Use *pointerOf(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return &Load->getOperandUse(LoadInst::getPointerOperandIndex());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return &Store->getOperandUse(StoreInst::getPointerOperandIndex());
  if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    return &Atomic->getOperandUse(AtomicRMWInst::getPointerOperandIndex());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return &Exchange->getOperandUse(AtomicCmpXchgInst::getPointerOperandIndex());
  return nullptr;
}

/// Makes the access twice: in the memory of the tag, if the pointer has it, and else as it is.
void branchOnTag(Instruction &I, std::uint64_t Tag, unsigned Space) {
  Value *Pointer = *pointerOf(I);
  IRBuilder<> Builder(&I);
  Value *Upper = Builder.CreateLShr(Builder.CreatePtrToInt(Pointer, Builder.getInt64Ty()), 32);
  Value *Is = Builder.CreateICmpEQ(Upper, Builder.getInt64(Tag));
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(Is, I.getIterator(), &Then, &Else);
  Builder.SetInsertPoint(Then);
  Instruction *There = I.clone();
  pointerOf(*There)->set(Builder.CreateAddrSpaceCast(Pointer, Builder.getPtrTy(Space)));
  There->insertBefore(Then->getIterator());
  BasicBlock *End = I.getParent();
  I.moveBefore(Else->getIterator());
  if (I.getType()->isVoidTy())
    return;
  auto *Phi = PHINode::Create(I.getType(), 2, "", End->begin());
  I.replaceAllUsesWith(Phi);
  Phi->addIncoming(There, Then->getParent());
  Phi->addIncoming(&I, I.getParent());
}

void branchOnTags(Module &M) {
  for (auto [Tag, Space] : {std::pair(SharedTag, unsigned{SharedSpace}), {LocalTag, unsigned{LocalSpace}}}) {
    if (!makesGeneric(M, Space))
      continue;
    SmallVector<Instruction *, 16> Accesses;
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (Use *Pointer = pointerOf(I);
            Pointer && (*Pointer)->getType()->getPointerAddressSpace() == GenericSpace)
          Accesses.push_back(&I);
    for (Instruction *I : Accesses)
      branchOnTag(*I, Tag, Space);
  }
}

/// Atomic operations on memory that no other thread reaches are ordinary ones.
void simplifyLocalAtomics(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Use *Pointer = pointerOf(I);
    if (!Pointer || (*Pointer)->getType()->getPointerAddressSpace() != LocalSpace)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      Load->setAtomic(AtomicOrdering::NotAtomic);
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Store->setAtomic(AtomicOrdering::NotAtomic);
    } else if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I)) {
      lowerAtomicRMWInst(Atomic);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      lowerAtomicCmpXchgInst(Exchange);
    }
  }
}

} // namespace

void resolvePointers(Module &M, TargetMachine &Machine, bool PushParameters) {
  placeVariables(M);
  copyWrittenParameters(M, Machine);
  copyValues(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      placeLocals(F);
  inferAddressSpaces(M, Machine);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isa<AddrSpaceCastInst>(I) && I.use_empty())
        I.eraseFromParent();
  expandSmallCopies(M);
  for (Function &F : M)
    if (!F.isDeclaration()) {
      expandCopies(F, Machine);
      if (F.getCallingConv() == CallingConv::PTX_Kernel)
        readParameters(F, PushParameters);
    }
  branchOnTags(M);
  for (Function &F : M)
    simplifyLocalAtomics(F);
}

} // namespace kcc::compiler
