#include "targets/cpu/lanes/Explanation.h"
#include "kcc/abi/cpu_code.h"
#include "targets/KernelRemark.h"
#include "targets/cpu/lanes/BlockFunctions.h"
#include "targets/cpu/lanes/Interleaving.h"
#include "targets/cpu/lanes/NarrowIndex.h"
#include "targets/cpu/lanes/RowVersions.h"
#include "targets/cpu/lanes/Vectorizer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <string>

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr char Apart[] = "the threads leave this loop one by one, and the last one's time counts";
constexpr char Together[] = "the threads run this loop together";
constexpr char Strided[] =
    "the threads run this loop in the order of memory: all of the block run one iteration before the next";

bool areSame(const DILocation &A, const DILocation &B) {
  return A.getLine() == B.getLine() && A.getColumn() == B.getColumn() && A.getFilename() == B.getFilename();
}

constexpr char ReadApart[] =
    "neighbouring threads read objects that lie apart, so that each is read for itself";
constexpr char WrittenApart[] =
    "neighbouring threads write objects that lie apart, so that each is written for itself";

// Accesses to addresses that the analysis of shapes says nothing about.
constexpr char ReadByChance[] =
    "neighbouring threads read from addresses that the index does not show to be neighbours: they are "
    "compared, and each is read for itself unless they are";
constexpr char WrittenByChance[] =
    "neighbouring threads write to addresses that the index does not show to be neighbours: they are "
    "compared, and each is written for itself unless they are";

// The same where the kernel has code of its own for one row of an array (RowVersions.h).
constexpr char ReadInRow[] =
    "neighbouring threads that get one quotient of a division of the index read from addresses that lie as "
    "if "
    "there were no division; others' are compared, and each is read for itself unless they are neighbours";
constexpr char WrittenInRow[] =
    "neighbouring threads that get one quotient of a division of the index write to addresses that lie as if "
    "there were no division; others' are compared, and each is written for itself unless they are neighbours";

/// Whether the addresses are known but for an index that wraps, and lie as the emitter accesses them at once.
bool isNearByNarrowIndex(Instruction &I, const LaneShapes &Shapes) {
  const auto Index = narrowIndex(getLoadStorePointerOperand(&I), *I.getParent(), Shapes);
  const auto Bytes = static_cast<std::int64_t>(I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)));
  return Index && Index->Stride % Bytes == 0 && Index->Stride >= -Bytes && Index->Stride != 0 &&
         Index->Stride <= (isa<LoadInst>(I) ? 4 : 1) * Bytes;
}

/// Whether all objects of a pattern are in a few cache lines, which lanes mostly access at once.
bool liesNear(ArrayRef<std::int64_t> Offsets) {
  const auto [Least, Greatest] = std::minmax_element(Offsets.begin(), Offsets.end());
  return *Greatest - *Least < static_cast<std::int64_t>(abi::shared_margin);
}

} // namespace

void Explanation::add(const DebugLoc &Place, const char *Text) {
  // A loop that was unrolled or is in several regions is one for the reader.
  const DILocation *At = Place.get();
  if (At &&
      none_of(Places, [&](const auto &Known) { return Known.second == Text && areSame(*Known.first, *At); }))
    Places.push_back({At, Text});
}

void Explanation::add(PreparedThread &Thread, const BarrierRegions &Regions, std::size_t Added) {
  const DataLayout &Layout = Thread.F.getDataLayout();
  const DominatorTree Dominators(Thread.F);
  LoopInfo LI(Dominators);
  for (Loop *L : LI.getLoopsInPreorder())
    if (any_of(L->blocks(), [](BasicBlock *Block) { return any_of(*Block, isBarrier); }))
      add(L->getStartLoc(), "the threads run this loop together, from barrier to barrier");
  Barriers = static_cast<unsigned>(Regions.Threads.size() - 1 - Added);
  for (const Slot &S : Regions.Slots)
    if (!S.Type)
      KeptBytes += S.Bytes;
    else if (S.Contents.Kind == Shape::Varying)
      KeptBytes += Layout.getTypeStoreSize(S.Type);
}

void Explanation::add(PreparedThread &Thread, ArrayRef<Slot> Slots, FunctionAnalysisManager &Analyses) {
  LoopInfo &LI = Analyses.getResult<LoopAnalysis>(Thread.F);
  const LaneShapes Shapes(Thread.F, Thread.Loads, Slots, LI, Lanes);
  const DataLayout &Layout = Thread.F.getDataLayout();
  for (Loop *L : LI.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    const bool Part = any_of(Exiting, [&](BasicBlock *B) { return Shapes.hasDivergentTerminator(*B); });
    add(L->getStartLoc(), Part ? Apart : Together);
  }
  const bool HasRows = any_of(instructions(Thread.F), rowDivision);
  SmallVector<const DILocation *, 16> Known; // if HasRows: where one copy of the code knows the addresses
  auto IsByChance = [&](Instruction &I) {
    return Shapes[getLoadStorePointerOperand(&I)].Kind == Shape::Varying && !isNearByNarrowIndex(I, Shapes);
  };
  if (HasRows)
    for (Instruction &I : instructions(Thread.F))
      if (isa<LoadInst, StoreInst>(I) && I.getDebugLoc() && !IsByChance(I))
        Known.push_back(I.getDebugLoc());
  for (Instruction &I : instructions(Thread.F)) {
    Value *Address = getLoadStorePointerOperand(&I);
    if (!Address || I.isAtomic())
      continue;
    const Shape S = Shapes[Address];
    Type *T = getLoadStoreType(&I);
    auto *Load = dyn_cast<LoadInst>(&I);
    if (S.Kind == Shape::Varying && isNearByNarrowIndex(I, Shapes))
      continue;
    if (S.Kind == Shape::Varying && is_contained(Known, I.getDebugLoc().get())) {
      llvm::erase_if(Places, [&](const auto &Place) {
        return areSame(*Place.first, *I.getDebugLoc()) &&
               (Place.second == ReadByChance || Place.second == WrittenByChance);
      });
      add(I.getDebugLoc(), Load ? ReadInRow : WrittenInRow);
    } else if (S.Kind == Shape::Varying)
      add(I.getDebugLoc(), Load ? ReadByChance : WrittenByChance);
    else if ((S.Kind == Shape::Pattern && !liesNear(S.Offsets)) ||
             (S.Kind == Shape::Linear &&
              std::abs(S.Stride) != static_cast<std::int64_t>(Layout.getTypeStoreSize(T)) &&
              interleaving(I, Shapes) == 0))
      add(I.getDebugLoc(), Load ? ReadApart : WrittenApart);
  }
}

void Explanation::addStridedLoop(const DebugLoc &Place) {
  for (auto &[At, Text] : Places)
    if (Place && areSame(*At, *Place.get()) && (Text == Apart || Text == Together))
      Text = Strided;
  add(Place, Strided);
}

void Explanation::emit(const Function &Thread, StringRef Obstacle) const {
  StringRef Entry = Thread.getName();
  Entry.consume_front(abi::cpu_thread_prefix);
  std::string Text;
  if (!Obstacle.empty()) {
    Text = Thread.hasFnAttribute(waitingThreads) ? "each thread of a block runs on a stack of its own"
                                                 : "the threads of a block run one after another";
    Text += (": " + Obstacle).str();
  } else if (Lanes == 1) {
    Text = "the threads of a block run one after another, each with vectors of its own, because each writes "
           "a row of memory";
  } else {
    Text = "the threads of a block run side by side, " + std::to_string(Lanes) + " at a time";
    if (Barriers != 0)
      Text += "; the kernel is split at " + std::to_string(Barriers) +
              (Barriers == 1 ? " barrier" : " barriers") + ", where each thread keeps " +
              (KeptBytes == 0   ? "nothing"
               : KeptBytes == 1 ? "1 byte"
                                : std::to_string(KeptBytes) + " bytes");
  }
  LLVMContext &Context = Thread.getContext();
  Context.diagnose(KernelRemark(Entry, Text, nullptr));
  if (!Obstacle.empty())
    return;
  auto Sorted = Places;
  llvm::stable_sort(Sorted, [](const auto &A, const auto &B) {
    return std::pair(A.first->getLine(), A.first->getColumn()) <
           std::pair(B.first->getLine(), B.first->getColumn());
  });
  for (auto [Place, Words] : Sorted)
    Context.diagnose(KernelRemark(Entry, Words, Place));
}

} // namespace kcc::compiler
