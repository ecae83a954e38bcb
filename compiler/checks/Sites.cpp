#include "checks/Arithmetic.h"
#include "checks/Instrumentation.h"
#include "checks/KnownObjects.h"
#include "kcc/abi/cpu_checks.h"
#include "support/CheckedCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class Sites {
public:
  explicit Sites(Module &M) : M(M), Builder(M.getContext()), Pointer(Builder.getPtrTy()) {}

  void describe(CallInst &Call) {
    const DILocation *At = Call.getDebugLoc();
    Value *Last = Call.getArgOperand(Call.arg_size() - 1);
    auto *Site = dyn_cast<GlobalVariable>(Last);
    if (!Site)
      return;
    GlobalVariable *&Described = Known[{Site, At}];
    if (!Described) {
      auto *Row = cast<ConstantStruct>(Site->getInitializer());
      SmallVector<Constant *, 12> Fields;
      for (Value *Field : Row->operands())
        Fields.push_back(cast<Constant>(Field));
      if (At)
        Fields[0] = place(At);
      Described = new GlobalVariable(M, Row->getType(), /*isConstant=*/false, GlobalValue::PrivateLinkage,
                                     ConstantStruct::get(Row->getType(), Fields), "kcc.check.site");
    }
    Call.setArgOperand(Call.arg_size() - 1, Described);
  }

private:
  Constant *text(StringRef Text) { return textIn(M, Text); }

  /// An abi::CheckPlace.
  Constant *place(const DILocation *At) {
    if (Constant *Made = Places.lookup(At))
      return Made;
    Constant *Caller = ConstantPointerNull::get(Pointer);
    if (const DILocation *Call = At->getInlinedAt())
      Caller = place(Call);
    const DISubprogram *Function = At->getScope()->getSubprogram();
    Constant *Row =
        ConstantStruct::getAnon({text(At->getFilename()), text(Function->getName()),
                                 Builder.getInt32(At->getLine()), Builder.getInt32(At->getColumn()), Caller});
    Constant *Made =
        new GlobalVariable(M, Row->getType(), true, GlobalValue::PrivateLinkage, Row, "kcc.check.place");
    return Places[At] = Made;
  }

  Module &M;
  IRBuilder<> Builder;
  PointerType *Pointer;
  DenseMap<const DILocation *, Constant *> Places;
  DenseMap<std::pair<GlobalVariable *, const DILocation *>, GlobalVariable *> Known;
};

} // namespace

/// Replaces the calls that stand for a site's number until sites are described by loads of the number.
static void readNumbers(Module &M) {
  Function *Number = M.getFunction(siteNumber);
  if (!Number)
    return;
  for (User *U : make_early_inc_range(Number->users())) {
    auto *Call = cast<CallInst>(U);
    IRBuilder<> Builder(Call);
    Value *Address = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Call->getArgOperand(0),
                                                        offsetof(abi::CheckSite, number));
    Call->replaceAllUsesWith(Builder.CreateLoad(Call->getType(), Address));
    Call->eraseFromParent();
  }
  Number->eraseFromParent();
}

/// Keeps frame pointers in functions that call others and in those that are called, so that the runtime finds
/// from where a library's function was called that has not been inlined. Not for calls through pointers.
static void keepFramePointers(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration())
        continue;
      F.addFnAttr("frame-pointer", "all");
      Callee->addFnAttr("frame-pointer", "all");
    }
}

void describeSites(Module &M) {
  // The optimizer has shown that what these would check has been written.
  if (Function *F = M.getFunction("kcc_check_local"))
    for (User *U : make_early_inc_range(F->users()))
      if (auto *Call = dyn_cast<CallInst>(U); Call && match(Call->getArgOperand(0), PatternMatch::m_Zero()))
        Call->eraseFromParent();
  dropChecksInCombinations(M);
  Sites All(M);
  for (StringRef Name : {"kcc_check_access",       "kcc_check_lanes",
                         "kcc_check_range",        "kcc_check_barrier",
                         "kcc_check_atomic_done",  "kcc_check_reach",
                         "kcc_check_bypass",       "kcc_check_local",
                         "kcc_check_allocated",    "kcc_check_integers",
                         "kcc_check_callee",       "kcc_check_table",
                         "kcc_check_conversion",   "kcc_check_exchanged",
                         "kcc_check_nan",          "kcc_check_block",
                         "kcc_check_endless",      "kcc_check_race_at",
                         "kcc_check_race_lanes",   "kcc_check_race_row",
                         "kcc_check_copy_started", +siteNumber})
    if (Function *F = M.getFunction(Name))
      for (User *U : F->users())
        if (auto *Call = dyn_cast<CallInst>(U))
          All.describe(*Call);
  readNumbers(M);
  keepFramePointers(M);
}

} // namespace kcc::compiler
