#include "targets/PlainBuiltins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace kcc::compiler {

const LoweredBuiltin *findLowered(ArrayRef<LoweredBuiltin> Table, const Builtin &B) {
  const StringRef Name = B.Name.drop_front(StringRef("__kcc_").size());
  auto *Found = find_if(Table, [&](const LoweredBuiltin &R) { return R.Name == Name; });
  return Found == Table.end() ? nullptr : Found;
}

// The library begins with its functions' names (lowering/Builtins.cpp).
bool isInLibrary(StringRef Library, const Builtin &B) {
  for (StringRef Line : split(Library.split("\n\n").first, '\n'))
    for (StringRef Word : split(Line, ' '))
      if (Word == B.Name)
        return true;
  return false;
}

Value *copyWithoutHint(const BuiltinCall &Call, IRBuilderBase &Builder) {
  const bool IsLoad = Call.What.Name == "__kcc_load";
  Builder.CreateMemCpy(Call.Arguments[IsLoad ? 1 : 0], MaybeAlign(), Call.Arguments[IsLoad ? 0 : 1],
                       MaybeAlign(), Call.Arguments[2]);
  return nullptr;
}

Value *doNothing(const BuiltinCall &, IRBuilderBase &) {
  return nullptr;
}

Value *neverTrue(const BuiltinCall &, IRBuilderBase &Builder) {
  return Builder.getFalse();
}

} // namespace kcc::compiler
