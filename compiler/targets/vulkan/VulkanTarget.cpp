// The target for Vulkan devices, through SPIR-V.
//
// Kernels are parsed and optimized as for NVPTX: its pointers are flat and its types have the host's sizes.
// Only then do pointers become numbers, and control flow structured.
#include "targets/vulkan/VulkanTarget.h"
#include "lowering/Analyses.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/SharedMemory.h"
#include "lowering/SmallFloats.h"
#include "targets/CodeGeneration.h"
#include "targets/VariableSpaces.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/OptimizerPasses.h"
#include "targets/nvptx/ParsedAsNvptx.h"
#include "targets/nvptx/SharedAlignment.h"
#include "targets/vulkan/AtomicLoops.h"
#include "targets/vulkan/Builtins.h"
#include "targets/vulkan/Divisions.h"
#include "targets/vulkan/IntegerExpansions.h"
#include "targets/vulkan/ModuleWriter.h"
#include "targets/vulkan/Pointers.h"
#include "targets/vulkan/StructuredFlow.h"
#include "targets/vulkan/ThreadEnds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

using namespace llvm;

namespace kcc::compiler {

/// Where dynamic shared memory begins depends on the kernel.
static void inlineUsersOfDynamicShared(Module &M) {
  SmallVector<Function *, 4> Users = {M.getFunction(std::string(OwnPrefix) + "dynamic_shared")};
  SmallPtrSet<Function *, 4> Seen;
  while (!Users.empty())
    if (Function *F = Users.pop_back_val(); F && Seen.insert(F).second)
      for (User *U : F->users())
        if (auto *Call = dyn_cast<CallBase>(U);
            Call && Call->getFunction()->getCallingConv() != CallingConv::PTX_Kernel) {
          Function *Caller = Call->getFunction();
          Caller->removeFnAttr(Attribute::NoInline);
          Caller->removeFnAttr(Attribute::OptimizeNone);
          Caller->addFnAttr(Attribute::AlwaysInline);
          Users.push_back(Caller);
        }
}

/// Makes accesses to neighbours one to a vector. Drivers do not see what is aligned.
static void joinAccesses(Module &M) {
  alignSharedAccesses(M);
  Analyses A(nullptr); // PTX has masked accesses, which fill gaps; SPIR-V has none
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(LoadStoreVectorizerPass()));
  Passes.run(M, A.Modules);
}

TargetFacts VulkanTarget::facts() const {
  return factsAsNvptx(Options.HostTriple);
}

std::string VulkanTarget::firstWith(const Builtin &B) const {
  return hasVulkanBuiltin(B) ? "" : NoArchitecture;
}

std::string VulkanTarget::inFile(const std::string &Spirv, const std::string &Manifest) const {
  return withManifest(Spirv, Manifest);
}

void VulkanTarget::lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const {
  SmallVector<Function *, 4> Functions;
  SmallVector<GlobalVariable *, 4> Declared;
  for (Kernel &K : Kernels) {
    Functions.push_back(K.Function);
    K.Function->setCallingConv(CallingConv::PTX_Kernel);
  }
  lowerVulkanBuiltins(M);
  lowerAtomicScopes(M, {"singlethread", "block", "cluster", "device", ""});
  useFloatInstructions(M);
  roundFusedOnce(M, lackingFused());

  for (const DeclaredVariable &V : A.Shared)
    Declared.push_back(V.Variable);
  for (GlobalVariable *V : Declared)
    moveToSpace(*V, SharedSpace, PoisonValue::get(V->getValueType()));
  SmallVector<GlobalVariable *, 4> Shared;
  for (GlobalVariable &V : M.globals())
    if (V.getAddressSpace() == SharedSpace)
      Shared.push_back(&V);
  append_range(
      Shared, moveToSharedMemory(copyHoldersThatAreRead(holdersOfAddresses(Shared)), Functions, SharedSpace));
  alignSharedArrays(Functions, Shared, facts().MaxStaticSharedBytes);
  SharedLayout Layout = layOutSharedMemory(Functions, Shared);
  const Function *Dynamic = M.getFunction(std::string(OwnPrefix) + "dynamic_shared");
  const std::uint64_t Alignment = Dynamic && !Dynamic->use_empty() ? 128 : 16; // of what follows
  for (auto [K, Bytes] : zip(Kernels, Layout.KernelBytes)) {
    K.StaticSharedBytes = alignTo(Bytes, Alignment);
    K.Function->addFnAttr(StaticSharedAttribute, std::to_string(K.StaticSharedBytes));
  }
  for (const Kernel &K : Kernels) {
    if (GlobalValue *Other = M.getNamedValue(K.Entry); Other && Other != K.Function)
      Other->setName(K.Entry + "_");
    K.Function->setName(K.Entry);
  }
}

void VulkanTarget::lowerLate(std::unique_ptr<Module> &Optimized,
                             std::unique_ptr<TargetMachine> &Machine) const {
  Module &M = *Optimized;
  Analyses A(Machine.get());
  inlineUsersOfDynamicShared(M);
  ModulePassManager Passes;
  Passes.addPass(AlwaysInlinerPass());
  Passes.addPass(GlobalDCEPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
  Passes.run(M, A.Modules);
  resolvePointers(M, *Machine, {hasPushedParameters(), hasWideSharedAtomics()});
  if (Machine->getOptLevel() != CodeGenOptLevel::None)
    joinAccesses(M);
  expandAtomics(M, hasFloatSums());
  expandIntegers(M);
  divideBy32Bits(M);
  roundIntegersToBrainOnce(M);
  endThreads(M);
  structureFlow(M);
}

void VulkanTarget::addPasses(PassBuilder &Builder) const {
  addGpuPasses(Builder);
}

std::unique_ptr<TargetMachine> VulkanTarget::createMachine(unsigned OptLevel, const Module *) const {
  return compiler::createMachine(ParseTriple, ParseCpu, ParseFeatures, OptLevel);
}

Expected<std::string> VulkanTarget::finish(Module &M, TargetMachine &) const {
  return writeSpirv(M, SpirvReader::Vulkan);
}

std::unique_ptr<Target> createVulkanTarget(const CodeOptions &Options) {
  return std::make_unique<VulkanTarget>(Options);
}

} // namespace kcc::compiler
