#include "lowering/LibraryTraps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

bool isVerboseAbort(StringRef Name) {
  return Name.starts_with("_ZNSt3__122__libcpp_verbose_abort");
}

/// libstdc++'s are in std, libc++'s in std::__1: _ZSt24__throw_out_of_range_fmtPKcz
static bool throws(StringRef Name) {
  if (!Name.consume_front("_ZNSt3__1") && !Name.consume_front("_ZSt"))
    return false;
  return Name.drop_while([](char C) { return isDigit(C); }).starts_with("__throw_");
}

bool endsProgram(const Function &F) {
  static constexpr StringRef Names[] = {"abort",
                                        "_ZSt9terminatev",
                                        "__assert_fail",
                                        "__cxa_pure_virtual",
                                        "__cxa_deleted_virtual",
                                        "_ZSt21__glibcxx_assert_failPKciS0_S0_",
                                        "__chk_fail",
                                        "__stack_chk_fail",
                                        "__clang_call_terminate"};
  StringRef Name = F.getName();
  // libc++'s __throw_if_valueless() may return.
  return is_contained(Names, Name) || isVerboseAbort(Name) ||
         (throws(Name) && (F.isDeclaration() || F.doesNotReturn()));
}

void defineLibraryTraps(Module &M) {
  // std::nothrow is an empty object that only selects an overload of `new`.
  if (GlobalVariable *Tag = M.getGlobalVariable("_ZSt7nothrow"); Tag && Tag->isDeclaration()) {
    Tag->setInitializer(Constant::getNullValue(Tag->getValueType()));
    Tag->setLinkage(GlobalValue::InternalLinkage);
  }
  for (Function &F : M) {
    if (!F.isDeclaration() || !endsProgram(F))
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setDoesNotThrow();
    F.setDoesNotReturn();
    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", &F));
    Builder.CreateIntrinsic(Intrinsic::trap, {});
    Builder.CreateUnreachable();
  }
}

} // namespace kcc::compiler
