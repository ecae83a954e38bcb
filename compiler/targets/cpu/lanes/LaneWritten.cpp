// The maps of what has been written, in checks of accesses by the lanes of a group: a bit for each byte, of
// the block's shared memory (abi::CheckState::shared_written) and of other objects
// (abi::CheckedRange::written). For reads of what has been written, and for most writes, the code need not
// ask the runtime.
#include "kcc/abi/cpu_checks.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/LaneEmitter.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The bytes of all lanes' objects, where these are at known distances from the first lane's.
struct Bytes {
  std::int64_t Begin = 0; ///< the first byte's distance from the first lane's object
  std::int64_t Count = 0; ///< from there to the end of the last object
  /// A bit for each of these: whether it is in an object. Empty if they are too many.
  SmallVector<std::uint64_t, 8> Words;
};

Bytes bytesOf(ArrayRef<std::int64_t> Offsets, std::int64_t Size) {
  const auto [Least, Greatest] = std::minmax_element(Offsets.begin(), Offsets.end());
  Bytes Result{*Least, *Greatest - *Least + Size, {}};
  constexpr std::int64_t Most = 512;
  if (Result.Count > Most)
    return Result;
  Result.Words.resize(static_cast<std::size_t>(Result.Count + 63) / 64);
  for (std::int64_t Offset : Offsets)
    for (std::int64_t K = Offset - *Least; K < Offset - *Least + Size; ++K)
      Result.Words[static_cast<std::size_t>(K) / 64] |= std::uint64_t{1} << K % 64;
  return Result;
}

} // namespace

/// The type of the checks' own memory for LLVM's alias analysis: no kernel accesses it.
MDNode *LaneEmitter::ofChecks() const {
  MDBuilder Types(F.getContext());
  MDNode *Own = Types.createTBAAScalarTypeNode("kcc check", Types.createTBAARoot("Simple C++ TBAA"));
  return Types.createTBAAStructTagNode(Own, Own, 0);
}

Value *LaneEmitter::loadOfChecks(Type *T, Value *Address) {
  LoadInst *Load = Builder.CreateAlignedLoad(T, Address, Align(1));
  Load->setMetadata(LLVMContext::MD_tbaa, ofChecks());
  return Load;
}

void LaneEmitter::storeOfChecks(Value *V, Value *Address) {
  Builder.CreateAlignedStore(V, Address, Align(1))->setMetadata(LLVMContext::MD_tbaa, ofChecks());
}

/// In words of 64 bits, a bit for each byte of objects of `Size` bytes that lie side by side: whether the
/// object is one of a lane of the mask. Empty unless the size is 1, 4 or 8.
SmallVector<Value *, 4> LaneEmitter::bitsOfBytes(Value *Mask, std::int64_t Size) {
  auto *Byte = FixedVectorType::get(Builder.getInt8Ty(), Lanes);
  Value *All = nullptr;
  if (Size == 1) {
    All = bits(Mask);
  } else if (Size == 8) {
    All = Builder.CreateSExt(Mask, Byte);
  } else if (Size == 4) { // two in a byte
    Value *Whole = Builder.CreateSExt(Mask, Byte);
    SmallVector<int, 16> Even, Odd;
    for (int K = 0; K < static_cast<int>(Lanes); K += 2) {
      Even.push_back(K);
      Odd.push_back(K + 1);
    }
    Value *Low = Builder.CreateShuffleVector(Whole, Even), *High = Builder.CreateShuffleVector(Whole, Odd);
    All = Builder.CreateOr(Builder.CreateAnd(Low, ConstantInt::get(Low->getType(), 0x0f)),
                           Builder.CreateAnd(High, ConstantInt::get(High->getType(), 0xf0)));
  } else {
    return {};
  }
  const auto Count = static_cast<unsigned>(Lanes * Size);
  All = Builder.CreateBitCast(All, Builder.getIntNTy(Count));
  SmallVector<Value *, 4> Words;
  for (unsigned K = 0; K < Count; K += 64)
    Words.push_back(Builder.CreateZExtOrTrunc(Builder.CreateLShr(All, K), Builder.getInt64Ty()));
  return Words;
}

/// Goes on at `Done` if nothing is wrong, and what is written counts as written; else at `Ask`. `Range` is
/// null for the block's shared memory. If the lanes' addresses are side by side, although their shape does
/// not say so, `FirstOfNeighbours` is the first one.
void LaneEmitter::emitWrittenCheck(CallInst &Call, const CheckedAccess &What, Value *Range,
                                   Value *FirstOfNeighbours, Value *Mask, BasicBlock *Done, BasicBlock *Ask) {
  auto *I64 = Builder.getInt64Ty(), *I128 = Builder.getInt128Ty();
  auto *Pointer = Builder.getPtrTy();
  auto At = [&](Value *Begin, std::size_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Begin, Offset);
  };
  Value *Written = loadOfChecks(Pointer, Range ? At(Range, offsetof(abi::CheckedRange, written))
                                               : At(loadField(offsetof(abi::CpuThread, checks), Pointer),
                                                    offsetof(abi::CheckState, shared_written)));
  Value *Begin =
      Range ? loadOfChecks(I64, At(Range, offsetof(abi::CheckedRange, begin)))
            : Builder.CreatePtrToInt(loadField(offsetof(abi::CpuThread, shared_memory), Pointer), I64);
  BasicBlock *Look = newBlock("look.at.written");
  Builder.CreateCondBr(Builder.CreateIsNull(Written), Done, Look);
  Builder.SetInsertPoint(Look);

  Value *Place = Call.getArgOperand(0);
  const Shape S = Shapes[Place];
  LaneOffsets Offsets;
  if (FirstOfNeighbours)
    for (unsigned K = 0; K < Lanes; ++K)
      Offsets.push_back(What.Bytes * K);
  else if (S.Kind != Shape::Varying)
    Offsets = Shapes.offsets(S);
  Bytes Known;
  if (!Offsets.empty())
    Known = bytesOf(Offsets, What.Bytes);
  const bool AreSideBySide =
      Known.Count == What.Bytes * Lanes && S.Kind != Shape::Pattern && (FirstOfNeighbours || S.Stride > 0);
  SmallVector<Value *, 8> Wanted; // the bits to find or to set
  if (!Mask || S.Kind == Shape::Uniform)
    for (std::uint64_t Word : Known.Words)
      Wanted.push_back(Builder.getInt64(Word));
  else if (AreSideBySide)
    append_range(Wanted, bitsOfBytes(Mask, What.Bytes));

  if (!Wanted.empty()) {
    Value *First = FirstOfNeighbours ? FirstOfNeighbours : get(Place);
    Value *Low =
        Builder.CreateSub(Builder.CreateAdd(Builder.CreatePtrToInt(First, I64),
                                            Builder.getInt64(static_cast<std::uint64_t>(Known.Begin))),
                          Begin);
    Value *Shift = Builder.CreateAnd(Low, 7);
    Value *FirstByte = Builder.CreateGEP(Builder.getInt8Ty(), Written, Builder.CreateAShr(Low, 3));
    if (What.IsWrite && Range && !Mask && AreSideBySide && Known.Count % 8 == 0) {
      // Other blocks write other bytes of the map at the same time.
      BasicBlock *Set = newBlock("set.written");
      Builder.CreateCondBr(Builder.CreateIsNull(Shift), Set, Ask);
      Builder.SetInsertPoint(Set);
      auto *All = Builder.getIntNTy(static_cast<unsigned>(Known.Count));
      storeOfChecks(ConstantInt::getAllOnesValue(All), FirstByte);
      Builder.CreateBr(Done);
      return;
    }
    const bool IsShort = Known.Count <= 57;
    auto *Loaded = IsShort ? I64 : I128;
    Shift = Builder.CreateZExt(Shift, Loaded);
    Value *AreSet = Builder.getTrue();
    for (auto [K, Bits] : enumerate(Wanted)) {
      Value *Word = At(FirstByte, 8 * K);
      Value *There = loadOfChecks(Loaded, Word);
      if (What.IsWrite && !Range) { // no other thread of the machine has this map
        Value *All = Builder.CreateOr(There, Builder.CreateShl(Builder.CreateZExt(Bits, Loaded), Shift));
        storeOfChecks(All, Word);
        continue;
      }
      There = Builder.CreateTrunc(Builder.CreateLShr(There, Shift), I64);
      AreSet = Builder.CreateAnd(AreSet, Builder.CreateICmpEQ(Builder.CreateAnd(There, Bits), Bits));
    }
    Builder.CreateCondBr(AreSet, Done, Ask);
    return;
  }
  constexpr std::int64_t MostOfLane = 25; // bits of a number of 32, of which 7 may come before
  if (What.Bytes > MostOfLane) {
    Builder.CreateBr(Ask);
    return;
  }
  auto *I32s = FixedVectorType::get(Builder.getInt32Ty(), Lanes);
  Value *From = Builder.CreateSub(numbers(vector(Place)), Builder.CreateVectorSplat(Lanes, Begin));
  Value *Words = Builder.CreateGEP(Builder.getInt8Ty(), Written, Builder.CreateAShr(From, 3));
  CallInst *There = Builder.CreateMaskedGather(I32s, Words, Align(1), Mask, Constant::getNullValue(I32s));
  There->setMetadata(LLVMContext::MD_tbaa, ofChecks());
  Value *Shifted = Builder.CreateLShr(There, Builder.CreateAnd(Builder.CreateTrunc(From, I32s), 7));
  Constant *Bits = ConstantInt::get(I32s, (std::uint64_t{1} << What.Bytes) - 1);
  Value *AreSet = Builder.CreateICmpEQ(Builder.CreateAnd(Shifted, Bits), Bits);
  if (Mask)
    AreSet = Builder.CreateSelect(Mask, AreSet, Constant::getAllOnesValue(AreSet->getType()));
  Builder.CreateCondBr(allOf(AreSet), Done, Ask);
}

} // namespace kcc::compiler
