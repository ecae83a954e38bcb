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

// Both sides are aligned to as many bytes as are copied (kcc/device/cache_hints.h).
Value *copyWithoutHint(const BuiltinCall &Call, IRBuilderBase &Builder) {
  const bool IsLoad = Call.What.Name == "__kcc_load";
  const auto *Bytes = dyn_cast<ConstantInt>(Call.Arguments[2]);
  const MaybeAlign Alignment(Bytes && isPowerOf2_64(Bytes->getZExtValue()) ? Bytes->getZExtValue() : 1);
  Builder.CreateMemCpy(Call.Arguments[IsLoad ? 1 : 0], Alignment, Call.Arguments[IsLoad ? 0 : 1], Alignment,
                       Call.Arguments[2]);
  return nullptr;
}

Value *doNothing(const BuiltinCall &, IRBuilderBase &) {
  return nullptr;
}

Value *neverTrue(const BuiltinCall &, IRBuilderBase &Builder) {
  return Builder.getFalse();
}

} // namespace kcc::compiler
