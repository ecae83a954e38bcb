#include "targets/nvptx/Costs.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/BasicTTIImpl.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kcc::compiler {
bool isLongSequence(const User &U) {
  if (!U.getType()->isFPOrFPVectorTy())
    return false;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&U))
    return Intrinsic->getIntrinsicID() == Intrinsic::sqrt && !Intrinsic->hasApproxFunc();
  auto *Op = dyn_cast<FPMathOperator>(&U);
  if (!Op)
    return false;
  return Op->getOpcode() == Instruction::FRem ||
         (Op->getOpcode() == Instruction::FDiv && !Op->hasApproxFunc());
}

namespace {

/// Hands on what LLVM's own class for NVPTX, which is not in a public header, overrides.
class Costs final : public BasicTTIImplBase<Costs> {
  using Base = BasicTTIImplBase<Costs>;
  using TTI = TargetTransformInfo;
  friend Base;

public:
  Costs(TargetMachine &Machine, const Function &F)
      : Base(&Machine, F.getDataLayout()), Subtarget(Machine.getSubtargetImpl(F)),
        Inner(Machine.getTargetTransformInfo(F)) {}

  InstructionCost getInstructionCost(const User *U, ArrayRef<const Value *> Operands,
                                     TTI::TargetCostKind Kind) const override {
    if (Kind == TTI::TCK_SizeAndLatency && isLongSequence(*U))
      return LongSequence;
    return Inner.getInstructionCost(U, Operands, Kind);
  }

  void collectKernelLaunchBounds(const Function &F,
                                 SmallVectorImpl<std::pair<StringRef, int64_t>> &Bounds) const override {
    Inner.collectKernelLaunchBounds(F, Bounds);
  }
  InstructionCost getArithmeticInstrCost(unsigned Opcode, Type *T, TTI::TargetCostKind Kind,
                                         TTI::OperandValueInfo First = {TTI::OK_AnyValue, TTI::OP_None},
                                         TTI::OperandValueInfo Second = {TTI::OK_AnyValue, TTI::OP_None},
                                         ArrayRef<const Value *> Operands = {},
                                         const Instruction *Context = nullptr) const override {
    return Inner.getArithmeticInstrCost(Opcode, T, Kind, First, Second, Operands, Context);
  }
  InstructionCost getScalarizationOverhead(VectorType *T, const APInt &Elements, bool Insert, bool Extract,
                                           TTI::TargetCostKind Kind, bool ForPoison = true,
                                           ArrayRef<Value *> Values = {}) const override {
    return Inner.getScalarizationOverhead(T, Elements, Insert, Extract, Kind, ForPoison, Values);
  }
  void getPeelingPreferences(Loop *L, ScalarEvolution &SE, TTI::PeelingPreferences &P) const override {
    Inner.getPeelingPreferences(L, SE, P);
  }
  void getUnrollingPreferences(Loop *L, ScalarEvolution &SE, TTI::UnrollingPreferences &P,
                               OptimizationRemarkEmitter *Remarks) const override {
    Inner.getUnrollingPreferences(L, SE, P, Remarks);
    P.Threshold = FullUnrolling;
    P.MaxPercentThresholdBoost = FullUnrollingBoost;
    P.UnrollRemainder = unrollsRemainder(*L);
    P.DefaultUnrollRuntimeCount = RuntimeUnrolling;
    P.SCEVExpansionBudget = TripCountBudget;
    if (!writes(*L))
      P.PartialThreshold = PartialUnrolling;
  }
  std::optional<Instruction *> instCombineIntrinsic(InstCombiner &C, IntrinsicInst &I) const override {
    return Inner.instCombineIntrinsic(C, I);
  }
  bool collectFlatAddressOperands(SmallVectorImpl<int> &Operands, Intrinsic::ID Id) const override {
    return Inner.collectFlatAddressOperands(Operands, Id);
  }
  Value *rewriteIntrinsicWithAddressSpace(IntrinsicInst *I, Value *Old, Value *New) const override {
    return Inner.rewriteIntrinsicWithAddressSpace(I, Old, New);
  }
  unsigned getAssumedAddrSpace(const Value *V) const override { return Inner.getAssumedAddrSpace(V); }
  unsigned getFlatAddressSpace() const override { return Inner.getFlatAddressSpace(); }
  bool canHaveNonUndefGlobalInitializerInAddressSpace(unsigned Space) const override {
    return Inner.canHaveNonUndefGlobalInitializerInAddressSpace(Space);
  }
  bool hasVolatileVariant(Instruction *I, unsigned Space) const override {
    return Inner.hasVolatileVariant(I, Space);
  }
  bool hasBranchDivergence(const Function *F = nullptr) const override {
    return Inner.hasBranchDivergence(F);
  }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    return Inner.getInstructionUniformity(V);
  }
  bool areInlineCompatible(const Function *Caller, const Function *Callee) const override {
    return Inner.areInlineCompatible(Caller, Callee);
  }
  unsigned getInliningThresholdMultiplier() const override { return Inner.getInliningThresholdMultiplier(); }
  unsigned getLoadStoreVecRegBitWidth(unsigned Space) const override {
    return Inner.getLoadStoreVecRegBitWidth(Space);
  }
  bool isLegalMaskedLoad(Type *T, Align A, unsigned Space, TTI::MaskKind Kind) const override {
    return Inner.isLegalMaskedLoad(T, A, Space, Kind);
  }
  bool isLegalMaskedStore(Type *T, Align A, unsigned Space, TTI::MaskKind Kind) const override {
    return Inner.isLegalMaskedStore(T, A, Space, Kind);
  }
  bool isLegalToVectorizeLoadChain(unsigned Bytes, Align A, unsigned Space) const override {
    return Inner.isLegalToVectorizeLoadChain(Bytes, A, Space);
  }
  bool isLegalToVectorizeStoreChain(unsigned Bytes, Align A, unsigned Space) const override {
    return Inner.isLegalToVectorizeStoreChain(Bytes, A, Space);
  }
  unsigned getNumberOfRegisters(unsigned Class) const override { return Inner.getNumberOfRegisters(Class); }
  TypeSize getRegisterBitWidth(TTI::RegisterKind Kind) const override {
    return Inner.getRegisterBitWidth(Kind);
  }
  unsigned getMinVectorRegisterBitWidth() const override { return Inner.getMinVectorRegisterBitWidth(); }
  bool shouldBuildRelLookupTables() const override { return Inner.shouldBuildRelLookupTables(); }
  bool shouldExpandReduction(const IntrinsicInst *I) const override { return Inner.shouldExpandReduction(I); }

private:
  static bool writes(const Loop &L) {
    return any_of(L.blocks(), [](const BasicBlock *B) {
      return any_of(*B, [](const Instruction &I) { return I.mayWriteToMemory(); });
    });
  }

  /// More than LLVM speculates, in its unit: an addition is 1.
  static constexpr int LongSequence = 16;
  /// Of loops with a constant number of iterations: the largest cost of the unrolled loop, and how many
  /// percent of that it may reach if much of it becomes constant. LLVM's own limits are 300 and 400 %, which
  /// suit CPUs; a GPU's threads share the instructions, and registers have no addresses. In
  /// benchmarks/codegen on an H200, fft_256 gained 44 %, cholesky_6x6 23 %, dct_8x8 13 % and
  /// gemm_in_registers 9 %, and nothing lost.
  static constexpr unsigned FullUnrolling = 700;
  static constexpr unsigned FullUnrollingBoost = 170;
  /// Of loops whose number of iterations is known only at run time. ptxas unrolls them by four again, but not
  /// if LLVM has unrolled them by eight: csr_by_threads of benchmarks/codegen gained 5 % on an H200, others
  /// nothing.
  static constexpr unsigned RuntimeUnrolling = 4;
  /// Of loops that do not write, so that several iterations overlap: the largest cost of those that are
  /// unrolled. LLVM's limit for NVPTX is 75. In benchmarks/codegen on an H200, nbody takes 19 % less time,
  /// and nine others 2 to 8 %; none takes more. With stores, jacobi_3d would take 18 % more.
  static constexpr unsigned PartialUnrolling = 300;
  /// The iterations that remain are unrolled, too, in an inner loop only, which may have no others: 3 taps of
  /// a convolution_layer, which gained 22 %. Behind a long loop they are a waste of registers:
  /// gemv_by_columns lost 12 %.
  static bool unrollsRemainder(const Loop &L) { return L.getParentLoop() != nullptr; }
  /// In additions, of the code that computes the number of iterations before such a loop: enough for a
  /// maximum and a shift, as in `for (i = lane; i < n; i += 32)`, but not for a division.
  static constexpr unsigned TripCountBudget = 10;

  const TargetSubtargetInfo *getST() const { return Subtarget; }
  const TargetLoweringBase *getTLI() const { return Subtarget->getTargetLowering(); }

  const TargetSubtargetInfo *Subtarget;
  TargetTransformInfo Inner;
};

} // namespace

TargetIRAnalysis costAnalysis(TargetMachine &Machine) {
  return TargetIRAnalysis([&Machine](const Function &F) {
    return TargetTransformInfo(std::make_unique<const Costs>(Machine, F));
  });
}

} // namespace kcc::compiler
