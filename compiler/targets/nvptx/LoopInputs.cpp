#include "targets/nvptx/LoopInputs.h"
#include "lowering/Analyses.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/Divergence.h"
#include "targets/nvptx/GatherAfterStores.h"
#include "targets/nvptx/PureAssembly.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/AtomicExpand.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Target/TargetMachine.h"
#include <functional>
#include <optional>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// What may make ptxas let the threads of a loop take turns: atomic operations and volatile loads whose
/// results are used, and calls of functions that contain some.
class Yields {
public:
  explicit Yields(const Module &M) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Function &F : M)
        if (!Functions.contains(&F) && any_of(instructions(F), std::cref(*this))) {
          Changed |= Functions.insert(&F).second;
          OfPointers |= F.hasAddressTaken();
        }
    }
  }

  bool operator()(const Instruction &I) const {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return !isa<StoreInst, FenceInst>(I) && (I.isAtomic() || I.isVolatile());
    if (Call->isInlineAsm())
      return Call->mayReadFromMemory() && !Call->use_empty();
    const Function *Callee = Call->getCalledFunction();
    return Callee ? Functions.contains(Callee) : OfPointers;
  }

private:
  SmallPtrSet<const Function *, 8> Functions;
  bool OfPointers = false; // some functions in Functions may be called through pointers
};

bool isInParameter(const Value *Pointer) {
  auto *Parameter = dyn_cast<Argument>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
  return Parameter && Parameter->hasByValAttr();
}

bool isInLocalVariable(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
}

/// The code in which ptxas takes a warp to be together while it may be scattered: loops in which threads take
/// turns, and which they may leave in different iterations, and what follows up to where the warp gathers.
class ScatteredCode {
public:
  ScatteredCode(const Function &F, const Yields &MayYield) {
    CycleInfo Loops;
    Loops.compute(const_cast<Function &>(F));
    std::optional<DenseSet<const BasicBlock *>> Branches;
    for (const BasicBlock &B : F)
      if (const Cycle *L = Loops.getCycle(&B); L && !InLoops.contains(&B) && any_of(B, std::cref(MayYield))) {
        if (!Branches)
          Branches = divergentBranches(F);
        if (any_of(L->blocks(), [&](const BasicBlock *In) {
              return Branches->contains(In) &&
                     any_of(successors(In), [&](const BasicBlock *S) { return !L->contains(S); });
            }))
          add(*L);
      }
  }

  bool contains(const Instruction &I) const {
    auto Found = Ends.find(I.getParent());
    return Found != Ends.end() && (!Found->second || I.comesBefore(Found->second));
  }
  /// True for the loops, not for what follows them.
  bool loopContains(const BasicBlock &B) const { return InLoops.contains(&B); }

private:
  void add(const Cycle &L) {
    SmallVector<BasicBlock *, 16> Next;
    for (BasicBlock *B : L.blocks()) {
      Ends[B] = nullptr;
      InLoops.insert(B);
    }
    L.getExitBlocks(Next);
    while (!Next.empty()) {
      BasicBlock *B = Next.pop_back_val();
      if (Ends.contains(B))
        continue;
      auto End = find_if(*B, gathersWarp);
      Ends[B] = End == B->end() ? nullptr : &*End;
      if (End == B->end())
        append_range(Next, successors(B));
    }
  }
  /// Whether all threads of the warp wait for one another at \p I, or at the beginning of what it calls: a
  /// barrier that they may reach one by one (AlignedBarriers.h).
  static bool gathersWarp(const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Callee->isDeclaration()) {
      const Instruction &First = Callee->getEntryBlock().front();
      return isa<IntrinsicInst>(First) && gathersWarp(First);
    }
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    if (!Intrinsic || !gathersInOrder(*Intrinsic))
      return false;
    return Intrinsic->getIntrinsicID() != Intrinsic::nvvm_bar_warp_sync ||
           match(Intrinsic->getArgOperand(0), PatternMatch::m_AllOnes());
  }

  /// For each block, the first instruction that is not in the code; null if all are.
  DenseMap<const BasicBlock *, const Instruction *> Ends;
  SmallPtrSet<const BasicBlock *, 16> InLoops;
};

/// Whether \p C is the address of a variable, or computed from one.
bool isAddress(const Constant &C) {
  return isa<GlobalVariable>(C) || (isa<ConstantExpr>(C) && any_of(C.operands(), [](const Use &U) {
                                      return isAddress(*cast<Constant>(U));
                                    }));
}

/// Makes values of a function divergent, each once.
class DivergentValues {
public:
  explicit DivergentValues(Function &F) : F(F), Layout(F.getDataLayout()) {}

  /// Lets \p Code use divergent values only.
  void replaceIn(const ScatteredCode &Code) {
    for (BasicBlock &B : F)
      for (Instruction &I : make_early_inc_range(B)) {
        if (!Code.contains(I))
          break;
        auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
        if (Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
          continue;
        for (Use &U : I.operands())
          if (Value *New = replacement(U, Code))
            U.set(New);
        if (isUniform(I) && I.getType()->isSingleValueType())
          replaceResult(I);
      }
  }

private:
  /// True if ptxas may have the result of \p I in a uniform register, though \p I is in scattered code.
  static bool isUniform(const Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return Load->getPointerAddressSpace() == ConstantSpace || isInParameter(Load->getPointerOperand());
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && isUniformIntrinsic(*Intrinsic);
  }

  /// True if ptxas never has the result of \p I in a uniform register. It may have what was loaded from one
  /// address for all threads.
  static bool isDivergentSource(const Instruction &I) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    switch (Intrinsic ? Intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::not_intrinsic:
      return I.isAtomic() || I.isVolatile();
    case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    case Intrinsic::nvvm_read_ptx_sreg_laneid:
      return true;
    default:
      return false;
    }
  }

  /// The divergent value for \p U, which \p Code contains; null if \p U needs none. The addresses of
  /// parameters and of local variables stay: what is loaded from parameters becomes divergent instead. The
  /// first values of what changes from iteration to iteration count as used in the loop.
  Value *replacement(const Use &U, const ScatteredCode &Code) {
    if (!U->getType()->isSingleValueType())
      return nullptr;
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    if (auto *C = dyn_cast<Constant>(U)) {
      if (isa<UndefValue>(C))
        return nullptr;
      if (!Phi)
        return isAddress(*C) ? divergentAddress(*C, *User) : nullptr;
      const bool IsFirst =
          Code.loopContains(*Phi->getParent()) && !Code.loopContains(*Phi->getIncomingBlock(U));
      return isAddress(*C) || IsFirst ? divergent(*C, start()) : nullptr;
    }
    if (U->getType()->isPointerTy() && (isInParameter(U) || isInLocalVariable(U)))
      return nullptr;
    if (isa<Argument>(U))
      return divergent(*U, start());
    auto *I = dyn_cast<Instruction>(U);
    return I && !Code.contains(*I) && !isDivergentSource(*I) ? divergent(*I, *I->getInsertionPointAfterDef())
                                                             : nullptr;
  }

  /// Computes \p C before \p Where from the divergent address of its variable, so that instructions may still
  /// contain what is added to that.
  Value *divergentAddress(Constant &C, Instruction &Where) {
    if (isa<GlobalVariable>(C))
      return divergent(C, start());
    Instruction *I = cast<ConstantExpr>(C).getAsInstruction();
    I->insertBefore(Where.getIterator());
    for (Use &U : I->operands())
      if (auto *Operand = cast<Constant>(U); isAddress(*Operand))
        U.set(divergentAddress(*Operand, *I));
    return I;
  }

  void replaceResult(Instruction &I) {
    SmallVector<Use *, 8> Uses(make_pointer_range(I.uses()));
    Value *New = divergent(I, *I.getInsertionPointAfterDef());
    for (Use *U : Uses)
      U->set(New);
  }

  Value *divergent(Value &V, BasicBlock::iterator Where) {
    Value *&New = Divergent[&V];
    if (!New) {
      IRBuilder<> Builder(Where->getParent(), Where);
      New = shift(V, Builder);
    }
    return New;
  }

  /// \p V, shifted by the zero.
  Value *shift(Value &V, IRBuilder<> &Builder) {
    Type *T = V.getType();
    if (T->isPointerTy() && Layout.getTypeSizeInBits(T) == 64)
      return shiftInRegister(&V, 64, Builder);
    if (T->isPtrOrPtrVectorTy())
      return Builder.CreateIntToPtr(shift(*Builder.CreatePtrToInt(&V, Layout.getIntPtrType(T)), Builder), T);
    const unsigned Bits = static_cast<unsigned>(Layout.getTypeSizeInBits(T).getFixedValue());
    Type *Integer = Builder.getIntNTy(Bits);
    Value *Old = Builder.CreateBitCast(&V, Integer), *New = nullptr;
    for (unsigned First = 0; First < Bits; First += 64) {
      const unsigned Rest = Bits - First, Width = Rest <= 16 ? 16 : Rest <= 32 ? 32 : 64;
      Value *Part = First == 0 ? Old : Builder.CreateLShr(Old, First);
      Part = shiftInRegister(Builder.CreateZExtOrTrunc(Part, Builder.getIntNTy(Width)), Width, Builder);
      Part = Builder.CreateZExtOrTrunc(Part, Integer);
      New = First == 0 ? Part : Builder.CreateOr(New, Builder.CreateShl(Part, First));
    }
    return Builder.CreateBitCast(New, T);
  }

  /// In assembly too: otherwise LLVM might do it later, in the loop. A shift, because ptxas puts additions
  /// off: it adds three numbers at once.
  Value *shiftInRegister(Value *V, unsigned Bits, IRBuilder<> &Builder) {
    StringRef Constraints = Bits == 16 ? "=h,h,r" : Bits == 32 ? "=r,r,r" : "=l,l,r";
    return createPureAssembly(Builder, ("shl.b" + Twine(Bits) + " $0, $1, $2;").str(), Constraints,
                              V->getType(), {V, zero()});
  }

  /// A zero that ptxas does not know to be one: no lane is below 31 and the 32nd.
  Value *zero() {
    if (!Zero) {
      BasicBlock &Entry = F.getEntryBlock();
      IRBuilder<> Builder(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
      Value *Below = Builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_lanemask_lt, ArrayRef<Value *>());
      Zero = createPureAssembly(Builder, "shr.u32 $0, $1, 31;", "=r,r", Builder.getInt32Ty(), Below);
    }
    return Zero;
  }
  /// Where the function begins, behind the zero.
  BasicBlock::iterator start() { return std::next(cast<Instruction>(zero())->getIterator()); }

  Function &F;
  const DataLayout &Layout;
  Value *Zero = nullptr;
  DenseMap<Value *, Value *> Divergent;
};

} // namespace

void makeLoopInputsDivergent(Module &M, TargetMachine &Machine) {
  Analyses A(&Machine);
  for (Function &F : M)
    if (!F.isDeclaration())
      AtomicExpandPass(Machine).run(F, A.Functions);
  const Yields MayYield(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      DivergentValues(F).replaceIn(ScatteredCode(F, MayYield));
}

} // namespace kcc::compiler
