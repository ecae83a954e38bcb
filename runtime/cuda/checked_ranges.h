// The memory of one GPU that kernels may use, as code with checks sees it.
#ifndef KCC_RUNTIME_CUDA_CHECKED_RANGES_H
#define KCC_RUNTIME_CUDA_CHECKED_RANGES_H

#include <kcc/abi/gpu_checks.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kcc::cuda {

/// A range, and the number by which reports name it.
struct CheckedRange {
  abi::CheckRange place;
  std::uint64_t number; ///< in order of creation, from 1
};

/// "buffer #3 of 400 bytes"
std::string describe(const CheckedRange &range);

/// The ranges by address. Not to be used by several threads at once.
class CheckedRanges {
public:
  /// Adds `bytes` bytes of memory at `begin`. Up to `reserved` bytes from there on belong to nobody else.
  /// Replaces ranges that overlap it.
  void add(std::uint64_t begin, std::uint64_t bytes, std::uint64_t reserved);
  /// From now on the memory is not to be used. Returns whether it was known.
  bool retire(std::uint64_t begin);
  /// Forgets the memory.
  void remove(std::uint64_t begin);

  /// The memory at this address, also behind its end or freed; null if there is none.
  const CheckedRange *find(std::uint64_t place) const;

  /// The table that GPU code reads: an abi::CheckRanges and its rows.
  std::vector<std::byte> table() const;
  /// Changes whenever the table does.
  std::uint64_t version() const noexcept { return version_; }

private:
  std::map<std::uint64_t, CheckedRange> ranges_; ///< by begin
  std::uint64_t created_ = 0, version_ = 0;
};

} // namespace kcc::cuda

#endif
