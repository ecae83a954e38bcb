#include "targets/cpu/lanes/BlockParts.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/Vectorizer.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

using abi::CpuThread;

/// How threads compute their place along x.
class Places {
public:
  explicit Places(const PreparedThread &Thread) : Loads(Thread.Loads) {}

  /// Whether threads cannot tell in which of two joined blocks they are.
  bool areIndicesInGrid() const {
    return all_of(Loads, [&](const auto &Load) {
      switch (Load.second) {
      case offsetof(CpuThread, thread_rank):
        return false;
      case offsetof(CpuThread, thread_idx):
        return allUsers(*Load.first, [&](const User &U) { return isIndexInGrid(U); });
      case offsetof(CpuThread, block_idx):
        return allUsers(*Load.first, [&](const User &U) {
          return isProduct(&U) && allUsers(U, [&](const User &Sum) { return isIndexInGrid(Sum); });
        });
      default:
        return true;
      }
    });
  }

private:
  /// Whether `Is` holds for all users of a value, and of the same value with more bits.
  static bool allUsers(const Value &V, function_ref<bool(const User &)> Is) {
    return all_of(V.users(),
                  [&](const User *U) { return isa<ZExtInst, SExtInst>(U) ? allUsers(*U, Is) : Is(*U); });
  }

  /// The value before it was given more bits.
  static const Value *narrow(const Value *V) {
    while (isa<ZExtInst, SExtInst>(V))
      V = cast<CastInst>(V)->getOperand(0);
    return V;
  }

  bool loadsField(const Value *V, std::uint64_t Offset) const {
    auto Found = Loads.find(narrow(V));
    return Found != Loads.end() && Found->second == Offset;
  }

  bool isProduct(const Value *V) const {
    auto *Product = dyn_cast<BinaryOperator>(narrow(V));
    if (!Product || Product->getOpcode() != Instruction::Mul)
      return false;
    return any_of(ArrayRef{0u, 1u}, [&](unsigned K) {
      return loadsField(Product->getOperand(K), offsetof(CpuThread, block_idx)) &&
             loadsField(Product->getOperand(1 - K), offsetof(CpuThread, block_dim));
    });
  }

  bool isIndexInGrid(const User &U) const {
    auto *Sum = dyn_cast<BinaryOperator>(&U);
    if (!Sum || Sum->getOpcode() != Instruction::Add)
      return false;
    return any_of(ArrayRef{0u, 1u}, [&](unsigned K) {
      return isProduct(Sum->getOperand(K)) &&
             loadsField(Sum->getOperand(1 - K), offsetof(CpuThread, thread_idx));
    });
  }

  const Fields &Loads;
};

} // namespace

bool hasCalls(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Call && !isa<IntrinsicInst>(I) && !(Callee && Callee->getName() == arriveMarker);
  });
}

void markBlockParts(PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  if (hasCalls(Thread.F) ||
      any_of(instructions(Thread.F), [](const Instruction &I) { return I.isAtomic() || I.isVolatile(); }))
    return;
  Thread.F.addFnAttr(divisibleBlock);
  if (!Analyses.getResult<LoopAnalysis>(Thread.F).empty())
    Thread.F.addFnAttr(loopingThreads);
  if (Places(Thread).areIndicesInGrid())
    Thread.F.addFnAttr(joinedBlocks);
}

} // namespace kcc::compiler
