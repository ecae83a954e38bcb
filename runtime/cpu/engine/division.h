// Few blocks on many processors: parts of a block, or of a strided loop's elements, run on several.
#ifndef KCC_RUNTIME_CPU_ENGINE_DIVISION_H
#define KCC_RUNTIME_CPU_ENGINE_DIVISION_H

#include "grid.h"

#include <cstdint>

namespace kcc::cpu {

/// How the threads of each block are divided among OS threads: along one axis, in parts of the same size but
/// for the last one.
struct Division {
  unsigned axis = 0;
  std::uint32_t size = 0;  ///< threads along the axis
  std::uint32_t parts = 1; ///< of each block; 1: blocks are not divided
  /// If not 0: instead of blocks, this number of elements of a strided loop is divided
  /// (abi::CpuBlockFunction::count_elements).
  std::uint32_t elements = 0;
};

/// The division with which `workers` OS threads that run `blocks` blocks are all busy most of the time.
/// Blocks are not divided if they are many, or if the kernel does not permit it.
Division divide(const GridLaunch &launch, std::uint64_t blocks, unsigned workers);

/// The division of a strided loop's elements, whatever the grid's shape. They are not divided if they are
/// few, or if the kernel does not permit it.
Division divide_elements(const GridLaunch &launch, unsigned workers);

/// Whether waking other OS threads is worth it, by the time that the kernel took when it last ran with such a
/// grid.
class PastTime {
public:
  explicit PastTime(const GridLaunch &launch) noexcept;
  bool was_short() const noexcept { return time_ > 0 && time_ < least_long; }
  /// Whether it might be short on one OS thread: several wait for each other, and for memory.
  bool may_be_short() const noexcept { return was_long() && time_ < 16 * least_long; }
  bool was_long() const noexcept { return time_ >= least_long; }
  /// Notes how long the kernel took this time, on one OS thread, or in sum on several.
  void set(std::uint64_t nanoseconds) noexcept;

  /// In microseconds: several times what it takes to wake a thread.
  static constexpr std::uint32_t least_long = 50;

private:
  std::uint64_t key_;
  std::uint32_t time_ = 0; ///< in microseconds; 0: unknown
};

} // namespace kcc::cpu

#endif
