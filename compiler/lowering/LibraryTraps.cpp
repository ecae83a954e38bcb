#include "lowering/LibraryTraps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

bool endsProgram(StringRef Name) {
  static constexpr StringRef Names[] = {"abort",
                                        "_ZSt9terminatev",
                                        "__assert_fail",
                                        "__cxa_pure_virtual",
                                        "__cxa_deleted_virtual",
                                        "_ZSt21__glibcxx_assert_failPKciS0_S0_",
                                        "__chk_fail",
                                        "__stack_chk_fail",
                                        "__clang_call_terminate"};
  return is_contained(Names, Name) || (Name.starts_with("_ZSt") && Name.contains("__throw_"));
}

void defineLibraryTraps(Module &M) {
  // std::nothrow is an empty object that only selects an overload of `new`.
  if (GlobalVariable *Tag = M.getGlobalVariable("_ZSt7nothrow"); Tag && Tag->isDeclaration()) {
    Tag->setInitializer(Constant::getNullValue(Tag->getValueType()));
    Tag->setLinkage(GlobalValue::InternalLinkage);
  }
  for (Function &F : M) {
    if (!F.isDeclaration() || !endsProgram(F.getName()))
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setDoesNotThrow();
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &F));
    Builder.CreateIntrinsic(Intrinsic::trap, {});
    Builder.CreateUnreachable();
  }
}

} // namespace kcc::compiler
