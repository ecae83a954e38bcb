// The emission of code that runs the threads of a block in the lanes of vectors: the work of vectorize().
#ifndef KCC_TARGETS_CPU_LANES_LANEEMITTER_H
#define KCC_TARGETS_CPU_LANES_LANEEMITTER_H

#include "targets/cpu/lanes/BlockOrder.h"
#include "targets/cpu/lanes/Frame.h"
#include "targets/cpu/lanes/LaneShapes.h"
#include "targets/cpu/lanes/NarrowIndex.h"
#include "targets/cpu/lanes/PreparedThread.h"
#include "targets/cpu/lanes/RowRanges.h"
#include "targets/cpu/lanes/RowVersions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace kcc::compiler {

/// Keeps LLVM from unrolling the loop that ends with this branch.
void doNotUnroll(llvm::BranchInst &Latch);

/// Emits one function. There are two copies of the control flow (Vectorizer.h): a parameter `Mask`, a vector
/// of bools, is the set of lanes that are at the place; null stands for all of them, in the first copy.
class LaneEmitter {
public:
  LaneEmitter(PreparedThread &From, llvm::ArrayRef<Slot> Slots, const FrameLayout *Frame, bool IsFirst,
              llvm::StringRef Name, unsigned Lanes, llvm::FunctionAnalysisManager &Analyses,
              bool HasVariants);

  /// Why the thread's function cannot run in lanes; "" if it can.
  std::string obstacle() const;
  llvm::Function *run();

private:
  // LaneEmitter.cpp: the loops over groups of threads, and the basic blocks of a group.

  /// What is known about conditions in a copy of the code that runs only threads for which it holds.
  struct Variant {
    llvm::DenseMap<const llvm::Value *, bool> Assumed;
    RowRange Where;
  };
  void emit();
  void loadBlockSlots();
  void emitLeading();
  llvm::SmallVector<Variant, 2> variants(std::optional<RowRange> &Idle,
                                         llvm::function_ref<llvm::Value *(llvm::Value *)> AtBegin);
  bool isIdle(const llvm::DenseMap<const llvm::Value *, bool> &Assumed) const;
  void assume(llvm::Value *Condition, bool Truth, llvm::DenseMap<const llvm::Value *, bool> &Assumed) const;
  bool canPart() const;
  void emitGroup(llvm::Value *IndexX, llvm::Value *Remaining, llvm::BasicBlock *Otherwise);
  void emitVariant(const Variant &Which, llvm::Value *RowEnd, llvm::BasicBlock *General,
                   llvm::BasicBlock *NextX);
  llvm::Value *stepX();
  void emitBlock(llvm::BasicBlock &Block, llvm::Value *Mask);
  void emitInstructions(llvm::BasicBlock &Block, llvm::Value *Mask);
  /// Whether emitInstructions() passes over it: it ends a block, is for debuggers, or has its value already.
  bool needsNoCode(const llvm::Instruction &I) const {
    return I.isTerminator() || llvm::isa<llvm::DbgInfoIntrinsic>(I) || Fixed.contains(&I) ||
           Assumed.contains(&I);
  }
  llvm::BasicBlock *newBlock(const llvm::Twine &BlockName);

  // LaneInstructions.cpp
  void emitInstruction(llvm::Instruction &I, llvm::Value *Mask);
  llvm::Value *vectorOperation(llvm::Instruction &I, llvm::Value *Mask);
  llvm::Value *saturatedInteger(llvm::Value *X);
  llvm::Value *firstWithoutWrap(llvm::Value *V, llvm::Type *T, bool IsSigned);
  bool emitPrefetch(llvm::CallBase &Call);
  void emitArrival(llvm::CallInst &Call, llvm::Value *Mask);

  // LaneDivisions.cpp
  llvm::Value *divide(llvm::BinaryOperator &Division, llvm::Value *Dividend, llvm::Value *Divisor);
  llvm::Value *divideRow(llvm::BinaryOperator &Division, llvm::Value *Mask);
  struct LastDivision {
    llvm::AllocaInst *Dividend = nullptr, *Divisor = nullptr, *Quotient = nullptr, *Remainder = nullptr;
  };
  LastDivision &lastDivision(const RowDivision &Division);
  llvm::Value *divideInOneRow(const RowDivision &Division);

  // LaneByLane.cpp
  llvm::Value *addressInLane(llvm::Value *Address, const llvm::BasicBlock *Block, llvm::Value *Lane);
  bool emitJoinedUpdate(const llvm::AtomicRMWInst &Update, llvm::Value *Mask);
  void emitPerLane(llvm::Instruction &I, llvm::Value *Mask);
  bool isWithinBlock(const llvm::AtomicRMWInst &Update) const;

  // FewLanes.cpp
  bool isShortUpdate(const llvm::BasicBlock &Block) const;
  llvm::SmallVector<unsigned, 5> likelyCounts(const llvm::BasicBlock &Block) const;
  void emitShortUpdate(llvm::BasicBlock &Block, llvm::Value *Mask);
  void emitOneByOne(llvm::BasicBlock &Block, llvm::Value *Mask, llvm::BasicBlock *Done);

  // LaneChecks.cpp
  /// The members of a site (abi::CheckSite) that say whether an access is right.
  struct CheckedAccess {
    std::int64_t Bytes;
    std::uint64_t Alignment, ObjectBytes;
    bool IsWrite, IsPlain, UsesValue;
    std::uint32_t Checks;
  };
  static std::optional<CheckedAccess> checkedAccess(const llvm::CallInst &Call);
  bool isOwnObject(const llvm::Value *Base) const;
  bool isOfThread(const llvm::Value *Base) const;
  llvm::Value *setOfLanes(llvm::Value *Mask);
  void emitAccessCheck(llvm::CallInst &Call, const CheckedAccess &What, llvm::Value *Mask);
  void emitBoundsCheck(llvm::CallInst &Call, const CheckedAccess &What, llvm::Value *Mask);
  llvm::Value *isInside(llvm::Value *Offset, llvm::Value *Size, std::int64_t Bytes);
  static bool isLocalCheck(const llvm::CallInst &Call);
  void emitLocalCheck(llvm::CallInst &Call, llvm::Value *Mask);

  // LaneRaceChecks.cpp
  /// What is known of some units of shared memory (abi::SharedAccesses).
  struct SharedUnits {
    llvm::Value *Offset; ///< of the first one
    llvm::Value *Now;    ///< abi::SharedAccesses::now
    llvm::Value *Chunk;  ///< the address of the first one's words
  };
  SharedUnits sharedUnits(llvm::Value *Place, std::uint64_t Bytes, std::uint64_t Alignment,
                          llvm::BasicBlock *Ask);
  llvm::Value *fieldOfSharedAccesses(std::size_t Offset);
  llvm::Value *firstWord(const SharedUnits &At, llvm::Value *Site, llvm::Value *&IsNumbered);
  void compareRow(llvm::Value *Place, llvm::Value *Site, bool IsWrite, llvm::BasicBlock *Ask,
                  llvm::BasicBlock *Done);
  void compareReads(llvm::Value *Place, llvm::Value *Site, llvm::BasicBlock *Ask, llvm::BasicBlock *Done);
  void compareUnits(const SharedUnits &At, llvm::Value *Site, bool IsWrite, llvm::BasicBlock *Ask,
                    llvm::BasicBlock *Done);
  /// A part of what each lane stores.
  struct StoredValue {
    std::uint64_t Offset, Bytes;
    llvm::Value *Numbers; ///< a vector of integers
  };
  llvm::SmallVector<StoredValue, 4> valuesStored(llvm::CallInst &Call, std::int64_t Bytes, llvm::Value *Mask);
  llvm::Value *inOrderOfLanes(llvm::ArrayRef<StoredValue> Values, std::int64_t Bytes);
  void emitRaceCheck(llvm::CallInst &Call, const CheckedAccess &What, llvm::Value *Mask);

  // LaneWritten.cpp
  llvm::MDNode *ofChecks() const;
  llvm::Value *loadOfChecks(llvm::Type *T, llvm::Value *Address);
  void storeOfChecks(llvm::Value *V, llvm::Value *Address);
  llvm::SmallVector<llvm::Value *, 4> bitsOfBytes(llvm::Value *Mask, std::int64_t Size);
  void emitWrittenCheck(llvm::CallInst &Call, const CheckedAccess &What, llvm::Value *Range,
                        llvm::Value *FirstOfNeighbours, llvm::Value *Mask, llvm::BasicBlock *Done,
                        llvm::BasicBlock *Ask);

  // LaneAccesses.cpp
  struct Neighbours {
    llvm::Value *AreNeighbours; ///< whether the lanes' objects lie side by side, when the code runs
    llvm::Value *First;         ///< the address of the first one, if so
    std::int64_t Distance = 1;  ///< from one to the next, in objects
  };
  /// Memory in which all lanes have an object, each at its place.
  struct Window {
    std::int64_t Begin; ///< bytes from the first lane's object
    llvm::FixedVectorType *Objects;
    llvm::SmallVector<int, 32> Places;
    llvm::Align Alignment;
  };
  std::optional<Window> windowAround(llvm::Instruction &I, llvm::Value *Mask);
  void emitInWindow(llvm::Instruction &I, const Window &Around, llvm::Value *Mask);
  void emitAccess(llvm::Instruction &I, llvm::Value *Mask);
  llvm::Value *firstUnwrapped(llvm::Value *Address, const NarrowIndex &Narrow);
  std::optional<Neighbours> neighbours(llvm::Value *Address, const llvm::BasicBlock *Block,
                                       std::int64_t Bytes);
  std::optional<Neighbours> neighboursApart(const llvm::Instruction &I);
  void emitApart(llvm::Instruction &I, std::int64_t Stride);
  void emitFirstNeighbours(llvm::Instruction &I);
  Neighbours neighboursByChance(llvm::Value *Address, std::uint64_t Bytes, llvm::Value *Mask);
  void emitNeighbours(llvm::Instruction &I, const Neighbours &Near, llvm::Value *Mask);
  bool isOfBlock(const llvm::Value *Address) const;
  void blend(llvm::Value *Stored, llvm::Value *Address, llvm::Align Alignment, llvm::Value *Mask);
  llvm::Value *loadPieces(llvm::LoadInst &Load, llvm::Value *Mask);
  llvm::Value *accessReversed(llvm::Instruction &I, llvm::Value *First);
  llvm::Value *loadInterleaved(llvm::LoadInst &Load, llvm::Value *First, unsigned Distance);
  void emitInterleaved(llvm::StoreInst &Store);
  void emitSlotAccess(llvm::Instruction &I, const Slot &S, llvm::Value *Mask);
  llvm::Value *slotAddress(const Slot &S);

  // LaneBranches.cpp

  /// Bounds for what lanes say: `InAll` may be false although a condition is true in all, and `InAny` may be
  /// true although it is true in none.
  struct Truth {
    llvm::Value *InAll, *InAny;
  };
  void emitTerminator(llvm::BasicBlock &Block, llvm::Value *Mask);
  std::optional<Truth> truth(llvm::Value *Condition, const llvm::BasicBlock &Block);
  std::optional<Truth> truth(llvm::CmpInst::Predicate Predicate, llvm::Value *Steps, llvm::Value *Limit);
  bool isCheap(const llvm::BasicBlock &Block) const;
  void passValues(llvm::BasicBlock &From, llvm::BasicBlock &To, llvm::Value *Mask);
  llvm::AllocaInst *arrivalsAt(llvm::BasicBlock *Block);
  void arrive(llvm::BasicBlock *Block, llvm::Value *Mask);
  /// Where the lanes go on after the block at this place of the order.
  llvm::BasicBlock *after(unsigned Place) { return AfterBlocks[Place]; }

  // LaneValues.cpp

  /// The value as it is kept: a uniform one itself, of a linear one or a pattern the first lane's, of others
  /// a vector. Remembers what it loads for the rest of the block, so call it before a branch within the
  /// block.
  llvm::Value *get(llvm::Value *V);
  /// The values in all lanes.
  llvm::Value *vector(llvm::Value *V);
  /// The addresses that a vector of pointers has, as numbers.
  llvm::Value *numbers(llvm::Value *Pointers);
  /// The value in one lane, whose number may be computed.
  llvm::Value *lane(llvm::Value *V, llvm::Value *Lane);
  /// Makes X, in the form that get() returns, the value of the instruction.
  void define(llvm::Instruction &I, llvm::Value *X);
  llvm::AllocaInst *variable(llvm::Type *T, const llvm::Twine &VariableName);
  llvm::AllocaInst *variableOf(const llvm::Value *V);
  /// Loads a member of abi::CpuThread that does not change while the block runs.
  llvm::Value *loadField(std::uint64_t Offset, llvm::Type *T);
  void storeField(llvm::Value *V, std::uint64_t Offset);
  llvm::Type *vectorType(llvm::Type *T) const { return llvm::FixedVectorType::get(T, Lanes); }
  llvm::IntegerType *bitsType() { return Builder.getIntNTy(Lanes); }
  llvm::Value *bits(llvm::Value *Mask) { return Builder.CreateBitCast(Mask, bitsType()); }
  llvm::Value *anyOf(llvm::Value *Mask);
  llvm::Value *allOf(llvm::Value *Mask);
  llvm::Value *andMask(llvm::Value *A, llvm::Value *B);
  /// The number of the first and the last lane of a mask that is not empty.
  llvm::Value *firstLane(llvm::Value *Mask);
  llvm::Value *lastLane(llvm::Value *Mask);
  llvm::Constant *constants(llvm::ArrayRef<std::int64_t> Numbers, llvm::IntegerType *T) const;
  /// 0, Stride, 2 * Stride...
  llvm::Constant *multiples(std::int64_t Stride, llvm::IntegerType *T) const;

  llvm::Function &F;
  const Fields &Loads;
  llvm::ArrayRef<Slot> Slots;
  const FrameLayout *Frame; ///< null: no slots
  const bool IsFirst, HasVariants;
  /// A fault need not name its group of lanes, only a few of them. Not between barriers, where the loop over
  /// those few costs more than a store for each group.
  const bool NamesMany;
  const unsigned Lanes;
  const llvm::DataLayout &Layout;
  llvm::LoopInfo &LI;
  LaneShapes Shapes;
  BlockOrder Order;
  llvm::IRBuilder<> Builder;
  std::string Name;
  llvm::Function *Out = nullptr;
  llvm::DenseMap<const llvm::Value *, bool> Assumed; ///< conditions
  /// The same in the whole block of threads, or in the lanes.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Fixed;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Local; ///< in the block being emitted
  /// Parts of structures, in the block being emitted.
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Value *> Parts;
  llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *> Variables;
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::Value *>, LastDivision> LastDivisions;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> Arrivals;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Full, Some;
  llvm::SmallVector<llvm::BasicBlock *, 16> AfterBlocks;
  llvm::BasicBlock *NextLanes = nullptr;
  unsigned FirstHere = 0; ///< if not 0: the mask is the set of the first so many lanes
  llvm::Value *FirstX = nullptr, *FirstRank = nullptr;
  llvm::Value *RowRank = nullptr;
  llvm::Value *MostNamed = nullptr; ///< CpuThread::most_running; null unless NamesMany
  llvm::Value *Group = nullptr;     ///< the lanes' part of the frame
  llvm::AllocaInst *CheckedPlaces = nullptr, *CheckedBases = nullptr;
  llvm::DenseMap<const llvm::Type *, llvm::AllocaInst *> CheckedValues;
  llvm::AllocaInst *NextRegion = nullptr, *GroupVariable = nullptr;
  llvm::AllocaInst *NumberX = nullptr; ///< the index along x of the group's first thread
};

} // namespace kcc::compiler

#endif
