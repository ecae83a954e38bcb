// The target for NVIDIA GPUs, through PTX.
#include "targets/nvptx/NvptxTarget.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Declarations.h"
#include "lowering/EmbeddedFile.h"
#include "lowering/MutableVariables.h"
#include "lowering/SharedMemory.h"
#include "lowering/SmallFloats.h"
#include "targets/CodeGeneration.h"
#include "targets/VariableSpaces.h"
#include "targets/nvptx/AddressChains.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/AlignedBarriers.h"
#include "targets/nvptx/ApproximateInstructions.h"
#include "targets/nvptx/Architectures.h"
#include "targets/nvptx/Atomics.h"
#include "targets/nvptx/Builtins.h"
#include "targets/nvptx/Conversions.h"
#include "targets/nvptx/Costs.h"
#include "targets/nvptx/GatherAfterStores.h"
#include "targets/nvptx/HalfSubnormals.h"
#include "targets/nvptx/Initializers.h"
#include "targets/nvptx/IntegerOperations.h"
#include "targets/nvptx/InvariantLoads.h"
#include "targets/nvptx/KernelParameters.h"
#include "targets/nvptx/LoopBranches.h"
#include "targets/nvptx/LoopInputs.h"
#include "targets/nvptx/MemoryMoves.h"
#include "targets/nvptx/Negations.h"
#include "targets/nvptx/OptimizerPasses.h"
#include "targets/nvptx/RecursiveFunctions.h"
#include "targets/nvptx/SharedAlignment.h"
#include "targets/nvptx/SignedByteLoads.h"
#include "targets/nvptx/SmallCopies.h"
#include "targets/nvptx/TableAddresses.h"
#include "targets/nvptx/WarpMasks.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

KCC_EMBEDDED(kcc_nvptx_math)

namespace kcc::compiler {
namespace {

constexpr char Triple[] = "nvptx64-nvidia-cuda";

/// Tells debuggers which address space \p V is in. The back end reads the number from an expression of the
/// form that Clang emits for CUDA; without one it assumes global memory.
void setAddressClass(GlobalVariable &V) {
  unsigned Class = V.getAddressSpace() == SharedSpace ? 8 : V.getAddressSpace() == ConstantSpace ? 4 : 0;
  if (Class == 0)
    return;
  SmallVector<DIGlobalVariableExpression *, 1> Described;
  V.getDebugInfo(Described);
  V.eraseMetadata(LLVMContext::MD_dbg);
  LLVMContext &Context = V.getContext();
  auto *Expression =
      DIExpression::get(Context, {dwarf::DW_OP_constu, Class, dwarf::DW_OP_swap, dwarf::DW_OP_xderef});
  for (const DIGlobalVariableExpression *E : Described)
    V.addDebugInfo(DIGlobalVariableExpression::get(Context, E->getVariable(), Expression));
}

GlobalVariable *moveTo(GlobalVariable *V, PtxSpace Space, llvm::Constant *Initializer) {
  GlobalVariable *Moved = moveToSpace(*V, Space, Initializer);
  setAddressClass(*Moved);
  return Moved;
}

/// Gives the kernels the names by which the driver finds them. Other symbols with such a name get
/// another one, because nothing looks them up.
void nameEntries(Module &M, ArrayRef<Kernel> Kernels) {
  for (const Kernel &K : Kernels) {
    if (GlobalValue *Other = M.getNamedValue(K.Entry); Other && Other != K.Function)
      Other->setName(K.Entry + "_");
    K.Function->setName(K.Entry);
  }
}

/// Tells LLVM that assembly without side effects returns, so that loads may move past it and be combined: the
/// fourth component of a vector after `rsqrt.approx` of the first three.
void markReturningAssembly(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand());
            Assembly && !Assembly->hasSideEffects())
          Call->addFnAttr(Attribute::WillReturn);
}

class NvptxTarget : public Target {
public:
  NvptxTarget(const Architecture &Arch, const CodeOptions &Options) : Arch(Arch), Options(Options) {}

  std::string arch() const override { return Arch.Name.str(); }
  StringRef backEnd() const override { return "NVPTX"; }
  StringRef mathFunctions() const override { return kcc_nvptx_math(); }
  TargetFacts facts() const override {
    TargetFacts Facts;
    Facts.Triple = Triple;
    Facts.HostTriple = Options.HostTriple;
    // Only LLVM knows the family targets ("sm_100f"), Clang does not.
    StringRef Cpu = Arch.Name;
    Cpu.consume_back("f");
    Facts.Cpu = Cpu.str();
    Facts.Features = {ptxFeature()};
    Facts.Arch = Arch.number();
    // PTX ISA, ".param": 4352 bytes of kernel parameters; 32764 on sm_70 and newer from PTX 8.1 on.
    Facts.IsPtxVersionTheLimit = Arch.number() >= 70 && !permits(LargeParametersPtxVersion);
    Facts.MaxParameterBytes =
        Arch.number() < 70 || Facts.IsPtxVersionTheLimit ? ParameterBytesOfOldPtx : 32764;
    // PTX ISA and CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
    Facts.MaxStaticSharedBytes = 48 * 1024;
    Facts.MaxConstantBytes = 64 * 1024;
    // ptxas and the driver accept larger ones without honoring them: a block's shared memory begins at 1024
    // in its window from sm_80 on, and the driver aligns a module's variables to 256 (seen with CUDA 13.0).
    Facts.MaxSharedAlignment = 1024;
    Facts.MaxGlobalAlignment = 256;
    return Facts;
  }
  abi::CodeKind codeKind() const override { return abi::CodeKind::ptx; }
  /// The manifest is a comment, for Module::load_file.
  std::string inFile(const std::string &Ptx, const std::string &Manifest) const override {
    return abi::ptx_manifest_prefix + Manifest + "\n" + Ptx;
  }

  void lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const override {
    SmallVector<Function *, 4> Functions;
    for (Kernel &K : Kernels) {
      Functions.push_back(K.Function);
      K.Function->setCallingConv(CallingConv::PTX_Kernel);
      if (K.MaxThreads != 0)
        K.Function->addFnAttr("nvvm.maxntid", std::to_string(K.MaxThreads));
      if (K.MinBlocks != 0)
        K.Function->addFnAttr("nvvm.minctasm", std::to_string(K.MinBlocks));
    }
    // Clang may have put a different name there (see facts()).
    for (Function &F : M)
      if (F.hasFnAttribute("target-cpu")) {
        F.addFnAttr("target-cpu", Arch.Name);
        F.addFnAttr("target-features", ptxFeature());
      }
    SmallVector<GlobalVariable *, 4> SharedVariables;
    for (const DeclaredVariable &V : A.Shared)
      SharedVariables.push_back(V.Variable);
    // lowerLate() moves constants that hold shared addresses to shared memory. Until then the optimizer folds
    // loads from them.
    SmallVector<GlobalVariable *, 4> Holders = holdersOfAddresses(SharedVariables);
    for (const DeclaredVariable &V : A.Constant)
      if (!is_contained(Holders, V.Variable))
        moveTo(V.Variable, ConstantSpace, V.Variable->getInitializer());
    SmallVector<GlobalVariable *, 4> InShared = SharedVariables;
    append_range(InShared, copyHoldersThatAreRead(Holders));
    alignSharedArrays(Functions, InShared, facts().MaxStaticSharedBytes);
    SharedLayout Layout = layOutSharedMemory(Functions, InShared);
    for (auto [K, Bytes] : zip(Kernels, Layout.KernelBytes))
      K.StaticSharedBytes = Bytes;
    for (GlobalVariable *V : SharedVariables)
      moveTo(V, SharedSpace, PoisonValue::get(V->getValueType()));
    // The other variables that code writes. In the generic address space, LLVM may turn them into local
    // variables.
    for (GlobalVariable *V : mutableVariables(M))
      if (V->getAddressSpace() == GenericSpace)
        moveTo(V, GlobalSpace, V->getInitializer());
    lowerNvptxBuiltins(M);
    markReturningAssembly(M);
    lowerAtomicScopes(M, {"singlethread", "block", "cluster", "device", ""});
    useFloatInstructions(M);
    roundFusedOnce(M, {/*Half=*/Arch.number() < 53, /*Brain=*/Arch.number() < 80});
    nameEntries(M, Kernels);
  }

  std::string firstWith(const Builtin &B) const override {
    return Arch.number() >= B.FirstSm ? "" : firstArchitecture(B.FirstSm).str();
  }

  std::string firstWithWideAtomic(const Instruction &I) const override {
    unsigned Needed = wideAtomicSm(I);
    if (Arch.number() < Needed)
      return firstArchitecture(Needed).str();
    return permits(WideAtomicPtxVersion) ? "" : "PTX " + ptxVersionText(WideAtomicPtxVersion);
  }

  TargetIRAnalysis costs(TargetMachine &Machine) const override { return costAnalysis(Machine); }

  void addPasses(PassBuilder &Builder) const override { addGpuPasses(Builder); }

  void lowerLate(std::unique_ptr<Module> &Optimized, std::unique_ptr<TargetMachine> &Machine) const override {
    Module &M = *Optimized;
    SmallVector<GlobalVariable *, 8> SharedVariables;
    SmallVector<Function *, 4> Kernels;
    for (GlobalVariable &V : M.globals())
      if (V.getAddressSpace() == SharedSpace)
        SharedVariables.push_back(&V);
    for (Function &F : M)
      if (F.getCallingConv() == CallingConv::PTX_Kernel)
        Kernels.push_back(&F);
    for (GlobalVariable *V : moveToSharedMemory(copyHoldersThatAreRead(holdersOfAddresses(SharedVariables)),
                                                Kernels, SharedSpace))
      setAddressClass(*V);
    replaceInitializers(M);
    copyWrittenParameters(M, *Machine);
    expandSmallCopies(M);
    expandMovesBetweenMemories(M, *Machine);
    markInvariantLoads(M);
    alignSharedAccesses(M);
    branchBackIfTrue(M);
    keepIntegerOperations(M);
    replaceNegations(M);
    holdTableAddresses(M);
    useConversionInstructions(M);
    useApproximateInstructions(M);
    alignBarriers(M, Arch.number());
    if (Arch.number() >= 70) // before, warps run in lockstep
      gatherAfterStores(M);
    makeMasksDivergent(M);
    if (Arch.number() < 90)
      roundIntegersToBrainOnce(M);
    lowerAtomics(M, *Machine, Arch.number(), ptxVersion(&M));
    makeLoopInputsDivergent(M, *Machine);
  }

  Expected<std::string> finish(Module &M, TargetMachine &Machine) const override {
    std::string Ptx = generateCode(M, Machine, FileKind::Assembly, createAddressChains());
    return withVisibleRecursion(withHalfSubnormals(withoutSignedByteLoads(std::move(Ptx))), M);
  }

  std::unique_ptr<TargetMachine> createMachine(unsigned OptLevel, const Module *M) const override {
    return compiler::createMachine(Triple, arch(), ptxFeature(M), OptLevel);
  }

private:
  static constexpr std::uint64_t ParameterBytesOfOldPtx = 4352;
  static constexpr unsigned LargeParametersPtxVersion = 81;

  /// The version of files that need nothing newer.
  unsigned basePtxVersion() const {
    return std::max(Arch.PtxVersion, Options.PtxVersion != 0 ? Options.PtxVersion : DefaultPtxVersion);
  }
  /// Whether a file may have \p Version: if no version was asked for, each file has the one that it needs.
  bool permits(unsigned Version) const { return Options.PtxVersion == 0 || basePtxVersion() >= Version; }
  unsigned ptxVersion(const Module *M) const {
    if (!M)
      return basePtxVersion();
    bool HasLargeParameters =
        any_of(*M, [](const Function &F) { return parameterBytes(F) > ParameterBytesOfOldPtx; });
    return std::max(
        {basePtxVersion(), atomicPtxVersion(*M), HasLargeParameters ? LargeParametersPtxVersion : 0u});
  }
  std::string ptxFeature(const Module *M = nullptr) const { return "+ptx" + std::to_string(ptxVersion(M)); }

  const Architecture &Arch;
  CodeOptions Options;
};

} // namespace

void initializeNvptx() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

Expected<std::unique_ptr<Target>> createNvptxTarget(StringRef Name, const CodeOptions &Options) {
  if (Name == "native") {
    Expected<std::string> Native = nativeArch();
    if (!Native)
      return Native.takeError();
    return createNvptxTarget(*Native, Options);
  }
  if (const Architecture *Arch = findArchitecture(Name))
    return std::make_unique<NvptxTarget>(*Arch, Options);
  return createStringError("unknown GPU architecture '" + Name + "'; there are " + architectureNames() +
                           ", and 'native' for the GPU of this machine");
}

} // namespace kcc::compiler
