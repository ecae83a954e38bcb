// The sorting network of kernels/bitonic_sort.h, run on the host with the functions that the kernels call.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "../../../kernels/bitonic_sort.h"

using namespace bitonic;

/// Runs a round with all its threads on a memory of `size` keys.
template <class Index, class From, class To>
static void run_round(Round round, std::size_t size, From from, To to) {
  run_groups(round, Index{0}, static_cast<Index>(groups_of(round, size)), Index{1}, from, to);
}

/// All stages, as rounds in global memory.
template <class Key, Order order> static void sort_by_rounds(std::span<Key> keys) {
  const GlobalKeys<Key, order> all{keys};
  for (std::uint32_t stage = 1; std::size_t{1} << (stage - 1) < keys.size(); ++stage)
    for_each_round(stage, 0, Pairing::mirrored,
                   [&](Round round) { run_round<std::size_t>(round, keys.size(), all, all); });
}

/// The launches of the real sort, each with the steps of its kernel.
template <class Key, Order order> static void sort_by_launches(std::span<Key> keys) {
  using Bits = typename KeyTraits<Key>::Bits;
  const GlobalKeys<Key, order> all{keys};
  std::vector<Bits> storage(tile_keys);
  const SharedTile<Key> tile{storage.data()};
  const auto run_tile_rounds = [&](std::uint32_t top, Pairing first) {
    for_each_round(top, 0, first,
                   [&](Round round) { run_round<std::uint32_t>(round, tile_keys, tile, tile); });
  };
  const auto store_tile = [&](GlobalTile<Key, order> global) {
    for (std::uint32_t i = 0; i != tile_keys; ++i)
      global.store(i, tile.load(tile.place(i)));
  };
  for_each_launch(
      keys.size(),
      [&] {
        for (std::size_t first = 0; first < keys.size(); first += tile_keys) {
          const GlobalTile<Key, order> global{all, first};
          for (std::uint32_t thread = 0; thread != tile_threads; ++thread) {
            std::array<Bits, keys_per_thread> run;
            for (std::uint32_t k = 0; k != keys_per_thread; ++k)
              run[k] = global.load(k * tile_threads + thread);
            sort_in_registers(run.data());
            for (std::uint32_t k = 0; k != keys_per_thread; ++k)
              tile.store(tile.place(thread * keys_per_thread + k), run[k]);
          }
          for (std::uint32_t stage = max_passes + 1; stage <= log2_tile; ++stage)
            run_tile_rounds(stage, Pairing::mirrored);
          store_tile(global);
        }
      },
      [&](Round round) { run_round<std::size_t>(round, keys.size(), all, all); },
      [&] {
        for (std::size_t first = 0; first < keys.size(); first += tile_keys) {
          const GlobalTile<Key, order> global{all, first};
          const Round round{log2_tile, max_passes, Pairing::parallel};
          run_round<std::uint32_t>(round, tile_keys, global, tile);
          run_tile_rounds(round.log2_distance(), Pairing::parallel);
          store_tile(global);
        }
      });
}

/// The documented order of keys, computed independently of the mapping to bits.
template <class Key> static bool comes_before(Key a, Key b, Order order) {
  if constexpr (std::is_floating_point_v<Key>) {
    if (std::isnan(a) || std::isnan(b))
      return !std::isnan(a) && std::isnan(b);
    if (a == b)
      return order == Order::ascending ? std::signbit(a) && !std::signbit(b)
                                       : !std::signbit(a) && std::signbit(b);
  }
  return order == Order::ascending ? a < b : b < a;
}

template <class Key> static auto sorted_bits(const std::vector<Key> &keys) {
  std::vector<typename KeyTraits<Key>::Bits> bits;
  for (Key key : keys)
    bits.push_back(std::bit_cast<typename KeyTraits<Key>::Bits>(key));
  std::ranges::sort(bits);
  return bits;
}

/// Sorted, and still the same keys to the last bit.
template <class Key>
static void expect_sorted(const std::vector<Key> &before, const std::vector<Key> &after, Order order) {
  for (std::size_t i = 1; i < after.size(); ++i)
    ASSERT_FALSE(comes_before(after[i], after[i - 1], order)) << "at " << i << " of " << after.size();
  ASSERT_EQ(sorted_bits(before), sorted_bits(after));
}

/// Random bit patterns, every fourth from a small range so that there are equal keys, and the special values.
template <class Key> static std::vector<Key> random_keys(std::size_t size) {
  using Limits = std::numeric_limits<Key>;
  std::mt19937_64 random(size);
  std::vector<Key> keys(size);
  const std::array special{
      Limits::lowest(),    Limits::max(),        Limits::min(), Limits::infinity(),       -Limits::infinity(),
      Limits::quiet_NaN(), -Limits::quiet_NaN(), Key{0},        static_cast<Key>(-Key{0})};
  for (Key &key : keys) {
    const std::uint64_t bits = random();
    if (bits % 16 == 0)
      key = special[bits / 16 % special.size()];
    else if (bits % 4 == 0)
      key = static_cast<Key>(bits / 4 % 10);
    else
      key = std::bit_cast<Key>(static_cast<typename KeyTraits<Key>::Bits>(random()));
  }
  return keys;
}

TEST(BitonicNetwork, SortsEveryLengthUpTo2100) {
  for (std::size_t size = 0; size <= 2100; ++size) {
    const std::vector<std::uint32_t> keys = random_keys<std::uint32_t>(size);
    std::vector<std::uint32_t> sorted = keys;
    sort_by_rounds<std::uint32_t, Order::ascending>(sorted);
    ASSERT_NO_FATAL_FAILURE(expect_sorted(keys, sorted, Order::ascending)) << size;
  }
}

// A network that sorts all sequences of zeros and ones sorts everything (the zero-one principle).
TEST(BitonicNetwork, SortsAllZeroOneSequencesUpTo17) {
  for (std::size_t size = 0; size <= 17; ++size)
    for (std::uint32_t pattern = 0; pattern >> size == 0; ++pattern) {
      std::array<std::uint32_t, 17> keys;
      for (std::size_t i = 0; i != size; ++i)
        keys[i] = pattern >> i & 1;
      sort_by_rounds<std::uint32_t, Order::ascending>(std::span(keys).first(size));
      ASSERT_TRUE(std::is_sorted(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(size)))
          << size << ' ' << pattern;
    }
}

TEST(BitonicNetwork, SortsInRegistersAllZeroOneSequences) {
  for (std::uint32_t pattern = 0; pattern >> keys_per_thread == 0; ++pattern) {
    std::array<std::uint32_t, keys_per_thread> keys;
    for (std::uint32_t i = 0; i != keys_per_thread; ++i)
      keys[i] = pattern >> i & 1;
    sort_in_registers(keys.data());
    ASSERT_TRUE(std::ranges::is_sorted(keys)) << pattern;
  }
}

template <class Key> class BitonicLaunches : public testing::Test {};
using Keys = testing::Types<std::uint32_t, std::int32_t, float, std::uint64_t, double>;
TYPED_TEST_SUITE(BitonicLaunches, Keys);

TYPED_TEST(BitonicLaunches, SortInBothOrders) {
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 2, 3, 9, 4095, 4096, 4097, 8192,
                                                                   12345, 65536, 65537, 150000}) {
    const std::vector<TypeParam> keys = random_keys<TypeParam>(size);
    std::vector<TypeParam> up = keys, down = keys;
    sort_by_launches<TypeParam, Order::ascending>(up);
    sort_by_launches<TypeParam, Order::descending>(down);
    ASSERT_NO_FATAL_FAILURE(expect_sorted(keys, up, Order::ascending)) << size;
    ASSERT_NO_FATAL_FAILURE(expect_sorted(keys, down, Order::descending)) << size;
  }
}

TYPED_TEST(BitonicLaunches, GiveEveryKeyOfATileItsOwnPlace) {
  std::vector<int> keys(tile_keys);
  for (std::uint32_t i = 0; i != tile_keys; ++i)
    ++keys.at(SharedTile<TypeParam>::place(i));
  EXPECT_TRUE(std::ranges::all_of(keys, [](int count) { return count == 1; }));
}

// In full rounds, the threads that access shared memory together (a warp for 4-byte keys, half a warp for
// 8-byte keys) use each bank at most once.
TYPED_TEST(BitonicLaunches, AccessSharedMemoryWithoutBankConflicts) {
  constexpr std::uint32_t together = 128 / sizeof(TypeParam);
  for (std::uint32_t top = log2_tile; top != 0; top -= max_passes) {
    const Round round{top, max_passes, Pairing::parallel};
    for (std::uint32_t first = 0; first != tile_threads; first += together)
      for (std::uint32_t k = 0; k != keys_per_thread; ++k) {
        std::array<int, together> accesses{};
        for (std::uint32_t thread = first; thread != first + together; ++thread)
          ++accesses[GroupPlaces<max_passes, SharedTile<TypeParam>, std::uint32_t>(round, thread)[k] %
                     together];
        ASSERT_EQ(std::ranges::max(accesses), 1) << "keys 2^" << round.log2_distance() << " apart";
      }
  }
}
