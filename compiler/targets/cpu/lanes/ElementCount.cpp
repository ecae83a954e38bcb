#include "targets/cpu/lanes/ElementCount.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/LoopNumbers.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

using abi::CpuThread;

/// The memory that an access uses in all iterations.
struct AccessedRange {
  StridedAccess Access;
  Value *Begin, *End; ///< addresses
};

struct AccessedRanges {
  SmallVector<AccessedRange, 8> All;
  Value *AreExact; ///< addresses do not wrap, and grow by the stride
};

/// Whether no iteration is sure to store to memory of the next one.
bool mayBeIndependent(const StridedLoop &Loop) {
  return Loop.IsForAnyThread && !Loop.Accesses.empty() &&
         none_of(Loop.Accesses,
                 [](const StridedAccess &Access) { return Access.IsStore && Access.Stride < Access.Bytes; });
}

/// Whether threads come to the loop, and its step is the number of threads in the grid.
Value *hasElements(const StridedLoop &Loop, const LoopNumbers &Numbers, IRBuilder<> &At, Function &Count) {
  auto Field = [&](std::size_t Offset) {
    return At.CreateZExt(At.CreateLoad(At.getInt32Ty(), fieldAt(Offset, At, Count)), At.getInt64Ty());
  };
  Value *Threads = At.CreateMul(Field(offsetof(CpuThread, grid_dim)), Field(offsetof(CpuThread, block_dim)));
  Value *Has = At.CreateAnd(At.CreateAnd(Numbers.IsReached, Numbers.StaysBelowLimit),
                            At.CreateICmpEQ(Numbers.Step, Threads));
  return At.CreateAnd(Has, At.CreateICmp(Loop.less(), Numbers.First, Numbers.Last));
}

/// From where each access begins in the first iteration and in the last one, which is `Steps` later.
AccessedRanges rangesOf(const StridedLoop &Loop, const PreparedThread &Prepared, Value *First, Value *Steps,
                        IRBuilder<> &At, Function &Count) {
  Type *const I64 = At.getInt64Ty(), *const T = Loop.Start->getType();
  EntryValues InFirst(Prepared, At, Count), InLast(Prepared, At, Count);
  InFirst.set(Loop.Counter, At.CreateTrunc(First, T));
  InLast.set(Loop.Counter, At.CreateTrunc(At.CreateAdd(First, Steps), T));
  AccessedRanges Ranges = {{}, At.getTrue()};
  for (const StridedAccess &Access : Loop.Accesses) {
    Value *Low = At.CreatePtrToInt(At.CreateFreeze(InFirst.get(Access.Address)), I64);
    Value *High = At.CreatePtrToInt(At.CreateFreeze(InLast.get(Access.Address)), I64);
    Value *Grown = At.CreateMul(Steps, At.getInt64(Access.Stride));
    Ranges.AreExact = At.CreateAnd(Ranges.AreExact, At.CreateICmpEQ(At.CreateSub(High, Low), Grown));
    Ranges.AreExact = At.CreateAnd(Ranges.AreExact, At.CreateICmpULE(Low, High));
    Ranges.All.push_back({Access, Low, At.CreateAdd(High, At.getInt64(Access.Bytes))});
  }
  return Ranges;
}

/// Whether in each iteration, the second access is to memory from where the first one begins up to where it
/// begins in the next iteration; null if that cannot be.
Value *isWithinElement(const AccessedRange &First, const AccessedRange &Second, IRBuilder<> &At) {
  const std::uint64_t Stride = First.Access.Stride;
  if (Stride != Second.Access.Stride || Stride < First.Access.Bytes || Stride < Second.Access.Bytes)
    return nullptr;
  Value *Distance = At.CreateSub(Second.Begin, First.Begin);
  return At.CreateICmpULE(Distance, At.getInt64(Stride - Second.Access.Bytes));
}

/// Whether two accesses are to different memory, or an iteration's are both to memory that is its own.
Value *areIndependent(const AccessedRange &A, const AccessedRange &B, IRBuilder<> &At) {
  Value *Are = At.CreateOr(At.CreateICmpULE(A.End, B.Begin), At.CreateICmpULE(B.End, A.Begin));
  for (Value *IsWithin : {isWithinElement(A, B, At), isWithinElement(B, A, At)})
    if (IsWithin)
      Are = At.CreateOr(Are, IsWithin);
  return Are;
}

} // namespace

Function *countElements(const StridedLoop &Loop, const PreparedThread &Prepared, StringRef Name) {
  if (!mayBeIndependent(Loop))
    return nullptr;
  Module &M = *Prepared.F.getParent();
  IRBuilder<> At(M.getContext());
  auto *Count = Function::Create(FunctionType::get(At.getInt64Ty(), {At.getPtrTy(), At.getPtrTy()}, false),
                                 GlobalValue::ExternalLinkage, Name, M);
  Count->setDoesNotThrow();
  auto Make = [&](const Twine &BlockName) { return BasicBlock::Create(M.getContext(), BlockName, Count); };
  BasicBlock *Entry = Make("entry"), *Some = Make("some"), *None = Make("none");
  At.SetInsertPoint(Entry);
  EntryValues Values(Prepared, At, *Count);
  const LoopNumbers Numbers = numbersOf(Loop, Values, At);
  At.CreateCondBr(hasElements(Loop, Numbers, At, *Count), Some, None);

  At.SetInsertPoint(Some);
  Value *const Steps = At.CreateSub(At.CreateSub(Numbers.Last, Numbers.First), At.getInt64(1));
  const AccessedRanges Ranges = rangesOf(Loop, Prepared, Numbers.First, Steps, At, *Count);
  Value *Are = Ranges.AreExact;
  for (auto [K, Store] : enumerate(Ranges.All))
    for (auto [J, Other] : enumerate(Ranges.All))
      if (Store.Access.IsStore && J != K && (!Other.Access.IsStore || J > K))
        Are = At.CreateAnd(Are, areIndependent(Store, Other, At));
  At.CreateRet(At.CreateSelect(Are, At.CreateAdd(Steps, At.getInt64(1)), At.getInt64(0)));
  At.SetInsertPoint(None);
  At.CreateRet(At.getInt64(0));
  return Count;
}

} // namespace kcc::compiler
