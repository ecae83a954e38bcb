// Builds the math library that kcc contains as LLVM bitcode:
//   kcc_build_math_library OUTPUT SOURCE...
//
// It takes the functions of MathFunctions.def from the SOURCEs, which are bitcode of devicelib/, removes
// everything target-specific, checks and optimizes them.
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
  const char *Operation, *Signature;
};
constexpr Row Rows[] = {
#define KCC_MATH(Operation, Signature) {#Operation, Signature},
#define KCC_MATH_EXTRA(Operation, Signature) {#Operation, Signature},
#define KCC_MATH_COMPLEX(Operation, Signature) {#Operation, Signature},
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
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(**Buffer, Context);
  if (!M)
    fail(Twine(Path) + ": " + toString(M.takeError()));
  return std::move(*M);
}

/// The type that a signature of the list denotes (see there).
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

/// Removes everything specific to the target for which the sources were compiled.
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
    // LLVM would take it as permission to use GPU instructions with larger errors than the function allows.
    I.setMetadata(LLVMContext::MD_fpmath, nullptr);
    if (auto *Call = dyn_cast<CallBase>(&I))
      Call->removeFnAttr(Attribute::Convergent);
  }
}

/// Makes `a * b + c` one operation on every target, not only where it is cheap, so that all produce the same
/// bits.
void fuse(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.getIntrinsicID() == Intrinsic::fmuladd)
      for (User *U : make_early_inc_range(F.users()))
        cast<CallInst>(U)->setCalledFunction(
            Intrinsic::getOrInsertDeclaration(&M, Intrinsic::fma, {F.getReturnType()}));
}

/// Makes conversions to integers saturate, as on GPUs. For LLVM, a result that does not fit is poison, and
/// whatever depends on it, such as an index into a table, may be anything.
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

void optimize(Module &M) {
  PipelineTuningOptions Options; // scalar code serves every target; short loops stay loops
  Options.LoopVectorization = Options.SLPVectorization = Options.LoopInterleaving = false;
  PassBuilder Builder(nullptr, Options);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraph;
  ModuleAnalysisManager Modules;
  // No C library, so that LLVM does not turn similar code into a call of sin().
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

/// Intrinsics without an instruction: a function of this library that used one would call itself.
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
    fail("arguments: OUTPUT SOURCE...");
  LLVMContext Context;
  Module Library("kcc-math", Context);
  neutralize(Library);
  for (int I = 2; I < Count; ++I) {
    std::unique_ptr<Module> Source = load(Context, Arguments[I]);
    neutralize(*Source);
    if (Linker::linkModules(Library, std::move(Source)))
      fail(Twine(Arguments[I]) + " cannot be linked");
  }
  StringSet<> Roots;
  for (const Row &R : Rows)
    for (Type *Real : {Type::getFloatTy(Context), Type::getDoubleTy(Context)}) {
      std::string Symbol =
          ("__kcc_math_" + Twine(R.Operation) + (Real->isDoubleTy() ? "_f64" : "_f32")).str();
      const Function *F = Library.getFunction(Symbol);
      if (!F || F->isDeclaration())
        fail(Symbol + " is in the list, and devicelib/ does not define it");
      if (F->getFunctionType() != typeOf(R.Signature, Real))
        fail(Symbol + " is defined with another signature than the list's \"" + R.Signature + "\"");
      Roots.insert(Symbol);
    }
  internalizeModule(Library, [&](const GlobalValue &V) { return Roots.contains(V.getName()); });
  for (Function &F : Library) {
    neutralize(F);
    saturateConversions(F);
  }
  fuse(Library);
  optimize(Library);
  check(Library);
  std::error_code Error;
  raw_fd_ostream Output(Arguments[1], Error);
  if (Error)
    fail(Twine(Arguments[1]) + ": " + Error.message());
  WriteBitcodeToFile(Library, Output);
}
