// Block algorithms on every device, compared with the same computation on the host. Where floating-point
// numbers are added, in the library's own order, the CPU device's result is also a reference: all devices
// must agree to the last bit.
#include "block_kernels.h"
#include "devices.h"
#include "kernels/block.h"

#include <kcc/block/shape.h>
#include <kcc/device/functional.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>

namespace block {

inline void PrintTo(const Affine &value, std::ostream *out) {
  *out << value.a << "x+" << value.b;
}
inline void PrintTo(const Triple &value, std::ostream *out) {
  *out << value.x << ' ' << value.y << ' ' << value.z;
}

} // namespace block

namespace {

using namespace block;
using kcc::Blocks;
using kcc::Buffer;
using kcc::Device;
using kcc::Stream;
using kcc::Threads;

class Block : public kcc::testing::DeviceTest {
protected:
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Block);

std::mt19937_64 &random_bits() {
  static std::mt19937_64 engine(7);
  return engine;
}

/// A random value: any bits for an integer, a number from -1 to 1 otherwise.
template <class T> T random_value() {
  if constexpr (std::is_floating_point_v<T>)
    return std::uniform_real_distribution<T>(-1, 1)(random_bits());
  else if constexpr (std::is_same_v<T, Affine>)
    return {static_cast<std::uint32_t>(random_bits()()), static_cast<std::uint32_t>(random_bits()())};
  else if constexpr (std::is_same_v<T, Triple>)
    return {static_cast<std::uint32_t>(random_bits()()), 2, static_cast<std::uint32_t>(random_bits()())};
  else
    return static_cast<T>(random_bits()());
}
template <class T> std::vector<T> random_values(std::size_t count) {
  std::vector<T> values(count);
  std::generate(values.begin(), values.end(), random_value<T>);
  return values;
}

/// Equal, or for floating-point numbers as close as rounding allows.
template <class T> void expect_near(const T &seen, const T &expected, double sum_of_magnitudes) {
  if constexpr (std::is_floating_point_v<T>)
    EXPECT_NEAR(seen, expected, sum_of_magnitudes * std::numeric_limits<T>::epsilon() * 4);
  else
    EXPECT_EQ(seen, expected);
}
/// The host's sums, in double.
template <class T, class Op, class Values> T combine(Values begin, Values end, Op op) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(std::accumulate(begin, end, 0.0));
  } else {
    T result = *begin;
    for (auto at = begin + 1; at != end; ++at)
      result = op(result, *at);
    return result;
  }
}
template <class T> bool same_bits(const std::vector<T> &a, const std::vector<T> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// ---- Reduce ----

template <class T, class Op, unsigned x, unsigned y, unsigned z> void test_reduce(const Device &device) {
  SCOPED_TRACE(::testing::Message() << x << 'x' << y << 'x' << z << " threads, " << sizeof(T) << " bytes");
  const std::uint32_t threads = x * y * z;
  const auto values = random_values<T>(std::size_t{threads} * 2);
  const auto begin = values.begin(), end = begin + threads;
  const auto run = [&](const Device &on, std::uint32_t valid) {
    Stream stream(on);
    Buffer<T> results(on, threads + 4), device_values(on, values);
    stream.launch(block_kernels::block_reduce<T, Op, x, y, z>, {Blocks(1), Threads(x, y, z)}, results,
                  device_values, valid);
    return results.to_host(stream);
  };
  for (std::uint32_t valid : {1u, threads / 3 + 1, threads - threads / 4, threads}) {
    const std::vector<T> seen = run(device, valid);
    const T all = combine<T>(begin, end, Op{}), pairs = combine<T>(begin, values.end(), Op{});
    EXPECT_EQ(std::count(seen.begin(), seen.begin() + threads, seen[0]), threads) << "threads disagree";
    expect_near(seen[0], all, threads);
    EXPECT_EQ(seen[threads], seen[0]);
    expect_near(seen[threads + 1], combine<T>(begin, begin + valid, Op{}), threads);
    expect_near(seen[threads + 2], pairs, threads);
    EXPECT_EQ(seen[threads + 3], seen[threads + 2]);
    EXPECT_TRUE(same_bits(seen, run(Device::cpu(), valid))) << "another result than on the CPU device";
  }
}
template <class T, class Op> void test_reduce_shapes(const Device &device) {
  test_reduce<T, Op, 1, 1, 1>(device);
  test_reduce<T, Op, 20, 1, 1>(device);
  test_reduce<T, Op, 32, 1, 1>(device);
  test_reduce<T, Op, 100, 1, 1>(device);
  test_reduce<T, Op, 256, 1, 1>(device);
  test_reduce<T, Op, 16, 16, 1>(device);
  test_reduce<T, Op, 5, 5, 3>(device);
  test_reduce<T, Op, 8, 4, 16>(device);
  test_reduce<T, Op, 1024, 1, 1>(device);
}
TEST_P(Block, ReducesIntegers) {
  test_reduce_shapes<std::uint32_t, std::plus<>>(device_);
}
TEST_P(Block, ReducesFloatsAlikeOnAllDevices) {
  test_reduce_shapes<float, std::plus<>>(device_);
  test_reduce<double, std::plus<>, 256, 1, 1>(device_);
}
TEST_P(Block, ReducesInOrder) {
  test_reduce_shapes<Affine, Compose>(device_);
}
TEST_P(Block, ReducesByOtherOperations) {
  test_reduce<std::int64_t, kcc::maximum, 192, 1, 1>(device_);
  test_reduce<std::uint8_t, std::bit_xor<>, 128, 1, 1>(device_);
}

TEST_P(Block, SumsWithoutAnOperation) {
  const auto values = random_values<std::uint32_t>(128);
  Buffer<std::uint32_t> device_values(device_, values), results(device_, 128 * 8);
  stream_.launch(block_kernels::block_sums, {Blocks(1), Threads(128)}, results, device_values);
  const auto seen = results.to_host(stream_);
  const std::uint32_t total = std::accumulate(values.begin(), values.end(), 0u);
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < 128; ++i) {
    const std::uint32_t value = values[i], first = i == 0 ? total : 0, first_pair = i == 0 ? total + 128 : 0;
    const std::vector<std::uint32_t> expected = {total,
                                                 total + 128,
                                                 first,
                                                 first_pair,
                                                 before + value,
                                                 before,
                                                 total + 128 + before + value + i + 1,
                                                 before + i + value};
    EXPECT_EQ(std::vector(seen.begin() + i * 8, seen.begin() + i * 8 + 8), expected) << "thread " << i;
    before += value;
  }
}

// ---- Scan ----

template <class T, class Op, unsigned x, unsigned y, unsigned z, unsigned items>
void test_scan(const Device &device) {
  SCOPED_TRACE(::testing::Message() << x << 'x' << y << 'x' << z << " threads, " << items << " items of "
                                    << sizeof(T) << " bytes");
  constexpr std::size_t tiles = 3, tile = std::size_t{x} * y * z * items;
  auto values = random_values<T>(tiles * tile);
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    for (T &value : values) // so that no sum overflows
      value /= 4096;
  const T init = random_value<T>();
  for (ScanForm form :
       {ScanForm::inclusive, ScanForm::exclusive, ScanForm::inclusive_after, ScanForm::exclusive_after}) {
    SCOPED_TRACE(::testing::Message() << "form " << static_cast<int>(form));
    const auto run = [&](const Device &on) {
      Stream stream(on);
      Buffer<T> results(on, values.size()), totals(on, tiles), device_values(on, values);
      stream.launch(block_kernels::block_scan<T, Op, x, y, z, items>, {Blocks(1), Threads(x, y, z)}, results,
                    device_values, totals, init, form);
      auto all = results.to_host(stream);
      const auto of_tiles = totals.to_host(stream);
      all.insert(all.end(), of_tiles.begin(), of_tiles.end());
      return all;
    };
    const std::vector<T> seen = run(device);
    const bool goes_on = form == ScanForm::inclusive_after || form == ScanForm::exclusive_after;
    const bool inclusive = form == ScanForm::inclusive || form == ScanForm::inclusive_after;
    T running = init;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % tile == 0 && !goes_on)
        running = init;
      const T next = i % tile == 0 && form == ScanForm::inclusive ? values[i] : Op{}(running, values[i]);
      if constexpr (std::is_floating_point_v<T>)
        ASSERT_NEAR(seen[i], inclusive ? next : running,
                    static_cast<double>(values.size()) * std::numeric_limits<T>::epsilon())
            << i;
      else
        ASSERT_EQ(seen[i], (inclusive ? next : running)) << i;
      running = next;
    }
    for (std::size_t t = 0; t < tiles; ++t) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(t * tile);
      expect_near(seen[values.size() + t], combine<T>(begin, begin + tile, Op{}), tile);
    }
    EXPECT_TRUE(same_bits(seen, run(Device::cpu()))) << "another result than on the CPU device";
  }
}
template <class T, class Op, unsigned items> void test_scan_shapes(const Device &device) {
  test_scan<T, Op, 1, 1, 1, items>(device);
  test_scan<T, Op, 20, 1, 1, items>(device);
  test_scan<T, Op, 32, 1, 1, items>(device);
  test_scan<T, Op, 64, 1, 1, items>(device);
  test_scan<T, Op, 96, 1, 1, items>(device);
  test_scan<T, Op, 100, 1, 1, items>(device);
  test_scan<T, Op, 256, 1, 1, items>(device);
  test_scan<T, Op, 16, 8, 2, items>(device);
  test_scan<T, Op, 5, 5, 3, items>(device);
  test_scan<T, Op, 1024, 1, 1, items>(device);
}
TEST_P(Block, ScansIntegers) {
  test_scan_shapes<std::uint32_t, std::plus<>, 1>(device_);
  test_scan<std::uint16_t, std::plus<>, 128, 1, 1, 4>(device_);
  test_scan<std::int64_t, std::plus<>, 512, 1, 1, 2>(device_);
}
TEST_P(Block, ScansInOrder) {
  test_scan_shapes<Affine, Compose, 3>(device_);
}
TEST_P(Block, ScansFloatsAlikeOnAllDevices) {
  test_scan_shapes<float, std::plus<>, 4>(device_);
  test_scan<double, std::plus<>, 512, 1, 1, 2>(device_);
}
TEST_P(Block, ScansByOtherOperations) {
  test_scan<std::uint64_t, kcc::maximum, 128, 1, 1, 5>(device_);
}

// ---- Exchange ----

template <class T, unsigned threads, unsigned items> void test_exchange(Stream &stream) {
  SCOPED_TRACE(::testing::Message() << threads << " threads, " << items << " items of " << sizeof(T)
                                    << " bytes");
  constexpr std::uint32_t count = threads * items;
  const auto values = random_values<T>(count);
  std::vector<std::uint32_t> permutation(count);
  std::iota(permutation.begin(), permutation.end(), 0u);
  std::shuffle(permutation.begin(), permutation.end(), random_bits());
  std::vector<std::uint32_t> some(count, ~0u);
  for (std::uint32_t i = 0, next = 0; i < count; ++i)
    if (permutation[i] % 3 == 0)
      some[i] = next++;
  // The number of item k of thread r, in each order.
  const auto blocked = [](std::uint32_t r, std::uint32_t k) { return r * items + k; };
  const auto striped = [](std::uint32_t r, std::uint32_t k) { return k * threads + r; };
  const auto warp_striped = [](std::uint32_t r, std::uint32_t k) {
    return r / 32 * 32 * items + k * 32 + r % 32;
  };
  const auto check = [&](ExchangeForm form, const std::vector<std::uint32_t> &numbers, auto from, auto to) {
    std::vector<T> by_number(count), expected(count);
    const bool scatters = form >= ExchangeForm::scatter_to_blocked;
    for (std::uint32_t r = 0; r < threads; ++r)
      for (std::uint32_t k = 0; k < items; ++k)
        by_number[from(r, k)] = values[blocked(r, k)];
    if (scatters)
      for (std::uint32_t i = 0; i < count; ++i)
        if (numbers[i] < count)
          by_number[numbers[i]] = values[i];
    for (std::uint32_t r = 0; r < threads; ++r)
      for (std::uint32_t k = 0; k < items; ++k)
        expected[blocked(r, k)] = by_number[to(r, k)];
    Buffer<T> results(stream.device(), count), device_values(stream.device(), values);
    Buffer<std::uint32_t> device_numbers(stream.device(), numbers);
    stream.launch(block_kernels::block_exchange<T, threads, items>, {Blocks(1), Threads(threads)}, results,
                  device_values, device_numbers, form);
    EXPECT_EQ(results.to_host(stream), expected) << "form " << static_cast<int>(form);
  };
  check(ExchangeForm::blocked_to_striped, permutation, blocked, striped);
  check(ExchangeForm::striped_to_blocked, permutation, striped, blocked);
  check(ExchangeForm::blocked_to_warp_striped, permutation, blocked, warp_striped);
  check(ExchangeForm::warp_striped_to_blocked, permutation, warp_striped, blocked);
  check(ExchangeForm::scatter_to_blocked, permutation, blocked, blocked);
  check(ExchangeForm::scatter_to_striped, permutation, blocked, striped);
  check(ExchangeForm::scatter_some_to_striped, some, striped, striped);
}
template <class T> void test_exchange_items(Stream &stream) {
  test_exchange<T, 32, 4>(stream);
  test_exchange<T, 64, 1>(stream);
  test_exchange<T, 64, 2>(stream);
  test_exchange<T, 96, 3>(stream);
  test_exchange<T, 128, 8>(stream);
  test_exchange<T, 64, 16>(stream);
  test_exchange<T, 96, 24>(stream);
}
TEST_P(Block, Exchanges) {
  test_exchange_items<std::uint8_t>(stream_);
  test_exchange_items<std::uint32_t>(stream_);
  test_exchange_items<double>(stream_);
  test_exchange_items<Triple>(stream_);
}

// ---- Radix rank and sort ----

template <unsigned x, unsigned y, unsigned items> void test_radix_rank(Stream &stream) {
  SCOPED_TRACE(::testing::Message() << x << 'x' << y << " threads, " << items << " items");
  const std::uint32_t count = x * y * items;
  for (std::uint32_t kinds : {1u, 3u, 16u}) { // a single digit, a few, all
    std::vector<std::uint32_t> digits(count), order(count), expected(count);
    for (std::uint32_t &digit : digits)
      digit = 15 - static_cast<std::uint32_t>(random_bits()() % kinds);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return digits[a] < digits[b]; });
    for (std::uint32_t rank = 0; rank < count; ++rank)
      expected[order[rank]] = rank;
    Buffer<std::uint32_t> ranks(stream.device(), count), device_digits(stream.device(), digits);
    stream.launch(block_kernels::block_radix_rank<x, y, items>, {Blocks(1), Threads(x, y)}, ranks,
                  device_digits);
    EXPECT_EQ(ranks.to_host(stream), expected) << kinds << " digits";
  }
}
TEST_P(Block, RanksDigits) {
  test_radix_rank<32, 1, 1>(stream_);
  test_radix_rank<64, 1, 15>(stream_);
  test_radix_rank<100, 1, 3>(stream_);
  test_radix_rank<16, 8, 16>(stream_);
  test_radix_rank<16, 32, 4>(stream_);
  test_radix_rank<256, 1, 33>(stream_);
}

template <class Key>
using BitsOf = std::conditional_t<
    sizeof(Key) == 1, std::uint8_t,
    std::conditional_t<sizeof(Key) == 2, std::uint16_t,
                       std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>>>;

/// The unsigned number whose order is the sort order of the keys, computed without the device's code: a key's
/// position among all values of its type.
template <class Key> BitsOf<Key> order_of(Key key) {
  using Bits = BitsOf<Key>;
  constexpr Bits middle = Bits{1} << (sizeof(Key) * 8 - 1);
  Bits bits;
  std::memcpy(&bits, &key, sizeof key);
  if constexpr (std::is_floating_point_v<Key>) {
    if (key == 0)
      return middle;
    return static_cast<Bits>(std::signbit(key) ? middle - 1 - (bits - middle) : middle + bits);
  } else if constexpr (std::is_signed_v<Key>) {
    return static_cast<Bits>(bits + middle);
  }
  return bits;
}
/// Keys with duplicates and all special values.
template <class Key> std::vector<Key> random_keys(std::size_t count) {
  std::vector<Key> keys(count);
  for (Key &key : keys) {
    const auto bits = static_cast<BitsOf<Key>>(random_bits()());
    std::memcpy(&key, &bits, sizeof key);
    if constexpr (std::is_floating_point_v<Key>) {
      using Limits = std::numeric_limits<Key>;
      const Key special[] = {Key(0),
                             -Key(0),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::denorm_min(),
                             -Limits::denorm_min(),
                             Limits::quiet_NaN(),
                             -Limits::quiet_NaN(),
                             Key(1.5),
                             Key(-1.5)};
      if (bits % 3 == 0)
        key = special[bits / 3 % std::size(special)];
    } else if (bits % 4 == 0) {
      key = static_cast<Key>(bits % 3 - 1);
    }
  }
  return keys;
}
/// The order of a stable sort by bits begin to end - 1.
template <class Key>
std::vector<std::size_t> sorted_order(const std::vector<Key> &keys, unsigned begin, unsigned end,
                                      bool descending) {
  const auto digit = [&](std::size_t i) {
    const std::uint64_t bits = order_of(keys[i]);
    return end - begin == 64 ? bits : (bits >> begin) & ((std::uint64_t{1} << (end - begin)) - 1);
  };
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return descending ? digit(a) > digit(b) : digit(a) < digit(b);
  });
  return order;
}
template <class T>
std::vector<T> in_order(const std::vector<T> &values, const std::vector<std::size_t> &order) {
  std::vector<T> result;
  for (std::size_t i : order)
    result.push_back(values[i]);
  return result;
}
struct BitRange {
  unsigned begin, end;
};
template <class Key> std::vector<BitRange> bit_ranges() {
  const unsigned all = sizeof(Key) * 8;
  return {{0, all}, {2, all}, {0, 3}, {1, 6}, {all - 5, all}, {3, 3}};
}

template <class Key, unsigned x, unsigned y, unsigned items> void test_sort(Stream &stream) {
  SCOPED_TRACE(::testing::Message() << x << 'x' << y << " threads, " << items << " keys of " << sizeof(Key)
                                    << " bytes");
  const auto keys = random_keys<Key>(std::size_t{x} * y * items);
  for (BitRange bits : bit_ranges<Key>())
    for (bool descending : {false, true})
      for (bool to_striped : {false, true}) {
        Buffer<Key> device_keys(stream.device(), keys);
        stream.launch(block_kernels::block_sort<Key, x, y, items>, {Blocks(1), Threads(x, y)}, device_keys,
                      bits.begin, bits.end, descending, to_striped);
        const auto expected = in_order(keys, sorted_order(keys, bits.begin, bits.end, descending));
        EXPECT_TRUE(same_bits(device_keys.to_host(stream), expected))
            << "bits " << bits.begin << " to " << bits.end << (descending ? ", descending" : "")
            << (to_striped ? ", to striped" : "");
      }
}
TEST_P(Block, SortsUnsignedKeys) {
  test_sort<std::uint8_t, 128, 1, 7>(stream_);
  test_sort<std::uint16_t, 100, 1, 2>(stream_);
  test_sort<std::uint32_t, 32, 1, 1>(stream_);
  test_sort<std::uint32_t, 64, 1, 4>(stream_);
  test_sort<std::uint32_t, 16, 16, 8>(stream_);
  test_sort<std::uint32_t, 256, 1, 16>(stream_);
  test_sort<std::uint32_t, 1024, 1, 4>(stream_);
  test_sort<std::uint64_t, 128, 1, 4>(stream_);
}
TEST_P(Block, SortsSignedKeys) {
  test_sort<std::int8_t, 32, 1, 4>(stream_);
  test_sort<std::int16_t, 64, 1, 4>(stream_);
  test_sort<std::int32_t, 96, 1, 5>(stream_);
  test_sort<std::int64_t, 256, 1, 3>(stream_);
}
TEST_P(Block, SortsFloats) {
  test_sort<float, 128, 1, 8>(stream_);
  test_sort<double, 64, 1, 16>(stream_);
}

template <class Key, class Value, unsigned threads, unsigned items> void test_sort_pairs(Stream &stream) {
  SCOPED_TRACE(::testing::Message() << threads << " threads, " << items << " keys of " << sizeof(Key)
                                    << " bytes with values of " << sizeof(Value));
  const auto keys = random_keys<Key>(std::size_t{threads} * items);
  const auto values = random_values<Value>(keys.size());
  for (BitRange bits : bit_ranges<Key>())
    for (bool descending : {false, true})
      for (bool to_striped : {false, true}) {
        Buffer<Key> device_keys(stream.device(), keys);
        Buffer<Value> device_values(stream.device(), values);
        stream.launch(block_kernels::block_sort_pairs<Key, Value, threads, items>,
                      {Blocks(1), Threads(threads)}, device_keys, device_values, bits.begin, bits.end,
                      descending, to_striped);
        const auto order = sorted_order(keys, bits.begin, bits.end, descending);
        EXPECT_TRUE(same_bits(device_keys.to_host(stream), in_order(keys, order)));
        EXPECT_EQ(device_values.to_host(stream), in_order(values, order))
            << "bits " << bits.begin << " to " << bits.end << (descending ? ", descending" : "")
            << (to_striped ? ", to striped" : "");
      }
}
TEST_P(Block, SortsKeysWithValues) {
  test_sort_pairs<std::uint32_t, std::uint32_t, 128, 4>(stream_);
  test_sort_pairs<std::uint8_t, std::uint64_t, 96, 3>(stream_);
  test_sort_pairs<std::uint64_t, std::uint64_t, 256, 8>(stream_);
  test_sort_pairs<float, std::uint16_t, 64, 16>(stream_);
  test_sort_pairs<double, Triple, 128, 1>(stream_);
}

// ---- Memory ----

template <class T, unsigned threads, unsigned items, kcc::BlockAccess access> void test_copy(Stream &stream) {
  constexpr std::size_t tile = std::size_t{threads} * items;
  const auto values = random_values<T>(tile + 8);
  const T otherwise = random_value<T>(), untouched = random_value<T>();
  for (std::size_t offset : {0, 1, 4}) // also where no vector access is possible
    for (std::size_t count : {tile, tile + 3, tile - 1, tile / 2 + 1, std::size_t{0}}) {
      SCOPED_TRACE(::testing::Message()
                   << "access " << static_cast<int>(access) << ", " << threads << " threads, " << items
                   << " items of " << sizeof(T) << " bytes, " << count << " from " << offset);
      Buffer<T> from(stream.device(), values), got(stream.device(), tile),
          to(stream.device(), std::vector<T>(tile + 8, untouched));
      const std::span<const T> from_part = from.span().subspan(offset, count);
      const std::span<T> to_part = to.span().subspan(offset, count);
      stream.launch(block_kernels::block_copy<T, threads, items, access>, {Blocks(1), Threads(threads)},
                    to_part, from_part, got, otherwise);
      std::vector<T> expected_got(tile), expected_to(tile + 8, untouched);
      for (std::uint32_t r = 0; r < threads; ++r)
        for (std::uint32_t k = 0; k < items; ++k) {
          const std::size_t i = access == kcc::BlockAccess::striped ? k * threads + r : r * items + k;
          expected_got[r * items + k] = i < count ? values[offset + i] : otherwise;
          if (i < count)
            expected_to[offset + i] = values[offset + i];
        }
      EXPECT_EQ(got.to_host(stream), expected_got);
      EXPECT_EQ(to.to_host(stream), expected_to);
    }
}
template <class T, unsigned threads, unsigned items> void test_copies(Stream &stream) {
  test_copy<T, threads, items, kcc::BlockAccess::direct>(stream);
  test_copy<T, threads, items, kcc::BlockAccess::striped>(stream);
  test_copy<T, threads, items, kcc::BlockAccess::vectorized>(stream);
  test_copy<T, threads, items, kcc::BlockAccess::transposed>(stream);
  test_copy<T, threads, items, kcc::BlockAccess::warp_transposed>(stream);
}
TEST_P(Block, LoadsAndStores) {
  test_copies<std::uint8_t, 64, 16>(stream_);
  test_copies<std::uint16_t, 64, 2>(stream_);
  test_copies<float, 128, 4>(stream_);
  test_copies<double, 96, 3>(stream_);
  test_copies<double, 64, 4>(stream_);
  test_copies<Triple, 32, 4>(stream_);
}

TEST_P(Block, CountsInBins) {
  std::vector<std::uint16_t> values(2 * 128 * 5);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::uint16_t>(i % 4 == 0 ? 7 : random_bits()() % 210); // some belong to no bin
  std::vector<std::uint32_t> expected(200);
  for (std::uint16_t value : values)
    if (value < 200)
      ++expected[value];
  Buffer<std::uint16_t> device_values(device_, values);
  Buffer<std::uint32_t> counts(device_, 200);
  stream_.launch(block_kernels::block_histogram, {Blocks(1), Threads(16, 8)}, counts, device_values);
  EXPECT_EQ(counts.to_host(stream_), expected);
}

TEST_P(Block, CountsNoNegativeItems) {
  Buffer<std::uint32_t> counts(device_, 128 + 64);
  stream_.launch(block_kernels::block_histogram_signed, {Blocks(1), Threads(64)}, counts);
  std::vector<std::uint32_t> expected(128 + 64);
  for (std::uint32_t bin = 0; bin < 128; bin += 4) // the 32 items below 128; the others are negative bytes
    expected[bin] = 1;
  expected[0] += 64;
  expected[127] += 64;
  EXPECT_EQ(counts.to_host(stream_), expected);
}

template <class T, class Op, unsigned items, class Kernel>
void test_scan_of_all_warps(Stream &stream, const Kernel &kernel) {
  for (unsigned threads = 32; threads <= 1024; threads += 32) {
    const auto values = random_values<T>(std::size_t{threads} * items);
    Buffer<T> in(stream.device(), values), out(stream.device(), values.size());
    stream.launch(kernel, {Blocks(1), Threads(threads)}, out, in);
    std::vector<T> expected = values;
    for (std::size_t i = 1; i < expected.size(); ++i)
      expected[i] = static_cast<T>(Op{}(expected[i - 1], values[i]));
    EXPECT_EQ(out.to_host(stream), expected) << threads << " threads";
  }
}
TEST_P(Block, ScansWithEveryNumberOfWarps) {
  test_scan_of_all_warps<std::uint8_t, std::plus<>, 1>(
      stream_, block_kernels::block_scan_sizes<std::uint8_t, std::plus<>, 1>);
  test_scan_of_all_warps<float, kcc::maximum, 2>(stream_,
                                                 block_kernels::block_scan_sizes<float, kcc::maximum, 2>);
  test_scan_of_all_warps<Affine, Compose, 4>(stream_, block_kernels::block_scan_sizes<Affine, Compose, 4>);
}

TEST_P(Block, FindsExtremesAmongNans) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (int where = 0; where < 5; ++where) {
    std::vector<float> values(64, nan);
    // NaNs first, last, in between, everywhere except in one lane of each warp, and nowhere.
    for (std::size_t i = 0; i < 64; ++i)
      if (where == 0   ? i % 32 > 3
          : where == 1 ? i % 32 < 29
          : where == 2 ? i % 3 == 0
          : where == 3 ? i % 32 == 17
                       : true)
        values[i] = static_cast<float>(i % 32) - 40;
    float least[2] = {nan, nan}, greatest[2] = {nan, nan};
    for (std::size_t i = 0; i < 64; ++i) {
      least[i / 32] = std::fmin(least[i / 32], values[i]);
      greatest[i / 32] = std::fmax(greatest[i / 32], values[i]);
    }
    Buffer<float> in(device_, values), out(device_, 64 * 8);
    stream_.launch(block_kernels::extremes_among_nans, {Blocks(1), Threads(64)}, out, in);
    const std::vector<float> seen = out.to_host(stream_);
    for (std::size_t i = 0; i < 64 * 8; ++i) {
      const std::size_t form = i % 8, warp = i / 8 / 32;
      const float expected = form < 2   ? std::fmin(least[0], least[1])
                             : form < 4 ? least[warp]
                             : form < 6 ? std::fmax(greatest[0], greatest[1])
                                        : greatest[warp];
      ASSERT_EQ(seen[i], expected) << "form " << form << " of thread " << i / 8 << ", case " << where;
    }
  }
}

} // namespace
