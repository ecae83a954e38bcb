#include "targets/metal/MetalTarget.h"
#include "kcc/device/print_record.h"
#include "targets/vulkan/Builtins.h"
#include "targets/vulkan/ModuleWriter.h"
#include "targets/vulkan/VulkanTarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Of a warp.
constexpr std::uint32_t Lanes = 32;

FunctionCallee ownFunction(Module &M, StringRef Name, Type *Result) {
  return M.getOrInsertFunction((OwnPrefix + Name).str(), FunctionType::get(Result, false));
}

/// No host reads records (lowering/Printing.h): a failure only sets the word of traps, and a print is an
/// error of the writer.
void definePrinting(Module &M) {
  auto Define = [&](StringRef Name, auto Write) {
    Function *F = M.getFunction(Name);
    if (!F)
      return;
    F->setLinkage(GlobalValue::InternalLinkage);
    F->addFnAttr(Attribute::AlwaysInline);
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", F));
    Write(*F, Builder);
  };
  Define("__kcc_print_begin", [&](Function &F, IRBuilder<> &Builder) {
    Value *Prints =
        Builder.CreateICmpULT(F.getArg(0), Builder.getInt32(static_cast<std::uint32_t>(abi::first_failure)));
    Instruction *End = Builder.CreateRet(Builder.getInt64(0));
    Builder.SetInsertPoint(SplitBlockAndInsertIfThen(Prints, End->getIterator(), /*Unreachable=*/false));
    Builder.CreateCall(ownFunction(M, "print", Builder.getVoidTy()));
  });
  for (StringRef Name : {"__kcc_print_put", "__kcc_print_end"})
    Define(Name, [](Function &, IRBuilder<> &Builder) { Builder.CreateRetVoid(); });
  Define("__kcc_print_stop", [](Function &, IRBuilder<> &Builder) {
    Builder.CreateIntrinsic(Intrinsic::trap, {});
    Builder.CreateUnreachable();
  });
}

/// Metal promises neither how many lanes a warp has nor which threads they are, and kcc counts on both: a
/// kernel on another device traps at its start.
void checkLanes(Function &Kernel) {
  Module &M = *Kernel.getParent();
  Instruction *First = &*Kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> Builder(First);
  auto Own = [&](StringRef Name) { return Builder.CreateCall(ownFunction(M, Name, Builder.getInt32Ty())); };
  Value *Row =
      Builder.CreateAdd(Builder.CreateMul(Own("thread_idx_z"), Own("block_dim_y")), Own("thread_idx_y"));
  Value *Thread = Builder.CreateAdd(Builder.CreateMul(Row, Own("block_dim_x")), Own("thread_idx_x"));
  Value *IsOther = Builder.CreateOr(
      Builder.CreateICmpNE(Own("warp_size"), Builder.getInt32(Lanes)),
      Builder.CreateICmpNE(Own("lane"), Builder.CreateURem(Thread, Builder.getInt32(Lanes))));
  Builder.SetInsertPoint(SplitBlockAndInsertIfThen(IsOther, First->getIterator(), /*Unreachable=*/true));
  Builder.CreateIntrinsic(Intrinsic::trap, {});
}

class MetalTarget : public VulkanTarget {
public:
  using VulkanTarget::VulkanTarget;

  std::string arch() const override { return "metal3.2"; }
  StringRef backEnd() const override { return "Metal"; }
  std::string inFile(const std::string &Spirv, const std::string &) const override { return Spirv; }

  void lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const override {
    definePrinting(M);
    VulkanTarget::lower(M, Kernels, A);
  }

  void lowerLate(std::unique_ptr<Module> &M, std::unique_ptr<TargetMachine> &Machine) const override {
    for (Function &F : *M)
      if (F.getCallingConv() == CallingConv::PTX_Kernel && usesWarps(F))
        checkLanes(F);
    VulkanTarget::lowerLate(M, Machine);
  }

  Expected<std::string> finish(Module &M, TargetMachine &) const override {
    return writeSpirv(M, SpirvReader::Metal);
  }

protected:
  /// Metal has them, and SPIRV-Cross has no text for them.
  bool hasFloatSums() const override { return false; }
  bool hasPushedParameters() const override { return false; }
  /// Metal has fused operations of half.
  LackingFused lackingFused() const override { return {/*Half=*/false, /*Brain=*/true}; }
};

} // namespace

std::unique_ptr<Target> createMetalTarget(const CodeOptions &Options) {
  return std::make_unique<MetalTarget>(Options);
}

} // namespace kcc::compiler
