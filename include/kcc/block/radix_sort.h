// Sorting the keys of a block of threads.
#ifndef KCC_BLOCK_RADIX_SORT_H
#define KCC_BLOCK_RADIX_SORT_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../device/sync.h"
#include "radix_rank.h"
#include "shape.h"
#include "shared_items.h"

namespace kcc {

namespace detail {

template <std::size_t bytes> struct UnsignedOfSize;
template <> struct UnsignedOfSize<1> {
  using type = std::uint8_t;
};
template <> struct UnsignedOfSize<2> {
  using type = std::uint16_t;
};
template <> struct UnsignedOfSize<4> {
  using type = std::uint32_t;
};
template <> struct UnsignedOfSize<8> {
  using type = std::uint64_t;
};

template <class Key> inline constexpr bool is_signed_key = static_cast<Key>(-1) < static_cast<Key>(0);
template <class Key> inline constexpr bool is_float_key = std::is_floating_point_v<Key>;

/// Maps keys one-to-one to unsigned numbers whose ascending order is the sort order.
template <class Key, bool descending> struct RadixKey {
  using Bits = typename UnsignedOfSize<sizeof(Key)>::type;
  static constexpr Bits sign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  static constexpr Bits flip = descending ? static_cast<Bits>(~Bits{0}) : Bits{0};

  static Bits from_key(Key key) noexcept {
    Bits bits = std::bit_cast<Bits>(key);
    if constexpr (is_float_key<Key>)
      bits ^= (bits & sign) != 0 ? static_cast<Bits>(~Bits{0}) : sign;
    else if constexpr (is_signed_key<Key>)
      bits ^= sign;
    return bits ^ flip;
  }
  static Key to_key(Bits bits) noexcept {
    bits ^= flip;
    if constexpr (is_float_key<Key>)
      bits ^= (bits & sign) != 0 ? sign : static_cast<Bits>(~Bits{0});
    else if constexpr (is_signed_key<Key>)
      bits ^= sign;
    return std::bit_cast<Key>(bits);
  }
  /// The bits that determine the order: -0 counts as +0, so that the two keep their input order.
  static Bits ordering(Bits bits) noexcept {
    if constexpr (is_float_key<Key>)
      return bits == static_cast<Bits>(~sign ^ flip) ? static_cast<Bits>(sign ^ flip) : bits;
    else
      return bits;
  }
};

} // namespace detail

/// Replaces the value type in a sort of keys alone.
struct NoValue {};

/// Sorts threads × items keys of a block, alone or with one value per key. The sort is stable, so sorts by
/// several keys can follow each other. Keys are integers of 8 to 64 bits or floating-point numbers. The
/// latter are ordered by value, with -0 and +0 equal; NaNs without a sign bit come last and NaNs with one
/// first (reversed in descending order), ordered by their bits.
///
///   using Sort = kcc::BlockRadixSort<float, 256, 4>;
///   [[kcc::shared]] Sort::Shared shared;
///   Sort(shared).sort(keys); // float keys[4], blocked order (see BlockExchange)
///
/// Each pass orders by 4 bits. Functions that take \p begin_bit and \p end_bit only order by bits begin_bit
/// to end_bit - 1 of the keys (for signed and floating-point keys, of their order-preserving mapping to
/// unsigned numbers); fewer bits are faster. Both must be the same in all threads.
///
/// All threads of the block call it together. Before anything uses Shared again, even another call, they must
/// pass a sync_threads().
template <class Key, BlockShape shape, std::uint32_t items, class Value = NoValue> class BlockRadixSort {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  using Bits = typename detail::UnsignedOfSize<sizeof(Key)>::type;
  using Rank = BlockRadixRank<shape, items>;
  using Keys = detail::SharedRuns<Bits, threads, items>;
  using Values = detail::SharedRuns<Value, threads, items>;
  static_assert((detail::is_float_key<Key> || std::is_integral_v<Key>) && sizeof(Key) <= 8,
                "kcc: keys of BlockRadixSort are integers and floating-point numbers of 8 to 64 bits: sort "
                "by a key of such a type, and pass the rest as values");
  static constexpr std::uint32_t key_bits = sizeof(Key) * 8;

  /// Keys and values move at the same time or, if that took too much memory, one after the other through the
  /// same memory; likewise the counters and the items. The limits leave room for several blocks per
  /// multiprocessor.
  static constexpr std::size_t value_bytes = has_values ? sizeof(Value) : 0;
  static constexpr bool pairs_move_at_once = threads * items * (sizeof(Key) + value_bytes) <= 24 * 1024;
  static constexpr bool counters_apart =
      sizeof(typename Rank::Shared) +
          threads * items * (sizeof(Key) + (pairs_move_at_once ? value_bytes : 0)) <=
      40 * 1024;

  struct SharedKeys {
    typename Keys::Storage keys;
  };
  struct SharedPairs {
    typename Keys::Storage keys;
    typename Values::Storage values;
  };
  union SharedKeysOrValues {
    typename Keys::Storage keys;
    typename Values::Storage values;
  };
  using Items = std::conditional_t<!has_values, SharedKeys,
                                   std::conditional_t<pairs_move_at_once, SharedPairs, SharedKeysOrValues>>;
  struct SharedApart {
    typename Rank::Shared rank;
    Items items_of_block;
  };
  union SharedUnion {
    typename Rank::Shared rank;
    Items items_of_block;
  };

public:
  /// The shared memory that a block needs: its counters and its items.
  using Shared = std::conditional_t<counters_apart, SharedApart, SharedUnion>;

  explicit BlockRadixSort(Shared &shared) noexcept : shared(shared) {}

  /// Sorts the keys, smallest first; from and to blocked order.
  KCC_CONVERGENT void sort(Key (&keys)[items], std::uint32_t begin_bit = 0,
                           std::uint32_t end_bit = key_bits) noexcept {
    Value none[items];
    run<false, false>(keys, none, begin_bit, end_bit);
  }
  /// Sorts the keys, greatest first; from and to blocked order.
  KCC_CONVERGENT void sort_descending(Key (&keys)[items], std::uint32_t begin_bit = 0,
                                      std::uint32_t end_bit = key_bits) noexcept {
    Value none[items];
    run<true, false>(keys, none, begin_bit, end_bit);
  }
  /// Sorts the keys with their values, smallest key first; from and to blocked order.
  KCC_CONVERGENT void sort(Key (&keys)[items], Value (&values)[items], std::uint32_t begin_bit = 0,
                           std::uint32_t end_bit = key_bits) noexcept {
    run<false, false>(keys, values, begin_bit, end_bit);
  }
  /// Sorts the keys with their values, greatest key first; from and to blocked order.
  KCC_CONVERGENT void sort_descending(Key (&keys)[items], Value (&values)[items], std::uint32_t begin_bit = 0,
                                      std::uint32_t end_bit = key_bits) noexcept {
    run<true, false>(keys, values, begin_bit, end_bit);
  }
  /// Sorts the keys, smallest first; from blocked to striped order, in which they can be stored coalesced.
  KCC_CONVERGENT void sort_to_striped(Key (&keys)[items], std::uint32_t begin_bit = 0,
                                      std::uint32_t end_bit = key_bits) noexcept {
    Value none[items];
    run<false, true>(keys, none, begin_bit, end_bit);
  }
  /// Sorts the keys, greatest first; from blocked to striped order, in which they can be stored coalesced.
  KCC_CONVERGENT void sort_descending_to_striped(Key (&keys)[items], std::uint32_t begin_bit = 0,
                                                 std::uint32_t end_bit = key_bits) noexcept {
    Value none[items];
    run<true, true>(keys, none, begin_bit, end_bit);
  }
  /// Sorts the keys with their values, smallest key first; from blocked to striped order.
  KCC_CONVERGENT void sort_to_striped(Key (&keys)[items], Value (&values)[items], std::uint32_t begin_bit = 0,
                                      std::uint32_t end_bit = key_bits) noexcept {
    run<false, true>(keys, values, begin_bit, end_bit);
  }
  /// Sorts the keys with their values, greatest key first; from blocked to striped order.
  KCC_CONVERGENT void sort_descending_to_striped(Key (&keys)[items], Value (&values)[items],
                                                 std::uint32_t begin_bit = 0,
                                                 std::uint32_t end_bit = key_bits) noexcept {
    run<true, true>(keys, values, begin_bit, end_bit);
  }

private:
  template <bool descending, bool to_striped>
  KCC_CONVERGENT void run(Key (&keys)[items], Value (&values)[items], std::uint32_t begin_bit,
                          std::uint32_t end_bit) noexcept {
    using Order = detail::RadixKey<Key, descending>;
    Bits bits[items];
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      bits[k] = Order::from_key(keys[k]);
    if constexpr (to_striped)
      if (begin_bit >= end_bit) { // no pass, which would also do the rearranging
        std::uint32_t ranks[items];
        KCC_UNROLL
        for (std::uint32_t k = 0; k < items; ++k)
          ranks[k] = shape.rank() * items + k;
        move<true>(bits, values, ranks, true);
      }
    KCC_NO_UNROLL
    for (std::uint32_t bit = begin_bit; bit < end_bit; bit += 4) {
      const std::uint32_t mask = end_bit - bit < 4 ? (4u << (end_bit - bit)) - 4 : 60;
      std::uint32_t ranks[items];
      Rank(shared.rank)
          .rank_by(
              [&](std::uint32_t k) {
                const std::uint64_t wide = Order::ordering(bits[k]);
                return sizeof(Bits) == 8 ? static_cast<std::uint32_t>(wide >> bit) * 4 & mask
                                         : (static_cast<std::uint32_t>(wide) >> bit) * 4 & mask;
              },
              ranks);
      move<to_striped>(bits, values, ranks, bit + 4 >= end_bit);
    }
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      keys[k] = Order::to_key(bits[k]);
  }

  /// Moves each item to the position given by its rank. If the counters have separate memory, the barriers of
  /// the next pass keep them and these items from being overwritten too early.
  template <bool to_striped>
  KCC_CONVERGENT void move(Bits (&bits)[items], Value (&values)[items], const std::uint32_t (&ranks)[items],
                           bool last) noexcept {
    if constexpr (!counters_apart)
      sync_threads();
    scatter<Keys>(shared.items_of_block.keys, bits, ranks);
    if constexpr (has_values && pairs_move_at_once)
      scatter<Values>(shared.items_of_block.values, values, ranks);
    sync_threads();
    gather<to_striped, Keys>(shared.items_of_block.keys, bits, last);
    if constexpr (has_values) {
      if constexpr (!pairs_move_at_once) {
        sync_threads();
        scatter<Values>(shared.items_of_block.values, values, ranks);
        sync_threads();
      }
      gather<to_striped, Values>(shared.items_of_block.values, values, last);
    }
    if constexpr (!counters_apart)
      sync_threads();
  }
  template <class Runs, class T>
  static void scatter(typename Runs::Storage &storage, const T (&from)[items],
                      const std::uint32_t (&ranks)[items]) noexcept {
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      storage[Runs::place(ranks[k])] = from[k];
  }
  template <bool to_striped, class Runs, class T>
  static void gather(typename Runs::Storage &storage, T (&to)[items], bool last) noexcept {
    const std::uint32_t rank = shape.rank();
    if (!to_striped || !last) {
      Runs::load(storage, rank, to);
      return;
    }
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      to[k] = storage[Runs::template place<threads>(k, rank)];
  }

  Shared &shared;
};

} // namespace kcc

#endif
