// Loads and stores.
//
// Global memory is reached by its address, in pieces as large as the alignment allows, and with OpenCL the
// other memories are too. Otherwise shared and local memory are arrays of words: smaller pieces are cut out
// of them. Other threads may write the rest of a word of shared memory, so storing a piece changes nothing
// else, by atomic operations.
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/FunctionWriter.h"
#include "targets/spirv/Pointers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Where OpenCL has this space.
constexpr spv::StorageClass storageClass(unsigned Space) {
  return Space == SharedSpace  ? spv::StorageClassWorkgroup
         : Space == LocalSpace ? spv::StorageClassFunction
                               : spv::StorageClassCrossWorkgroup;
}

} // namespace

SpirvId FunctionWriter::pushConstant(unsigned Member, SpirvId Type) {
  const SpirvId Pointer = op(spv::OpAccessChain, Out.pointerType(spv::StorageClassPushConstant, Type),
                             {Interface.PushConstants, Out.word(Member)});
  return op(spv::OpLoad, Type, {Pointer});
}

SpirvId FunctionWriter::hostArgument(HostArgument Argument) {
  if (!isForOpencl())
    return pushConstant(static_cast<unsigned>(Argument), intType(Argument < HostArgument::GridX ? 64 : 32));
  switch (Argument) {
  case HostArgument::Parameters:
    return Parameters;
  case HostArgument::Variables:
    return Context.Variables;
  case HostArgument::Status:
    return Context.Status;
  default:
    return Context.DynamicSharedBytes;
  }
}

/// An integer that is 0, unknown to all compilers.
SpirvId FunctionWriter::hiddenZero(unsigned Bits) {
  if (HiddenZero == 0) {
    std::vector<std::uint32_t> *Former = std::exchange(Words, &Prologue);
    const SpirvId Bytes = hostArgument(HostArgument::DynamicSharedBytes); // fewer than 2^31
    HiddenZero = binary(spv::OpShiftRightLogical, 32, Bytes, integer(32, 31));
    WideHiddenZero = resize(HiddenZero, 32, 64);
    Words = Former;
  }
  return Bits == 64 ? WideHiddenZero : HiddenZero;
}

SpirvId FunctionWriter::typedPointer(unsigned Space, SpirvId Address, std::uint64_t Offset, SpirvId Type) {
  if (Space == GlobalSpace) {
    const spv::StorageClass Class =
        isForOpencl() ? spv::StorageClassCrossWorkgroup : spv::StorageClassPhysicalStorageBuffer;
    if (Offset != 0)
      Address = binary(spv::OpIAdd, 64, Address, integer(64, Offset));
    return op(spv::OpConvertUToPtr, Out.pointerType(Class, Type), {Address});
  }
  const SpirvId Byte = intType(8);
  const SpirvId Index =
      binary(spv::OpIAdd, 32, Address, Out.word(static_cast<std::uint32_t>(Offset) - FirstAddress));
  const SpirvId Pointer = op(spv::OpInBoundsPtrAccessChain, Out.pointerType(storageClass(Space), Byte),
                             {Space == SharedSpace ? Context.Shared : Context.Local, Index});
  return Type == Byte ? Pointer : op(spv::OpBitcast, Out.pointerType(storageClass(Space), Type), {Pointer});
}

/// What a load or a store says about its access, to \p Align bytes through a typed pointer.
SpirvOperands FunctionWriter::memoryAccess(unsigned Space, std::uint32_t Align) const {
  constexpr std::uint32_t Aligned = spv::MemoryAccessAlignedMask;
  constexpr std::uint32_t NonPrivate = spv::MemoryAccessNonPrivatePointerMask;
  if (isForOpencl())
    return {Aligned, Align};
  if (Space == GlobalSpace)
    return {Aligned | NonPrivate, Align};
  return Space == SharedSpace ? SpirvOperands{NonPrivate} : SpirvOperands{};
}

SpirvId FunctionWriter::load(SpirvId Type, SpirvId Pointer, const SpirvOperands &Access) {
  SpirvOperands Operands = {Pointer};
  Operands.insert(Operands.end(), Access.begin(), Access.end());
  return op(spv::OpLoad, Type, Operands);
}

void FunctionWriter::store(SpirvId Pointer, SpirvId Value, const SpirvOperands &Access) {
  SpirvOperands Operands = {Pointer, Value};
  Operands.insert(Operands.end(), Access.begin(), Access.end());
  opNoResult(spv::OpStore, Operands);
}

/// Access to small integers is a feature that a Vulkan device may lack; all OpenCL devices have it.
void FunctionWriter::requireSmallAccess(unsigned Bytes) {
  if (!isForOpencl() && Bytes == 1)
    Out.require(spv::CapabilityStorageBuffer8BitAccess);
  if (!isForOpencl() && Bytes == 2)
    Out.require(spv::CapabilityStorageBuffer16BitAccess);
}

SpirvId FunctionWriter::wordIndex(SpirvId Address, std::uint64_t Offset, Align A) {
  // Written so that drivers see the alignment.
  const unsigned Zeros = std::clamp(Log2(A), 2u, 4u);
  SpirvId Word = binary(spv::OpShiftRightLogical, 32, Address, integer(32, Zeros));
  if (Zeros != 2)
    Word = binary(spv::OpShiftLeftLogical, 32, Word, integer(32, Zeros - 2));
  return binary(spv::OpIAdd, 32, Word, Out.word(static_cast<std::uint32_t>(Offset / 4) - FirstAddress / 4));
}

SpirvId FunctionWriter::wordPointer(unsigned Space, SpirvId Address, std::uint64_t Offset, Align A) {
  const SpirvId Index = wordIndex(Address, Offset, A);
  if (Space != SharedSpace)
    return op(spv::OpAccessChain, Out.pointerType(spv::StorageClassPrivate, intType(32)),
              {Interface.LocalMemory, Index});
  const SpirvId Type = Out.pointerType(spv::StorageClassWorkgroup, intType(32));
  if (!Interface.WithSharedVectors.contains(&F))
    return op(spv::OpAccessChain, Type, {Interface.Shared, Index});
  return op(spv::OpAccessChain, Type,
            {Interface.SharedVectors, binary(spv::OpShiftRightLogical, 32, Index, integer(32, 2)),
             binary(spv::OpBitwiseAnd, 32, Index, integer(32, 3))});
}

SpirvId FunctionWriter::sharedVectorPointer(SpirvId Address, std::uint64_t Offset) {
  const SpirvId Index = binary(spv::OpShiftRightLogical, 32, Address, integer(32, 4));
  return op(spv::OpAccessChain, Out.pointerType(spv::StorageClassWorkgroup, Out.vectorType(intType(32), 4)),
            {Interface.SharedVectors,
             binary(spv::OpIAdd, 32, Index,
                    Out.word(static_cast<std::uint32_t>(Offset / 16) - FirstAddress / 16))});
}

template <class T>
bool FunctionWriter::isOfSharedVectors(const T &I, unsigned Space, unsigned Unit, std::size_t Count) const {
  return Space == SharedSpace && Interface.WithSharedVectors.contains(&F) && Unit == 4 && Count % 4 == 0 &&
         I.getAlign() >= 16;
}

SpirvId FunctionWriter::loadScalar(unsigned Space, SpirvId Address, std::uint64_t Offset, unsigned Bytes,
                                   Align A) {
  const unsigned Bits = registerBits(Bytes);
  const Align Here = commonAlignment(A, Offset);
  const bool IsTyped = hasTypedPointers(Space);
  if (Here.value() < Bytes && !(!IsTyped && Bytes == 8 && Here >= 4)) {
    const unsigned Half = Bytes / 2;
    const SpirvId Low = loadScalar(Space, Address, Offset, Half, A);
    const SpirvId High = loadScalar(Space, Address, Offset + Half, Half, A);
    return binary(spv::OpBitwiseOr, Bits, resize(Low, registerBits(Half), Bits),
                  binary(spv::OpShiftLeftLogical, Bits, resize(High, registerBits(Half), Bits),
                         integer(Bits, Half * 8)));
  }
  if (IsTyped) {
    requireSmallAccess(Bytes);
    const SpirvId Type = intType(Bytes * 8);
    return resize(load(Type, typedPointer(Space, Address, Offset, Type), memoryAccess(Space, Bytes)),
                  Bytes * 8, Bits);
  }
  auto LoadWord = [&](SpirvId Where, std::uint64_t At, Align Aligned) {
    return load(intType(32), wordPointer(Space, Where, At, Aligned), memoryAccess(Space));
  };
  if (Bytes == 8) {
    const SpirvId Pair = op(spv::OpCompositeConstruct, Out.vectorType(intType(32), 2),
                            {LoadWord(Address, Offset, A), LoadWord(Address, Offset + 4, A)});
    return op(spv::OpBitcast, intType(64), {Pair});
  }
  if (Bytes == 4)
    return LoadWord(Address, Offset, A);
  if (Offset != 0)
    Address = binary(spv::OpIAdd, 32, Address, integer(32, Offset));
  const SpirvId Shift = binary(spv::OpShiftLeftLogical, 32,
                               binary(spv::OpBitwiseAnd, 32, Address, integer(32, 3)), integer(32, 3));
  return mask(binary(spv::OpShiftRightLogical, 32, LoadWord(Address, 0, Align(1)), Shift), Bytes * 8, 32);
}

void FunctionWriter::storeScalar(unsigned Space, SpirvId Address, std::uint64_t Offset, SpirvId Value,
                                 unsigned Bytes, Align A) {
  const unsigned Bits = registerBits(Bytes);
  const Align Here = commonAlignment(A, Offset);
  const bool IsTyped = hasTypedPointers(Space);
  if (Here.value() < Bytes || (!IsTyped && Bytes == 8)) {
    const unsigned Half = Bytes / 2;
    auto Piece = [&](SpirvId V) {
      return mask(resize(V, Bits, registerBits(Half)), Half * 8, registerBits(Half));
    };
    storeScalar(Space, Address, Offset, Piece(Value), Half, A);
    storeScalar(Space, Address, Offset + Half,
                Piece(binary(spv::OpShiftRightLogical, Bits, Value, integer(Bits, Half * 8))), Half, A);
    return;
  }
  if (IsTyped) {
    requireSmallAccess(Bytes);
    return store(typedPointer(Space, Address, Offset, intType(Bytes * 8)), resize(Value, Bits, Bytes * 8),
                 memoryAccess(Space, Bytes));
  }
  if (Bytes == 4)
    return store(wordPointer(Space, Address, Offset, A), Value, memoryAccess(Space));
  if (Offset != 0)
    Address = binary(spv::OpIAdd, 32, Address, integer(32, Offset));
  const SpirvId Shift = binary(spv::OpShiftLeftLogical, 32,
                               binary(spv::OpBitwiseAnd, 32, Address, integer(32, 3)), integer(32, 3));
  const SpirvId Hole =
      op(spv::OpNot, intType(32),
         {binary(spv::OpShiftLeftLogical, 32, integer(32, Bytes == 1 ? 0xff : 0xffff), Shift)});
  const SpirvId Piece = binary(spv::OpShiftLeftLogical, 32, Value, Shift);
  const SpirvId Pointer = wordPointer(Space, Address, 0);
  if (Space == SharedSpace) {
    const SpirvId Scope = Out.word(spv::ScopeWorkgroup), Relaxed = Out.word(0);
    op(spv::OpAtomicAnd, intType(32), {Pointer, Scope, Relaxed, Hole});
    op(spv::OpAtomicOr, intType(32), {Pointer, Scope, Relaxed, Piece});
    return;
  }
  const SpirvId Word = op(spv::OpLoad, intType(32), {Pointer});
  opNoResult(spv::OpStore,
             {Pointer, binary(spv::OpBitwiseOr, 32, binary(spv::OpBitwiseAnd, 32, Word, Hole), Piece)});
}

/// Whether the integers in \p T have a number of bytes that is a power of two.
static bool hasOnlyPlainIntegers(Type *T) {
  if (T->isIntegerTy())
    return T->isIntegerTy(1) || (isPowerOf2_32(T->getIntegerBitWidth()) && T->getIntegerBitWidth() >= 8);
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return !V->getElementType()->isIntegerTy(1) && hasOnlyPlainIntegers(V->getElementType());
  return all_of(T->subtypes(), hasOnlyPlainIntegers);
}

/// Whether an access is one that other threads may make at the same time: the memory model then wants an
/// atomic one.
template <class T> static bool isShareable(const T &I, Type *Accessed) {
  const std::uint64_t Bytes = I.getDataLayout().getTypeStoreSize(Accessed);
  return (I.isAtomic() || I.isVolatile()) && (Bytes == 4 || Bytes == 8) && I.getAlign().value() >= Bytes;
}

/// The size of each of several scalars that follow each other without gaps; 0 for other places.
static unsigned denseUnit(ArrayRef<ScalarPlace> Places) {
  if (Places.size() < 2)
    return 0;
  const unsigned Unit = Places[0].Type.bytes();
  const bool IsDense = all_of(enumerate(Places), [&](auto Row) {
    return Row.value().Type.bytes() == Unit && Row.value().Offset == Row.index() * Unit;
  });
  return IsDense ? Unit : 0;
}

/// How many of the next scalars one vector can have: 4, 2 or 1. For Metal 1, because SPIRV-Cross makes
/// pointers to vectors of addresses in a way that is not Metal's language.
std::size_t FunctionWriter::vectorLength(std::size_t Left, unsigned Unit, Align A) const {
  std::size_t Count = isForMetal() ? 1 : 4;
  while (Count > 1 && (Count > Left || A.value() < Count * Unit))
    Count /= 2;
  return Count;
}

void FunctionWriter::writeLoad(LoadInst &I) {
  const unsigned Space = resolved(I.getPointerAddressSpace());
  const SpirvId Address = scalar(I.getPointerOperand());
  if (!hasOnlyPlainIntegers(I.getType()))
    return fail(I, "a load of integers that are not whole bytes");
  SmallVector<ScalarPlace, 4> Places;
  placesOf(I.getType(), 0, Places);
  if (Space != LocalSpace && Places.size() == 1 && isShareable(I, I.getType()) &&
      !(Space == SharedSpace && Places[0].Type.bytes() == 8 && !I.isAtomic())) {
    const Scalar S = Places[0].Type;
    if (isTooOrdered(I, I.getOrdering(), I.getSyncScopeID()))
      return;
    writeFenceBefore(I, I.getOrdering(), I.getSyncScopeID());
    const SpirvId Pointer = pointerFor(I, Space, Address, layout().getTypeStoreSize(I.getType()));
    if (Pointer == 0)
      return;
    const SpirvId Bits =
        atomic(Space, spv::OpAtomicLoad, intType(layout().getTypeStoreSizeInBits(I.getType())),
               {Pointer, scopeId(I.isAtomic() ? I.getSyncScopeID() : SyncScope::ID{SyncScope::System}, Space),
                semantics(orderOf(I.getOrdering(), AtomicOrdering::Acquire))});
    return set(
        I, {fromInteger(resize(Bits, layout().getTypeStoreSizeInBits(I.getType()), registerBits(S.bytes())),
                        S)});
  }
  if (I.isAtomic())
    return fail(I, "an atomic load of this size");
  const std::uint64_t Bytes = layout().getTypeStoreSize(I.getType());
  Ids Results;
  // Several scalars at once, where they are dense.
  const unsigned Unit = denseUnit(Places);
  if (hasTypedPointers(Space) && (Unit == 4 || Unit == 8)) {
    for (std::size_t N = 0; N != Places.size();) {
      const std::size_t Count =
          vectorLength(Places.size() - N, Unit, commonAlignment(I.getAlign(), N * Unit));
      if (Count == 1) {
        Results.push_back(
            fromInteger(loadScalar(Space, Address, N * Unit, Unit, I.getAlign()), Places[N].Type));
      } else {
        const SpirvId Vector = Out.vectorType(intType(Unit * 8), static_cast<unsigned>(Count));
        const SpirvId All = load(Vector, typedPointer(Space, Address, N * Unit, Vector),
                                 memoryAccess(Space, static_cast<std::uint32_t>(Count * Unit)));
        for (std::uint32_t E = 0; E != Count; ++E)
          Results.push_back(
              fromInteger(op(spv::OpCompositeExtract, intType(Unit * 8), {All, E}), Places[N + E].Type));
      }
      N += Count;
    }
    return set(I, Results);
  }
  if (isOfSharedVectors(I, Space, Unit, Places.size())) {
    for (std::size_t N = 0; N != Places.size(); N += 4) {
      const SpirvId All =
          load(Out.vectorType(intType(32), 4), sharedVectorPointer(Address, N * Unit), memoryAccess(Space));
      for (std::uint32_t E = 0; E != 4; ++E)
        Results.push_back(
            fromInteger(op(spv::OpCompositeExtract, intType(32), {All, E}), Places[N + E].Type));
    }
    return set(I, Results);
  }
  // Small scalars out of words.
  if (Unit != 0 && Unit < 4 && I.getAlign() >= 4 && Bytes % 4 == 0) {
    SpirvId Word = 0;
    for (const ScalarPlace &P : Places) {
      if (P.Offset % 4 == 0)
        Word = loadScalar(Space, Address, P.Offset, 4, I.getAlign());
      const SpirvId Shifted = P.Offset % 4 == 0
                                  ? Word
                                  : binary(spv::OpShiftRightLogical, 32, Word, integer(32, P.Offset % 4 * 8));
      Results.push_back(fromInteger(mask(Shifted, Unit * 8, 32), P.Type));
    }
    return set(I, Results);
  }
  for (const ScalarPlace &P : Places) {
    const bool IsLocalPointer = P.Type.Is == Scalar::Int && P.Type.Bits == 32 && I.getType()->isPointerTy();
    Results.push_back(
        IsLocalPointer
            ? resize(loadScalar(Space, Address, P.Offset, 8, I.getAlign()), 64, 32)
            : fromInteger(loadScalar(Space, Address, P.Offset, P.Type.bytes(), I.getAlign()), P.Type));
  }
  set(I, Results);
}

void FunctionWriter::writeStore(StoreInst &I) {
  const unsigned Space = resolved(I.getPointerAddressSpace());
  const SpirvId Address = scalar(I.getPointerOperand());
  Type *T = I.getValueOperand()->getType();
  if (!hasOnlyPlainIntegers(T))
    return fail(I, "a store of integers that are not whole bytes");
  SmallVector<ScalarPlace, 4> Places;
  placesOf(T, 0, Places);
  const Ids Values = value(I.getValueOperand());
  if (Space != LocalSpace && Places.size() == 1 && isShareable(I, T) &&
      !(Space == SharedSpace && Places[0].Type.bytes() == 8 && !I.isAtomic())) {
    if (isTooOrdered(I, I.getOrdering(), I.getSyncScopeID()))
      return;
    writeFenceBefore(I, I.getOrdering(), I.getSyncScopeID());
    const SpirvId Pointer = pointerFor(I, Space, Address, layout().getTypeStoreSize(T));
    if (Pointer == 0)
      return;
    const Scalar S = Places[0].Type;
    atomic(Space, spv::OpAtomicStore, intType(layout().getTypeStoreSizeInBits(T)),
           {Pointer, scopeId(I.isAtomic() ? I.getSyncScopeID() : SyncScope::ID{SyncScope::System}, Space),
            semantics(orderOf(I.getOrdering(), AtomicOrdering::Release)),
            resize(asInteger(Values[0], S), registerBits(S.bytes()), layout().getTypeStoreSizeInBits(T))});
    return;
  }
  if (I.isAtomic())
    return fail(I, "an atomic store of this size");
  const std::uint64_t Bytes = layout().getTypeStoreSize(T);
  const unsigned Unit = denseUnit(Places);
  if (hasTypedPointers(Space) && (Unit == 4 || Unit == 8)) {
    for (std::size_t N = 0; N != Places.size();) {
      const std::size_t Count =
          vectorLength(Places.size() - N, Unit, commonAlignment(I.getAlign(), N * Unit));
      if (Count == 1) {
        storeScalar(Space, Address, N * Unit, asInteger(Values[N], Places[N].Type), Unit, I.getAlign());
      } else {
        SpirvOperands Elements;
        for (std::size_t E = 0; E != Count; ++E)
          Elements.push_back(asInteger(Values[N + E], Places[N + E].Type));
        const SpirvId Vector = Out.vectorType(intType(Unit * 8), static_cast<unsigned>(Count));
        const SpirvId All = op(spv::OpCompositeConstruct, Vector, Elements);
        store(typedPointer(Space, Address, N * Unit, Vector), All,
              memoryAccess(Space, static_cast<std::uint32_t>(Count * Unit)));
      }
      N += Count;
    }
    return;
  }
  if (isOfSharedVectors(I, Space, Unit, Places.size())) {
    for (std::size_t N = 0; N != Places.size(); N += 4) {
      SpirvOperands Elements;
      for (std::size_t E = 0; E != 4; ++E)
        Elements.push_back(asInteger(Values[N + E], Places[N + E].Type));
      const SpirvId All = op(spv::OpCompositeConstruct, Out.vectorType(intType(32), 4), Elements);
      store(sharedVectorPointer(Address, N * Unit), All, memoryAccess(Space));
    }
    return;
  }
  if (Unit != 0 && Unit < 4 && I.getAlign() >= 4 && Bytes % 4 == 0) {
    SpirvId Word = 0;
    for (auto [P, V] : zip(Places, Values)) {
      const SpirvId Piece = asInteger(V, P.Type);
      const unsigned At = P.Offset % 4;
      Word = At == 0 ? Piece
                     : binary(spv::OpBitwiseOr, 32, Word,
                              binary(spv::OpShiftLeftLogical, 32, Piece, integer(32, At * 8)));
      if (At + Unit == 4)
        storeScalar(Space, Address, P.Offset - At, Word, 4, I.getAlign());
    }
    return;
  }
  for (auto [P, V] : zip(Places, Values)) {
    const bool IsLocalPointer = P.Type.Is == Scalar::Int && P.Type.Bits == 32 && T->isPointerTy();
    if (IsLocalPointer)
      storeScalar(Space, Address, P.Offset, resize(V, 32, 64), 8, I.getAlign());
    else
      storeScalar(Space, Address, P.Offset, asInteger(V, P.Type), P.Type.bytes(), I.getAlign());
  }
}

void FunctionWriter::writeGetElementPointer(GetElementPtrInst &I) {
  if (I.getType()->isVectorTy())
    return fail(I, "a vector of pointers");
  const unsigned Bits = scalarsOf(I.getType()).front().Bits;
  SpirvId Address = scalar(I.getPointerOperand());
  std::uint64_t Constant = 0;
  for (gep_type_iterator T = gep_type_begin(I), E = gep_type_end(I); T != E; ++T) {
    if (StructType *S = T.getStructTypeOrNull()) {
      Constant += layout().getStructLayout(S)->getElementOffset(
          static_cast<unsigned>(cast<ConstantInt>(T.getOperand())->getZExtValue()));
      continue;
    }
    const std::uint64_t Stride = T.getSequentialElementStride(layout());
    if (auto *C = dyn_cast<ConstantInt>(T.getOperand())) {
      Constant += static_cast<std::uint64_t>(C->getSExtValue()) * Stride;
      continue;
    }
    const unsigned Width = T.getOperand()->getType()->getIntegerBitWidth();
    const unsigned From = scalarsOf(T.getOperand()->getType()).front().Bits;
    SpirvId Index = scalar(T.getOperand());
    Index = Width >= Bits ? resize(Index, From, Bits) : signExtend(Index, Width, From, Bits);
    if (Stride != 1)
      Index = isPowerOf2_64(Stride)
                  ? binary(spv::OpShiftLeftLogical, Bits, Index, integer(Bits, Log2_64(Stride)))
                  : binary(spv::OpIMul, Bits, Index, integer(Bits, Stride));
    Address = binary(spv::OpIAdd, Bits, Address, Index);
  }
  if (Constant != 0)
    Address = binary(spv::OpIAdd, Bits, Address, integer(Bits, Constant));
  set(I, {Address});
}

} // namespace kcc::compiler
