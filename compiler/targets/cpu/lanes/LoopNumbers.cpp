#include "targets/cpu/lanes/LoopNumbers.h"

using namespace llvm;

namespace kcc::compiler {

std::uint64_t counterLimit(const Type *T) {
  constexpr std::uint64_t Widest = std::uint64_t{1} << 20;
  return stridedLimit(T->getIntegerBitWidth()) - Widest;
}

LoopNumbers numbersOf(const StridedLoop &Loop, EntryValues &Values, IRBuilder<> &At) {
  auto Widened = [&](Value *V) {
    Value *Is = At.CreateFreeze(Values.get(V));
    return Loop.IsSigned ? At.CreateSExt(Is, At.getInt64Ty()) : At.CreateZExt(Is, At.getInt64Ty());
  };
  Value *First = Widened(Loop.Start), *Last = Widened(Loop.End), *Step = Widened(Loop.Step);
  Value *const Limit = At.getInt64(counterLimit(Loop.Start->getType()));
  Value *StaysBelowLimit = At.CreateICmp(Loop.less(), Last, Limit);
  for (Value *V : {First, Step, At.CreateAdd(Last, Step)})
    StaysBelowLimit = At.CreateAnd(StaysBelowLimit, At.CreateICmpULT(V, Limit));
  Value *IsReached = At.getTrue();
  for (auto [Condition, Is] : Loop.Conditions) {
    Value *Here = At.CreateFreeze(Values.get(Condition));
    IsReached = At.CreateAnd(IsReached, Is ? Here : At.CreateNot(Here));
  }
  return {First, Last, Step, StaysBelowLimit, IsReached};
}

} // namespace kcc::compiler
