#include "lowering/Recursion.h"
#include "lowering/SymbolNames.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// How deep calls can nest: std::sort needs at most two levels for each bit of the number of elements. Small
/// frames fill an array of ArrayBytes, up to MostDepth of them.
constexpr std::uint64_t LeastDepth = 128, MostDepth = 1024, ArrayBytes = 6144;

SmallVector<CallInst *, 4> callsOfItself(Function &F) {
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction() == &F)
      Calls.push_back(Call);
  return Calls;
}

/// Whether frames can hold what the function keeps over its calls.
bool fitsFrames(const Function &F) {
  return !F.isVarArg() && all_of(instructions(F), [](const Instruction &I) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    return (!Local || Local->isStaticAlloca()) && !isa<InvokeInst, IndirectBrInst>(I);
  });
}

/// The array of frames while it is made.
class Frames {
public:
  /// A frame begins with the number of the call after which to go on.
  Frames(Function &F, ArrayRef<AllocaInst *> Kept) {
    Offsets.push_back(0);
    Bytes = 4;
    for (const AllocaInst *Local : Kept) {
      Bytes = alignTo(Bytes, Local->getAlign());
      Offsets.push_back(Bytes);
      Bytes += Local->getAllocationSize(F.getDataLayout())->getFixedValue();
      Alignment = std::max(Alignment, Local->getAlign());
    }
    Bytes = alignTo(Bytes, Alignment);
    Depth = std::clamp(ArrayBytes / Bytes, LeastDepth, MostDepth);
  }

  void allocate(IRBuilder<> &Builder) {
    Array = Builder.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Bytes * Depth));
    Array->setAlignment(Alignment);
    Open = Builder.CreateAlloca(Builder.getInt32Ty());
    Builder.CreateStore(Builder.getInt32(0), Open);
  }

  Value *depth(IRBuilder<> &Builder) const { return Builder.CreateLoad(Builder.getInt32Ty(), Open); }
  void setDepth(IRBuilder<> &Builder, Value *Number) const { Builder.CreateStore(Number, Open); }
  std::uint64_t maxDepth() const { return Depth; }

  /// The address of a member in frame \p Number: 0 is the number of the call, the others are the kept
  /// variables.
  Value *place(IRBuilder<> &Builder, Value *Number, std::size_t Place) const {
    Value *At = Builder.CreateMul(Builder.CreateZExt(Number, Builder.getInt64Ty()), Builder.getInt64(Bytes));
    At = Builder.CreateAdd(At, Builder.getInt64(Offsets[Place]));
    return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), Array, At);
  }

private:
  Align Alignment{4};
  std::uint64_t Bytes = 0, Depth = 0; ///< of one frame; of the array, in frames
  SmallVector<std::uint64_t, 16> Offsets;
  AllocaInst *Array = nullptr, *Open = nullptr;
};

void erase(ArrayRef<Instruction *> Instructions) {
  for (Instruction *I : Instructions)
    I->eraseFromParent();
}

/// Puts what lives from one block to another into local variables.
void demoteValues(Function &F, BasicBlock::iterator Place) {
  SmallVector<PHINode *, 8> Phis;
  for (Instruction &I : instructions(F))
    if (auto *Phi = dyn_cast<PHINode>(&I))
      Phis.push_back(Phi);
  for (PHINode *Phi : Phis)
    DemotePHIToStack(Phi, Place);
  SmallVector<Instruction *, 32> Values; // also what a phi has become: a load in its block
  for (Instruction &I : instructions(F))
    if (!isa<AllocaInst>(I) &&
        any_of(I.users(), [&](const User *U) { return cast<Instruction>(U)->getParent() != I.getParent(); }))
      Values.push_back(&I);
  for (Instruction *I : Values)
    DemoteRegToStack(*I, /*VolatileLoads=*/false, Place);
}

/// Those of \p Locals that are live after a call, at the beginnings of \p Afterwards. A local variable whose
/// address is used counts as live.
SmallVector<AllocaInst *, 16> keptOverCalls(Function &F, ArrayRef<AllocaInst *> Locals,
                                            ArrayRef<BasicBlock *> Afterwards) {
  struct Uses {
    BitVector Read, Written; ///< read before anything else writes them; written
    BitVector Live;          ///< at the beginning of the block
  };
  const auto Count = static_cast<unsigned>(Locals.size());
  DenseMap<const Value *, unsigned> Numbers; // of the variables that only loads and stores use
  for (auto [Index, Local] : enumerate(Locals))
    if (isAllocaPromotable(Local))
      Numbers[Local] = static_cast<unsigned>(Index);
  DenseMap<const BasicBlock *, Uses> Blocks;
  for (const BasicBlock &B : F) {
    Uses &Of =
        Blocks.try_emplace(&B, Uses{BitVector(Count), BitVector(Count), BitVector(Count)}).first->second;
    for (const Instruction &I : B) {
      auto Found = Numbers.find(getLoadStorePointerOperand(&I));
      if (Found == Numbers.end())
        continue;
      if (isa<StoreInst>(I))
        Of.Written.set(Found->second);
      else if (!Of.Written.test(Found->second))
        Of.Read.set(Found->second);
    }
  }
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (const BasicBlock *B : post_order(&F)) {
      BitVector Live(Count);
      for (const BasicBlock *Next : successors(B))
        Live |= Blocks.find(Next)->second.Live;
      Uses &Of = Blocks.find(B)->second;
      Live.reset(Of.Written);
      Live |= Of.Read;
      HasChanged |= Live != Of.Live;
      Of.Live = std::move(Live);
    }
  }
  SmallVector<AllocaInst *, 16> Kept;
  for (auto [Index, Local] : enumerate(Locals))
    if (!Numbers.contains(Local) || any_of(Afterwards, [&, I = static_cast<unsigned>(Index)](BasicBlock *B) {
          return Blocks.find(B)->second.Live.test(I);
        }))
      Kept.push_back(Local);
  return Kept;
}

void replaceRecursionOf(Function &F) {
  LLVMContext &C = F.getContext();
  Module &M = *F.getParent();
  BasicBlock *Old = &F.getEntryBlock();
  SmallVector<Instruction *, 16> LifetimeMarkers; // no longer true, as loops return to their variables
  for (Instruction &I : instructions(F))
    if (isa<LifetimeIntrinsic>(I))
      LifetimeMarkers.push_back(&I);
  erase(LifetimeMarkers);

  // A new first block, with the local variables and copies of the parameters.
  BasicBlock *Entry = BasicBlock::Create(C, "", &F, Old);
  auto *ToOld = BranchInst::Create(Old, Entry);
  for (Instruction &I : make_early_inc_range(*Old))
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      Local->moveBefore(ToOld->getIterator());
  AllocaInst *Result = nullptr;
  if (!F.getReturnType()->isVoidTy())
    Result = new AllocaInst(F.getReturnType(), 0, "", ToOld->getIterator());

  // Blocks end at the calls, and after them the result is read.
  SmallVector<CallInst *, 4> Calls = callsOfItself(F);
  SmallVector<BasicBlock *, 4> Afterwards;
  for (CallInst *Call : Calls) {
    BasicBlock *After = SplitBlock(Call->getParent(), std::next(Call->getIterator()));
    Afterwards.push_back(After);
    if (Result && !Call->use_empty())
      Call->replaceAllUsesWith(new LoadInst(F.getReturnType(), Result, "", After->begin()));
  }
  demoteValues(F, ToOld->getIterator());
  SmallVector<AllocaInst *, 4> Parameters;
  for (Argument &A : F.args()) {
    Type *Passed = A.getParamByValType(); // memory of the function's own
    auto *Copy = new AllocaInst(Passed ? Passed : A.getType(), 0, "", ToOld->getIterator());
    Parameters.push_back(Copy);
    if (Passed) {
      Copy->setAlignment(std::max(Copy->getAlign(), A.getParamAlign().valueOrOne()));
      A.replaceAllUsesWith(Copy);
      continue;
    }
    for (Use &U : make_early_inc_range(A.uses()))
      U.set(new LoadInst(A.getType(), Copy, "", cast<Instruction>(U.getUser())->getIterator()));
  }
  SmallVector<AllocaInst *, 16> Locals;
  for (Instruction &I : *Entry)
    if (auto *Local = dyn_cast<AllocaInst>(&I); Local && Local != Result)
      Locals.push_back(Local);
  const SmallVector<AllocaInst *, 16> Kept = keptOverCalls(F, Locals, Afterwards);

  Frames All(F, Kept);
  auto PlaceOf = [&](const AllocaInst *Local) {
    return static_cast<std::size_t>(find(Kept, Local) - Kept.begin()) + 1;
  };
  IRBuilder<> Builder(ToOld);
  All.allocate(Builder);
  auto StoreParameters = [&](Value *Number, auto ValueOf) {
    for (auto [Index, Copy] : enumerate(Parameters)) {
      Value *To = is_contained(Kept, Copy) ? All.place(Builder, Number, PlaceOf(Copy)) : Copy,
            *From = ValueOf(static_cast<unsigned>(Index));
      if (F.getArg(static_cast<unsigned>(Index))->hasByValAttr())
        Builder.CreateMemCpy(To, Copy->getAlign(), From, Align(1),
                             Copy->getAllocationSize(F.getDataLayout())->getFixedValue());
      else
        Builder.CreateStore(From, To);
    }
  };
  StoreParameters(Builder.getInt32(0), [&](unsigned Index) { return F.getArg(Index); });

  // A call opens a frame and jumps to the beginning.
  for (auto [Index, Call] : enumerate(Calls)) {
    Builder.SetInsertPoint(Call);
    Value *Number = All.depth(Builder), *Next = Builder.CreateAdd(Number, Builder.getInt32(1));
    Value *IsTooDeep =
        Builder.CreateICmpUGE(Next, Builder.getInt32(static_cast<std::uint32_t>(All.maxDepth())));
    Instruction *Failure = SplitBlockAndInsertIfThen(IsTooDeep, Call->getIterator(), /*Unreachable=*/true);
    Builder.SetInsertPoint(Failure);
    Builder.SetCurrentDebugLocation(Call->getDebugLoc());
    FunctionCallee Throw =
        M.getOrInsertFunction("_ZSt20__throw_length_errorPKc", Builder.getVoidTy(), Builder.getPtrTy());
    const std::string Text = "'" + sourceName(F.getName()) + "' has called itself " +
                             std::to_string(All.maxDepth() - 1) +
                             " times, and this device has no room for more";
    Builder.CreateCall(Throw, {Builder.CreateGlobalString(Text)});
    Builder.SetInsertPoint(Call);
    Builder.CreateStore(Builder.getInt32(static_cast<std::uint32_t>(Index)), All.place(Builder, Number, 0));
    StoreParameters(Next, [&](unsigned Argument) { return Call->getArgOperand(Argument); });
    All.setDepth(Builder, Next);
    Instruction *Jump = Call->getParent()->getTerminator();
    BranchInst::Create(Old, Jump->getIterator());
    Jump->eraseFromParent();
    Call->eraseFromParent();
  }

  // A return goes on after the call that opened the frame.
  BasicBlock *Last = BasicBlock::Create(C, "", &F), *Back = BasicBlock::Create(C, "", &F);
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast_or_null<ReturnInst>(B.getTerminator())) {
      Builder.SetInsertPoint(Return);
      if (Result)
        Builder.CreateStore(Return->getReturnValue(), Result);
      Builder.CreateCondBr(Builder.CreateICmpEQ(All.depth(Builder), Builder.getInt32(0)), Last, Back);
      Return->eraseFromParent();
    }
  Builder.SetInsertPoint(Back);
  Value *Number = Builder.CreateSub(All.depth(Builder), Builder.getInt32(1));
  All.setDepth(Builder, Number);
  Value *Where = Builder.CreateLoad(Builder.getInt32Ty(), All.place(Builder, Number, 0));
  SwitchInst *Switch =
      Builder.CreateSwitch(Where, Afterwards.back(), static_cast<unsigned>(Afterwards.size()));
  for (auto [Index, After] : enumerate(ArrayRef(Afterwards).drop_back()))
    Switch->addCase(Builder.getInt32(static_cast<std::uint32_t>(Index)), After);
  Builder.SetInsertPoint(Last);
  if (Result)
    Builder.CreateRet(Builder.CreateLoad(F.getReturnType(), Result));
  else
    Builder.CreateRetVoid();

  // The local variables that are kept are members of the current frame.
  for (AllocaInst *Local : Kept) {
    for (Use &U : make_early_inc_range(Local->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      Builder.SetInsertPoint(User);
      U.set(All.place(Builder, All.depth(Builder), PlaceOf(Local)));
    }
  }
  for (AllocaInst *Local : Kept)
    Local->eraseFromParent();
  // So its array can share memory with those of functions that do not run at the same time.
  if (!F.hasFnAttribute(Attribute::AlwaysInline))
    F.addFnAttr(Attribute::NoInline);
}

} // namespace

void replaceRecursion(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration() && !callsOfItself(F).empty() && fitsFrames(F))
      replaceRecursionOf(F);
}

} // namespace kcc::compiler
