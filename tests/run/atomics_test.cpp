// The results of atomic operations by many threads, on every device.
#include "atomics_kernels.h"
#include "devices.h"
#include "kernels/atomics.h"

#include <kcc/atomic.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using namespace atomics;
using kcc::Blocks;
using kcc::Buffer;
using kcc::cover;
using kcc::Threads;

class Atomics : public kcc::testing::DeviceTest {
protected:
  /// The kernel `operations` on objects of type T.
  template <class T, kcc::scope Scope> void check_operations(std::memory_order order) {
    SCOPED_TRACE(::testing::Message()
                 << "order " << static_cast<int>(order) << ", scope " << static_cast<int>(Scope));
    constexpr std::uint32_t threads = 12345;
    std::vector<T> objects(object_count, T{0});
    objects[highest] = 5;
    objects[lowest] = 100;
    objects[bits_cleared] = static_cast<T>(-1);
    Buffer<T> device_objects(device_, objects);
    Buffer<std::uint32_t> device_seen(device_, std::vector<std::uint32_t>(3));
    stream_.launch(atomics_kernels::operations<T, Scope>, cover(threads, 128), device_objects, device_seen,
                   threads, static_cast<int>(order));
    objects = device_objects.to_host(stream_);
    const std::vector<std::uint32_t> seen = device_seen.to_host(stream_);

    // The sums in 64 bits; casting is modulo 2^n, like the operations on n bits.
    std::int64_t numbers = 0, stored = 0;
    std::uint64_t parity = 0;
    for (std::uint32_t i = 0; i < threads; ++i) {
      numbers += i % 50;
      stored += i % 100 + 1;
      parity ^= std::uint64_t{1} << (i % (8 * sizeof(T) - 1));
    }
    EXPECT_EQ(objects[added], static_cast<T>(threads));
    EXPECT_EQ(objects[subtracted], static_cast<T>(-numbers));
    EXPECT_EQ(objects[highest], T{49});
    EXPECT_EQ(objects[lowest], T{0});
    EXPECT_EQ(objects[summed], static_cast<T>(threads));
    EXPECT_EQ(seen[2] + static_cast<std::uint32_t>(objects[exchanged]), static_cast<std::uint32_t>(stored));
    EXPECT_EQ(objects[looped], static_cast<T>(threads));
    EXPECT_GE(objects[won], T{1});
    EXPECT_LE(objects[won], T{100});
    EXPECT_EQ(seen[0], 1u);
    EXPECT_EQ(seen[1], threads - 1);
    if constexpr (std::is_integral_v<T>) {
      const auto all = static_cast<T>(std::numeric_limits<std::make_signed_t<T>>::max());
      EXPECT_EQ(objects[bits_set], all);
      EXPECT_EQ(objects[bits_cleared], static_cast<T>(~all));
      EXPECT_EQ(objects[bits_flipped], static_cast<T>(parity));
      EXPECT_EQ(objects[counted], static_cast<T>(threads));
    }
  }

  template <class T> void check_type() {
    for (auto order : {std::memory_order_relaxed, std::memory_order_acquire, std::memory_order_release,
                       std::memory_order_acq_rel, std::memory_order_seq_cst}) {
      check_operations<T, kcc::scope::device>(order);
      check_operations<T, kcc::scope::system>(order);
    }
  }

  /// The kernel `by_some` on numbers of one sign.
  template <class T> void check_some(bool negative) {
    constexpr std::uint32_t threads = 200;
    std::vector<T> before(object_count), values(threads);
    before[highest] = std::numeric_limits<T>::min();
    before[lowest] = std::numeric_limits<T>::max();
    before[bits_cleared] = static_cast<T>(-1);
    std::mt19937_64 random(5);
    for (T &value : values) {
      value = static_cast<T>(random() >> (65 - 8 * sizeof(T)) | 9);
      if (negative)
        value = static_cast<T>(-value);
    }
    std::vector<T> changed = before;
    for (std::uint32_t i = 0; i < threads; ++i) {
      if (!takes_part(i))
        continue;
      const T value = values[i];
      changed[added] = static_cast<T>(changed[added] + value);
      changed[subtracted] = static_cast<T>(changed[subtracted] - value);
      changed[highest] = std::max(changed[highest], value);
      changed[lowest] = std::min(changed[lowest], value);
      changed[bits_set] = static_cast<T>(changed[bits_set] | value);
      changed[bits_cleared] = static_cast<T>(changed[bits_cleared] & value);
      changed[bits_flipped] = static_cast<T>(changed[bits_flipped] ^ value);
      changed[counted] = static_cast<T>(changed[counted] + 1);
    }
    std::vector<T> objects = before;
    objects.resize(std::size_t{2} * object_count);
    Buffer<T> device_objects(device_, objects), device_values(device_, values);
    stream_.launch(atomics_kernels::by_some<T>, {Blocks(1), Threads(threads)}, device_objects, device_values);
    objects = device_objects.to_host(stream_);
    EXPECT_EQ(std::vector<T>(objects.begin(), objects.begin() + object_count), changed);
    EXPECT_EQ(std::vector<T>(objects.begin() + object_count, objects.end()), changed) << "in shared memory";
  }

  /// Pairs of blocks of one thread; on a GPU all of them must run at the same time.
  void check_messages(bool with_fences) {
    constexpr std::uint32_t pairs = 32, rounds = 200;
    Buffer<std::uint32_t> data(device_, pairs * message_length * rounds);
    Buffer<std::uint32_t> flags(device_, std::vector<std::uint32_t>(pairs)), broken(device_, std::vector{0u});
    data.fill_bytes(stream_, std::byte{0});
    stream_.launch(atomics_kernels::messages, {Blocks(2 * pairs), Threads(32)}, data, flags, broken, rounds,
                   with_fences);
    EXPECT_EQ(broken.to_host(stream_)[0], 0u);
    EXPECT_EQ(flags.to_host(stream_), std::vector<std::uint32_t>(pairs, rounds));
  }

  /// The threads go through 0 to `last` a whole number of times, upwards and downwards.
  template <class T> void check_wrapping() {
    constexpr std::uint32_t values = 7, rounds = 500;
    const T last = values - 1;
    Buffer<T> counters(device_, std::vector<T>{3, 3});
    Buffer<std::uint32_t> seen(device_, std::vector<std::uint32_t>(2 * values));
    stream_.launch(atomics_kernels::wrapping<T>, {Blocks(rounds), Threads(values)}, counters, seen, last);
    EXPECT_EQ(counters.to_host(stream_), (std::vector<T>{3, 3}));
    EXPECT_EQ(seen.to_host(stream_), std::vector<std::uint32_t>(2 * values, rounds));
  }

  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Atomics);

TEST_P(Atomics, OnSigned8Bits) {
  check_type<std::int8_t>();
}
TEST_P(Atomics, OnUnsigned8Bits) {
  check_type<std::uint8_t>();
}
TEST_P(Atomics, OnSigned16Bits) {
  check_type<std::int16_t>();
}
TEST_P(Atomics, OnUnsigned16Bits) {
  check_type<std::uint16_t>();
}
TEST_P(Atomics, OnSigned32Bits) {
  check_type<std::int32_t>();
}
TEST_P(Atomics, OnUnsigned32Bits) {
  check_type<std::uint32_t>();
}
TEST_P(Atomics, OnSigned64Bits) {
  check_type<std::int64_t>();
}
TEST_P(Atomics, OnUnsigned64Bits) {
  check_type<std::uint64_t>();
}
TEST_P(Atomics, BySomeThreads) {
  for (const bool negative : {false, true}) {
    check_some<std::int8_t>(negative);
    check_some<std::int32_t>(negative);
    check_some<std::int64_t>(negative);
  }
  check_some<std::uint16_t>(false);
  check_some<std::uint32_t>(false);
  check_some<std::uint64_t>(false);
}
TEST_P(Atomics, OnFloat) {
  check_type<float>();
}
TEST_P(Atomics, OnDouble) {
  check_type<double>();
}

/// The value of a 16-bit floating-point number given by its bits: `_Float16` has a significand of 10 explicit
/// bits, `__bf16` of 7.
float number_of(std::uint16_t bits, int significand) {
  const int exponent_bits = 15 - significand, bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits >> significand) & ((1 << exponent_bits) - 1);
  const int rest = bits & ((1 << significand) - 1);
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(rest), 1 - bias - significand)
                                   : std::ldexp(static_cast<float>(rest + (1 << significand)),
                                                exponent - bias - significand);
  return (bits & 0x8000) != 0 ? -size : size;
}

TEST_P(Atomics, OnHalvesAndBfloats) {
  for (auto order : {std::memory_order_relaxed, std::memory_order_acq_rel, std::memory_order_seq_cst}) {
    constexpr std::uint32_t threads = 200;
    Buffer<std::uint16_t> f16(device_, std::vector<std::uint16_t>(half_object_count));
    Buffer<std::uint16_t> bf16(device_, std::vector<std::uint16_t>(half_object_count));
    stream_.launch(atomics_kernels::halves, {Blocks(threads / 50), Threads(50)}, f16, bf16,
                   static_cast<int>(order));
    for (int significand : {10, 7}) {
      SCOPED_TRACE(significand == 10 ? "f16" : "bf16");
      std::vector<float> numbers;
      for (std::uint16_t bits : (significand == 10 ? f16 : bf16).to_host(stream_))
        numbers.push_back(number_of(bits, significand));
      EXPECT_EQ(numbers[half_added], threads);
      EXPECT_EQ(numbers[half_subtracted], -static_cast<float>(threads));
      EXPECT_EQ(numbers[half_highest], 49);
      EXPECT_EQ(numbers[half_lowest], -49);
      EXPECT_EQ(numbers[half_summed], threads);
      EXPECT_LT(numbers[half_exchanged], 50);
      EXPECT_EQ(numbers[half_exchanged], std::floor(numbers[half_exchanged]));
      EXPECT_EQ(numbers[half_looped], threads);
    }
  }
}

TEST_P(Atomics, WrapAround) {
  check_wrapping<std::uint8_t>();
  check_wrapping<std::uint16_t>();
  check_wrapping<std::uint32_t>();
  check_wrapping<std::uint64_t>();
}

TEST_P(Atomics, On16Bytes) {
  KCC_SKIP_WITHOUT_CODE_OF(atomics_kernels::wide);
  constexpr std::uint32_t threads = 20000;
  Buffer<Pair> pairs(device_, std::vector<Pair>(4));
  Buffer<std::uint32_t> seen(device_, std::vector<std::uint32_t>(wide_seen_count));
  stream_.launch(atomics_kernels::wide, {Blocks(threads / 100), Threads(100)}, pairs, seen);
  const std::vector<Pair> all = pairs.to_host(stream_);
  EXPECT_EQ(seen.to_host(stream_)[torn], 0u);
  EXPECT_EQ(all[0].up, threads);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(all[i].up + all[i].down, 0u);
  EXPECT_LT(all[1].up, threads);
  EXPECT_LT(all[2].up, threads);
  // 2^64 - 1 each time: all additions but the first carry into the upper half.
  EXPECT_EQ(all[3].up, std::uint64_t{0} - threads);
  EXPECT_EQ(all[3].down, threads - 1);
}

TEST_P(Atomics, OnEightSharedBytes) {
  for (const std::uint32_t threads : {1u, 8u, 9u, 100u, 256u})
    for (const auto order :
         {std::memory_order_relaxed, std::memory_order_acq_rel, std::memory_order_seq_cst}) {
      EightBytes expected{0, 7, ~std::uint64_t{0}, 0, 0};
      for (std::uint32_t thread = 0; thread < threads; ++thread)
        for (std::uint32_t turn = 0; turn < thread % 5; ++turn) {
          expected.sum += 0x100000001u * std::uint64_t{thread};
          expected.product *= 3;
          if (thread % 3 != 0)
            expected.least = std::min(expected.least, std::uint64_t{1000 - thread} << 30);
          expected.halves += 0.5;
        }
      Buffer<EightBytes> result(device_, 1);
      stream_.launch(atomics_kernels::eight_shared_bytes, {Blocks(1), Threads(threads)}, result.data(),
                     static_cast<int>(order));
      const EightBytes seen = result.to_host(stream_)[0];
      EXPECT_EQ(seen.sum, expected.sum) << threads;
      EXPECT_EQ(seen.product, expected.product) << threads;
      EXPECT_EQ(seen.least, expected.least) << threads;
      EXPECT_EQ(seen.halves, expected.halves) << threads;
      EXPECT_EQ(seen.exchanged >> 32, seen.exchanged & 0xffffffff) << threads;
      EXPECT_LT(seen.exchanged & 0xffffffff, threads);
    }
}

TEST_P(Atomics, OnLocalsBehindPointers) {
  constexpr std::uint32_t threads = 1000;
  Buffer<std::uint32_t> counter(device_, std::vector{0u});
  Buffer<std::uint32_t> sums(device_, std::vector<std::uint32_t>(threads));
  stream_.launch(atomics_kernels::opaque_locals, {Blocks(threads / 50), Threads(50)}, counter, sums);
  EXPECT_EQ(counter.to_host(stream_)[0], threads);
  EXPECT_EQ(sums.to_host(stream_), std::vector<std::uint32_t>(threads, 20));
}

TEST_P(Atomics, OnPointersEnumerationsAndLocals) {
  constexpr std::uint32_t threads = 1000;
  Buffer<int> array(device_, std::vector<int>(threads));
  Buffer<int *> pointers(device_, std::vector{array.data()});
  Buffer<State> states(device_, std::vector<State>(2));
  Buffer<std::uint32_t> sums(device_, std::vector{0u});
  stream_.launch(atomics_kernels::other_types, {Blocks(threads / 50), Threads(50)}, array, pointers, states,
                 sums);
  EXPECT_EQ(array.to_host(stream_), std::vector<int>(threads, 1));
  EXPECT_EQ(pointers.to_host(stream_)[0], array.data() + threads);
  EXPECT_EQ(states.to_host(stream_), (std::vector{State::running, State::done}));
  EXPECT_EQ(sums.to_host(stream_)[0], 45 * threads);
}

TEST_P(Atomics, CountInSharedMemory) {
  std::mt19937 engine(1);
  std::vector<std::uint8_t> values(100001);
  std::vector<std::uint32_t> expected(bins);
  for (std::uint8_t &value : values) {
    value = static_cast<std::uint8_t>(engine() % 251);
    ++expected[value % bins];
  }
  Buffer<std::uint8_t> device_values(device_, values);
  Buffer<std::uint32_t> counts(device_, std::vector<std::uint32_t>(bins));
  stream_.launch(atomics_kernels::histogram, {Blocks(40), Threads(128)}, counts, device_values);
  EXPECT_EQ(counts.to_host(stream_), expected);
}

TEST_P(Atomics, AddStandardFloats) {
  Buffer<float> floats(device_, std::vector{0.5f, 0.0f, 0.25f});
  Buffer<double> doubles(device_, std::vector{0.5, -1e9});
  stream_.launch(atomics_kernels::standard_floats, {Blocks(50), Threads(100)}, floats, doubles);
  EXPECT_EQ(floats.to_host(stream_), (std::vector{5000.5f, -5000.0f, 10000.25f}));
  EXPECT_EQ(doubles.to_host(stream_), (std::vector{5000.5, -1000005000.0}));
}

TEST_P(Atomics, PassMessagesByOrder) {
  check_messages(false);
}
TEST_P(Atomics, PassMessagesByFences) {
  check_messages(true);
}

TEST_P(Atomics, WaitForLaterThreads) {
  KCC_SKIP_WITHOUT_CODE_OF(atomics_kernels::waiting_for_later_threads);
  constexpr std::uint32_t blocks = 8, threads = 96;
  Buffer<std::uint32_t> turn(device_, std::vector<std::uint32_t>(blocks));
  Buffer<std::uint32_t> order(device_, std::vector<std::uint32_t>(blocks * threads));
  stream_.launch(atomics_kernels::waiting_for_later_threads, {Blocks(blocks), Threads(threads)}, turn, order);
  std::vector<std::uint32_t> expected(blocks * threads);
  for (std::uint32_t i = 0; i < expected.size(); ++i)
    expected[i] = threads - 1 - i % threads;
  EXPECT_EQ(order.to_host(stream_), expected);
}

TEST_P(Atomics, WaitForAnotherBlock) {
  Buffer<std::uint32_t> flag(device_, std::vector{0u}), seen(device_, std::vector{0u});
  stream_.launch(atomics_kernels::waiting, {Blocks(2), Threads(1)}, flag, seen);
  EXPECT_EQ(seen.to_host(stream_)[0], 7u);
}

/// The header in host code, without kcc.
TEST(AtomicsOfTheHost, AreTheSame) {
  std::uint16_t counter = 2;
  kcc::atomic_ref<std::uint16_t, kcc::scope::device> wrapping(counter);
  EXPECT_EQ(wrapping.fetch_inc_wrap(3), 2);
  EXPECT_EQ(wrapping.fetch_inc_wrap(3), 3);
  EXPECT_EQ(wrapping.fetch_dec_wrap(7), 0);
  EXPECT_EQ(wrapping.fetch_dec_wrap(5), 7);
  EXPECT_EQ(counter, 5);

  struct Point {
    float x, y;
  };
  alignas(8) Point point{1, 2};
  kcc::atomic_ref<Point> ref(point);
  Point expected{1, 3};
  EXPECT_FALSE(ref.compare_exchange_strong(expected, {5, 6}));
  EXPECT_EQ(expected.y, 2);
  EXPECT_TRUE(ref.compare_exchange_strong(expected, {5, 6}));
  EXPECT_EQ(ref.exchange({7, 8}).x, 5);
  ref.wait({5, 6});
  EXPECT_EQ(ref.load().y, 8);

  float number = 1;
  kcc::atomic_ref real(number);
  EXPECT_EQ(real.fetch_add(2), 1);
  EXPECT_EQ(real.fetch_max(5), 3);
  EXPECT_EQ(real -= 1, 4);
#ifdef __FLT16_MAX__
  _Float16 half = 1;
  kcc::atomic_ref small(half);
  small.fetch_add(static_cast<_Float16>(2));
  EXPECT_EQ(static_cast<float>(small.fetch_min(static_cast<_Float16>(2))), 3);
  EXPECT_EQ(static_cast<float>(half), 2);
#endif
  kcc::atomic_fence(std::memory_order_seq_cst, kcc::scope::block);
}

} // namespace
