#include "targets/amdgpu/Retarget.h"
#include "lowering/Analyses.h"
#include "lowering/SmallFloats.h"
#include "lowering/SpaceInference.h"
#include "targets/IdleAssembly.h"
#include "targets/VariableSpaces.h"
#include "targets/amdgpu/Layouts.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/GenericPointers.h"
#include "targets/nvptx/KernelParameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The back end wants local variables in their address space.
void placeLocals(Function &F) {
  SmallVector<AllocaInst *, 8> Locals;
  for (Instruction &I : instructions(F))
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      Locals.push_back(Local);
  for (AllocaInst *Local : Locals) {
    IRBuilder<> Builder(Local);
    auto *Placed = new AllocaInst(Local->getAllocatedType(), LocalSpace, Local->getArraySize(),
                                  Local->getAlign(), "", Local->getIterator());
    Placed->takeName(Local);
    Value *Generic = Builder.CreateAddrSpaceCast(Placed, Local->getType());
    for (User *U : make_early_inc_range(Local->users()))
      if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U)) {
        Builder.SetInsertPoint(Marker);
        Marker->getIntrinsicID() == Intrinsic::lifetime_start ? Builder.CreateLifetimeStart(Placed)
                                                              : Builder.CreateLifetimeEnd(Placed);
        Marker->eraseFromParent();
      }
    Local->replaceAllUsesWith(Generic);
    Local->eraseFromParent();
  }
}

/// Lets callers make the copies of structs that are passed by value, and pass their addresses.
void copyAtCalls(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call)
      continue;
    for (unsigned N = 0; N != Call->arg_size(); ++N) {
      if (!Call->isByValArgument(N))
        continue;
      Type *T = Call->getParamByValType(N);
      const Align Alignment = Call->getParamAlign(N).value_or(DL.getABITypeAlign(T));
      IRBuilder<> Builder(&*F.getEntryBlock().begin());
      AllocaInst *Copy = Builder.CreateAlloca(T);
      Copy->setAlignment(Alignment);
      Builder.SetInsertPoint(Call);
      Builder.CreateMemCpy(Copy, Alignment, Call->getArgOperand(N), Alignment, DL.getTypeAllocSize(T));
      Call->setArgOperand(N, Copy);
      Call->removeParamAttr(N, Attribute::ByVal);
      Call->setTailCallKind(CallInst::TCK_None);
    }
  }
  if (F.getCallingConv() != CallingConv::PTX_Kernel)
    for (unsigned N = 0; N != F.arg_size(); ++N)
      F.removeParamAttr(N, Attribute::ByVal);
}

/// Variables that never change are in constant memory, which a wave reads as a whole.
void placeVariables(Module &M) {
  for (GlobalVariable &V : make_early_inc_range(M.globals()))
    if (V.getAddressSpace() == GenericSpace)
      moveToSpace(V, V.isConstant() ? ConstantSpace : GlobalSpace,
                  V.hasInitializer() ? V.getInitializer() : nullptr);
  for (GlobalVariable &V : M.globals())
    if (!V.hasLocalLinkage() && !V.isDeclaration())
      V.setVisibility(GlobalValue::ProtectedVisibility); // the loader looks them up
}

/// The name of the AMDGPU back end for a scope of lowerAtomicScopes(); empty if it is the same.
StringRef scopeOfAmd(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("block", "workgroup")
      .Cases({"cluster", "device"}, "agent")
      .Default("");
}

void renameScopes(Module &M) {
  LLVMContext &Context = M.getContext();
  SmallVector<StringRef, 8> Names;
  Context.getSyncScopeNames(Names);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (std::optional<SyncScope::ID> Scope = getAtomicSyncScopeID(&I))
        if (StringRef Name = scopeOfAmd(Names[*Scope]); !Name.empty())
          setAtomicSyncScopeID(&I, Context.getOrInsertSyncScopeID(Name));
}

/// Replaces \p Kernel by one that the hardware starts.
void makeKernel(Function &Kernel, std::uint64_t Bytes) {
  LLVMContext &Context = Kernel.getContext();
  SmallVector<Type *, 1> Parameters;
  if (Bytes != 0)
    Parameters.push_back(PointerType::get(Context, ConstantSpace));
  Function *Made = Function::Create(FunctionType::get(Type::getVoidTy(Context), Parameters, false),
                                    GlobalValue::ExternalLinkage, "", Kernel.getParent());
  Made->takeName(&Kernel);
  Made->setCallingConv(CallingConv::AMDGPU_KERNEL);
  Made->setVisibility(GlobalValue::ProtectedVisibility);
  Made->setAttributes(AttributeList::get(Context, Kernel.getAttributes().getFnAttrs(), {}, {}));
  Made->copyMetadata(&Kernel, 0);
  Made->splice(Made->begin(), &Kernel);
  if (Bytes != 0) {
    Type *Block = ArrayType::get(Type::getInt8Ty(Context), Bytes);
    AttrBuilder Attributes(Context);
    Attributes.addByRefAttr(Block);
    Attributes.addAlignmentAttr(Align(16));
    Attributes.addAttribute(Attribute::NoUndef);
    Made->addParamAttrs(0, Attributes);
    IRBuilder<> Builder(&*Made->getEntryBlock().getFirstInsertionPt());
    readParametersFrom(Kernel, *Made->getArg(0), Builder);
  }
  Kernel.eraseFromParent();
}

void clean(Module &M, TargetMachine &Amd) {
  Analyses A(&Amd);
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  Passes.addPass(SpaceInferencePass());
  Passes.addPass(InstCombinePass());
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(SpaceInferencePass());
  ModulePassManager All;
  All.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
  // Finds out which hidden arguments a kernel does not need. The back end has it only by name.
  cantFail(A.Builder.parsePassPipeline(All, "amdgpu-attributor"));
  All.run(M, A.Modules);
}

} // namespace

void retarget(Module &M, TargetMachine &Ptx, TargetMachine &Amd) {
  copyWrittenParameters(M, Ptx);
  roundIntegersToBrainOnce(M);
  AttributeMask OfPtx;
  for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
    OfPtx.addAttribute(Name);
  SmallVector<std::pair<Function *, std::uint64_t>, 4> Kernels;
  for (Function &F : M) {
    F.removeFnAttrs(OfPtx);
    if (F.isDeclaration())
      continue;
    removeIdleAssembly(F);
    copyAtCalls(F);
    if (F.getCallingConv() == CallingConv::PTX_Kernel)
      Kernels.emplace_back(&F, parameterBytes(F));
  }
  keepLayouts(M, Amd.createDataLayout());
  for (Function &F : M)
    placeLocals(F);
  placeVariables(M);
  inferAddressSpaces(M, Ptx);
  renameScopes(M);
  for (auto [Kernel, Bytes] : Kernels)
    makeKernel(*Kernel, Bytes);
  M.setTargetTriple(Amd.getTargetTriple());
  M.setDataLayout(Amd.createDataLayout());
  if (Amd.getOptLevel() != CodeGenOptLevel::None)
    clean(M, Amd);
  std::string Broken;
  raw_string_ostream BrokenStream(Broken);
  if (verifyModule(M, &BrokenStream))
    report_fatal_error(Twine("code for AMDGPU is not valid: ") + Broken);
}

} // namespace kcc::compiler
