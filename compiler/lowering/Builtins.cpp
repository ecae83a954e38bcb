#include "lowering/Builtins.h"
#include "lowering/EmbeddedLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace kcc::compiler {

static constexpr StringRef Prefix = "__kcc_";

static constexpr Builtin Table[] = {
#define KCC_BUILTIN(NAME, ...) {.Name = "__kcc_" #NAME, __VA_ARGS__},
#include "lowering/Builtins.def"
};

ArrayRef<Builtin> builtins() {
  return Table;
}

const Builtin *findBuiltin(StringRef Name) {
  if (!Name.starts_with(Prefix))
    return nullptr;
  auto *Row = find_if(Table, [&](const Builtin &B) { return Name == B.Name; });
  return Row == std::end(Table) ? nullptr : Row;
}

std::string publicName(const Builtin &B) {
  StringRef Name = B.Name.drop_front(Prefix.size());
  (void)(Name.consume_back("_x") || Name.consume_back("_y") || Name.consume_back("_z"));
  return ("kcc::" + Name).str();
}

/// Adds the range in the table to the call that computes \p Result, if it is one.
static void limitResult(const Builtin &B, Value *Result) {
  if (auto *Call = dyn_cast_or_null<CallInst>(Result); Call && B.End != 0)
    Call->addRangeRetAttr(ConstantRange(APInt(32, B.Begin), APInt(32, B.End)));
}

static SmallVector<CallInst *, 8> callsOf(Function &F) {
  SmallVector<CallInst *, 8> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledOperand() == &F)
      Calls.push_back(Call);
  return Calls;
}

/// Functions with branches remain functions, which the optimizer may inline.
static void inlineIfShort(const Builtin &B, Function &F) {
  if (auto *Return = dyn_cast<ReturnInst>(F.front().getTerminator()))
    limitResult(B, Return->getReturnValue());
  if (F.hasFnAttribute(Attribute::NoInline) || (F.size() > 1 && !F.hasFnAttribute(Attribute::AlwaysInline)))
    return;
  for (CallInst *Call : callsOf(F)) {
    InlineFunctionInfo Info;
    if (InlineResult Result = InlineFunction(*Call, Info); !Result.isSuccess())
      report_fatal_error(Twine(F.getName()) + " cannot be inlined: " + Result.getFailureReason());
  }
}

static void lowerByRule(const Builtin &B, Function &F,
                        function_ref<Value *(const BuiltinCall &, IRBuilderBase &)> Lower) {
  auto LowerCall = [&](ArrayRef<Value *> Arguments, IRBuilderBase &Builder) {
    Value *Result = Lower({B, Arguments, F.getReturnType()}, Builder);
    limitResult(B, Result);
    return Result;
  };
  for (CallInst *Call : callsOf(F)) {
    IRBuilder<> Builder(Call);
    if (Value *Result = LowerCall(SmallVector<Value *, 8>(Call->args()), Builder))
      Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
  if (F.use_empty())
    return F.eraseFromParent();
  IRBuilder<> Builder(BasicBlock::Create(F.getContext(), "", &F));
  Value *Result = LowerCall(SmallVector<Value *, 8>(make_pointer_range(F.args())), Builder);
  Result ? Builder.CreateRet(Result) : Builder.CreateRetVoid();
  F.setLinkage(GlobalValue::InternalLinkage);
}

/// Gives bodies to the builtins that \p M declares, and inlines them; returns whether \p Library had one.
/// devicelib/builder writes it: a line with the size and the functions of each module, an empty line, the
/// modules. Only modules with functions that are needed are read.
static bool linkDeviceFunctions(Module &M, StringRef Library) {
  bool Found = false;
  auto [Index, Modules] = Library.split("\n\n");
  while (!Index.empty()) {
    StringRef Names;
    std::tie(Names, Index) = Index.split('\n');
    std::size_t Size = 0;
    Names.consumeInteger(10, Size);
    SmallVector<StringRef, 8> Needed;
    for (StringRef Name : split(Names.ltrim(), ' '))
      if (const Function *F = M.getFunction(Name); F && F->isDeclaration())
        Needed.push_back(Name);
    if (!Needed.empty())
      linkNeeded(M, Modules.take_front(Size));
    for (StringRef Name : Needed) {
      Function *F = M.getFunction(Name);
      inlineIfShort(*findBuiltin(Name), *F);
      if (F->use_empty())
        F->eraseFromParent();
    }
    Found |= !Needed.empty();
    Modules = Modules.drop_front(Size);
  }
  return Found;
}

void lowerBuiltins(Module &M, StringRef Library,
                   function_ref<Value *(const BuiltinCall &, IRBuilderBase &)> Lower) {
  while (linkDeviceFunctions(M, Library))
    ; // these functions call builtins, too
  for (Function &F : make_early_inc_range(M))
    if (const Builtin *B = F.isDeclaration() ? findBuiltin(F.getName()) : nullptr)
      lowerByRule(*B, F, Lower);
}

} // namespace kcc::compiler
