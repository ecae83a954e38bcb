// Warp operations and thread positions, on every device.
#include "devices.h"
#include "kernels/warps.h"
#include "warps_kernels.h"

#include <bit>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace warps;
using kcc::Blocks;
using kcc::Buffer;
using kcc::Dim3;
using kcc::Threads;

/// Whole warps, a partial last warp, a single thread, and several dimensions.
const Dim3 blocks[] = {{64}, {48}, {1}, {8, 4, 3}, {5, 3, 7}, {1000}, {32, 3, 2}};
const std::uint32_t masks[] = {0xffffffff, 0x0000ffff, 0xaaaaaaaa, 0x80000001, 0x00000010, 0x7f3c11f0};
constexpr std::uint32_t block_count = 3;

std::uint32_t threads_of(Dim3 block) {
  return block.x * block.y * block.z;
}

/// The lanes of the mask that the warp actually has.
std::uint32_t present(std::uint32_t mask, std::uint32_t thread, std::uint32_t block_threads) {
  const std::uint32_t first = thread % block_threads / 32 * 32, count = std::min(32u, block_threads - first);
  return mask & (count == 32 ? 0xffffffff : (1u << count) - 1);
}

std::uint32_t lane_of(std::uint32_t thread, std::uint32_t block_threads) {
  return thread % block_threads % 32;
}

std::vector<std::uint32_t> lanes_in(std::uint32_t mask) {
  std::vector<std::uint32_t> lanes;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1)
      lanes.push_back(lane);
  return lanes;
}

/// Random bits, including NaNs; or a few different values.
template <class T> std::vector<T> random_values(std::size_t count, bool few = false) {
  std::mt19937 engine(7);
  std::vector<T> values(count);
  for (T &value : values) {
    std::uint8_t bytes[sizeof(T)];
    for (std::uint8_t &byte : bytes)
      byte = static_cast<std::uint8_t>(engine());
    if (few) {
      std::memset(bytes, 0x11, sizeof bytes);
      bytes[sizeof(T) - 1] = static_cast<std::uint8_t>(engine() % 3 == 0);
    }
    std::memcpy(&value, bytes, sizeof(T));
  }
  return values;
}

template <class T> bool same_bytes(const T &a, const T &b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// The lane from which CUDA's __shfl_*_sync would read the value, according to its documentation; -1 if out
/// of range.
int source_of(ShuffleRow row, std::uint32_t lane, std::uint32_t argument, std::uint32_t width) {
  const auto at = static_cast<int>(lane), by = static_cast<int>(argument),
             segment = static_cast<int>(lane / width * width);
  const int end = segment + static_cast<int>(width);
  switch (row) {
  case by_lane:
    return segment + by % static_cast<int>(width);
  case up:
    return at - by >= segment ? at - by : -1;
  case down:
    return at + by < end ? at + by : -1;
  case flipped:
    return (at ^ by) < end ? at ^ by : -1;
  default:
    return by;
  }
}

class Warps : public kcc::testing::DeviceTest {
protected:
  template <class T> void check_shuffles() {
    for (const Dim3 block : blocks)
      for (const std::uint32_t mask : masks)
        for (const std::uint32_t width : {32u, 16u, 8u, 4u, 2u, 1u})
          for (const std::uint32_t argument : {0u, 1u, 5u, 16u, 31u}) {
            check_shuffles<T, Named::own>(block, mask, width, argument);
            check_shuffles<T, Named::all>(block, mask, width, argument);
          }
  }

  template <class T, Named How>
  void check_shuffles(Dim3 block, std::uint32_t mask, std::uint32_t width, std::uint32_t argument) {
    SCOPED_TRACE(::testing::Message() << "block of " << threads_of(block) << ", mask " << std::hex << mask
                                      << ", width " << std::dec << width << ", argument " << argument);
    const std::uint32_t size = threads_of(block), threads = size * block_count;
    const auto in = random_values<T>(threads);
    Buffer<T> device_in(device_, in), device_out(device_, std::vector<T>(threads * shuffle_rows));
    Buffer<std::uint8_t> device_flags(device_, std::vector<std::uint8_t>(threads * shuffle_rows));
    stream_.launch(warps_kernels::shuffles<T, How>, {Blocks(block_count), Threads(block)}, device_out,
                   device_flags, device_in, argument, width, mask);
    const auto out = device_out.to_host(stream_);
    const auto flags = device_flags.to_host(stream_);
    std::size_t wrong = 0;
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      const std::uint32_t lane = lane_of(thread, size), lanes = present(mask, thread, size);
      if (!(lanes >> lane & 1))
        continue;
      for (auto row : {by_lane, up, down, flipped, from_one}) {
        const int source = source_of(row, lane, argument, width);
        const std::uint32_t from = source < 0 ? thread : thread - lane + static_cast<std::uint32_t>(source);
        if (row == up || row == down || row == flipped)
          wrong += flags[row * threads + thread] != (source >= 0);
        if (source < 0 || (lanes >> source & 1)) // otherwise it is unspecified
          wrong += !same_bytes(out[row * threads + thread], in[from]);
      }
    }
    EXPECT_EQ(wrong, 0u);
  }

  template <class T> void check_matches() {
    check_matches<T, Named::own>();
    check_matches<T, Named::all>();
  }
  template <class T, Named How> void check_matches() {
    for (const Dim3 block : blocks)
      for (const std::uint32_t mask : masks)
        for (const bool few : {false, true}) {
          const std::uint32_t size = threads_of(block), threads = size * block_count;
          auto in = random_values<T>(threads, few);
          std::fill_n(in.begin(), std::min(threads, 64u), in[0]); // so that all lanes match somewhere
          Buffer<T> device_in(device_, in);
          Buffer<std::uint32_t> any(device_, std::vector<std::uint32_t>(threads)),
              all(device_, any.to_host(stream_));
          stream_.launch(warps_kernels::matches<T, How>, {Blocks(block_count), Threads(block)}, any, all,
                         device_in, mask);
          const auto any_out = any.to_host(stream_), all_out = all.to_host(stream_);
          for (std::uint32_t thread = 0; thread < threads; ++thread) {
            const std::uint32_t lane = lane_of(thread, size), lanes = present(mask, thread, size);
            std::uint32_t same = 0;
            for (const std::uint32_t other : lanes_in(lanes))
              same |= std::uint32_t{same_bytes(in[thread], in[thread - lane + other])} << other;
            const bool takes_part = lanes >> lane & 1;
            ASSERT_EQ(any_out[thread], takes_part ? same : 0) << thread << " mask " << mask;
            ASSERT_EQ(all_out[thread], takes_part && same == lanes) << thread << " mask " << mask;
          }
        }
  }

  /// Combines pairs, pairs of pairs, and so on.
  template <class T, class Operation> static T tree(std::vector<T> values, Operation operation) {
    for (std::size_t joined = 1; joined < values.size(); joined *= 2)
      for (std::size_t i = 0; i + joined < values.size(); i += 2 * joined)
        values[i] = operation(values[i], values[i + joined]);
    return values[0];
  }
  /// Hillis and Steele.
  template <class T, class Operation> static std::vector<T> scan(std::vector<T> values, Operation operation) {
    for (std::size_t joined = 1; joined < values.size(); joined *= 2)
      for (std::size_t i = values.size(); i-- > joined;)
        values[i] = operation(values[i - joined], values[i]);
    return values;
  }

  template <class T, class Operation = std::plus<T>>
  void check_reductions(T initial, Operation operation = {}) {
    check_reductions<Named::own>(initial, operation);
    check_reductions<Named::all>(initial, operation);
  }
  template <Named How, class T, class Operation> void check_reductions(T initial, Operation operation) {
    for (const Dim3 block : blocks)
      for (const std::uint32_t mask : masks) {
        SCOPED_TRACE(::testing::Message()
                     << "block of " << threads_of(block) << ", mask " << std::hex << mask);
        const std::uint32_t size = threads_of(block), threads = size * block_count;
        std::vector<T> in(threads);
        std::mt19937 engine(3);
        for (T &value : in)
          if constexpr (std::is_same_v<T, Affine>)
            value = {static_cast<std::uint32_t>(engine()), static_cast<std::uint32_t>(engine())};
          else if constexpr (std::is_floating_point_v<T>)
            value = std::uniform_real_distribution<T>(-1000, 1000)(engine);
          else
            value = static_cast<T>((std::uint64_t{engine()} << 32) + engine());
        Buffer<T> device_in(device_, in), device_out(device_, std::vector<T>(threads * reduce_rows));
        stream_.launch(warps_kernels::reductions<T, How>, {Blocks(block_count), Threads(block)}, device_out,
                       device_in, mask);
        const auto out = device_out.to_host(stream_);
        std::size_t wrong = 0;
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
          const std::uint32_t lane = lane_of(thread, size), present_lanes = present(mask, thread, size);
          if (!(present_lanes >> lane & 1))
            continue;
          std::vector<T> values;
          for (const std::uint32_t other : lanes_in(present_lanes))
            values.push_back(in[thread - lane + other]);
          const auto order = static_cast<std::size_t>(std::popcount(present_lanes & ((1u << lane) - 1)));
          const std::vector<T> scanned = scan(values, operation);
          auto expect = [&](ReduceRow row, T expected) {
            wrong += !same_bytes(out[row * threads + thread], expected);
          };
          expect(sum, tree(values, operation));
          expect(inclusive, scanned[order]);
          expect(exclusive, order == 0 ? initial : operation(initial, scanned[order - 1]));
          if constexpr (!std::is_same_v<T, Affine>) {
            expect(least, *std::min_element(values.begin(), values.end()));
            expect(greatest, *std::max_element(values.begin(), values.end()));
          }
          if constexpr (std::is_integral_v<T>) {
            expect(bits_and, tree(values, std::bit_and<T>()));
            expect(bits_or, tree(values, std::bit_or<T>()));
            expect(bits_xor, tree(values, std::bit_xor<T>()));
          }
        }
        EXPECT_EQ(wrong, 0u);
      }
  }

  template <Named How> void check_votes() {
    for (const Dim3 block : blocks)
      for (const std::uint32_t mask : masks)
        for (const unsigned one_in : {1u, 2u, 40u, 0u}) {
          const std::uint32_t size = threads_of(block), threads = size * block_count;
          std::mt19937 engine(5);
          std::vector<std::uint8_t> predicates(threads);
          for (std::uint8_t &holds : predicates)
            holds = one_in != 0 && engine() % one_in == 0;
          Buffer<std::uint8_t> in(device_, predicates);
          Buffer<std::uint32_t> device_out(device_, std::vector<std::uint32_t>(threads * vote_rows));
          stream_.launch(warps_kernels::votes<How>, {Blocks(block_count), Threads(block)}, device_out, in,
                         mask);
          const auto out = device_out.to_host(stream_);
          for (std::uint32_t thread = 0; thread < threads; ++thread) {
            const std::uint32_t lane = lane_of(thread, size), lanes = present(mask, thread, size);
            std::uint32_t ballot = 0;
            for (const std::uint32_t other : lanes_in(lanes))
              ballot |= std::uint32_t{predicates[thread - lane + other]} << other;
            const std::uint32_t self = 1u << lane;
            const std::uint32_t expected[vote_rows] = {ballot != 0,
                                                       ballot == lanes,
                                                       ballot == lanes || ballot == 0,
                                                       ballot,
                                                       (lanes & (~lanes + 1)) == self,
                                                       self - 1,
                                                       2 * self - 1,
                                                       self,
                                                       ~(self - 1),
                                                       ~(2 * self - 1)};
            for (std::uint32_t row = 0; row < vote_rows; ++row)
              ASSERT_EQ(out[row * threads + thread], lanes & self ? expected[row] : 0)
                  << "row " << row << " thread " << thread << " mask " << mask;
          }
        }
  }

  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Warps);

TEST_P(Warps, Shuffle1Byte) {
  check_shuffles<std::uint8_t>();
}
TEST_P(Warps, Shuffle2Bytes) {
  check_shuffles<std::int16_t>();
}
TEST_P(Warps, Shuffle3Bytes) {
  check_shuffles<Bytes<3>>();
}
TEST_P(Warps, ShuffleFloats) {
  check_shuffles<float>();
}
TEST_P(Warps, ShuffleDoubles) {
  check_shuffles<double>();
}
TEST_P(Warps, Shuffle8Bytes) {
  check_shuffles<Bytes<8>>();
}
TEST_P(Warps, Shuffle12Bytes) {
  check_shuffles<Bytes<12>>();
}
TEST_P(Warps, Shuffle16Bytes) {
  check_shuffles<Bytes<16>>();
}
TEST_P(Warps, Shuffle24Bytes) {
  check_shuffles<Bytes<24>>();
}

TEST_P(Warps, MatchValuesOfEverySize) {
  check_matches<std::uint8_t>();
  check_matches<std::int16_t>();
  check_matches<Bytes<3>>();
  check_matches<float>();
  check_matches<double>();
  check_matches<Bytes<12>>();
  check_matches<Bytes<24>>();
}

TEST_P(Warps, ReduceAndScanIntegers) {
  check_reductions<std::int8_t>(5);
  check_reductions<std::uint16_t>(5);
  check_reductions<std::int32_t>(5, [](std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  });
  check_reductions<std::uint32_t>(5);
  check_reductions<std::int64_t>(5, [](std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  });
  check_reductions<std::uint64_t>(5);
}
TEST_P(Warps, ReduceAndScanFloatsInACertainOrder) {
  check_reductions<float>(5);
  check_reductions<double>(5);
}
TEST_P(Warps, ReduceAndScanByAnyAssociativeOperation) {
  check_reductions<Affine>({3, 7}, Compose{});
}

TEST_P(Warps, Vote) {
  check_votes<Named::own>();
  check_votes<Named::all>();
}

TEST_P(Warps, GoDifferentWays) {
  constexpr std::uint32_t size = 96, threads = size * block_count;
  Buffer<std::uint32_t> device_out(device_, std::vector<std::uint32_t>(threads * divergence_rows));
  stream_.launch(warps_kernels::divergence, {Blocks(block_count), Threads(size)}, device_out);
  const auto out = device_out.to_host(stream_);
  std::uint32_t sums[2] = {}, ballot = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    sums[lane % 2] += lane * lane;
    ballot |= std::uint32_t{lane < 16 && lane % 3 == 0} << lane;
  }
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    const std::uint32_t lane = thread % 32;
    SCOPED_TRACE(lane);
    auto row = [&](DivergenceRow r) { return out[r * threads + thread]; };
    ASSERT_EQ(row(in_branch), lane % 2 ? sums[1] : sums[0] + (lane ^ 2));
    ASSERT_EQ(row(in_loop), 31 * (lane + 1) + lane * (lane + 1) / 2);
    ASSERT_EQ(row(both_masks), lane < 16 ? ballot : 31);
    ASSERT_EQ(row(active_in_branch), lane % 4 == 1 ? 0x22222222 : 0);
    ASSERT_EQ(row(active_in_function), lane < 7 ? 0x7fu + 1 : 0xffffff80 + 2);
    ASSERT_EQ(row(after_returns), lane < 23 ? 23 * 24 / 2 + (0x007ffff8u << 8) : 0);
  }
}

TEST_P(Warps, SyncOrdersMemory) {
  constexpr std::uint32_t size = 256;
  Buffer<std::uint32_t> out(device_, std::vector<std::uint32_t>(size * block_count));
  stream_.launch(warps_kernels::hand_on, {Blocks(block_count), Threads(size)}, out, 1001u);
  const auto values = out.to_host(stream_);
  for (std::uint32_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], (i + 32 * 1001 - 1001) % 32) << i;
}

TEST_P(Warps, ThreadsKnowTheirPlace) {
  KCC_SKIP_WITHOUT_CODE_OF(warps_kernels::places);
  for (const Dim3 block : blocks)
    for (const Dim3 grid : {Dim3{4}, Dim3{3, 2}, Dim3{2, 3, 4}}) {
      const std::uint32_t threads = threads_of(block) * threads_of(grid);
      Buffer<std::uint64_t> device_out(device_, std::vector<std::uint64_t>(threads * place_rows));
      stream_.launch(warps_kernels::places, {Blocks(grid), Threads(block)}, device_out);
      const auto out = device_out.to_host(stream_);
      for (std::uint32_t i = 0; i < threads; ++i) {
        const std::uint32_t r = i % threads_of(block), b = i / threads_of(block);
        const std::uint64_t expected[place_rows] = {r,
                                                    r % 32,
                                                    r / 32,
                                                    threads_of(block),
                                                    (threads_of(block) + 31) / 32,
                                                    b,
                                                    threads_of(grid),
                                                    i,
                                                    threads,
                                                    b % grid.x * block.x + r % block.x,
                                                    b / grid.x % grid.y * block.y + r / block.x % block.y,
                                                    b / grid.x / grid.y * block.z + r / block.x / block.y,
                                                    grid.x * block.x,
                                                    grid.y * block.y,
                                                    grid.z * block.z,
                                                    true,
                                                    b,
                                                    1};
        for (std::uint32_t row = 0; row < place_rows; ++row)
          ASSERT_EQ(out[row * threads + i], expected[row]) << "row " << row << " thread " << i;
      }
    }
}

TEST_P(Warps, StrideOverThreeDimensions) {
  const Dim3 domains[] = {{100, 30, 7}, {1, 1, 1}, {3, 40, 2}, {64, 1, 33}};
  for (const Dim3 domain : domains)
    for (const Dim3 grid : {Dim3{1}, Dim3{2, 3, 2}, Dim3{20, 10, 3}}) {
      Buffer<std::uint32_t> visits(device_, std::vector<std::uint32_t>(threads_of(domain)));
      stream_.launch(warps_kernels::visit_places, {Blocks(grid), Threads(8, 4, 2)}, visits, domain.x,
                     domain.y, domain.z);
      EXPECT_EQ(visits.to_host(stream_), std::vector<std::uint32_t>(threads_of(domain), 1));
    }
}

} // namespace
