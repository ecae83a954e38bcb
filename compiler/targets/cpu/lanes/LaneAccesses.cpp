// LaneEmitter: loads and stores of memory, and of the values that a thread keeps in the frame.
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/Interleaving.h"
#include "targets/cpu/lanes/LaneEmitter.h"
#include "targets/cpu/lanes/Vectorizer.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include <numeric>

using namespace llvm;

namespace kcc::compiler {

/// The first lane's address, as it is if the index does not wrap.
Value *LaneEmitter::firstUnwrapped(Value *Address, const NarrowIndex &Narrow) {
  auto *Gep = cast<GetElementPtrInst>(Address);
  const bool IsIndexed = Gep == Narrow.Indexed;
  Value *Base = IsIndexed ? get(Gep->getPointerOperand()) : firstUnwrapped(Gep->getPointerOperand(), Narrow);
  SmallVector<Value *, 4> Indices;
  for (Value *Index : Gep->indices()) {
    if (!IsIndexed || Index != Narrow.Widened) {
      Indices.push_back(get(Index));
      continue;
    }
    Value *First = get(Narrow.Widened->getOperand(0));
    Indices.push_back(isWidenedAsSigned(*Narrow.Widened) ? Builder.CreateSExt(First, Index->getType())
                                                         : Builder.CreateZExt(First, Index->getType()));
  }
  return Builder.CreateGEP(Gep->getSourceElementType(), Base, Indices);
}

/// For an address with a narrow index: whether the lanes' objects begin `Bytes` bytes apart, which they do if
/// the index does not wrap between the lanes, and where the first one is.
std::optional<LaneEmitter::Neighbours> LaneEmitter::neighbours(Value *Address, const BasicBlock *Block,
                                                               std::int64_t Bytes) {
  // The operands of what other blocks compute are not kept.
  const std::optional<NarrowIndex> Index = narrowIndex(Address, *Block, Shapes);
  if (!Index || Index->Stride != Bytes)
    return std::nullopt;
  Value *Narrow = get(Index->Widened->getOperand(0));
  const std::int64_t Stride = Shapes[Index->Widened->getOperand(0)].Stride;
  const std::uint64_t Steps = static_cast<std::uint64_t>(std::abs(Stride)) * (Lanes - 1);
  const unsigned Bits = Narrow->getType()->getIntegerBitWidth();
  const bool IsSigned = isWidenedAsSigned(*Index->Widened);
  const APInt Greatest = IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  const APInt Least = IsSigned ? APInt::getSignedMinValue(Bits) : APInt::getZero(Bits);
  if (Steps > Greatest.getZExtValue())
    return std::nullopt;
  Value *Limit = ConstantInt::get(Narrow->getType(), Stride > 0 ? Greatest - Steps : Least + Steps);
  const auto Within = Stride > 0 ? (IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                 : (IsSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE);
  return Neighbours{Builder.CreateICmp(Within, Narrow, Limit), firstUnwrapped(Address, *Index)};
}

/// The same for objects that lie side by side in the reverse order, and for loads of every second one, every
/// third one, and so on.
std::optional<LaneEmitter::Neighbours> LaneEmitter::neighboursApart(const Instruction &I) {
  Type *T = getLoadStoreType(&I);
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeAllocSize(T));
  if (Layout.getTypeSizeInBits(T) != static_cast<std::uint64_t>(8 * Bytes))
    return std::nullopt;
  Value *Address = const_cast<Value *>(getLoadStorePointerOperand(&I));
  for (std::int64_t Distance = -1; Distance <= mostApart(Bytes); ++Distance)
    if (Distance == -1 || (Distance > 1 && isa<LoadInst>(I)))
      if (std::optional<Neighbours> Apart = neighbours(Address, I.getParent(), Distance * Bytes)) {
        Apart->Distance = Distance;
        return Apart;
      }
  return std::nullopt;
}

/// The same for any addresses, by comparing all of them: much less work than accesses one by one.
LaneEmitter::Neighbours LaneEmitter::neighboursByChance(Value *Address, std::uint64_t Bytes, Value *Mask) {
  Value *Addresses = vector(Address);
  auto *I64 = Builder.getInt64Ty();
  Value *First;
  if (Mask) {
    Value *Lane = firstLane(Mask);
    Value *Distance = Builder.CreateMul(Builder.CreateZExt(Lane, I64),
                                        Builder.getInt64(-static_cast<std::uint64_t>(Bytes)));
    First = Builder.CreateGEP(Builder.getInt8Ty(), Builder.CreateExtractElement(Addresses, Lane), Distance);
  } else {
    First = Builder.CreateExtractElement(Addresses, std::uint64_t{0});
  }
  Value *There = Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, Builder.CreatePtrToInt(First, I64)),
                                   multiples(static_cast<std::int64_t>(Bytes), I64));
  Value *Is = Builder.CreateICmpEQ(numbers(Addresses), There);
  if (Mask)
    Is = Builder.CreateSelect(Mask, Is, Constant::getAllOnesValue(Is->getType()));
  return {allOf(Is), First};
}

/// The alignment of the first lane's object. If that lane may not be here, it is known only that it is
/// aligned like the objects of lanes that are, from which it is a multiple of the object's size away.
static Align alignmentInLanes(const Instruction &I, bool AllAreHere) {
  const Align Promised = getLoadStoreAlignment(&I);
  return AllAreHere ? Promised
                    : commonAlignment(Promised, I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)));
}

/// An access to objects that nearly always lie so.
void LaneEmitter::emitNeighbours(Instruction &I, const Neighbours &Near, Value *Mask) {
  auto *Store = dyn_cast<StoreInst>(&I);
  Type *T = vectorType(getLoadStoreType(&I));
  const Align Alignment = alignmentInLanes(I, Mask == nullptr);
  Value *Addresses = vector(getLoadStorePointerOperand(&I));
  Value *Stored = Store ? vector(Store->getValueOperand()) : nullptr;
  BasicBlock *SideBySide = newBlock("side.by.side"), *Scattered = newBlock("scattered"),
             *Done = newBlock("accessed");
  Builder.CreateCondBr(Near.AreNeighbours, SideBySide, Scattered);
  Builder.SetInsertPoint(SideBySide);
  Value *Fast;
  if (Near.Distance == -1)
    Fast = accessReversed(I, Near.First);
  else if (Near.Distance != 1)
    Fast = loadInterleaved(cast<LoadInst>(I), Near.First, static_cast<unsigned>(Near.Distance));
  else if (Store)
    Fast = Mask ? cast<Instruction>(Builder.CreateMaskedStore(Stored, Near.First, Alignment, Mask))
                : Builder.CreateAlignedStore(Stored, Near.First, Alignment);
  else
    Fast = Mask ? cast<Instruction>(Builder.CreateMaskedLoad(T, Near.First, Alignment, Mask))
                : Builder.CreateAlignedLoad(T, Near.First, Alignment);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Scattered);
  Instruction *Slow = Store ? Builder.CreateMaskedScatter(Stored, Addresses, Alignment, Mask)
                            : Builder.CreateMaskedGather(T, Addresses, Alignment, Mask);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
  for (Value *Made : {Fast, static_cast<Value *>(Slow)})
    if (auto *Access = dyn_cast<Instruction>(Made); Access && Access->mayReadOrWriteMemory())
      Access->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  if (Store)
    return;
  PHINode *Loaded = Builder.CreatePHI(T, 2);
  Loaded->addIncoming(Fast, SideBySide);
  Loaded->addIncoming(Slow, Scattered);
  define(I, Loaded);
}

/// For an interleaved load: how many objects of the same lane lie before it, if the block loads all that lie
/// between this lane's and the next one's. Then each of these loads can load everything, which is done once.
static std::optional<unsigned> placeAmongLoads(const LoadInst &Load, unsigned Distance,
                                               const DataLayout &Layout) {
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeAllocSize(Load.getType()));
  const auto [Base, Own] = placeOf(Load);
  SmallDenseSet<std::int64_t, 8> Others;
  for (const Instruction &I : *Load.getParent())
    if (auto *L = dyn_cast<LoadInst>(&I); L && L->isSimple() && L->getType() == Load.getType())
      if (const auto [OtherBase, Offset] = placeOf(*L); OtherBase == Base)
        Others.insert(Offset);
  for (unsigned Before = 0; Before < Distance; ++Before) {
    bool HasAll = true;
    for (unsigned K = 0; K < Distance; ++K)
      HasAll &= Others.contains(Own + (static_cast<std::int64_t>(K) - Before) * Bytes);
    if (HasAll)
      return Before;
  }
  return std::nullopt;
}

/// The metadata of an access that is also right for other objects between its own: not its type.
static constexpr unsigned OfAll[] = {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias};

/// Accesses the objects of all lanes, which lie side by side in the reverse order: `First` is the first
/// lane's, and the last one. Returns the loaded values, or the store.
Value *LaneEmitter::accessReversed(Instruction &I, Value *First) {
  Type *T = getLoadStoreType(&I);
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeStoreSize(T));
  Value *Begin = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), First,
                                            static_cast<std::uint64_t>(-Bytes * (std::int64_t(Lanes) - 1)));
  const Align Alignment = getLoadStoreAlignment(&I);
  Instruction *Made;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    Made = Builder.CreateAlignedStore(Builder.CreateVectorReverse(vector(Store->getValueOperand())), Begin,
                                      Alignment);
  else
    Made = Builder.CreateAlignedLoad(vectorType(T), Begin, Alignment);
  Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  return isa<StoreInst>(Made) ? Made : Builder.CreateVectorReverse(Made);
}

/// Loads all that lies from the first lane's object to the last one's, and nothing else: what is between two
/// objects is in the same pages. Of the two halves, one begins with an object, and the other one ends with
/// one. The lanes' objects are `Distance` objects apart, and `First` is the first one's address.
Value *LaneEmitter::loadInterleaved(LoadInst &Load, Value *First, unsigned Distance) {
  const unsigned Half = Lanes / 2, InHalf = Half * Distance;
  auto *T = FixedVectorType::get(Load.getType(), InHalf);
  const std::uint64_t Bytes = Layout.getTypeAllocSize(Load.getType());
  if (const std::optional<unsigned> Before = placeAmongLoads(Load, Distance, Layout)) {
    SmallVector<Value *, 2> Halves;
    for (std::uint64_t Place : {std::uint64_t{0}, InHalf * Bytes}) {
      Value *Begin =
          Builder.CreateConstGEP1_64(Builder.getInt8Ty(), First, Place - std::uint64_t{*Before} * Bytes);
      LoadInst *Part = Builder.CreateAlignedLoad(T, Begin, commonAlignment(Load.getAlign(), Bytes));
      Part->copyMetadata(Load, OfAll);
      Halves.push_back(Part);
    }
    SmallVector<int, 32> Places;
    for (unsigned K = 0; K < Lanes; ++K)
      Places.push_back(static_cast<int>(K * Distance + *Before));
    return Builder.CreateShuffleVector(Halves[0], Halves[1], Places);
  }
  const std::uint64_t Offset = (InHalf - Distance + 1) * Bytes;
  Value *Second = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), First, Offset);
  LoadInst *Halves[] = {
      Builder.CreateAlignedLoad(T, First, Load.getAlign()),
      Builder.CreateAlignedLoad(T, Second, commonAlignment(Load.getAlign(), Offset)),
  };
  SmallVector<int, 32> Places;
  for (unsigned K = 0; K < Half; ++K)
    Places.push_back(static_cast<int>(K * Distance));
  for (unsigned K = 1; K <= Half; ++K)
    Places.push_back(static_cast<int>(InHalf + K * Distance - 1));
  for (LoadInst *Part : Halves)
    Part->copyMetadata(Load, OfAll);
  return Builder.CreateShuffleVector(Halves[0], Halves[1], Places);
}

/// Stores the objects of all lanes at once, in place of the last of the stores.
void LaneEmitter::emitInterleaved(StoreInst &Store) {
  const unsigned Distance = interleaving(Store, Shapes);
  const SmallVector<const StoreInst *, 4> Stores = storesOfAll(Store, Distance);
  if (any_of(Stores, [&](const StoreInst *Other) { return Store.comesBefore(Other); }))
    return;
  SmallVector<Value *, 4> Parts;
  for (const StoreInst *Part : Stores)
    Parts.push_back(vector(const_cast<Value *>(Part->getValueOperand())));
  SmallVector<int, 64> Places;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    for (unsigned K = 0; K < Distance; ++K)
      Places.push_back(static_cast<int>(K * Lanes + Lane));
  Value *All = Builder.CreateShuffleVector(concatenateVectors(Builder, Parts), Places);
  Builder.CreateAlignedStore(All, get(const_cast<Value *>(Stores[0]->getPointerOperand())),
                             Stores[0]->getAlign());
}

/// Whether it is in the block's shared memory, which has room for a group of lanes before and behind it. No
/// other thread of the machine accesses that while the block runs.
bool LaneEmitter::isOfBlock(const Value *Address) const {
  auto Load = Loads.find(getUnderlyingObject(Address, 0));
  return Load != Loads.end() && Load->second == offsetof(abi::CpuThread, shared_memory);
}

/// Stores what memory has already in lanes that are not here. Loads behind a masked store would wait until it
/// is done. What other lanes have stored may be of other types, so neither access has one.
void LaneEmitter::blend(Value *Stored, Value *Address, Align Alignment, Value *Mask) {
  Value *Old = Builder.CreateAlignedLoad(Stored->getType(), Address, Alignment);
  // LLVM makes a masked store of a blend, but not of one with a frozen value.
  Builder.CreateAlignedStore(Builder.CreateSelect(Mask, Stored, Builder.CreateFreeze(Old)), Address,
                             Alignment);
}

/// Loads neighbours in the block's memory. A load of what lies within one vector that has just been stored
/// gets it at once; a load of parts of two waits until both are in the cache. In `if (x < n) a[x] += a[x +
/// n]` with few lanes here, the part that none of them needs would make it wait. So the vector is loaded in
/// pieces, and instead of a piece that no lane needs, the first one is loaded again.
Value *LaneEmitter::loadPieces(LoadInst &Load, Value *Mask) {
  constexpr std::uint64_t PieceBytes = 32;
  const std::uint64_t Bytes = Layout.getTypeStoreSize(Load.getType());
  const unsigned InPiece = static_cast<unsigned>(PieceBytes / Bytes), Pieces = Lanes / InPiece;
  Value *Address = Load.getPointerOperand(), *First = get(Address);
  const bool IsWhole = Shapes.bitsOfFirstLane(Address).countMinTrailingZeros() >= Log2_64(Bytes * Lanes);
  auto LoadFrom = [&](Value *From, unsigned Count) {
    auto *Made = Builder.CreateAlignedLoad(FixedVectorType::get(Load.getType(), Count), From,
                                           alignmentInLanes(Load, /*AllAreHere=*/false));
    Made->copyMetadata(Load, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    return Made;
  };
  if (Pieces < 2 || IsWhole)
    return LoadFrom(First, Lanes);
  Value *const Bits = bits(Mask);
  SmallVector<Value *, 8> Loaded = {LoadFrom(First, InPiece)};
  for (unsigned Piece = 1; Piece < Pieces; ++Piece) {
    const APInt InThis = APInt::getBitsSet(Lanes, Piece * InPiece, (Piece + 1) * InPiece);
    Value *Here = Builder.CreateICmpNE(Builder.CreateAnd(Bits, ConstantInt::get(bitsType(), InThis)),
                                       ConstantInt::get(bitsType(), 0));
    Value *At = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), First, std::uint64_t{Piece} * PieceBytes);
    Loaded.push_back(LoadFrom(Builder.CreateSelect(Here, At, First), InPiece));
  }
  return concatenateVectors(Builder, Loaded);
}

/// Accesses objects that lie `Stride` bytes apart, one by one: that takes less work than a gather or a
/// scatter, which are made for any addresses.
void LaneEmitter::emitApart(Instruction &I, std::int64_t Stride) {
  auto *Store = dyn_cast<StoreInst>(&I);
  Value *First = get(getLoadStorePointerOperand(&I)),
        *Stored = Store ? vector(Store->getValueOperand()) : nullptr,
        *Loaded = PoisonValue::get(vectorType(getLoadStoreType(&I)));
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    Value *Address = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), First,
                                                static_cast<std::uint64_t>(Stride * std::int64_t(Lane)));
    const Align Alignment = getLoadStoreAlignment(&I);
    Instruction *One = Store ? cast<Instruction>(Builder.CreateAlignedStore(
                                   Builder.CreateExtractElement(Stored, Lane), Address, Alignment))
                             : Builder.CreateAlignedLoad(getLoadStoreType(&I), Address, Alignment);
    One->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    if (!Store)
      Loaded = Builder.CreateInsertElement(Loaded, One, std::uint64_t{Lane});
  }
  if (!Store)
    define(I, Loaded);
}

/// Accesses neighbours in the first `FirstHere` lanes, and no others.
void LaneEmitter::emitFirstNeighbours(Instruction &I) {
  Value *Address = get(getLoadStorePointerOperand(&I));
  const Align Alignment = getLoadStoreAlignment(&I);
  auto *T = FixedVectorType::get(getLoadStoreType(&I), FirstHere);
  Instruction *Made;
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Value *Stored = Builder.CreateExtractVector(T, vector(Store->getValueOperand()), std::uint64_t{0});
    Made = Builder.CreateAlignedStore(Stored, Address, Alignment);
  } else {
    Made = Builder.CreateAlignedLoad(T, Address, Alignment);
    Value *All = PoisonValue::get(vectorType(I.getType()));
    define(I, Builder.CreateInsertVector(All->getType(), All, Made, std::uint64_t{0}));
  }
  Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
}

/// Where each lane's object is known to be at the same distance from the first lane's in all groups, and what
/// is in between may be accessed, too. In the block's own memory that is everything near to an object that a
/// lane accesses. Elsewhere it can be read if all lanes are here, but not be written.
std::optional<LaneEmitter::Window> LaneEmitter::windowAround(Instruction &I, Value *Mask) {
  Value *Address = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  const Shape S = Shapes[Address];
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeAllocSize(T));
  const bool OfBlock = isOfBlock(Address), IsStore = isa<StoreInst>(I);
  if (!(S.Kind == Shape::Pattern || (S.Kind == Shape::Linear && OfBlock)) || (Mask && !OfBlock) ||
      Layout.getTypeSizeInBits(T) != static_cast<std::uint64_t>(8 * Bytes))
    return std::nullopt;
  const LaneOffsets Offsets = Shapes.offsets(S);
  const auto [Least, Greatest] = std::minmax_element(Offsets.begin(), Offsets.end());
  std::int64_t Begin = *Least, End = *Greatest + Bytes;
  Align Alignment = alignmentInLanes(I, Mask == nullptr);
  if (OfBlock) { // whole lines, so that accesses of several objects are the same
    const KnownBits First = Shapes.bitsOfFirstLane(Address);
    const unsigned Known = std::min((First.Zero | First.One).countr_one(), Log2_64(abi::shared_alignment));
    const std::int64_t Line = std::int64_t(1) << Known;
    const auto Low = static_cast<std::int64_t>(First.One.getLoBits(Known).getZExtValue());
    const std::int64_t LinesBegin = (Low + Begin) & -Line, LinesEnd = (Low + End + Line - 1) & -Line;
    if (Line >= Bytes && (Low + Begin) % Bytes == 0 &&
        LinesEnd - LinesBegin <= static_cast<std::int64_t>(abi::shared_margin)) {
      Begin = LinesBegin - Low;
      End = LinesEnd - Low;
      Alignment = std::max(Alignment, Align(static_cast<std::uint64_t>(Line)));
    }
  }
  const std::int64_t Count = (End - Begin) / Bytes;
  if (End - Begin > static_cast<std::int64_t>(abi::shared_margin) || Count > 4 * std::int64_t(Lanes))
    return std::nullopt;
  Window Around{Begin, FixedVectorType::get(T, static_cast<unsigned>(Count)), {}, Alignment};
  SmallDenseSet<int, 32> Different;
  for (std::int64_t Offset : Offsets) {
    if ((Offset - Begin) % Bytes != 0)
      return std::nullopt;
    Around.Places.push_back(static_cast<int>((Offset - Begin) / Bytes));
    Different.insert(Around.Places.back());
  }
  if (IsStore && Mask && Different.size() != Lanes) // the last one that is here remains
    return std::nullopt;
  if (IsStore && !OfBlock && static_cast<std::int64_t>(Different.size()) != Count)
    return std::nullopt;
  return Around;
}

void LaneEmitter::emitInWindow(Instruction &I, const Window &Around, Value *Mask) {
  Value *Begin = Builder.CreateGEP(Builder.getInt8Ty(), get(getLoadStorePointerOperand(&I)),
                                   Builder.getInt64(static_cast<std::uint64_t>(Around.Begin)));
  auto *Store = dyn_cast<StoreInst>(&I);
  const int Count = static_cast<int>(Around.Objects->getNumElements());
  if (!Store) {
    LoadInst *All = Builder.CreateAlignedLoad(Around.Objects, Begin, Around.Alignment);
    All->copyMetadata(I, OfAll);
    return define(I, Builder.CreateShuffleVector(All, Around.Places));
  }
  // Without types, as in blend().
  Value *Old = Builder.CreateAlignedLoad(Around.Objects, Begin, Around.Alignment);
  Value *Stored = vector(Store->getValueOperand());
  if (Mask)
    Stored = Builder.CreateSelect(Mask, Stored, Builder.CreateShuffleVector(Old, Around.Places));
  const int Width = std::max(Count, static_cast<int>(Lanes));
  auto Widened = [&](Value *V, int Elements) {
    SmallVector<int, 64> Numbers(static_cast<std::size_t>(Width), PoisonMaskElem);
    std::iota(Numbers.begin(), Numbers.begin() + Elements, 0);
    return Builder.CreateShuffleVector(V, Numbers);
  };
  SmallVector<int, 64> Merged(static_cast<std::size_t>(Count));
  std::iota(Merged.begin(), Merged.end(), Width);
  for (auto [Lane, Place] : enumerate(Around.Places)) // of two lanes, the last one's value remains
    Merged[static_cast<std::size_t>(Place)] = static_cast<int>(Lane);
  Builder.CreateAlignedStore(
      Builder.CreateShuffleVector(Widened(Stored, static_cast<int>(Lanes)), Widened(Old, Count), Merged),
      Begin, Around.Alignment);
}

void LaneEmitter::emitAccess(Instruction &I, Value *Mask) {
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *Store = dyn_cast<StoreInst>(&I);
  Value *Address = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  const Align Alignment = alignmentInLanes(I, Mask == nullptr);
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeStoreSize(T));
  const bool IsWhole = Layout.getTypeSizeInBits(T) % 8 == 0;
  Shape S = Shapes[Address];
  Instruction *Made;
  if (S.Kind == Shape::Uniform && Load) { // in this group
    Made = Builder.CreateAlignedLoad(T, get(Address), Alignment);
    Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    return define(I, Builder.CreateVectorSplat(Lanes, Made));
  }
  if (S.Kind == Shape::Uniform) { // of a value that differs: the last thread's remains
    Value *Last = Mask ? lastLane(Mask) : Builder.getInt32(Lanes - 1);
    Made = Builder.CreateAlignedStore(lane(Store->getValueOperand(), Last), get(Address), Alignment);
  } else if (S.Kind == Shape::Linear && S.Stride == Bytes && IsWhole) {
    if (FirstHere != 0)
      return emitFirstNeighbours(I);
    if (Store && Mask && isOfBlock(Address)) {
      blend(vector(Store->getValueOperand()), get(Address), Alignment, Mask);
      return;
    }
    if (Load && Mask && isOfBlock(Address))
      return define(I, loadPieces(*Load, Mask));
    if (Load)
      Made = Mask ? cast<Instruction>(Builder.CreateMaskedLoad(vectorType(T), get(Address), Alignment, Mask))
                  : Builder.CreateAlignedLoad(vectorType(T), get(Address), Alignment);
    else
      Made = Mask ? cast<Instruction>(Builder.CreateMaskedStore(vector(Store->getValueOperand()),
                                                                get(Address), Alignment, Mask))
                  : Builder.CreateAlignedStore(vector(Store->getValueOperand()), get(Address), Alignment);
  } else if (std::optional<Window> Around = windowAround(I, Mask)) {
    return emitInWindow(I, *Around, Mask);
  } else if (!Mask && S.Kind == Shape::Linear && S.Stride == -Bytes && IsWhole) {
    Value *Accessed = accessReversed(I, get(Address));
    if (Load)
      define(I, Accessed);
    return;
  } else if (std::optional<Neighbours> Near = neighbours(Address, I.getParent(), Bytes); Near && IsWhole) {
    return emitNeighbours(I, *Near, Mask);
  } else if (std::optional<Neighbours> Apart = Mask ? std::nullopt : neighboursApart(I)) {
    return emitNeighbours(I, *Apart, Mask);
  } else if (S.Kind == Shape::Varying &&
             comparesAddresses(Layout.getTypeSizeInBits(T), /*ByAllLanes=*/!Mask)) {
    return emitNeighbours(I, neighboursByChance(Address, Layout.getTypeStoreSize(T), Mask), Mask);
  } else if (!Mask && (Load || !isOfBlock(Address)) && interleaving(I, Shapes) != 0) {
    if (Store)
      return emitInterleaved(*Store);
    return define(I, loadInterleaved(*Load, get(Address), interleaving(I, Shapes)));
  } else if (!Mask && S.Kind == Shape::Linear) {
    return emitApart(I, S.Stride);
  } else if (Load) {
    Made = Builder.CreateMaskedGather(vectorType(T), vector(Address), Alignment, Mask);
  } else {
    Made = Builder.CreateMaskedScatter(vector(Store->getValueOperand()), vector(Address), Alignment, Mask);
  }
  Made->copyMetadata(I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  if (Load)
    define(I, Made);
}

Value *LaneEmitter::slotAddress(const Slot &S) {
  return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), S.IsOfBlock ? Out->getArg(2) : Group,
                                            Frame->Offsets[&S - Slots.data()]);
}

void LaneEmitter::emitSlotAccess(Instruction &I, const Slot &S, Value *Mask) {
  const bool IsVarying = S.Contents.Kind == Shape::Varying;
  Type *T = IsVarying ? vectorType(S.Type) : S.Type;
  Value *Address = slotAddress(S);
  const Align Alignment(std::min<std::uint64_t>(PowerOf2Ceil(Layout.getTypeStoreSize(T)), 64));
  if (isa<LoadInst>(I))
    return define(I, Builder.CreateAlignedLoad(T, Address, Alignment));
  Value *V = cast<StoreInst>(I).getValueOperand();
  if (IsVarying) {
    if (Mask)
      blend(vector(V), Address, Alignment, Mask);
    else
      Builder.CreateAlignedStore(vector(V), Address, Alignment);
    return;
  }
  Value *Kept = get(V);
  if (Shapes[V].Kind == Shape::Varying) { // known to be better in the whole function
    Value *First =
        Mask ? Builder.CreateZExtOrTrunc(firstLane(Mask), Builder.getInt32Ty()) : Builder.getInt32(0);
    Kept = Builder.CreateExtractElement(Kept, First);
    if (S.Contents.Kind == Shape::Linear) {
      Value *Number =
          Builder.CreateZExtOrTrunc(First, V->getType()->isPointerTy() ? Builder.getInt64Ty() : V->getType());
      Value *Bytes = Builder.CreateMul(
          Number,
          ConstantInt::get(Number->getType(), static_cast<std::uint64_t>(-S.Contents.Stride), false, true));
      Kept = V->getType()->isPointerTy() ? Builder.CreateGEP(Builder.getInt8Ty(), Kept, Bytes)
                                         : Builder.CreateAdd(Kept, Bytes);
    }
  }
  Builder.CreateAlignedStore(Kept, Address, Alignment);
}

} // namespace kcc::compiler
