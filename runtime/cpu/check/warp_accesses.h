// Counts how well the accesses of warps use memory, by what the lanes of each warp access at a time.
#ifndef KCC_RUNTIME_CPU_CHECK_WARP_ACCESSES_H
#define KCC_RUNTIME_CPU_CHECK_WARP_ACCESSES_H

#include "../../check/access_notes.h"

#include <kcc/abi/cpu_checks.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace kcc::cpu::check {

/// What the lanes of a warp access in one instruction.
struct WarpAccess {
  std::uint32_t mask = 0;
  std::uint32_t bytes = 0; ///< of each lane
  std::array<std::uint64_t, 32> addresses{};
};

/// Of global memory, in sectors of 32 bytes.
kcc::check::AccessCounts count_global(const WarpAccess &access, bool is_atomic);
/// Of shared memory, in rounds: 32 banks give a word of 4 bytes each. A warp's lanes with 8 bytes each come
/// in two halves, those with 16 in four quarters.
kcc::check::AccessCounts count_shared(const WarpAccess &access, bool is_atomic);

/// Of one block at a time. Threads run one after another, so the n-th access of a lane at a place belongs to
/// the n-th of the other lanes, counted from the last barrier on.
class WarpAccesses {
public:
  void start_block(std::uint32_t threads);
  void note(const abi::CheckSite &site, std::uint32_t rank, std::uint64_t address, std::uint64_t bytes,
            bool is_shared);
  void pass_warp_barrier(std::uint32_t rank) { ++phases_[rank]; }
  /// All threads have arrived at a barrier, or the block has ended.
  void pass_block_barrier();
  /// Tells the process of what has been counted.
  void hand_over(const std::string &kernel);

private:
  using Key = std::tuple<const abi::CheckSite *, bool, std::uint32_t, std::uint32_t>; ///< ..., warp, phase
  struct Sequence {
    std::vector<WarpAccess> accesses;
    std::array<std::uint32_t, 32> counts{}; ///< of each lane
  };

  std::map<Key, Sequence> open_;
  std::size_t open_accesses_ = 0;
  std::map<std::pair<const abi::CheckSite *, bool>, kcc::check::AccessCounts> counts_;
  std::vector<std::uint32_t> phases_; ///< of each thread
};

} // namespace kcc::cpu::check

#endif
