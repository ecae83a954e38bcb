#include "targets/cpu/lanes/Prefetches.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BarrierRegions.h"
#include "targets/cpu/lanes/NarrowIndex.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// An access in each iteration by neighbouring threads.
struct LinearAccess {
  Value *Address;
  Value *Base;         ///< Address is so many bytes behind it:
  std::int64_t Offset; ///< a constant
  std::int64_t Stride; ///< bytes from thread to thread

  bool isNear(const LinearAccess &Other) const {
    return Base == Other.Base && Stride == Other.Stride && std::abs(Offset - Other.Offset) < cacheLineBytes;
  }
};

/// At most 8, of which no two are near each other.
class LinearAccesses {
public:
  explicit LinearAccesses(const LaneShapes &Shapes) : Shapes(Shapes) {}

  /// Adds an access of this block, if it is one by neighbouring threads to neighbouring memory, as far as is
  /// known, and none near it is there.
  void add(Value *Address, const BasicBlock &Block) {
    constexpr std::int64_t MostStride = 16;
    constexpr std::size_t Most = 8;
    const Shape S = Shapes[Address];
    const std::optional<NarrowIndex> Index = narrowIndex(Address, Block, Shapes);
    if (Found.size() == Most || (S.Kind != Shape::Linear && !Index))
      return;
    const std::int64_t Stride = Index ? Index->Stride : S.Stride;
    if (Stride == 0 || std::abs(Stride) > MostStride)
      return;
    APInt Offset(64, 0);
    Value *Base = Address->stripAndAccumulateConstantOffsets(Block.getDataLayout(), Offset,
                                                             /*AllowNonInbounds=*/true);
    const LinearAccess Access{Address, Base, Offset.getSExtValue(), Stride};
    if (none_of(Found, [&](const LinearAccess &Known) { return Known.isNear(Access); }))
      Found.push_back(Access);
  }

  ArrayRef<LinearAccess> get() const { return Found; }

private:
  const LaneShapes &Shapes;
  SmallVector<LinearAccess, 8> Found;
};

/// Computes addresses anew, with other values in place of some.
class MovedAddress {
public:
  /// `Other` returns what takes the place of an instruction, or null if its operands tell.
  MovedAddress(IRBuilder<> &At, const DominatorTree &Dominators, function_ref<Value *(Instruction &)> Other)
      : At(At), Dominators(Dominators), Other(Other) {}

  /// The address itself if nothing in it has another value, as far as is known; null if it takes too many
  /// instructions, or cannot be computed here. What cannot be computed without effects keeps its value.
  Value *get(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return V;
    if (auto Found = Known.find(I); Found != Known.end())
      return Found->second;
    return Known[I] = Known.size() < MostKnown ? of(*I) : nullptr;
  }

private:
  Value *of(Instruction &I) {
    if (Value *Is = Other(I))
      return Is;
    const bool IsHere = Dominators.dominates(&I, &*At.GetInsertPoint());
    if (!isa<GetElementPtrInst, BinaryOperator, CastInst>(I) || !isSafeToSpeculativelyExecute(&I))
      return IsHere ? &I : nullptr;
    SmallVector<Value *, 3> Operands;
    for (Value *Operand : I.operand_values()) {
      Operands.push_back(get(Operand));
      if (!Operands.back())
        return nullptr;
    }
    if (IsHere && equal(Operands, I.operand_values()))
      return &I;
    if (Budget == 0)
      return nullptr;
    --Budget;
    Instruction *Copy = I.clone();
    for (auto [K, Operand] : enumerate(Operands))
      Copy->setOperand(static_cast<unsigned>(K), Operand);
    Copy->dropPoisonGeneratingFlags();
    return At.Insert(Copy);
  }

  static constexpr unsigned MostKnown = 64;
  IRBuilder<> &At;
  const DominatorTree &Dominators;
  const function_ref<Value *(Instruction &)> Other;
  DenseMap<const Instruction *, Value *> Known;
  unsigned Budget = 12; ///< instructions
};

/// What takes the place of an instruction of a loop so many iterations later; null if its operands tell.
Value *later(Instruction &I, const Loop &L, std::uint64_t Iterations, IRBuilder<> &At) {
  if (!L.contains(&I))
    return &I;
  auto *Phi = dyn_cast<PHINode>(&I);
  if (!Phi || Phi->getParent() != L.getHeader())
    return nullptr;
  Value *Next = Phi->getIncomingValueForBlock(L.getLoopLatch());
  auto *Sum = dyn_cast<BinaryOperator>(Next);
  if (Sum && Sum->getOpcode() == Instruction::Add)
    for (unsigned K : {0u, 1u})
      if (Sum->getOperand(K) == Phi && L.isLoopInvariant(Sum->getOperand(1 - K)))
        return At.CreateAdd(
            Phi, At.CreateMul(Sum->getOperand(1 - K), ConstantInt::get(Phi->getType(), Iterations)));
  return Next; // what does not grow by the same in each iteration: the next one's
}

void fetch(Value *Address, IRBuilder<> &At) {
  CallInst *Made = At.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                                      {Address, At.getInt32(0), At.getInt32(3), At.getInt32(1)});
  Made->setMetadata(rowPrefetch, MDNode::get(At.getContext(), {}));
}

bool hasBarrierInside(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) { return any_of(*Block, isBarrier); });
}

/// Whether a thread comes to the block a few times at most, and waits for other threads in no loop around it.
bool isReachedSeldom(const BasicBlock &Block, const LoopInfo &LI, ScalarEvolution &Evolution) {
  constexpr unsigned MostIterations = 8;
  for (const Loop *L = LI.getLoopFor(&Block); L; L = L->getParentLoop()) {
    const unsigned Iterations = Evolution.getSmallConstantMaxTripCount(L);
    if (Iterations == 0 || Iterations > MostIterations || hasBarrierInside(*L))
      return false;
  }
  return true;
}

/// Fetches what the block that is so many later reads at an address. In a loop, that is what the first
/// iteration reads.
void fetchForLaterBlock(Value *Address, unsigned Blocks, const Loop *L, IRBuilder<> &At,
                        const LaneShapes &Shapes, const DominatorTree &Dominators) {
  std::optional<MovedAddress> Moved;
  auto Later = [&](Instruction &I) -> Value * {
    if (Shapes.loadsField(&I, offsetof(abi::CpuThread, block_idx)))
      return At.CreateAdd(&I, ConstantInt::get(I.getType(), Blocks));
    auto *Phi = dyn_cast<PHINode>(&I);
    return Phi && L && Phi->getParent() == L->getHeader()
               ? Moved->get(Phi->getIncomingValueForBlock(L->getLoopPreheader()))
               : nullptr;
  };
  Moved.emplace(At, Dominators, Later);
  Value *There = Moved->get(Address);
  if (There && There != Address)
    fetch(There, At);
}

/// The address that an instruction reads, unless it is in the block's shared memory; null if it reads
/// nothing.
Value *addressOfRead(Instruction &I, const LaneShapes &Shapes) {
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && !Shapes.loadsField(getUnderlyingObject(Load->getPointerOperand(), 0),
                                    offsetof(abi::CpuThread, shared_memory))
             ? Load->getPointerOperand()
             : nullptr;
}

} // namespace

void prefetchLaterIteration(const Loop &L, IRBuilder<> &AtEnd, const LaneShapes &Shapes, const LoopInfo &LI,
                            const DominatorTree &Dominators) {
  LinearAccesses Accesses(Shapes);
  for (BasicBlock *Block : L.blocks())
    if (LI.getLoopFor(Block) == &L && Dominators.dominates(Block, L.getLoopLatch()))
      for (Instruction &I : *Block)
        if (Value *Address = getLoadStorePointerOperand(&I); Address && !L.isLoopInvariant(Address))
          Accesses.add(Address, *Block);
  MapVector<const Value *, std::int64_t> BytesOf; // of each array, a thread's in an iteration
  for (const LinearAccess &Access : Accesses.get())
    BytesOf[getUnderlyingObject(Access.Address)] += std::abs(Access.Stride);
  for (const LinearAccess &Access : Accesses.get()) {
    // A fetch from memory takes six iterations of one number of 4 bytes, as measured for blocks of 64 to 1024
    // threads, and one of several larger ones.
    const auto Distance = static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(24 / BytesOf[getUnderlyingObject(Access.Address)], 1, 6));
    auto Later = [&](Instruction &I) { return later(I, L, Distance, AtEnd); };
    Value *Address = MovedAddress(AtEnd, Dominators, Later).get(Access.Address);
    if (Address && Address != Access.Address)
      fetch(Address, AtEnd);
  }
}

bool prefetchNextBlock(const Loop &L, const LaneShapes &Shapes, const LoopInfo &LI,
                       const DominatorTree &Dominators) {
  BasicBlock *const Exit = L.getUniqueExitBlock(), *const Preheader = L.getLoopPreheader();
  if (!Exit || !Preheader)
    return false;
  LinearAccesses Before(Shapes), Within(Shapes);
  for (BasicBlock &Block : *Exit->getParent()) {
    const Loop *Around = LI.getLoopFor(&Block);
    if (Around ? Around != &L || !Dominators.dominates(&Block, Exit)
               : !Dominators.dominates(&Block, Preheader))
      continue;
    for (Instruction &I : Block)
      if (Value *Address = addressOfRead(I, Shapes))
        (Around ? Within : Before).add(Address, Block);
  }
  auto Fetch = [&](const LinearAccesses &Accesses, unsigned Blocks, BasicBlock::iterator Where) {
    IRBuilder<> At(Where->getParent(), Where);
    for (const LinearAccess &Access : Accesses.get())
      fetchForLaterBlock(Access.Address, Blocks, &Accesses == &Within ? &L : nullptr, At, Shapes, Dominators);
  };
  if (Before.get().empty()) {
    Fetch(Within, 1, Exit->getFirstInsertionPt());
    return false;
  }
  Fetch(Before, 1, Exit->getFirstInsertionPt());
  Fetch(Within, 0, Preheader->getTerminator()->getIterator());
  // On the way past the loop:
  BasicBlock *Guard = Preheader->getSinglePredecessor();
  if (Guard && isa<BranchInst>(Guard->getTerminator()))
    for (BasicBlock *Next : successors(Guard))
      if (Next != Preheader)
        Fetch(Before, 1, Next->getFirstInsertionPt());
  return true;
}

void prefetchLaterBlock(PreparedThread &Thread, bool Waits, FunctionAnalysisManager &Analyses) {
  const LoopInfo &LI = Analyses.getResult<LoopAnalysis>(Thread.F);
  const DominatorTree &Dominators = Analyses.getResult<DominatorTreeAnalysis>(Thread.F);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(Thread.F);
  const LaneShapes Shapes(Thread.F, Thread.Loads, {}, LI);
  LinearAccesses Accesses(Shapes);
  DenseMap<const Value *, Instruction *> ReadBy;
  for (BasicBlock &Block : Thread.F) {
    const Loop *L = LI.getLoopFor(&Block);
    if (!isReachedSeldom(Block, LI, Evolution) && !(L->isOutermost() && hasBarrierInside(*L)))
      continue;
    for (Instruction &I : Block)
      if (Value *Address = addressOfRead(I, Shapes)) {
        Accesses.add(Address, Block);
        ReadBy.insert({Address, &I});
      }
  }
  DenseMap<const Value *, Value *> LastOf; // of the reads of each array
  for (const LinearAccess &Access : Accesses.get())
    LastOf[getUnderlyingObject(Access.Address)] = Access.Address;
  for (const LinearAccess &Access : Accesses.get()) {
    if (!Waits && LastOf[getUnderlyingObject(Access.Address)] != Access.Address)
      continue;
    Instruction *Read = ReadBy.lookup(Access.Address);
    const Loop *L = LI.getLoopFor(Read->getParent());
    const Loop *Waiting = L && hasBarrierInside(*L) ? L : nullptr;
    IRBuilder<> At(Waiting ? Waiting->getLoopPreheader()->getTerminator() : Read);
    // One read of 4 bytes by 256 threads is 1 KiB. A block that only adds them up in a tree takes a quarter
    // of the time that a fetch from memory does, as measured. One that reads in a loop takes longer.
    fetchForLaterBlock(Access.Address, L ? 1 : 4, Waiting, At, Shapes, Dominators);
  }
}

} // namespace kcc::compiler
