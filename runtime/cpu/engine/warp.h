// Warp operations.
#ifndef KCC_RUNTIME_CPU_ENGINE_WARP_H
#define KCC_RUNTIME_CPU_ENGINE_WARP_H

#include <array>
#include <cstdint>
#include <string>

namespace kcc::cpu {

inline constexpr std::uint32_t warp_size = 32;

enum class WarpOperation : std::uint8_t {
  sync,
  any,
  all,
  uniform,
  ballot,
  match_any,
  match_all,
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  reduce_add,
  reduce_and,
  reduce_or,
  reduce_xor,
  reduce_min_signed,
  reduce_max_signed,
  reduce_min_unsigned,
  reduce_max_unsigned,
};

/// One lane's part of an operation.
struct WarpCall {
  WarpOperation operation;
  std::uint32_t mask;      ///< the participating lanes
  std::uint64_t value = 0; ///< the lane's operand
  std::uint32_t lane = 0;  ///< a shuffle's lane, distance or lane mask: operand b of PTX's `shfl`
  std::uint32_t clamp = 0; ///< a shuffle's segments: operand c of PTX's `shfl`
};

/// "kcc::warp::shuffle_xor with mask 0x0000ffff"
std::string name_of(const WarpCall &call);

/// Collects the lanes' parts. Operations with different masks may be in progress at the same time. Lanes that
/// have exited are not waited for; a shuffle that reads a lane that does not take part returns the reader's
/// own value.
class Warp {
public:
  /// Starts with these lanes, none of which waits.
  void start(std::uint32_t lanes);

  /// A lane that waits for `lane` in another operation, or with another mask, while `call` waits for it, so
  /// that neither can ever end. 32 if there is none.
  unsigned lane_in_conflict(unsigned lane, const WarpCall &call) const;
  /// Adds the part of `lane`; if it is the last one, the operation completes.
  void arrive(unsigned lane, const WarpCall &call);
  void exit(unsigned lane);

  bool is_waiting(unsigned lane) const { return (waiting_ >> lane & 1) != 0; }
  std::uint32_t live() const { return live_; }
  const WarpCall &call(unsigned lane) const { return lanes_[lane].call; }
  /// The lanes that the operation of the waiting lane `lane` still needs.
  std::uint32_t missing(unsigned lane) const;
  /// What its last operation lacks, if `lane` is the first that took part: the lanes of the mask that had not
  /// come when they exited, or are not there.
  std::uint32_t absent(unsigned lane) const { return lanes_[lane].absent; }
  /// The result of the last operation of `lane`. Bit 32 of a shuffle's result says whether its source was in
  /// range.
  std::uint64_t result(unsigned lane) const { return lanes_[lane].result; }

private:
  struct Lane {
    WarpCall call;
    unsigned first; ///< the first lane to arrive; it holds the state
    std::uint32_t arrived;
    std::uint64_t result;
    std::uint32_t absent;
  };

  void finish_if_all_came(unsigned first);
  void finish(WarpOperation operation, std::uint32_t lanes);
  void shuffle(WarpOperation operation, std::uint32_t lanes);

  std::uint32_t live_ = 0;
  std::uint32_t waiting_ = 0;
  std::array<Lane, warp_size> lanes_;
};

} // namespace kcc::cpu

#endif
