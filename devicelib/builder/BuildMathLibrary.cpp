// Builds the math library, which kcc carries as LLVM bitcode:
//   kcc_build_math_library OUTPUT LIBCLC SOURCE...
//
// The functions of MathFunctions.def, from the SOURCEs (bitcode of devicelib/) or else from libclc, under
// kcc's names, free of any target, optimised.
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

namespace {

struct Row {
  const char *Operation, *Signature, *Libclc;
};
constexpr Row Rows[] = {
#define KCC_MATH(Operation, Signature, Libclc) {#Operation, Signature, Libclc},
#define KCC_MATH_EXTRA(Operation, Signature, Libclc) {#Operation, Signature, Libclc},
#define KCC_MATH_COMPLEX(Operation, Signature) {#Operation, Signature, ""},
#include "lowering/MathFunctions.def"
};

[[noreturn]] void fail(const Twine &Text) {
  errs() << "kcc_build_math_library: " << Text << "\n";
  std::exit(1);
}

std::unique_ptr<Module> load(LLVMContext &Context, const char *Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    fail(Twine(Path) + ": " + Buffer.getError().message());
  Expected<std::unique_ptr<Module>> M = getOwningLazyBitcodeModule(std::move(*Buffer), Context);
  if (!M)
    fail(Twine(Path) + ": " + toString(M.takeError()));
  return std::move(*M);
}

/// The type that a signature of the list stands for (see there).
FunctionType *typeOf(StringRef Signature, Type *Real) {
  LLVMContext &Context = Real->getContext();
  SmallVector<Type *, 8> Types;
  for (char C : Signature)
    Types.push_back(C == 't'   ? Real
                    : C == 'i' ? Type::getInt32Ty(Context)
                    : C == 'l' ? Type::getInt64Ty(Context)
                    : C == 'v' ? Type::getVoidTy(Context)
                               : static_cast<Type *>(PointerType::get(Context, 0)));
  return FunctionType::get(Types.front(), ArrayRef(Types).drop_front(), false);
}

/// What the Itanium ABI calls a function of OpenCL C.
std::string mangled(StringRef Name, StringRef Signature, StringRef Real) {
  std::string Result = ("_Z" + Twine(Name.size()) + Name).str();
  for (char C : Signature.drop_front())
    Result += C == 't' ? Real.str() : C == 'p' ? "Pi" : C == 'q' ? "P" + Real.str() : std::string(1, C);
  return Result;
}

/// Nothing of the target for which the sources were compiled.
void neutralize(Module &M) {
  M.setTargetTriple(Triple());
  M.setDataLayout("e-i64:64-i128:128-n32:64");
  M.setModuleInlineAsm("");
  StripDebugInfo(M);
  for (NamedMDNode &Node : make_early_inc_range(M.named_metadata()))
    M.eraseNamedMetadata(&Node);
}

void neutralize(Function &F) {
  AttributeMask Texts;
  for (Attribute A : F.getAttributes().getFnAttrs())
    if (A.isStringAttribute())
      Texts.addAttribute(A.getKindAsString());
  F.removeFnAttrs(Texts);
  F.removeFnAttr(Attribute::Convergent);
  F.removeFnAttr(Attribute::UWTable);
  F.setDSOLocal(F.hasLocalLinkage());
  F.setComdat(nullptr);
  F.setDoesNotThrow();
  for (Instruction &I : instructions(F)) {
    // LLVM would take permission from it for GPU instructions that are off by more than the function allows.
    I.setMetadata(LLVMContext::MD_fpmath, nullptr);
    if (auto *Call = dyn_cast<CallBase>(&I))
      Call->removeFnAttr(Attribute::Convergent);
  }
}

/// `a * b + c` is one operation for sure, not where a target likes it: so all of them give the same bits.
void fuse(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.getIntrinsicID() == Intrinsic::fmuladd)
      for (User *U : make_early_inc_range(F.users()))
        cast<CallInst>(U)->setCalledFunction(
            Intrinsic::getOrInsertDeclaration(&M, Intrinsic::fma, {F.getReturnType()}));
}

/// Conversions to integers saturate, as a GPU's do. libclc converts numbers that do not fit, and drops the
/// result: to LLVM such a result is none, and what follows from it, an index into a table, may be anything.
void saturateConversions(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<FPToSIInst, FPToUIInst>(I)) {
      IRBuilder<> Builder(&I);
      I.replaceAllUsesWith(
          Builder.CreateIntrinsic(isa<FPToSIInst>(I) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
                                  {I.getType(), I.getOperand(0)->getType()}, {I.getOperand(0)}));
      I.eraseFromParent();
    }
}

/// OpenCL's constant address space, which is a GPU's slow path where threads read different elements, becomes
/// the generic one.
void moveToGenericSpace(GlobalVariable &V) {
  convertUsersOfConstantsToInstructions(&V);
  auto *Moved = new GlobalVariable(*V.getParent(), V.getValueType(), true, V.getLinkage(), V.getInitializer(),
                                   V.getName(), &V);
  Moved->setAlignment(V.getAlign());
  Moved->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  SmallVector<Value *, 16> Open;
  SmallVector<Instruction *, 4> Casts;
  auto Retype = [&](Value *Pointer) {
    for (User *U : Pointer->users()) {
      if (isa<AddrSpaceCastInst>(U)) {
        Casts.push_back(cast<Instruction>(U));
      } else if (isa<PointerType>(U->getType()) && U->getType() != Moved->getType()) {
        U->mutateType(Moved->getType());
        Open.push_back(U);
      }
    }
  };
  Retype(&V);
  for (Use &U : make_early_inc_range(V.uses()))
    U.set(Moved);
  while (!Open.empty())
    Retype(Open.pop_back_val());
  for (Instruction *Cast : Casts) {
    Cast->replaceAllUsesWith(Cast->getOperand(0));
    Cast->eraseFromParent();
  }
  V.eraseFromParent();
}

/// f(x) becomes `x == 0 ? x : f(x)`.
void keepZero(Function &F) {
  Argument *X = F.getArg(0);
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      IRBuilder<> Builder(Return);
      Value *IsZero = Builder.CreateFCmpOEQ(X, ConstantFP::getZero(X->getType()));
      Return->setOperand(0, Builder.CreateSelect(IsZero, X, Return->getReturnValue()));
    }
}

void optimize(Module &M) {
  PipelineTuningOptions Options; // scalar code serves every target; loops that are short anyway stay loops
  Options.LoopVectorization = Options.SLPVectorization = Options.LoopInterleaving = false;
  PassBuilder Builder(nullptr, Options);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraph;
  ModuleAnalysisManager Modules;
  // No C library to call, so that sin() is never made of what looks like it.
  TargetLibraryInfoImpl None{Triple()};
  None.disableAllFunctions();
  Functions.registerPass([&] { return TargetLibraryAnalysis(None); });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(CallGraph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, CallGraph, Modules);
  Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(M, Modules);
}

/// Operations without an instruction for them: a function of this library made of these would call itself.
bool isMathIntrinsic(Intrinsic::ID ID) {
#define KCC_MATH_INTRINSIC(Name, Operation)                                                                  \
  if (ID == Intrinsic::Name)                                                                                 \
    return true;
#include "lowering/MathFunctions.def"
  return false;
}

void check(const Module &M) {
  for (const Function &F : M) {
    if (F.isDeclaration() && !F.isIntrinsic())
      fail(F.getName() + " is called and nowhere defined");
    if (F.isIntrinsic() && (F.isTargetIntrinsic() || isMathIntrinsic(F.getIntrinsicID())))
      fail(F.getName() + " is called, which not every target has");
    for (const Instruction &I : instructions(F))
      if (I.getOpcode() == Instruction::FRem)
        fail("a remainder (`frem`) in " + F.getName() + ", which not every target has right");
  }
  for (const GlobalVariable &V : M.globals())
    if (V.isDeclaration() || !V.isConstant() || V.getAddressSpace() != 0)
      fail("the variable " + V.getName() + " is no constant with a value");
  std::string Text;
  raw_string_ostream Stream(Text);
  if (verifyModule(M, &Stream))
    fail("the library is not valid: " + Text);
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 3)
    fail("arguments: OUTPUT LIBCLC SOURCE...");
  LLVMContext Context;
  Module Library("kcc-math", Context);
  neutralize(Library);
  auto Link = [&](std::unique_ptr<Module> M, unsigned Flags) {
    neutralize(*M);
    if (Linker::linkModules(Library, std::move(M), Flags))
      fail("a module cannot be linked");
  };

  // kcc's own sources, then from libclc what they have not.
  for (int I = 3; I < Count; ++I) {
    std::unique_ptr<Module> Source = load(Context, Arguments[I]);
    cantFail(Source->materializeAll());
    Link(std::move(Source), Linker::None);
  }
  std::unique_ptr<Module> Libclc = load(Context, Arguments[2]);
  StringSet<> Roots, FromLibclc;
  for (const Row &R : Rows)
    for (bool Double : {false, true}) {
      std::string Symbol = ("__kcc_math_" + Twine(R.Operation) + (Double ? "_f64" : "_f32")).str();
      FunctionType *Type =
          typeOf(R.Signature, Double ? Type::getDoubleTy(Context) : Type::getFloatTy(Context));
      Roots.insert(Symbol);
      Function *Own = Library.getFunction(Symbol);
      if (!Own || Own->isDeclaration()) {
        if (!*R.Libclc)
          fail(Symbol + " is in the list, and devicelib/ does not define it");
        Own = Libclc->getFunction(mangled(R.Libclc, R.Signature, Double ? "d" : "f"));
        if (!Own)
          fail("libclc has no '" + Twine(R.Libclc) + "' of this signature for " + Symbol);
        Own->setName(Symbol);
        FromLibclc.insert(Symbol);
        Library.getOrInsertFunction(Symbol, Type);
      }
      if (Own->getFunctionType() != Type)
        fail(Symbol + " is defined with another signature than the list's \"" + R.Signature + "\"");
    }
  Link(std::move(Libclc), Linker::LinkOnlyNeeded);
  internalizeModule(Library, [&](const GlobalValue &V) { return Roots.contains(V.getName()); });
  for (Function &F : Library) {
    neutralize(F);
    saturateConversions(F);
  }
#define KCC_MATH_KEEPS_ZERO(Operation)                                                                       \
  for (const char *Symbol : {"__kcc_math_" #Operation "_f32", "__kcc_math_" #Operation "_f64"})              \
    if (FromLibclc.contains(Symbol))                                                                         \
      keepZero(*Library.getFunction(Symbol));
#include "lowering/MathFunctions.def"
  fuse(Library);
  for (GlobalVariable &V : make_early_inc_range(Library.globals()))
    if (V.getAddressSpace() != 0)
      moveToGenericSpace(V);

  optimize(Library);
  check(Library);
  std::error_code Error;
  raw_fd_ostream Output(Arguments[1], Error);
  if (Error)
    fail(Twine(Arguments[1]) + ": " + Error.message());
  WriteBitcodeToFile(Library, Output);
}
