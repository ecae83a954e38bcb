// The checks for races of accesses by the lanes of a group. Compiled code compares the most frequent accesses
// to the block's shared memory itself (abi::SharedAccesses), and asks the runtime about all others.
#include "kcc/abi/cpu_checks.h"
#include "kcc/abi/cpu_code.h"
#include "support/CheckedCode.h"
#include "targets/cpu/lanes/LaneEmitter.h"
#include "targets/cpu/lanes/StoredValues.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// A member of abi::SharedAccesses.
Value *LaneEmitter::fieldOfSharedAccesses(std::size_t Offset) {
  Value *State = loadField(offsetof(abi::CpuThread, checks), Builder.getPtrTy());
  return loadOfChecks(Builder.getInt64Ty(),
                      Builder.CreateConstInBoundsGEP1_64(
                          Builder.getInt8Ty(), State, offsetof(abi::CheckState, shared_accesses) + Offset));
}

/// Finds what is known of `Bytes` bytes of shared memory at `Place`. The code goes on at `Ask` if they are
/// not all in shared memory, or not aligned to `Alignment`.
LaneEmitter::SharedUnits LaneEmitter::sharedUnits(Value *Place, std::uint64_t Bytes, std::uint64_t Alignment,
                                                  BasicBlock *Ask) {
  using Known = abi::SharedAccesses;
  Value *Offset = Builder.CreateSub(Builder.CreatePtrToInt(Place, Builder.getInt64Ty()),
                                    fieldOfSharedAccesses(offsetof(Known, shared)));
  Value *IsInside =
      isInside(Offset, fieldOfSharedAccesses(offsetof(Known, bytes)), static_cast<std::int64_t>(Bytes));
  Value *IsAligned = Builder.CreateICmpEQ(Builder.CreateAnd(Offset, Alignment - 1), Builder.getInt64(0));
  BasicBlock *Inside = newBlock("in.shared");
  Builder.CreateCondBr(Builder.CreateAnd(IsInside, IsAligned), Inside, Ask,
                       MDBuilder(F.getContext()).createLikelyBranchWeights());
  Builder.SetInsertPoint(Inside);
  Value *Chunks = Builder.CreateIntToPtr(fieldOfSharedAccesses(offsetof(Known, chunks)), Builder.getPtrTy());
  Value *Number = Builder.CreateUDiv(Offset, Builder.getInt64(Known::chunk_bytes));
  return {Offset, fieldOfSharedAccesses(offsetof(Known, now)),
          Builder.CreateInBoundsGEP(ArrayType::get(Builder.getInt64Ty(), 3), Chunks, Number)};
}

/// The word of an access by the first lane. `IsNumbered` is whether the site has a number: the runtime gives
/// it one when it is first asked about the site.
Value *LaneEmitter::firstWord(const SharedUnits &At, Value *Site, Value *&IsNumbered) {
  using Known = abi::SharedAccesses;
  auto *I64 = Builder.getInt64Ty();
  auto *I32 = Builder.getInt32Ty();
  FunctionCallee NumberOf = F.getParent()->getOrInsertFunction(siteNumber, I32, Builder.getPtrTy());
  auto *Function = cast<llvm::Function>(NumberOf.getCallee());
  Function->setDoesNotThrow();
  Function->setWillReturn();
  Function->setOnlyReadsMemory();
  Value *Number = Builder.CreateCall(NumberOf, Site);
  IsNumbered = Builder.CreateICmpNE(Number, Builder.getInt32(0));
  auto Index = [&](unsigned Axis) {
    return loadField(offsetof(abi::CpuThread, thread_idx) + Axis * sizeof(std::uint32_t), I32);
  };
  auto Extent = [&](unsigned Axis) {
    return loadField(offsetof(abi::CpuThread, block_dim) + Axis * sizeof(std::uint32_t), I32);
  };
  Value *Row = Builder.CreateAdd(Builder.CreateMul(Index(2), Extent(1)), Index(1));
  Value *Rank = Builder.CreateAdd(Builder.CreateMul(Row, Extent(0)), Index(0));
  Value *Thread = Builder.CreateMul(Builder.CreateZExt(Rank, I64), Builder.getInt64(Known::thread));
  return Builder.CreateAdd(Builder.CreateAdd(At.Now, Builder.CreateZExt(Number, I64)), Thread);
}

/// For accesses by all lanes to 4 bytes of shared memory each, at consecutive addresses. The code notes them
/// and goes on at `Done` if they cannot race, and at `Ask` if the runtime must find out
/// (abi::SharedAccesses::chunks).
void LaneEmitter::compareRow(Value *Place, Value *Site, bool IsWrite, BasicBlock *Ask, BasicBlock *Done) {
  using Known = abi::SharedAccesses;
  auto *I64 = Builder.getInt64Ty();
  MDNode *Likely = MDBuilder(F.getContext()).createLikelyBranchWeights();
  const std::uint64_t Bytes = Known::unit_bytes * Lanes, Chunks = Bytes / Known::chunk_bytes;
  const SharedUnits At = sharedUnits(Place, Bytes, Known::unit_bytes, Ask);
  BasicBlock *OfChunks = newBlock("of.chunks"), *OfUnits = newBlock("of.units");
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(Builder.CreateAnd(At.Offset, Known::chunk_bytes - 1), Builder.getInt64(0)),
      OfChunks, OfUnits);
  Builder.SetInsertPoint(OfUnits);
  compareUnits(At, Site, IsWrite, Ask, Done);
  Builder.SetInsertPoint(OfChunks);
  auto WordAt = [&](std::uint64_t Chunk, unsigned Word) {
    return Builder.CreateConstInBoundsGEP1_64(I64, At.Chunk, 3 * Chunk + Word);
  };
  Value *IsOrdered = Builder.getTrue(), *IsNew = Builder.getTrue(), *IsNoted = Builder.getTrue();
  auto Also = [&](Value *&All, Value *Condition) { All = Builder.CreateAnd(All, Condition); };
  for (std::uint64_t Chunk = 0; Chunk < Chunks; ++Chunk) {
    Value *Write = loadOfChecks(I64, WordAt(Chunk, 0)), *Read = loadOfChecks(I64, WordAt(Chunk, 1));
    Also(IsOrdered, Builder.CreateICmpULT(Write, At.Now));
    Also(IsNew, Builder.CreateICmpULT(Read, At.Now));
    if (IsWrite)
      continue;
    for (Value *Word : {Read, loadOfChecks(I64, WordAt(Chunk, 2))}) {
      Also(IsNoted, Builder.CreateICmpUGE(Word, At.Now));
      Also(IsNoted, Builder.CreateICmpULE(Word, Builder.getInt64(Known::most)));
    }
  }
  BasicBlock *Ordered = newBlock("ordered"), *Note = newBlock("note");
  Builder.CreateCondBr(IsOrdered, Ordered, OfUnits, Likely);
  Builder.SetInsertPoint(Ordered);
  if (!IsWrite) {
    BasicBlock *Unnoted = newBlock("unnoted");
    Builder.CreateCondBr(IsNoted, Done, Unnoted);
    Builder.SetInsertPoint(Unnoted);
  }
  Value *IsNumbered = nullptr;
  Value *First = firstWord(At, Site, IsNumbered);
  Builder.CreateCondBr(Builder.CreateAnd(IsNew, IsNumbered), Note, Ask, Likely);
  Builder.SetInsertPoint(Note);
  for (std::uint64_t Chunk = 0; Chunk < Chunks; ++Chunk)
    storeOfChecks(Builder.CreateAdd(First, Builder.getInt64(Chunk * (Known::chunk_bytes / Known::unit_bytes) *
                                                            Known::thread)),
                  WordAt(Chunk, IsWrite ? 0 : 1));
  Builder.CreateBr(Done);
}

/// The same where each unit has words of its own.
void LaneEmitter::compareUnits(const SharedUnits &At, Value *Site, bool IsWrite, BasicBlock *Ask,
                               BasicBlock *Done) {
  using Known = abi::SharedAccesses;
  auto *I64 = Builder.getInt64Ty();
  MDNode *Likely = MDBuilder(F.getContext()).createLikelyBranchWeights();
  constexpr std::uint64_t ChunkUnits = Known::chunk_bytes / Known::unit_bytes;
  Value *Unit = Builder.CreateUDiv(At.Offset, Builder.getInt64(Known::unit_bytes));
  // The row may begin in the middle of a chunk. Of chunks that are always accessed as a whole, heads tell.
  Value *Passed = Builder.CreateURem(Unit, Builder.getInt64(ChunkUnits));
  Value *HaveUnits = Builder.getTrue(), *HeadsAreNoted = Builder.getTrue(), *OfHeads = Builder.getInt64(0);
  auto AddChunk = [&](Value *Chunk) {
    Value *Head = Builder.CreateInBoundsGEP(ArrayType::get(I64, 3), At.Chunk, Chunk);
    auto Word = [&](unsigned Which) {
      return loadOfChecks(I64, Builder.CreateConstInBoundsGEP1_64(I64, Head, Which));
    };
    Value *Write = Word(0), *Has = Builder.CreateICmpEQ(Write, Builder.getInt64(Known::has_units));
    Value *IsNoted = Builder.CreateICmpULT(Write, At.Now);
    for (Value *Read : {Word(1), Word(2)})
      IsNoted = Builder.CreateAnd(
          IsNoted, Builder.CreateAnd(Builder.CreateICmpUGE(Read, At.Now),
                                     Builder.CreateICmpULE(Read, Builder.getInt64(Known::most))));
    Value *Units =
        Builder.CreateLShr(Builder.CreateShl(Builder.getInt64((1u << ChunkUnits) - 1),
                                             Builder.CreateMul(Chunk, Builder.getInt64(ChunkUnits))),
                           Passed);
    HaveUnits = Builder.CreateAnd(HaveUnits, Has);
    HeadsAreNoted = Builder.CreateAnd(HeadsAreNoted, Builder.CreateOr(Has, IsNoted));
    OfHeads = Builder.CreateOr(OfHeads, Builder.CreateSelect(Has, Builder.getInt64(0), Units));
  };
  for (std::uint64_t Chunk = 0; Chunk < Lanes / ChunkUnits; ++Chunk)
    AddChunk(Builder.getInt64(Chunk));
  AddChunk(Builder.CreateUDiv(Builder.CreateAdd(Passed, Builder.getInt64(Lanes - 1)),
                              Builder.getInt64(ChunkUnits)));
  auto AddressOf = [&](std::size_t Member) {
    Value *Words = Builder.CreateIntToPtr(fieldOfSharedAccesses(Member), Builder.getPtrTy());
    return Builder.CreateInBoundsGEP(I64, Words, Unit);
  };
  auto *Words = cast<FixedVectorType>(vectorType(I64));
  Value *Now = Builder.CreateVectorSplat(Lanes, At.Now);
  Value *WritesAt = AddressOf(offsetof(Known, writes)), *ReadsAt = AddressOf(offsetof(Known, reads)),
        *OthersAt = AddressOf(offsetof(Known, other_reads));
  Value *Writes = loadOfChecks(Words, WritesAt), *Reads = loadOfChecks(Words, ReadsAt),
        *Others = loadOfChecks(Words, OthersAt);
  auto All = [&](Value *Each, Value *Others = nullptr) {
    Value *Set = Builder.CreateBitCast(Each, bitsType());
    return Builder.CreateICmpEQ(Others ? Builder.CreateOr(Set, Others) : Set,
                                Constant::getAllOnesValue(bitsType()));
  };
  Value *AreOld = Builder.CreateICmpULT(Writes, Now), *HaveReader = Builder.CreateICmpUGE(Reads, Now),
        *HaveTwo = Builder.CreateAnd(HaveReader, Builder.CreateICmpUGE(Others, Now));
  BasicBlock *Unnoted = newBlock("unnoted.units"), *Compare = newBlock("compare.units"),
             *Note = newBlock("note.units");
  if (IsWrite)
    Builder.CreateBr(Unnoted);
  else // two threads have read them since the last barrier
    Builder.CreateCondBr(Builder.CreateAnd(HeadsAreNoted, All(Builder.CreateAnd(AreOld, HaveTwo),
                                                              Builder.CreateTrunc(OfHeads, bitsType()))),
                         Done, Unnoted, Likely);
  Builder.SetInsertPoint(Unnoted);
  Value *IsNumbered = nullptr;
  Value *First = firstWord(At, Site, IsNumbered);
  Builder.CreateCondBr(Builder.CreateAnd(IsNumbered, HaveUnits), Compare, Ask, Likely);
  Builder.SetInsertPoint(Compare);
  SmallVector<Constant *, 32> Threads;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    Threads.push_back(ConstantInt::get(I64, Lane * Known::thread));
  Value *Mine = Builder.CreateAdd(Builder.CreateVectorSplat(Lanes, First), ConstantVector::get(Threads));
  auto AreMine = [&](Value *Of) {
    return Builder.CreateICmpULT(Builder.CreateXor(Of, Mine), ConstantInt::get(Words, Known::thread));
  };
  auto AreOrdered = [&](Value *Of) { return Builder.CreateOr(Builder.CreateICmpULT(Of, Now), AreMine(Of)); };
  Value *Ordered = AreOrdered(Writes);
  if (IsWrite)
    Ordered = Builder.CreateAnd(Ordered, Builder.CreateAnd(AreOrdered(Reads), AreOrdered(Others)));
  Builder.CreateCondBr(All(Ordered), Note, Ask, Likely);
  Builder.SetInsertPoint(Note);
  if (IsWrite) {
    storeOfChecks(Mine, WritesAt);
  } else { // as LaneRaces::access_shared() does
    Value *AreFirst = Builder.CreateOr(Builder.CreateNot(HaveReader), AreMine(Reads));
    storeOfChecks(Builder.CreateSelect(Builder.CreateOr(AreFirst, HaveTwo), Others, Reads), OthersAt);
    storeOfChecks(Builder.CreateSelect(Builder.CreateAnd(Builder.CreateNot(AreFirst), HaveTwo), Reads, Mine),
                  ReadsAt);
  }
  Builder.CreateBr(Done);
}

/// For reads by all lanes of the same 4 bytes of shared memory. The code notes two of them and goes on at
/// `Done` if they cannot race, and at `Ask` if the runtime must find out (abi::SharedAccesses::reads).
void LaneEmitter::compareReads(Value *Place, Value *Site, BasicBlock *Ask, BasicBlock *Done) {
  using Known = abi::SharedAccesses;
  auto *I64 = Builder.getInt64Ty();
  MDNode *Likely = MDBuilder(F.getContext()).createLikelyBranchWeights();
  const SharedUnits At = sharedUnits(Place, Known::unit_bytes, Known::unit_bytes, Ask);
  Value *Unit = Builder.CreateUDiv(At.Offset, Builder.getInt64(Known::unit_bytes));
  auto Of = [&](std::size_t Member) {
    Value *Words = Builder.CreateIntToPtr(fieldOfSharedAccesses(Member), Builder.getPtrTy());
    return Builder.CreateInBoundsGEP(I64, Words, Unit);
  };
  BasicBlock *WithUnits = newBlock("with.units"), *Ordered = newBlock("ordered"),
             *Unnoted = newBlock("unnoted"), *Note = newBlock("note");
  Builder.CreateCondBr(Builder.CreateICmpEQ(loadOfChecks(I64, At.Chunk), Builder.getInt64(Known::has_units)),
                       WithUnits, Ask, Likely);
  Builder.SetInsertPoint(WithUnits);
  Value *ReadAt = Of(offsetof(Known, reads)), *OtherAt = Of(offsetof(Known, other_reads));
  Value *Read = loadOfChecks(I64, ReadAt), *Other = loadOfChecks(I64, OtherAt);
  Builder.CreateCondBr(Builder.CreateICmpULT(loadOfChecks(I64, Of(offsetof(Known, writes))), At.Now), Ordered,
                       Ask, Likely);
  Builder.SetInsertPoint(Ordered);
  Builder.CreateCondBr(
      Builder.CreateAnd(Builder.CreateICmpUGE(Read, At.Now), Builder.CreateICmpUGE(Other, At.Now)), Done,
      Unnoted);
  Builder.SetInsertPoint(Unnoted);
  Value *IsNumbered = nullptr;
  Value *First = firstWord(At, Site, IsNumbered);
  Value *IsNew = Builder.CreateAnd(Builder.CreateICmpULT(Read, At.Now), Builder.CreateICmpULT(Other, At.Now));
  Builder.CreateCondBr(Builder.CreateAnd(IsNew, IsNumbered), Note, Ask, Likely);
  Builder.SetInsertPoint(Note);
  storeOfChecks(First, ReadAt);
  storeOfChecks(Builder.CreateAdd(First, Builder.getInt64((Lanes - 1) * Known::thread)), OtherAt);
  Builder.CreateBr(Done);
}

/// What a check of a write is told: the values of all lanes, and what stays in bytes between them. None if it
/// is told nothing.
SmallVector<LaneEmitter::StoredValue, 4> LaneEmitter::valuesStored(CallInst &Call, std::int64_t Bytes,
                                                                   Value *Mask) {
  SmallVector<StoredValue, 4> Result;
  Value *Place = Call.getArgOperand(0);
  const std::optional<OperandBundleUse> Given = Call.getOperandBundle(storedValues);
  if (!Given)
    return Result;
  const auto BitsAt = [](std::uint64_t Offset, std::uint64_t Size) {
    return maskTrailingOnes<std::uint64_t>(static_cast<unsigned>(Size)) << Offset;
  };
  std::uint64_t Known = 0; // a bit for each byte
  for (std::size_t K = 0; K < Given->Inputs.size(); K += 2) {
    Value *V = Given->Inputs[K + 1];
    const std::uint64_t Offset = cast<ConstantInt>(Given->Inputs[K])->getZExtValue(),
                        Size = Layout.getTypeStoreSize(V->getType());
    auto *Number = Builder.getIntNTy(static_cast<unsigned>(8 * Size));
    Result.push_back({Offset, Size, Builder.CreateBitOrPointerCast(vector(V), vectorType(Number))});
    Known |= BitsAt(Offset, Size);
  }
  const auto All = static_cast<std::uint64_t>(Bytes);
  for (std::uint64_t Offset = 0, Size; Offset < All; Offset += Size) {
    Size = 1;
    if ((Known & BitsAt(Offset, 1)) != 0)
      continue;
    while (Size < 8 && Offset % (2 * Size) == 0 && Offset + 2 * Size <= All &&
           (Known & BitsAt(Offset, 2 * Size)) == 0)
      Size *= 2;
    Type *T = vectorType(Builder.getIntNTy(static_cast<unsigned>(8 * Size)));
    Value *At = Builder.CreateGEP(Builder.getInt8Ty(), vector(Place), Builder.getInt64(Offset));
    Result.push_back({Offset, Size, Builder.CreateMaskedGather(T, At, Align(1), Mask)});
  }
  llvm::sort(Result, [](const StoredValue &A, const StoredValue &B) { return A.Offset < B.Offset; });
  return Result;
}

/// Stores the values in the order of the lanes, as the runtime wants them. Returns where; null if there are
/// none.
Value *LaneEmitter::inOrderOfLanes(ArrayRef<StoredValue> Values, std::int64_t Bytes) {
  if (Values.empty())
    return ConstantPointerNull::get(Builder.getPtrTy());
  auto Variable = [&](Type *T) {
    AllocaInst *&Copy = CheckedValues[T];
    if (!Copy)
      Copy = variable(T, "checked");
    return Copy;
  };
  const auto Count = static_cast<unsigned>(Values.size());
  if (all_of(Values, [&](const StoredValue &V) { return V.Bytes == Values[0].Bytes; })) {
    SmallVector<Value *, 8> Parts;
    for (const StoredValue &V : Values)
      Parts.push_back(V.Numbers);
    Value *All = concatenateVectors(Builder, Parts);
    if (Count > 1)
      All = Builder.CreateShuffleVector(All, createInterleaveMask(Lanes, Count));
    AllocaInst *Copy = Variable(All->getType());
    Builder.CreateStore(All, Copy);
    return Copy;
  }
  auto *Byte = Builder.getInt8Ty();
  AllocaInst *Copy = Variable(ArrayType::get(Byte, static_cast<std::uint64_t>(Lanes * Bytes)));
  for (const StoredValue &V : Values) {
    Value *Begin = Builder.CreateConstInBoundsGEP1_64(Byte, Copy, V.Offset);
    Builder.CreateMaskedScatter(
        V.Numbers, Builder.CreateGEP(Byte, Begin, multiples(Bytes, Builder.getInt64Ty())), Align(1));
  }
  return Copy;
}

/// Asks the runtime whether what the lanes of the mask access races with anything
/// (runtime/cpu/check/lane_races.h).
void LaneEmitter::emitRaceCheck(CallInst &Call, const CheckedAccess &What, Value *Mask) {
  Value *Place = Call.getArgOperand(0), *Site = Call.getArgOperand(Call.arg_size() - 1);
  if (auto *Variable = dyn_cast<GlobalVariable>(Call.getArgOperand(1));
      Variable && Variable->getSection() == abi::constant_section && What.IsPlain && !What.IsWrite)
    return; // nobody writes it
  const Shape S = Shapes[Place];
  PointerType *Pointer = Builder.getPtrTy();
  auto CallRuntime = [&](StringRef Name, ArrayRef<Value *> Arguments) {
    SmallVector<Type *, 5> Types;
    for (Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    FunctionCallee Check =
        F.getParent()->getOrInsertFunction(Name, FunctionType::get(Builder.getVoidTy(), Types, false));
    cast<Function>(Check.getCallee())->setDoesNotThrow();
    Builder.CreateCall(Check, Arguments)->addFnAttr(Attribute::NoMerge);
  };
  Value *Here = setOfLanes(Mask);
  Value *Thread = Out->getArg(1);
  const SmallVector<StoredValue, 4> Stored = valuesStored(Call, What.Bytes, Mask);
  const bool IsOne = S.Kind == Shape::Uniform && !What.IsWrite,
             IsRow = S.Kind == Shape::Linear && S.Stride == What.Bytes;
  BasicBlock *Done = nullptr;
  if (What.IsPlain && What.Bytes == abi::SharedAccesses::unit_bytes && !Mask && Lanes % 8 == 0 &&
      (IsOne || IsRow) && isOfBlock(Call.getArgOperand(1))) {
    BasicBlock *Ask = newBlock("ask.races");
    Done = newBlock("compared");
    if (IsOne)
      compareReads(get(Place), Site, Ask, Done);
    else
      compareRow(get(Place), Site, What.IsWrite, Ask, Done);
    Builder.SetInsertPoint(Ask);
  }
  Value *Values = inOrderOfLanes(Stored, What.Bytes);
  if (IsOne) {
    CallRuntime("kcc_check_race_at", {get(Place), Here, Thread, Site});
  } else if (IsRow) {
    CallRuntime("kcc_check_race_row", {get(Place), Here, Values, Thread, Site});
  } else {
    Value *Places = vector(Place);
    BasicBlock *Compared = nullptr;
    if (!Mask) { // mostly they follow each other nevertheless
      Value *First = Builder.CreateExtractElement(Places, Builder.getInt32(0));
      SmallVector<Constant *, 32> Offsets;
      for (unsigned Lane = 0; Lane < Lanes; ++Lane)
        Offsets.push_back(Builder.getInt64(Lane * What.Bytes));
      Value *Row = Builder.CreateGEP(Builder.getInt8Ty(), First, ConstantVector::get(Offsets));
      Value *IsInRow = Builder.CreateBitCast(Builder.CreateICmpEQ(Places, Row), bitsType());
      BasicBlock *InRow = newBlock("in.row"), *Apart = newBlock("apart");
      Compared = newBlock("compared.row");
      Builder.CreateCondBr(Builder.CreateICmpEQ(IsInRow, Constant::getAllOnesValue(bitsType())), InRow, Apart,
                           MDBuilder(F.getContext()).createLikelyBranchWeights());
      Builder.SetInsertPoint(InRow);
      CallRuntime("kcc_check_race_row", {First, Here, Values, Thread, Site});
      Builder.CreateBr(Compared);
      Builder.SetInsertPoint(Apart);
    }
    if (!CheckedPlaces)
      CheckedPlaces = variable(vectorType(Pointer), "checked");
    Builder.CreateStore(Places, CheckedPlaces);
    CallRuntime("kcc_check_race_lanes", {CheckedPlaces, Here, Values, Thread, Site});
    if (Compared) {
      Builder.CreateBr(Compared);
      Builder.SetInsertPoint(Compared);
    }
  }
  if (Done) {
    Builder.CreateBr(Done);
    Builder.SetInsertPoint(Done);
  }
}

} // namespace kcc::compiler
