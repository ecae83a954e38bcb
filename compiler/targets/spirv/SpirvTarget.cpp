#include "targets/spirv/SpirvTarget.h"
#include "lowering/Analyses.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/SharedMemory.h"
#include "lowering/SmallFloats.h"
#include "targets/CodeGeneration.h"
#include "targets/IdleAssembly.h"
#include "targets/VariableSpaces.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/OptimizerPasses.h"
#include "targets/nvptx/ParsedAsNvptx.h"
#include "targets/nvptx/SharedAlignment.h"
#include "targets/spirv/AtomicLoops.h"
#include "targets/spirv/BarrierChecks.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/Divisions.h"
#include "targets/spirv/IntegerExpansions.h"
#include "targets/spirv/LaneChecks.h"
#include "targets/spirv/LlvmpipeGuards.h"
#include "targets/spirv/LockedAtomics.h"
#include "targets/spirv/ModuleWriter.h"
#include "targets/spirv/Pointers.h"
#include "targets/spirv/StructuredFlow.h"
#include "targets/spirv/ThreadEnds.h"

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

TargetFacts SpirvTarget::facts() const {
  return factsAsNvptx(Options.HostTriple);
}

std::string SpirvTarget::firstWith(const Builtin &B) const {
  return hasSpirvBuiltin(B) ? "" : NoArchitecture;
}

std::string SpirvTarget::inFile(const std::string &Spirv, const std::string &Manifest) const {
  return withManifest(Spirv, Manifest);
}

void SpirvTarget::lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const {
  SmallVector<Function *, 4> Functions;
  SmallVector<GlobalVariable *, 4> Declared;
  for (Kernel &K : Kernels) {
    Functions.push_back(K.Function);
    K.Function->setCallingConv(CallingConv::PTX_Kernel);
  }
  lowerSpirvBuiltins(M);
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

void SpirvTarget::lowerLate(std::unique_ptr<Module> &Optimized,
                            std::unique_ptr<TargetMachine> &Machine) const {
  Module &M = *Optimized;
  if (!promisesLanes())
    checkLanes(M);
  Analyses A(Machine.get());
  inlineUsersOfDynamicShared(M);
  ModulePassManager Passes;
  Passes.addPass(AlwaysInlinerPass());
  Passes.addPass(GlobalDCEPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::PreserveCFG)));
  Passes.run(M, A.Modules);
  resolvePointers(M, *Machine, hasPushedParameters());
  if (Machine->getOptLevel() != CodeGenOptLevel::None)
    joinAccesses(M);
  if (locksWideSharedAtomics())
    lockWideAtomics(M);
  expandAtomics(M, hasFloatSums());
  if (worksAroundLlvmpipe())
    replaceOrders(M);
  expandIntegers(M);
  divideBy32Bits(M);
  roundIntegersToBrainOnce(M);
  for (Function &F : M)
    removeIdleAssembly(F);
  markPartialBarriers(M);
  endThreads(M);
  if (worksAroundLlvmpipe())
    skipSpareLanes(M);
  structureFlow(M, [&](Function &F) {
    if (worksAroundLlvmpipe())
      guardLoops(F);
  });
}

void SpirvTarget::addPasses(PassBuilder &Builder) const {
  addGpuPasses(Builder);
}

std::unique_ptr<TargetMachine> SpirvTarget::createMachine(unsigned OptLevel, const Module *) const {
  return compiler::createMachine(ParseTriple, ParseCpu, ParseFeatures, OptLevel);
}

Expected<std::string> SpirvTarget::finish(Module &M, TargetMachine &) const {
  return writeSpirv(M, reader());
}

} // namespace kcc::compiler
