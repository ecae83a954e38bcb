// Bitonic sort: the parts that the kernels and the launching host share.
//
// The network sorts runs of 2, 4, 8, … keys; stage s merges two sorted runs of 2^(s-1) keys into one of 2^s.
// Its first pass compares every key of the span with its mirror image in the span, the following passes keys
// at distance 2^(s-2), …, 2, 1. So every comparison puts the smaller key first, and a length that is not a
// power of two needs no padding: the keys beyond the end count as greater than all others, and no comparison
// ever moves them. (K. E. Batcher, "Sorting networks and their applications", 1968; the form with mirror
// images is also known as the normalized bitonic sorter.)
//
// A pass over keys in memory costs reading and writing all of them. So a thread loads the 2^p keys that p
// consecutive passes compare with each other, runs the p passes in registers and stores the keys: a round.
// consecutive passes compare among each other, runs the p passes in registers and stores the keys: a round.
#ifndef KCC_KERNELS_BITONIC_SORT_H
#define KCC_KERNELS_BITONIC_SORT_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace bitonic {

enum class Order : std::uint32_t { ascending, descending };

/// Which keys the first pass of a round compares.
enum class Pairing : std::uint32_t {
  mirrored, ///< each key with its mirror image in the span: the start of a stage
  parallel, ///< each key with the one half a span further on
};

/// Consecutive passes that threads run on keys in registers. The first pass works within spans of 2^log2_span
/// keys, each following one within spans half as long.
struct Round {
  std::uint32_t log2_span;
  std::uint32_t passes; ///< 1 to max_passes
  Pairing pairing;

  /// The base-2 logarithm of the distance between the keys of the last pass, and between a thread's keys.
  constexpr std::uint32_t log2_distance() const noexcept { return log2_span - passes; }
};

/// The maximum number of passes in a round, for which a thread has 8 keys. More would save memory traffic but
/// cost registers.
inline constexpr std::uint32_t max_passes = 3;
inline constexpr std::uint32_t keys_per_thread = 1u << max_passes;

/// A block sorts a tile in shared memory: 16 KiB of 32-bit keys, 32 KiB of 64-bit ones.
inline constexpr std::uint32_t log2_tile = 12;
inline constexpr std::uint32_t tile_keys = 1u << log2_tile;
inline constexpr std::uint32_t tile_threads = tile_keys / keys_per_thread;

/// Calls `visit(Round)` for the rounds whose spans shrink from 2^log2_top to 2^(log2_bottom + 1) keys. Only
/// the first round may have fewer passes than the maximum.
template <class Visit>
constexpr void for_each_round(std::uint32_t log2_top, std::uint32_t log2_bottom, Pairing first, Visit visit) {
  Pairing pairing = first;
  for (std::uint32_t log2_span = log2_top; log2_span > log2_bottom;) {
    const std::uint32_t surplus = (log2_span - log2_bottom) % max_passes;
    const Round round{log2_span, surplus == 0 ? max_passes : surplus, pairing};
    visit(round);
    log2_span -= round.passes;
    pairing = Pairing::parallel;
  }
}

/// Calls `sort_tile()`, `merge_across(Round)` and `merge_tile()` in the order of the launches that sort
/// `size` keys.
template <class SortTile, class MergeAcross, class MergeTile>
constexpr void for_each_launch(std::size_t size, SortTile sort_tile, MergeAcross merge_across,
                               MergeTile merge_tile) {
  if (size < 2)
    return;
  sort_tile();
  for (std::uint32_t log2_run = log2_tile; (size - 1) >> log2_run != 0; ++log2_run) {
    for_each_round(log2_run + 1, log2_tile, Pairing::mirrored, merge_across);
    merge_tile();
  }
}

// ---- Keys ----

template <class Key> struct KeyTraits;
template <> struct KeyTraits<std::uint32_t> {
  using Bits = std::uint32_t;
};
template <> struct KeyTraits<std::int32_t> {
  using Bits = std::uint32_t;
};
template <> struct KeyTraits<std::uint64_t> {
  using Bits = std::uint64_t;
};
template <> struct KeyTraits<float> {
  using Bits = std::uint32_t;
  static constexpr Bits mantissa = 0x007f'ffff;
};
template <> struct KeyTraits<double> {
  using Bits = std::uint64_t;
  static constexpr Bits mantissa = 0x000f'ffff'ffff'ffff;
};

/// Maps keys one-to-one to unsigned numbers whose ascending order is the requested order of the keys.
/// Floating-point keys are in total order: -inf, …, -0, +0, …, +inf (or the reverse), with NaNs last in
/// either order; all bits of a NaN are kept.
template <class Key, Order order> struct OrderedBits {
  using Bits = typename KeyTraits<Key>::Bits;
  static constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);

  /// No key comes after this one, so it can represent the keys beyond the end.
  static constexpr Bits last = ~Bits{0};

  static constexpr Bits from_key(Key key) noexcept {
    Bits bits = std::bit_cast<Bits>(key);
    if constexpr (std::is_floating_point_v<Key>) {
      // Descending order is the ascending order of the negated numbers. Negative numbers are ordered by
      // decreasing magnitude, so all their bits are inverted. That puts the negative NaNs first, of which
      // there is one for each nonzero mantissa: subtracting their number wraps them around to the end.
      if constexpr (order == Order::descending)
        bits ^= sign;
      return ((bits & sign) != 0 ? ~bits : bits ^ sign) - KeyTraits<Key>::mantissa;
    } else {
      if constexpr (std::is_signed_v<Key>)
        bits ^= sign;
      return order == Order::descending ? ~bits : bits;
    }
  }

  static constexpr Key to_key(Bits bits) noexcept {
    if constexpr (std::is_floating_point_v<Key>) {
      bits += KeyTraits<Key>::mantissa;
      bits = (bits & sign) != 0 ? bits ^ sign : ~bits;
      if constexpr (order == Order::descending)
        bits ^= sign;
    } else {
      if constexpr (order == Order::descending)
        bits = ~bits;
      if constexpr (std::is_signed_v<Key>)
        bits ^= sign;
    }
    return std::bit_cast<Key>(bits);
  }
};

// ---- Where keys are ----
//
// The classes below define how to access the keys. place() maps the number of a key to a number from which
// load() and store() find it, and is linear over bits: place(a ^ b) == place(a) ^ place(b). So a thread
// computes few places and gets those of its other keys with one exclusive or each.

/// The keys of the whole sort in global memory, and the imaginary ones beyond their end.
template <class Key, Order order> struct GlobalKeys {
  using Ordered = OrderedBits<Key, order>;
  using Bits = typename Ordered::Bits;

  std::span<Key> keys;

  static constexpr std::size_t place(std::size_t i) noexcept { return i; }
  constexpr Bits load(std::size_t i) const noexcept {
    return i < keys.size() ? Ordered::from_key(keys[i]) : Ordered::last;
  }
  constexpr void store(std::size_t i, Bits bits) const noexcept {
    if (i < keys.size())
      keys[i] = Ordered::to_key(bits);
  }
};

/// The tile_keys of them from number `first` on.
template <class Key, Order order> struct GlobalTile {
  using Bits = typename OrderedBits<Key, order>::Bits;

  GlobalKeys<Key, order> all;
  std::size_t first;

  static constexpr std::uint32_t place(std::uint32_t i) noexcept { return i; }
  constexpr Bits load(std::uint32_t i) const noexcept { return all.load(first + i); }
  constexpr void store(std::uint32_t i, Bits bits) const noexcept { all.store(first + i, bits); }
};

/// The keys of a tile in shared memory.
template <class Key> struct SharedTile {
  using Bits = typename KeyTraits<Key>::Bits;

  Bits *storage; ///< tile_keys of them

  /// In each round of max_passes passes, the threads of a warp access different banks. Shared memory has 32
  /// banks of 4 bytes, which for 64-bit keys are equivalent to 16 banks of 8 bytes, selected by the lowest
  /// bits of the place. If a thread's keys are 1 or 8 apart, its neighbours' keys differ in higher bits, so
  /// those are mixed in with exclusive or. Since lower bits depend only on higher ones, no two keys share a
  /// place.
  static constexpr std::uint32_t place(std::uint32_t i) noexcept {
    constexpr std::uint32_t log2_banks = sizeof(Bits) == 4 ? 5 : 4;
    constexpr std::uint32_t low = keys_per_thread - 1;
    constexpr std::uint32_t high = (1u << log2_banks) - keys_per_thread;
    return i ^ (i >> log2_banks & low) ^ (i >> max_passes & high);
  }
  constexpr Bits load(std::uint32_t i) const noexcept { return storage[i]; }
  constexpr void store(std::uint32_t i, Bits bits) const noexcept { storage[i] = bits; }
};

// ---- What a thread does ----

/// Puts the smaller key first.
template <class Bits> constexpr void compare_exchange(Bits &front, Bits &back) noexcept {
  const Bits smaller = back < front ? back : front;
  const Bits greater = back < front ? front : back;
  front = smaller;
  back = greater;
}

/// Runs `passes` passes on the 2^passes keys of one thread.
template <std::uint32_t passes, class Bits> constexpr void run_passes(Bits *keys, Pairing first) noexcept {
  constexpr std::uint32_t count = 1u << passes;
  if (first == Pairing::mirrored)
    for (std::uint32_t i = 0; i != count / 2; ++i)
      compare_exchange(keys[i], keys[count - 1 - i]);
  else
    for (std::uint32_t i = 0; i != count / 2; ++i)
      compare_exchange(keys[i], keys[i + count / 2]);
  if constexpr (passes > 1) {
    run_passes<passes - 1>(keys, Pairing::parallel);
    run_passes<passes - 1>(keys + count / 2, Pairing::parallel);
  }
}

/// Sorts the keys_per_thread keys of one thread: the stages up to max_passes.
template <std::uint32_t stage = max_passes, class Bits>
constexpr void sort_in_registers(Bits *keys) noexcept {
  if constexpr (stage > 0) {
    sort_in_registers<stage - 1>(keys);
    sort_in_registers<stage - 1>(keys + (1u << (stage - 1)));
    run_passes<stage>(keys, Pairing::mirrored);
  }
}

/// The number of groups of keys, each for one thread, that contain any of the first `size` keys in a round.
constexpr std::size_t groups_of(Round round, std::size_t size) noexcept {
  const std::size_t distance = std::size_t{1} << round.log2_distance();
  const std::size_t rest = size & ((std::size_t{1} << round.log2_span) - 1);
  return (size >> round.log2_span << round.log2_distance()) + (rest < distance ? rest : distance);
}

/// The places of the keys that one thread compares in a round.
///
/// A group contains every 2^log2_distance-th key of a span. A mirrored first pass reverses the second half of
/// the span, so there the group's keys are as far from the end as those of the first half from the start; the
/// following passes then also stay within the group.
template <std::uint32_t passes, class Keys, class Index> struct GroupPlaces {
  static constexpr std::uint32_t count = 1u << passes;

  constexpr GroupPlaces(Round round, Index group) noexcept {
    const std::uint32_t log2_distance = round.log2_distance();
    const Index offsets = (Index{1} << log2_distance) - 1;
    const Index start = group >> log2_distance << round.log2_span;
    front = Keys::place(start | (group & offsets));
    back = round.pairing == Pairing::mirrored ? Keys::place(start | (~group & offsets)) : front;
    steps[0] = 0;
    for (std::uint32_t bit = 1; bit != count; bit *= 2) {
      const Index step = Keys::place(Index{bit} << log2_distance);
      for (std::uint32_t i = 0; i != bit; ++i)
        steps[bit + i] = steps[i] ^ step;
    }
  }
  constexpr Index operator[](std::uint32_t i) const noexcept {
    return (i < count / 2 ? front : back) ^ steps[i];
  }

private:
  Index front;
  Index back;
  Index steps[count];
};

/// Runs a round's passes on one group of keys.
template <std::uint32_t passes, class Index, class From, class To>
constexpr void run_group(Round round, Index group, From from, To to) noexcept {
  constexpr std::uint32_t count = 1u << passes;
  typename From::Bits keys[count];
  const GroupPlaces<passes, From, Index> sources(round, group);
  for (std::uint32_t i = 0; i != count; ++i)
    keys[i] = from.load(sources[i]);
  run_passes<passes>(keys, round.pairing);
  const GroupPlaces<passes, To, Index> targets(round, group);
  for (std::uint32_t i = 0; i != count; ++i)
    to.store(targets[i], keys[i]);
}

/// Runs the round on the groups `first`, `first + stride`, … below `end`.
template <std::uint32_t passes = max_passes, class Index, class From, class To>
constexpr void run_groups(Round round, Index first, Index end, Index stride, From from, To to) noexcept {
  if constexpr (passes > 1)
    if (round.passes != passes)
      return run_groups<passes - 1>(round, first, end, stride, from, to);
  for (Index group = first; group < end; group += stride)
    run_group<passes>(round, group, from, to);
}

} // namespace bitonic

#endif
