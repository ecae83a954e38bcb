// The target for AMD's GPUs, through LLVM's AMDGPU back end.
//
// Kernels are parsed and optimized as for NVPTX, whose types have the host's sizes, and whose address spaces
// have the same numbers. Only then does the module become one for AMDGPU.
#include "targets/amdgpu/AmdgpuTarget.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/MutableVariables.h"
#include "lowering/Reach.h"
#include "lowering/SharedMemory.h"
#include "lowering/SmallFloats.h"
#include "targets/CodeGeneration.h"
#include "targets/VariableSpaces.h"
#include "targets/amdgpu/Builtins.h"
#include "targets/amdgpu/CodeObject.h"
#include "targets/amdgpu/Retarget.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/NvptxTarget.h"
#include "targets/nvptx/OptimizerPasses.h"
#include "targets/nvptx/ParsedAsNvptx.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

struct AmdArchitecture {
  StringRef Name;
  unsigned WaveLanes; ///< that kcc chooses, where there is a choice
  StringRef Features;
};
constexpr AmdArchitecture Architectures[] = {{"gfx90a", 64, "+wavefrontsize64"},
                                             {"gfx942", 64, "+wavefrontsize64"},
                                             {"gfx1030", 32, "+wavefrontsize32"},
                                             {"gfx1100", 32, "+wavefrontsize32"}};

/// Lets the back end know how much stack a kernel needs, which it sees only without recursion.
void markWithoutRecursion(Function &Kernel) {
  for (auto &[Symbol, At] : reachedFrom(Kernel))
    if (auto *F = dyn_cast<Function>(Symbol); F && !F->isDeclaration())
      Kernel.getParent()->getFunction(F->getName())->setDoesNotRecurse();
}

class AmdgpuTarget : public Target {
public:
  AmdgpuTarget(const AmdArchitecture &Arch, const CodeOptions &Options) : Arch(Arch), Options(Options) {}

  std::string arch() const override { return Arch.Name.str(); }
  StringRef backEnd() const override { return "AMDGPU"; }
  abi::CodeKind codeKind() const override { return abi::CodeKind::amdgpu; }
  TargetFacts facts() const override { return factsAsNvptx(Options.HostTriple); }

  std::string firstWith(const Builtin &B) const override { return hasAmdgpuBuiltin(B) ? "" : NoArchitecture; }
  std::string firstWithWideAtomic(const Instruction &) const override { return NoArchitecture; }
  std::string inFile(const std::string &Linked, const std::string &Manifest) const override {
    return withManifest(Linked, Manifest);
  }

  void lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const override {
    constexpr unsigned MaxThreads = 1024;
    SmallVector<Function *, 4> Functions;
    SmallVector<GlobalVariable *, 4> Shared;
    for (Kernel &K : Kernels) {
      Functions.push_back(K.Function);
      K.Function->setCallingConv(CallingConv::PTX_Kernel);
      K.Function->addFnAttr("amdgpu-flat-work-group-size",
                            "1," + std::to_string(K.MaxThreads != 0 ? K.MaxThreads : MaxThreads));
      // The builtins read the hidden arguments of code object version 5.
      K.Function->addFnAttr("amdgpu-implicitarg-num-bytes", "256");
      K.Function->addFnAttr("uniform-work-group-size", "true");
    }
    M.setModuleFlag(Module::Error, "amdhsa_code_object_version",
                    ConstantInt::get(Type::getInt32Ty(M.getContext()), 500));
    lowerAmdgpuBuiltins(M, Arch.WaveLanes);
    lowerAtomicScopes(M, {"singlethread", "block", "cluster", "device", ""});
    useFloatInstructions(M);
    roundFusedOnce(M, {/*Half=*/false, /*Brain=*/true});

    for (const DeclaredVariable &V : A.Shared)
      Shared.push_back(V.Variable);
    SmallVector<GlobalVariable *, 4> Holders = holdersOfAddresses(Shared);
    for (const DeclaredVariable &V : A.Constant)
      if (!is_contained(Holders, V.Variable))
        moveToSpace(*V.Variable, ConstantSpace, V.Variable->getInitializer());
    for (GlobalVariable *V : Shared)
      moveToSpace(*V, SharedSpace, PoisonValue::get(V->getValueType()));
    Shared.clear();
    for (GlobalVariable &V : M.globals()) // and those of device/
      if (V.getAddressSpace() == SharedSpace && !V.isDeclaration()) {
        V.setInitializer(PoisonValue::get(V.getValueType()));
        Shared.push_back(&V);
      }
    append_range(Shared, moveToSharedMemory(copyHoldersThatAreRead(holdersOfAddresses(Shared)), Functions,
                                            SharedSpace));
    SharedLayout Layout = layOutSharedMemory(Functions, Shared);
    for (auto [K, Bytes] : zip(Kernels, Layout.KernelBytes))
      K.StaticSharedBytes = Bytes;
    for (GlobalVariable *V : mutableVariables(M))
      if (V->getAddressSpace() == GenericSpace)
        moveToSpace(*V, GlobalSpace, V->getInitializer());
    for (const Kernel &K : Kernels)
      if (unboundedCalls(*K.Function).empty())
        markWithoutRecursion(*K.Function);
    for (const Kernel &K : Kernels) {
      if (GlobalValue *Other = M.getNamedValue(K.Entry); Other && Other != K.Function)
        Other->setName(K.Entry + "_");
      K.Function->setName(K.Entry);
    }
  }

  void addPasses(PassBuilder &Builder) const override { addGpuPasses(Builder); }

  std::unique_ptr<TargetMachine> createMachine(unsigned OptLevel, const Module *) const override {
    return compiler::createMachine(ParseTriple, ParseCpu, ParseFeatures, OptLevel);
  }

  void lowerLate(std::unique_ptr<Module> &M, std::unique_ptr<TargetMachine> &Machine) const override {
    std::unique_ptr<TargetMachine> Amd =
        compiler::createMachine("amdgcn-amd-amdhsa", Arch.Name, Arch.Features,
                                Machine->getOptLevel() == CodeGenOptLevel::None ? 0 : 3);
    retarget(*M, *Machine, *Amd);
    Machine = std::move(Amd);
  }

  Expected<std::string> finish(Module &M, TargetMachine &Machine) const override {
    if (Error Problem = checkForCodeObject(M))
      return Problem;
    return generateCode(M, Machine, FileKind::Object);
  }

private:
  const AmdArchitecture &Arch;
  CodeOptions Options;
};

} // namespace

void initializeAmdgpu() {
  initializeNvptx();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
}

Expected<std::unique_ptr<Target>> createAmdgpuTarget(StringRef Name, const CodeOptions &Options) {
  for (const AmdArchitecture &Arch : Architectures)
    if (Arch.Name == Name)
      return std::make_unique<AmdgpuTarget>(Arch, Options);
  return createStringError("unknown architecture '" + Name + "' of AMD's GPUs; there are " +
                           join(map_range(Architectures, [](auto &A) { return A.Name; }), ", "));
}

} // namespace kcc::compiler
