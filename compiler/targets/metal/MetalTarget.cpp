#include "targets/metal/MetalTarget.h"
#include "kcc/device/print_record.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/SpirvTarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

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

class MetalTarget : public SpirvTarget {
public:
  using SpirvTarget::SpirvTarget;

  std::string arch() const override { return "metal3.2"; }
  abi::CodeKind codeKind() const override { return abi::CodeKind::spirv; }
  std::string inFile(const std::string &Spirv, const std::string &) const override { return Spirv; }

  void lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const override {
    definePrinting(M);
    SpirvTarget::lower(M, Kernels, A);
  }

protected:
  SpirvReader reader() const override { return SpirvReader::Metal; }
  bool hasPushedParameters() const override { return false; }
  /// Metal has fused operations of half.
  LackingFused lackingFused() const override { return {/*Half=*/false, /*Brain=*/true}; }
};

} // namespace

std::unique_ptr<Target> createMetalTarget(const CodeOptions &Options) {
  return std::make_unique<MetalTarget>(Options);
}

} // namespace kcc::compiler
