#include "lowering/ConstantVariables.h"
#include "lowering/Analyses.h"
#include "lowering/MutableVariables.h"
#include "lowering/PointerUses.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace kcc::compiler {

/// The builtins that only read through a pointer parameter, or only use its address, with that parameter's
/// number.
static constexpr std::pair<StringRef, unsigned> Readers[] = {
    {"__kcc_load", 0},         {"__kcc_store", 1},          {"__kcc_prefetch", 0},
    {"__kcc_is_global", 0},    {"__kcc_is_shared", 0},      {"__kcc_is_constant", 0},
    {"__kcc_is_local", 0},     {"__kcc_shared_address", 0}, {"__kcc_async_copy_4", 1},
    {"__kcc_async_copy_8", 1}, {"__kcc_async_copy_16", 1},  {"__kcc_bulk_copy", 2}};

/// Inlines and simplifies \p M at any -O, so that the targets of pointers are visible.
static void simplify(Module &M) {
  for (auto [Name, Parameter] : Readers)
    if (Function *F = M.getFunction(Name)) {
      F->addParamAttr(Parameter, Attribute::ReadOnly);
      F->addParamAttr(Parameter, Attribute::getWithCaptureInfo(M.getContext(), CaptureInfo::none()));
    }
  for (Function &F : M) {
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
  }
  Analyses A(/*Machine=*/nullptr);
  ExposedVariables Variables(M);
  A.Builder.buildModuleSimplificationPipeline(OptimizationLevel::O1, ThinOrFullLTOPhase::None)
      .run(M, A.Modules);
}

void leaveWritableVariables(const Module &M, Declarations &A) {
  auto IsRead = [](const DeclaredVariable &V) {
    return V.Variable->isConstant() || isOnlyReadThrough(*V.Variable);
  };
  if (all_of(A.Constant, IsRead))
    return;
  ValueToValueMapTy Copies;
  std::unique_ptr<Module> Simplified = CloneModule(M, Copies);
  SmallVector<WeakTrackingVH, 4> Handles;
  for (const DeclaredVariable &V : A.Constant)
    Handles.emplace_back(Copies[V.Variable]);
  simplify(*Simplified);
  std::size_t Number = 0;
  erase_if(A.Constant, [&](const DeclaredVariable &V) {
    Value *Copy = Handles[Number++]; // null if nothing uses it in the end
    return !V.Variable->isConstant() && Copy && !isOnlyReadThrough(*Copy);
  });
}

} // namespace kcc::compiler
