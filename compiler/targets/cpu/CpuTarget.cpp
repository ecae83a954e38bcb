// The CPU device: a kernel becomes a function that runs one thread of the grid (include/kcc/abi/cpu_code.h).
#include "targets/cpu/CpuTarget.h"
#include "kcc/abi/cpu_code.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/EmbeddedFile.h"
#include "lowering/SharedMemory.h"
#include "lowering/SmallFloats.h"
#include "support/HostProcessor.h"
#include "targets/CodeGeneration.h"
#include "targets/cpu/DebugInfo.h"
#include "targets/cpu/lanes/BlockFunctions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

KCC_EMBEDDED(kcc_cpu_device) // the bitcode of device/*.cpp

namespace kcc::compiler {
namespace {

/// Returns a pointer to the running thread's abi::CpuThread.
Value *currentThread(IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  constexpr char Name[] = "kcc_cpu_thread";
  GlobalVariable *Current = M.getGlobalVariable(Name);
  if (!Current)
    Current = new GlobalVariable(M, Builder.getPtrTy(), false, GlobalValue::ExternalLinkage, nullptr, Name,
                                 nullptr, GlobalValue::GeneralDynamicTLSModel);
  return Builder.CreateLoad(Builder.getPtrTy(), Builder.CreateThreadLocalAddress(Current));
}

Value *loadField(IRBuilderBase &Builder, Type *T, std::size_t Offset) {
  return Builder.CreateLoad(
      T, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), currentThread(Builder), Offset));
}

/// By default `__kcc_x` becomes the runtime's function `kcc_cpu_x`.
Value *callRuntime(const BuiltinCall &Call, IRBuilderBase &Builder) {
  SmallVector<Type *, 8> Types;
  for (Value *A : Call.Arguments)
    Types.push_back(A->getType());
  Module &M = *Builder.GetInsertBlock()->getModule();
  StringRef Name = Call.What.Name.drop_front(StringRef("__kcc_").size());
  FunctionCallee Callee =
      M.getOrInsertFunction(("kcc_cpu_" + Name).str(), FunctionType::get(Call.Result, Types, false));
  // The set of threads that arrive together must not change. LLVM respects the attribute on the function, not
  // on the call.
  if (auto *F = dyn_cast<Function>(Callee.getCallee()); F && Call.What.Waits)
    F->setConvergent();
  CallInst *Made = Builder.CreateCall(Callee, Call.Arguments);
  Made->setDoesNotThrow();
  if (Name == "warp_active_mask")
    Made->addFnAttr(Attribute::NoMerge);
  return Call.Result->isVoidTy() ? nullptr : Made;
}

/// The runtime identifies the call sites of kcc_cpu_warp_active_mask by the return addresses on the stack: it
/// must be able to walk the stack, and the code generator must not merge two calls.
void keepCallSitesApart(Module &M) {
  for (Function &F : M) {
    F.addFnAttr("frame-pointer", "all");
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        Call->addFnAttr(Attribute::NoMerge);
  }
}

/// Turns every use of a shared variable into an address in the running block's shared memory.
void lowerShared(GlobalVariable *V, std::uint64_t Offset) {
  auto LoadBegin = [](IRBuilderBase &Builder) {
    return loadField(Builder, Builder.getPtrTy(), offsetof(abi::CpuThread, shared_memory));
  };
  ShownVariable Shown(*V, Offset);
  convertUsersOfConstantsToInstructions(V);
  for (Use &U : make_early_inc_range(V->uses())) {
    auto *User = dyn_cast<Instruction>(U.getUser());
    if (!User)
      continue;
    auto *Phi = dyn_cast<PHINode>(User);
    IRBuilder<> Builder(Phi ? Phi->getIncomingBlock(U)->getTerminator() : User);
    Value *Begin = LoadBegin(Builder);
    Shown.show(Begin, Builder, LoadBegin);
    U.set(Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Begin, Offset));
  }
  if (!V->use_empty()) // in initializers of other variables, which cannot hold its address
    V->replaceAllUsesWith(PoisonValue::get(V->getType()));
  V->eraseFromParent();
}

/// A trap ends the grid with an error instead of the process.
void lowerTraps(Module &M) {
  for (auto [From, To] : {std::pair("llvm.trap", "kcc_cpu_trap"), {"llvm.debugtrap", "kcc_cpu_breakpoint"}})
    if (Function *F = M.getFunction(From)) {
      auto *Runtime = cast<Function>(M.getOrInsertFunction(To, F->getFunctionType()).getCallee());
      if (F->doesNotReturn())
        Runtime->setDoesNotReturn();
      F->replaceAllUsesWith(Runtime);
      F->eraseFromParent();
    }
}

/// void thread(const void *const *arguments): reads the parameters and calls the kernel.
void addThreadFunction(Module &M, const Kernel &K) {
  LLVMContext &Context = M.getContext();
  IRBuilder<> Builder(Context);
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Builder.getPtrTy()}, false);
  Function *Thread = Function::Create(Type, GlobalValue::ExternalLinkage, cpuThreadSymbol(K.Entry), M);
  Thread->setDoesNotThrow();
  for (StringRef Kind : {"frame-pointer", "target-cpu", "target-features", "tune-cpu"}) // to be inlined
    if (K.Function->hasFnAttribute(Kind))
      Thread->addFnAttr(K.Function->getFnAttribute(Kind));
  Builder.SetInsertPoint(BasicBlock::Create(Context, "", Thread));
  SmallVector<Value *, 8> Arguments;
  MDNode *Nothing = MDNode::get(Context, {});
  std::uint64_t Pointers = 0;
  for (const ArgumentPiece &Piece : K.Arguments) {
    LoadInst *Parameter = Builder.CreateLoad(
        Builder.getPtrTy(),
        Builder.CreateConstInBoundsGEP1_64(Builder.getPtrTy(), Thread->getArg(0), Piece.Parameter));
    Parameter->setMetadata(LLVMContext::MD_invariant_load, Nothing);
    Pointers = std::max<std::uint64_t>(Pointers, Piece.Parameter + 1);
    if (Piece.CopiedBytes != 0) {
      AllocaInst *Copy = Builder.CreateAlloca(ArrayType::get(Builder.getInt8Ty(), Piece.CopiedBytes));
      Copy->setAlignment(Align(Piece.Align));
      Builder.CreateMemCpy(Copy, Copy->getAlign(), Parameter, Align(1), Piece.CopiedBytes);
      Arguments.push_back(Copy);
      continue;
    }
    if (Piece.ByPointer) {
      Arguments.push_back(Parameter);
      continue;
    }
    Value *Address = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Parameter, Piece.Offset);
    llvm::Type *Passed = K.Function->getArg(Arguments.size())->getType();
    const std::uint64_t Bytes = M.getDataLayout().getTypeStoreSize(Passed).getFixedValue();
    const std::uint64_t End = Piece.Offset + std::min(Bytes, Piece.Bytes);
    const bool IsFilledUp = Bytes > Piece.Bytes; // AArch64 passes 12 bytes in two registers of 8
    if (IsFilledUp) {
      AllocaInst *Whole = Builder.CreateAlloca(Passed);
      Builder.CreateStore(Constant::getNullValue(Passed), Whole);
      Builder.CreateMemCpy(Whole, Whole->getAlign(), Address, Align(1), Piece.Bytes);
      Address = Whole;
    }
    LoadInst *Value = Builder.CreateAlignedLoad(Passed, Address, Align(1));
    if (!IsFilledUp)
      Value->setMetadata(LLVMContext::MD_invariant_load, Nothing);
    // So that it may be loaded before any branch.
    Parameter->setMetadata(
        LLVMContext::MD_dereferenceable,
        MDNode::get(Context, ConstantAsMetadata::get(ConstantInt::get(Builder.getInt64Ty(), End))));
    Arguments.push_back(Value);
  }
  if (Pointers != 0) {
    Thread->addDereferenceableParamAttr(0, Pointers * sizeof(void *));
    Thread->addParamAttr(0, Attribute::getWithAlignment(Context, Align(alignof(void *))));
  }
  CallInst *Call = Builder.CreateCall(K.Function, Arguments);
  Call->setAttributes(K.Function->getAttributes());
  Builder.CreateRetVoid();
  // LLVM takes the calls of checks for expensive.
  if (M.getFunction("kcc_check_enter") && !K.Function->hasFnAttribute(Attribute::NoInline))
    K.Function->addFnAttr(Attribute::AlwaysInline);
  takePlaceOf(*Thread, *K.Function);
  if (K.UsesBarrier)
    Thread->addFnAttr(waitingThreads);
}

/// The levels of these names, then lower ones for narrow blocks: a processor runs those of all lower levels,
/// too.
std::vector<abi::CpuLevel> chosenLevels(ArrayRef<abi::CpuLevel> All,
                                        const std::optional<std::vector<std::string>> &Names) {
  auto IsNamed = [&](const abi::CpuLevel &L) { return !Names || is_contained(*Names, L.name); };
  std::vector<abi::CpuLevel> Chosen;
  copy_if(All, std::back_inserter(Chosen), IsNamed);
  for (; !All.empty(); All = All.drop_front())
    if (const abi::CpuLevel &L = All.front(); L.is_narrow && !IsNamed(L) && any_of(All, IsNamed))
      Chosen.push_back(L);
  return Chosen;
}

class CpuTarget : public Target {
public:
  explicit CpuTarget(const CodeOptions &Options)
      : Triple(Options.HostTriple), Processor(*findHostProcessor(Triple)),
        Levels(chosenLevels(Processor.Levels, Options.CpuLevels)) {}

  void addPasses(PassBuilder &Builder) const override { addBlockFunctions(Builder, Processor, Levels); }

  std::string arch() const override { return Processor.Name.str(); }
  StringRef backEnd() const override { return Processor.BackEnd; }
  TargetFacts facts() const override {
    TargetFacts Facts;
    Facts.Triple = Facts.HostTriple = Triple;
    Facts.Cpu = Processor.Cpu;
    if (!Processor.Features.empty())
      Facts.Features = {Processor.Features.str()};
    Facts.IsCpuDevice = true;
    // The same as on current GPUs, so that a kernel that compiles here compiles there.
    Facts.MaxParameterBytes = 32764;
    Facts.MaxStaticSharedBytes = 48 * 1024;
    Facts.MaxConstantBytes = 64 * 1024;
    return Facts;
  }
  abi::CodeKind codeKind() const override { return abi::CodeKind::cpu; }

  // The runtime implements whatever the processor lacks.
  std::string firstWith(const Builtin &) const override { return ""; }
  std::string firstWithWideAtomic(const Instruction &) const override { return ""; }

  void lower(Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const override {
    SmallVector<Function *, 4> Functions;
    SmallVector<GlobalVariable *, 4> SharedVariables;
    for (Kernel &K : Kernels)
      Functions.push_back(K.Function);
    for (const DeclaredVariable &V : A.Shared)
      SharedVariables.push_back(V.Variable);
    // Addresses of shared variables are not constants here, not even for the optimizer.
    SmallVector<GlobalVariable *, 4> Holders = holdersOfAddresses(SharedVariables);
    // In the section in which kcc_cpu_is_constant() looks for them.
    for (const DeclaredVariable &V : A.Constant)
      if (!is_contained(Holders, V.Variable))
        V.Variable->setSection(abi::constant_section);
    append_range(SharedVariables, moveToSharedMemory(copyHoldersThatAreRead(Holders), Functions, 0));
    SharedLayout Layout = layOutSharedMemory(Functions, SharedVariables);
    for (auto [K, Bytes] : zip(Kernels, Layout.KernelBytes))
      K.StaticSharedBytes = Bytes;
    for (GlobalVariable *V : SharedVariables)
      lowerShared(V, Layout.Offsets[V]);
    // The runtime distinguishes the calls of this function by their call stacks.
    if (M.getFunction("__kcc_warp_active_mask"))
      keepCallSitesApart(M);
    lowerBuiltins(M, kcc_cpu_device(), callRuntime);
    // The processor has no scopes, but blocks have, until addBlockFunctions() has used them.
    lowerAtomicScopes(M, {"singlethread", blockScope, "", "", ""});
    lowerTraps(M);
    roundFusedOnce(M, {/*Half=*/true, /*Brain=*/true});
    for (const Kernel &K : Kernels) {
      K.Function->setLinkage(GlobalValue::InternalLinkage);
      addThreadFunction(M, K);
    }
    // A frame larger than the guard pages below a fiber's stack must not skip them and reach another stack.
    for (Function &F : M)
      if (!F.isDeclaration())
        F.addFnAttr("probe-stack", "inline-asm");
  }

  void lowerLate(std::unique_ptr<Module> &M, std::unique_ptr<TargetMachine> &) const override {
    roundIntegersToBrainOnce(*M);
  }

  std::unique_ptr<TargetMachine> createMachine(unsigned OptLevel, const Module *) const override {
    return compiler::createMachine(Triple, Processor.Cpu, Processor.Features, OptLevel);
  }

private:
  std::string Triple;
  const HostProcessor &Processor;
  std::vector<abi::CpuLevel> Levels; ///< those for which there is code
};

} // namespace

std::string cpuThreadSymbol(StringRef Entry) {
  return (abi::cpu_thread_prefix + Entry).str();
}

std::string cpuBlockSymbol(StringRef Entry, const abi::CpuLevel &Level) {
  return (abi::cpu_block_prefix + Twine(Level.name) + (Level.is_narrow ? ".narrow." : ".") + Entry).str();
}

void initializeCpu() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser(); // inline assembly in system headers
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
}

std::unique_ptr<Target> createCpuTarget(const CodeOptions &Options) {
  return std::make_unique<CpuTarget>(Options);
}

} // namespace kcc::compiler
