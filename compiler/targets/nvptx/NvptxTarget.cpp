// NVIDIA GPUs by way of PTX.
#include "targets/nvptx/NvptxTarget.h"
#include "lowering/Annotations.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Builtins.h"
#include "lowering/SharedMemory.h"
#include "targets/CodeGeneration.h"
#include "targets/nvptx/Architectures.h"
#include "targets/nvptx/Atomics.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr char Triple[] = "nvptx64-nvidia-cuda";
/// PTX state spaces as LLVM numbers them (LLVM's NVPTXUsage, "Address Spaces").
enum AddressSpace : unsigned { Shared = 3, Constant = 4 };

/// Moves \p V to address space \p Space. Its users keep the generic pointer they had; the back end's address
/// space inference takes the cast out again where it can.
GlobalVariable *moveTo(GlobalVariable *V, AddressSpace Space, llvm::Constant *Initializer) {
  auto *Moved =
      new GlobalVariable(*V->getParent(), V->getValueType(), V->isConstant(), V->getLinkage(), Initializer,
                         "", V, GlobalValue::NotThreadLocal, Space, V->isExternallyInitialized());
  Moved->takeName(V);
  Moved->setAlignment(V->getAlign());
  V->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(Moved, V->getType()));
  V->eraseFromParent();
  return Moved;
}

Value *lowerBuiltin(const Builtin &B, IRBuilderBase &Builder) {
  static constexpr Intrinsic::ID Registers[][3] = {
      {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
       Intrinsic::nvvm_read_ptx_sreg_tid_z},
      {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_z},
      {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
       Intrinsic::nvvm_read_ptx_sreg_ntid_z},
      {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_nctaid_z},
  };
  switch (B.What) {
  case Builtin::ThreadIdx:
  case Builtin::BlockIdx:
  case Builtin::BlockDim:
  case Builtin::GridDim: {
    CallInst *Read = Builder.CreateIntrinsic(Registers[B.What][B.Axis], {});
    IndexRange Range = rangeOf(B);
    Read->addRangeRetAttr(ConstantRange(APInt(32, Range.Begin), APInt(32, Range.End)));
    return Read;
  }
  case Builtin::SyncThreads:
    Builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {Builder.getInt32(0)});
    return nullptr;
  case Builtin::DynamicShared: {
    // One array of unknown length for the whole module; the launch gives its size.
    Module &M = *Builder.GetInsertBlock()->getModule();
    constexpr char Name[] = "kcc_dynamic_shared";
    GlobalVariable *Array = M.getGlobalVariable(Name);
    if (!Array) {
      Array =
          new GlobalVariable(M, ArrayType::get(Builder.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage,
                             nullptr, Name, nullptr, GlobalValue::NotThreadLocal, AddressSpace::Shared);
      Array->setAlignment(Align(128));
    }
    return Builder.CreateAddrSpaceCast(Array, Builder.getPtrTy());
  }
  case Builtin::DynamicSharedBytes:
    return Builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size, {});
  }
  llvm_unreachable("all builtins are listed");
}

class NvptxTarget : public Target {
public:
  explicit NvptxTarget(const Architecture &Arch) : Arch(Arch) {}

  std::string arch() const override { return Arch.Name.str(); }
  StringRef backEnd() const override { return "NVPTX"; }
  FrontendTarget frontend() const override {
    // Clang does not know the family targets ("sm_100f"), only LLVM does.
    StringRef Cpu = Arch.Name;
    Cpu.consume_back("f");
    return {Triple, Cpu.str(), {ptxFeature()}, false};
  }
  // PTX ISA, ".param": 4352 bytes of kernel parameters, 32764 from PTX 8.1 on sm_70 and newer.
  std::uint64_t maxParameterBytes() const override { return Arch.PtxVersion >= 81 ? 32764 : 4352; }

  void lower(Module &M, std::vector<KernelLowering> &Kernels, const Annotations &A) const override {
    SmallVector<Function *, 4> Functions;
    for (KernelLowering &K : Kernels) {
      Functions.push_back(K.Function);
      K.Function->setCallingConv(CallingConv::PTX_Kernel);
      if (K.MaxThreads != 0)
        K.Function->addFnAttr("nvvm.maxntid", std::to_string(K.MaxThreads));
      if (K.MinBlocks != 0)
        K.Function->addFnAttr("nvvm.minctasm", std::to_string(K.MinBlocks));
    }
    // What clang left there may be another name (see frontend()).
    for (Function &F : M)
      if (F.hasFnAttribute("target-cpu")) {
        F.addFnAttr("target-cpu", Arch.Name);
        F.addFnAttr("target-features", ptxFeature());
      }
    SmallVector<GlobalVariable *, 4> SharedVariables;
    for (const VariableAnnotation &V : A.Shared)
      SharedVariables.push_back(V.Variable);
    expandConstantsWithAddressesOf(SharedVariables);
    SharedLayout Layout = layOutSharedMemory(Functions, SharedVariables);
    for (auto [K, Bytes] : zip(Kernels, Layout.KernelBytes))
      K.StaticSharedBytes = Bytes;
    for (GlobalVariable *V : SharedVariables)
      moveTo(V, AddressSpace::Shared, PoisonValue::get(V->getValueType()));
    for (const VariableAnnotation &V : A.Constant)
      moveTo(V.Variable, AddressSpace::Constant, V.Variable->getInitializer());
    lowerBuiltins(M, lowerBuiltin);
    lowerAtomicScopes(M, {"singlethread", "block", "cluster", "device", ""});
    useFloatInstructions(M);
  }

  void lowerLate(Module &M, TargetMachine &Machine) const override {
    unsigned Sm = 0;
    StringRef Number = Arch.Name.drop_front(StringRef("sm_").size());
    Number.consumeInteger(10, Sm);
    lowerAtomics(M, Machine, Sm, Arch.PtxVersion);
  }

  std::unique_ptr<TargetMachine> createMachine(unsigned OptLevel) const override {
    return compiler::createMachine(Triple, arch(), ptxFeature(), OptLevel);
  }

private:
  std::string ptxFeature() const { return "+ptx" + std::to_string(Arch.PtxVersion); }

  const Architecture &Arch;
};

} // namespace

void initializeNvptx() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

Expected<std::unique_ptr<Target>> createNvptxTarget(StringRef Name) {
  if (const Architecture *Arch = findArchitecture(Name))
    return std::make_unique<NvptxTarget>(*Arch);
  return createStringError("unknown GPU architecture '" + Name + "'; there are " + architectureNames() +
                           ", and 'native' for the GPU of this machine");
}

} // namespace kcc::compiler
