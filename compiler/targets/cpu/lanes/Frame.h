// The memory in which a block's threads keep what outlives a barrier.
#ifndef KCC_TARGETS_CPU_LANES_FRAME_H
#define KCC_TARGETS_CPU_LANES_FRAME_H

#include "targets/cpu/lanes/LaneShapes.h"

namespace kcc::compiler {

/// First a header for the block: the votes at the last barrier and those that are being counted, each the
/// number of true ones and of all, as 32-bit numbers, and the slots of the block. Then a part for each group
/// of threads that run at the same time: which of its lanes wait at the barrier, as a 32-bit mask, and its
/// slots. A slot has one value if that is uniform or linear, else one for each lane.
struct FrameLayout {
  FrameLayout(llvm::ArrayRef<Slot> Slots, bool AllArrive, unsigned Lanes, const llvm::DataLayout &Layout);

  static constexpr std::uint64_t HeaderBytes = 64;
  static constexpr std::uint64_t LastVotes = 0, Votes = 8, BlockSlots = 16;
  static constexpr std::uint64_t BlockSlotBytes = 8,
                                 MostBlockSlots = (HeaderBytes - BlockSlots) / BlockSlotBytes;
  bool AllArrive;                              ///< the masks are not used
  std::uint64_t GroupBytes;                    ///< a multiple of 64
  llvm::SmallVector<std::uint64_t, 8> Offsets; ///< of the slots, in the header or in a group's part
};

} // namespace kcc::compiler

#endif
