// What --explain-cpu says about how a kernel's threads run on the CPU device.
#ifndef KCC_TARGETS_CPU_LANES_EXPLANATION_H
#define KCC_TARGETS_CPU_LANES_EXPLANATION_H

#include "targets/cpu/lanes/BarrierRegions.h"
#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/IR/DebugLoc.h"
#include <utility>
#include <vector>

namespace kcc::compiler {

/// Collects what is said about one kernel.
class Explanation {
public:
  /// How a function is split: `Thread` is the whole of it. `Added` of the barriers are not the kernel's own.
  void add(PreparedThread &Thread, const BarrierRegions &Regions, std::size_t Added);
  /// The loops and scattered accesses of a function that runs in lanes, the same ones only once.
  void add(PreparedThread &Thread, llvm::ArrayRef<Slot> Slots, llvm::FunctionAnalysisManager &Analyses);
  /// A loop that runs in the order of memory, whether or not it was added.
  void addStridedLoop(const llvm::DebugLoc &Place);

  /// How many threads run at a time.
  void setLanes(unsigned Count) { Lanes = Count; }

  /// Emits the remarks for a thread's function; `Obstacle` says why it does not run in lanes.
  void emit(const llvm::Function &Thread, llvm::StringRef Obstacle) const;

private:
  void add(const llvm::DebugLoc &Place, const char *Text);

  unsigned Lanes = 0;
  unsigned Barriers = 0;
  std::uint64_t KeptBytes = 0;
  std::vector<std::pair<const llvm::DILocation *, const char *>> Places;
};

} // namespace kcc::compiler

#endif
