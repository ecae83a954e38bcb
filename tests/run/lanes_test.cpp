// Kernels that are hard to run with threads side by side in the lanes of vectors have the same results on
// every device.
#include "devices.h"
#include "lanes_O1.h"
#include "lanes_O3.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <span>
#include <string>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using Values = std::vector<std::uint64_t>;
using Table = std::vector<std::uint32_t>;
constexpr std::uint32_t blocks = 3, threads = 100, n = 37;

std::uint64_t first_rows(const Table &table, std::size_t i) {
  return std::uint64_t{table[i]} + table[i + 1000] + table[i + 2000];
}

void read_behind(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = i % threads >= n ? first_rows(table, i % threads - n) : 0;
}
void read_left(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = i % threads >= 1 && i % threads <= n ? first_rows(table, i % threads - 1) : 0;
}
void wrap(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto x = static_cast<std::int32_t>((static_cast<std::uint32_t>(i % threads) * 31337u + n) * 31337u);
    out[i] = x < 1000000000 ? table[i * 2] : table[i];
  }
}
void count(Values &out, const Table &) {
  out[1] = out.size();
}
void take_turns(Values &out, const Table &) {
  out[0] = out.size();
  out[1] = out.size() * (out.size() - 1) / 2;
}
void values_of_some(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint32_t rounds = 0;
    while (rounds < table[i] % 8)
      rounds += table[n] != 0 ? 1 : 2;
    out[i] = table[i] % 2 == 0 ? 4 : table[n] + rounds;
  }
}
void goto_into_loops(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint32_t x = table[i];
    int next = x % 2 != 0 ? 2 : 1;
    for (std::uint32_t rounds = 0; rounds < 3; ++rounds) {
      if (next == 1)
        x = x * 3 + 1;
      if (next == 2 || x % 8 <= 3)
        x ^= rounds;
      x -= 5;
      next = x % 4 > 1 ? 1 : 2;
    }
    out[i] = x;
  }
}
void aligned(Values &, const Table &) {}
std::uint64_t byte(const Table &table, std::size_t i) {
  return table[i / 4] >> i % 4 * 8 & 255;
}
void members(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::uint64_t{table[2 * i + 1]} + 3 * std::uint64_t{table[3 * i + 2]} +
             5 * std::uint64_t{table[4 * i]} + 7 * byte(table, 2 * i + 1) + 11 * byte(table, 3 * i) +
             13 * byte(table, 4 * i + 3);
}
void calls(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = table[i] % 3 == 0 ? table[i] + (table[i] % 2 == 0 ? (table[i] & 255) : i + n) * 1000 : 1;
}
void edges(Values &out, const Table &table) {
  Table values(table.begin() + n, table.begin() + n + 41);
  for (std::uint32_t x = 3; x < 44; ++x)
    values[x - 3] += table[x] % 2 == 0 ? x : 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = values[i % threads % 41];
}
void types(Values &out, const Table &table) {
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t other = (i + n) % threads;
      out[i] += (other + k) * (table[other + k] % 2 == 0 ? 3 : 1);
    }
}
void orders(Values &out, const Table &table) {
  Table values(table.begin(), table.begin() + 256);
  std::vector<std::uint64_t> sums(threads);
  for (std::uint32_t x = 0; x < threads; ++x) {
    sums[x] = values[x ^ 1] + 3ull * values[x ^ 6] + 5ull * values[x & 7] + 7ull * values[x / 4] +
              11ull * values[x % 8 * 8 + x / 8] + 13ull * values[(x & ~3u) | (3 - (x & 3))] +
              17ull * values[2 * x - (x & 3)] + 19ull * table[x ^ 5] + 23ull * table[x / 16 + x % 4] +
              29ull * (x ^ 1) + (x ^ 3);
    if (table[x] % 3 != 0)
      sums[x] += values[x ^ 2] + table[x ^ 2] + values[(x + n) / 8] + values[x / 32 * 2 + n];
  }
  for (const std::uint32_t distance : {1u, 2u, 8u, 16u})
    for (std::uint32_t x = 0; x < threads; ++x) {
      const std::uint32_t i = 2 * x - (x & (distance - 1));
      if (values[i] > values[i + distance])
        std::swap(values[i], values[i + distance]);
    }
  for (std::uint32_t x = 3; x < threads; x += 4)
    values[x] += n;
  for (std::uint32_t x = 0; x < threads; ++x)
    if (x % 4 == 0 || x > n)
      values[x ^ 2] = x;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const std::uint32_t x = i % threads;
    out[i ^ 1] = sums[x] + values[x] + values[x + 100];
  }
}
void aligned_parts(Values &out, const Table &table) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const std::uint32_t x = i % threads;
    out[i] = table[x] + (x % 8 == 0 && x != 0 ? x - 1 : 0);
  }
}

struct Case {
  const char *kernel;
  void (*expected)(Values &out, const Table &table);
};
void PrintTo(const Case &row, std::ostream *out) {
  *out << row.kernel;
}
constexpr Case cases[] = {
    {"read_behind", read_behind},
    {"read_left", read_left},
    {"wrap", wrap},
    {"lock_in_function", count},
    {"lock_by_recursion", count},
    {"lock_by_virtual_call", count},
    {"lock_through_memory", count},
    {"take_turns", take_turns},
    {"aligned", aligned},
    {"members", members},
    {"calls", calls},
    {"edges", edges},
    {"types", types},
    {"orders", orders},
    {"aligned_parts", aligned_parts},
    {"values_of_some", values_of_some},
    {"goto_into_loops", goto_into_loops},
};

struct Level {
  const char *name;
  const kcc::abi::Image *image;
};
void PrintTo(const Level &level, std::ostream *out) {
  *out << level.name;
}
const Level levels[] = {{"O1", lanes_O1::wrap.image}, {"O3", lanes_O3::wrap.image}};

class Lanes : public testing::TestWithParam<std::tuple<kcc::Backend, Level, Case>> {};

TEST_P(Lanes, HaveTheResultsOfThreads) {
  const auto &[backend, level, row] = GetParam();
  if (const std::string &why = kcc::testing::why_no_device(backend); !why.empty())
    GTEST_SKIP() << why;
  const kcc::Device device = kcc::testing::device_of(backend);
  const kcc::Module module = kcc::Module::load(device, *level.image);
  if (const std::string why = kcc::testing::why_no_code(module, row.kernel); !why.empty())
    GTEST_SKIP() << why;
  kcc::Stream stream(device);
  Table table(3000);
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  Values expected(blocks * threads);
  row.expected(expected, table);
  const kcc::Buffer<std::uint32_t> values(device, table);
  kcc::Buffer<std::uint64_t> out(device, Values(blocks * threads));
  stream.launch(module.kernel(row.kernel), {kcc::Blocks(blocks), kcc::Threads(threads)}, out, values, n);
  EXPECT_EQ(out.to_host(stream), expected);
}

std::string name_of(const testing::TestParamInfo<Lanes::ParamType> &info) {
  const auto &[backend, level, row] = info.param;
  return std::string(row.kernel) + "_" + level.name + "_" + testing::PrintToString(backend);
}

INSTANTIATE_TEST_SUITE_P(Devices, Lanes,
                         testing::Combine(kcc::testing::devices, testing::ValuesIn(levels),
                                          testing::ValuesIn(cases)),
                         name_of);

/// What busy_beginnings() computes for one row.
void add_up_row(std::span<std::uint64_t> row, std::uint32_t y, std::uint32_t limit) {
  const std::vector<std::uint64_t> own(row.begin(), row.end());
  const std::size_t width = row.size();
  for (std::size_t half = 64; half > 0; half /= 2)
    for (std::size_t x = 0; x < half && x + half < width; ++x)
      row[x] += row[x + half];
  for (std::size_t half = width / 2; half > 0; half /= 2)
    for (std::size_t x = 0; x < half; ++x)
      row[x] += row[x + half];
  for (std::size_t x = 0; x < 4; ++x)
    row[x] += row[x + 4];
  for (std::size_t x = 0; x < width; ++x)
    row[x] += x < limit ? 1000 : own[x] * 7;
  if (y != 1)
    row[1] *= 3;
  for (std::size_t x = 0; x < width; ++x)
    row[x] += own[x] * 5;
}

TEST(BusyBeginnings, HaveTheResultsOfThreads) {
  const kcc::Device device = kcc::Device::cpu();
  Table table(1024);
  std::iota(table.begin(), table.end(), 3);
  const kcc::Buffer<std::uint32_t> values(device, table);
  kcc::Stream stream(device);
  for (const Level &level : levels) {
    const kcc::Module module = kcc::Module::load(device, *level.image);
    for (const kcc::Dim3 block :
         {kcc::Dim3{8, 1, 1}, {40, 3, 1}, {64, 4, 2}, {100, 7, 1}, {128, 8, 1}, {33, 2, 3}})
      for (const std::uint32_t limit : {0u, 1u, 5u, 16u, 37u, 200u}) {
        const std::size_t rows = block.y * block.z;
        Values expected(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(block.x * rows));
        for (std::size_t row = 0; row < rows; ++row)
          add_up_row(std::span(expected).subspan(row * block.x, block.x), static_cast<std::uint32_t>(row),
                     limit);
        kcc::Buffer<std::uint64_t> out(device, Values(expected.size()));
        stream.launch(module.kernel("busy_beginnings"), {kcc::Blocks(1), kcc::Threads(block)}, out, values,
                      limit);
        ASSERT_EQ(out.to_host(stream), expected) << block.x << " x " << block.y << ", " << limit;
      }
  }
}

TEST(NarrowBlocks, HaveTheResultsOfThreads) {
  const kcc::Device device = kcc::Device::cpu();
  const kcc::Module module = kcc::Module::load(device, *lanes_O3::rows.image);
  Table table(3000);
  std::iota(table.begin(), table.end(), 5);
  const kcc::Buffer<std::uint32_t> values(device, table);
  for (const kcc::Dim3 block : {kcc::Dim3{8, 8, 1}, {7, 5, 1}, {24, 3, 1}, {5, 1, 1}, {17, 20, 1}}) {
    kcc::Stream stream(device);
    Values expected(block.x * block.y);
    for (std::uint32_t y = 0; y < block.y; ++y)
      for (std::uint32_t x = 0; x < block.x; ++x)
        if (x % 3 != y % 2)
          expected[y * block.x + x] = table[2 * (y * 32 + x)] + (x < 6 ? 1 : y);
    kcc::Buffer<std::uint64_t> out(device, Values(expected.size()));
    stream.launch(module.kernel("rows"), {kcc::Blocks(1), kcc::Threads(block)}, out, values, 6u);
    EXPECT_EQ(out.to_host(stream), expected) << block.x << " x " << block.y;
  }
}

std::uint64_t scanned(const Table &table, kcc::Dim3, std::uint32_t rank) {
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k <= rank; ++k)
    sum += table[k];
  return sum;
}
std::uint64_t of_warp(const Table &table, std::uint32_t at, std::uint32_t end) {
  const std::uint32_t warp = at / 32;
  std::uint64_t result = 0;
  if (warp % 2 == 0 && at < n)
    for (std::uint32_t k = warp * 32; k < std::min(warp * 32 + 32, end); ++k)
      result += table[k] & 0xffff;
  return result + (at < n + warp * 16 ? 1000000 : 0);
}
std::uint64_t by_rank(const Table &table, kcc::Dim3 block, std::uint32_t rank) {
  return of_warp(table, rank, block.x * block.y * block.z);
}
std::uint64_t by_x(const Table &table, kcc::Dim3 block, std::uint32_t rank) {
  return of_warp(table, rank % block.x, block.x);
}

/// Warps take different ways, for which conditions on ranks and indices are the same in a warp.
TEST(WarpsThatPart, HaveTheResultsOfThreads) {
  const struct {
    const char *kernel;
    std::uint64_t (*expected)(const Table &table, kcc::Dim3 block, std::uint32_t rank);
  } rows[] = {{"scan_by_warp_id", scanned}, {"scan_by_rank", scanned},   {"scan_by_signed_rank", scanned},
              {"scan_by_index", scanned},   {"warps_of_a_row", by_rank}, {"warps_of_a_row_by_x", by_x}};
  const kcc::Device device = kcc::Device::cpu();
  Table table(1024);
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  const kcc::Buffer<std::uint32_t> values(device, table);
  for (const auto &[name, image] : levels) {
    const kcc::Module module = kcc::Module::load(device, *image);
    for (const auto &[kernel, expected_of] : rows)
      for (const kcc::Dim3 block : {kcc::Dim3{32, 1, 1},
                                    {256, 1, 1},
                                    {96, 1, 1},
                                    {1024, 1, 1},
                                    {64, 3, 1},
                                    {32, 2, 4},
                                    {8, 8, 1},
                                    {48, 2, 1},
                                    {100, 1, 1},
                                    {33, 3, 1},
                                    {7, 1, 1}}) {
        const std::uint32_t size = block.x * block.y * block.z;
        if (expected_of == by_x && block.x % 32 != 0 && block.x != size)
          continue; // a row is no sequence of warps
        Values expected(blocks * size);
        for (std::uint32_t i = 0; i < expected.size(); ++i)
          expected[i] = expected_of(table, block, i % size);
        kcc::Stream stream(device);
        kcc::Buffer<std::uint64_t> out(device, Values(expected.size()));
        stream.launch(module.kernel(kernel), {kcc::Blocks(blocks), kcc::Threads(block)}, out, values, n);
        EXPECT_EQ(out.to_host(stream), expected)
            << kernel << " at " << name << ", " << block.x << " x " << block.y << " x " << block.z;
      }
  }
}

template <class T, unsigned N, class Kernel> void test_members(const Kernel &kernel) {
  const kcc::Device device = kcc::Device::cpu();
  for (const kcc::Dim3 block : {kcc::Dim3{64, 1, 1}, {100, 1, 1}, {7, 1, 1}, {256, 1, 1}})
    for (const std::uint32_t n : {0u, 1u, 15u, 17u, 64u, 299u, 700u}) {
      const std::size_t size = std::size_t{N} * 768;
      std::vector<T> in(size), expected(size, T{9});
      for (std::size_t i = 0; i < size; ++i)
        in[i] = static_cast<T>(i * 7);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < N; ++k)
          expected[N * i + k] = static_cast<T>(in[N * i + (k + 1) % N] * 3 + k);
      kcc::Stream stream(device);
      kcc::Buffer<T> out(device, std::vector<T>(size, T{9})), in_there(device, in);
      stream.launch(kernel, {kcc::Blocks((768 + block.x - 1) / block.x), kcc::Threads(block)}, out, in_there,
                    n);
      ASSERT_EQ(out.to_host(stream), expected)
          << sizeof(T) << " bytes, " << N << " members, " << n << " objects, blocks of " << block.x;
    }
}

TEST(InterleavedStores, WriteAllMembers) {
  test_members<std::uint8_t, 4>(lanes_O3::rotate_members<std::uint8_t, 4>);
  test_members<std::uint8_t, 3>(lanes_O3::rotate_members<std::uint8_t, 3>);
  test_members<std::uint16_t, 2>(lanes_O3::rotate_members<std::uint16_t, 2>);
  test_members<std::uint32_t, 2>(lanes_O3::rotate_members<std::uint32_t, 2>);
  test_members<std::uint32_t, 3>(lanes_O3::rotate_members<std::uint32_t, 3>);
  test_members<std::uint32_t, 4>(lanes_O3::rotate_members<std::uint32_t, 4>);
  test_members<float, 3>(lanes_O3::rotate_members<float, 3>);
  test_members<std::uint64_t, 2>(lanes_O3::rotate_members<std::uint64_t, 2>);
  test_members<double, 4>(lanes_O3::rotate_members<double, 4>);
  test_members<std::uint32_t, 3>(lanes_O1::rotate_members<std::uint32_t, 3>);
}

/// Of 1000 structs with three members.
template <class T> std::vector<T> some_members() {
  std::vector<T> numbers(3000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<T>(i % 50);
  return numbers;
}

template <class T, class Kernel> void test_change_members(const Kernel &kernel) {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  for (const bool is_twice : {false, true}) {
    std::vector<T> numbers = some_members<T>();
    kcc::Buffer<T> there(device, numbers);
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
      T &x = numbers[i], &y = numbers[i + 1], &z = numbers[i + 2];
      x = static_cast<T>(x + y);
      y = static_cast<T>(y * T(3));
      z = static_cast<T>(z - x);
      if (is_twice) {
        x = static_cast<T>(z + T(1));
        z = static_cast<T>(x + y);
        y = static_cast<T>(y + T(2));
      }
    }
    stream.launch(kernel, {kcc::Blocks(8), kcc::Threads(128)}, there.data(), 1000u, is_twice);
    EXPECT_EQ(there.to_host(stream), numbers) << sizeof(T) << " bytes";
  }
}

TEST(InterleavedStores, MayFollowLoadsOfOtherMembers) {
  test_change_members<std::uint8_t>(lanes_O3::change_members<std::uint8_t>);
  test_change_members<std::int16_t>(lanes_O3::change_members<std::int16_t>);
  test_change_members<float>(lanes_O3::change_members<float>);
  test_change_members<float>(lanes_O1::change_members<float>);
  test_change_members<double>(lanes_O3::change_members<double>);
}

TEST(InterleavedStores, MayChangeWhatAnotherPointerReads) {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  for (const bool is_same : {false, true}) {
    std::vector<float> numbers = some_members<float>(), others = numbers;
    kcc::Buffer<float> there(device, numbers), elsewhere(device, others);
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
      const std::vector<float> &from = is_same ? numbers : others;
      numbers[i] = from[i] + 1;
      numbers[i + 1] = from[i] + from[i + 1];
      numbers[i + 2] = from[i + 1] * 2 + from[i + 2];
    }
    stream.launch(lanes_O3::change_members_of_two, {kcc::Blocks(8), kcc::Threads(128)}, there.data(),
                  is_same ? there.data() : elsewhere.data(), 1000u);
    EXPECT_EQ(there.to_host(stream), numbers) << is_same;
  }
}

TEST(InterleavedStores, DoNotPassStoresThatMakeOtherObjects) {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  std::vector<int> expected(256, std::bit_cast<int>(2.0f));
  for (std::size_t i = 0; i < expected.size(); i += 2)
    expected[i] = 5;
  kcc::Buffer<int> numbers(device, std::vector<int>(256));
  stream.launch(lanes_O3::reuse_members, {kcc::Blocks(1), kcc::Threads(128)}, numbers, std::size_t{1});
  EXPECT_EQ(numbers.to_host(stream), expected);
}

TEST(InterleavedLoads, SeeStoresToOtherMembers) {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  kcc::Buffer<std::int64_t> out(device, std::vector<std::int64_t>(256)),
      sums(device, std::vector<std::int64_t>(64));
  std::vector<std::int64_t> expected(256), expected_sums(64), numbers(256);
  for (std::int64_t i = 0; i < 64; ++i) {
    const auto t = static_cast<std::size_t>(i);
    expected[t] = expected[t + 192] = 6 * i;
    expected[t + 64] = i;
    expected[t + 128] = 2 * i;
    expected_sums[t] = (4 * i + 1) ^ i;
    for (std::size_t k = 0; k < 4; ++k)
      numbers[4 * t + k] = 4 * i + static_cast<std::int64_t>(k);
  }
  stream.launch(lanes_O3::read_between_stores, {kcc::Blocks(1), kcc::Threads(64)}, out, std::int64_t{1});
  EXPECT_EQ(out.to_host(stream), expected);
  kcc::Buffer<std::int64_t> there(device, numbers);
  stream.launch(lanes_O3::move_members, {kcc::Blocks(1), kcc::Threads(64)}, sums, there, there);
  EXPECT_EQ(sums.to_host(stream), expected_sums);
}

template <class T, bool Warps, class Kernel>
void test_neighbours(const Kernel &kernel, const kcc::Device &device, std::uint32_t size) {
  kcc::Stream stream(device);
  for (std::uint32_t which = 0; which < 4; ++which)
    for (const std::uint32_t limit : {0u, 1u, 3u, 4u, 8u, 13u, 16u, 17u, 31u, 32u, 64u})
      for (const std::int64_t distance : {-32, -17, -8, -3, -1, 0, 1, 2, 4, 8, 12, 16, 31, 32}) {
        const auto reads = [&](std::uint32_t t) {
          return which == 0   ? t < limit
                 : which == 1 ? t >= limit
                 : which == 2 ? t % 2 == limit % 2
                              : t == limit;
        };
        std::vector<T> values(2 * std::size_t{size});
        for (std::size_t i = 0; i < values.size(); ++i)
          values[i] = static_cast<T>(i % 11);
        kcc::Buffer<T> there(device, values);
        for (std::uint32_t block = 0; block < 2; ++block) {
          std::vector<T> row(192);
          std::iota(row.begin(), row.end(), T{});
          T *const own = &values[std::size_t{block} * size];
          for (std::uint32_t round = 0; round < 3; ++round) {
            for (std::uint32_t t = 0; t < size; ++t)
              row[t + 32] = static_cast<T>(own[t] + static_cast<T>(round));
            for (std::uint32_t t = 0; t < size; ++t) {
              std::uint32_t ballot = 0;
              for (std::uint32_t lane = 0; Warps && lane < 32; ++lane)
                ballot |= std::uint32_t{reads(t / 32 * 32 + lane)} << lane;
              const auto at = static_cast<std::size_t>(std::int64_t{t} + 32 + distance);
              own[t] = static_cast<T>(row[t + 32] + (reads(t) ? row[at] : T{}) + static_cast<T>(ballot % 3));
            }
          }
        }
        stream.launch(kernel, {kcc::Blocks(2), kcc::Threads(size)}, there, which, limit, distance);
        ASSERT_EQ(there.to_host(stream), values)
            << sizeof(T) << " bytes, condition " << which << ", " << limit << ", distance " << distance
            << ", blocks of " << size;
      }
}

TEST(SharedMemory, IsReadByNeighboursOfWhichSomeAreAway) {
  const kcc::Device device = kcc::Device::cpu();
  for (const std::uint32_t size : {7u, 16u, 33u, 64u, 128u}) {
    test_neighbours<std::uint8_t, false>(lanes_O3::read_neighbours<std::uint8_t, false>, device, size);
    test_neighbours<std::uint16_t, false>(lanes_O3::read_neighbours<std::uint16_t, false>, device, size);
    test_neighbours<std::uint32_t, false>(lanes_O3::read_neighbours<std::uint32_t, false>, device, size);
    test_neighbours<float, false>(lanes_O1::read_neighbours<float, false>, device, size);
    test_neighbours<double, false>(lanes_O3::read_neighbours<double, false>, device, size);
  }
  for (const std::uint32_t size : {32u, 96u}) {
    test_neighbours<std::uint16_t, true>(lanes_O3::read_neighbours<std::uint16_t, true>, device, size);
    test_neighbours<std::uint32_t, true>(lanes_O1::read_neighbours<std::uint32_t, true>, device, size);
    test_neighbours<float, true>(lanes_O3::read_neighbours<float, true>, device, size);
    test_neighbours<double, true>(lanes_O3::read_neighbours<double, true>, device, size);
  }
}

/// A page of memory between two guard pages.
class GuardedPage {
public:
  GuardedPage() {
    EXPECT_NE(mapped_, MAP_FAILED);
    EXPECT_EQ(mprotect(begin(), size, PROT_READ | PROT_WRITE), 0);
  }
  GuardedPage(const GuardedPage &) = delete;
  GuardedPage &operator=(const GuardedPage &) = delete;
  ~GuardedPage() { munmap(mapped_, 3 * size); }

  std::uint8_t *begin() const { return static_cast<std::uint8_t *>(mapped_) + size; }

  const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

private:
  void *const mapped_ = mmap(nullptr, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
};

/// Neighbours that read every fourth byte read nothing before the first one or behind the last one.
TEST(InterleavedLoads, StayWithinPages) {
  const GuardedPage page;
  std::fill_n(page.begin(), page.size, std::uint8_t{7});
  const kcc::Device device = kcc::Device::cpu();
  const kcc::Module module = kcc::Module::load(device, *lanes_O3::every_fourth.image);
  const kcc::RegisteredMemory registered(device, std::span(page.begin(), page.size));
  constexpr std::size_t count = 64, bytes = 4 * (count - 1) + 1;
  for (const std::size_t first : {std::size_t{0}, page.size - bytes}) {
    kcc::Stream stream(device);
    kcc::Buffer<std::uint64_t> out(device, Values(count));
    const auto in =
        registered.device_view(device, std::span<const std::uint8_t>(page.begin() + first, bytes));
    stream.launch(module.kernel("every_fourth"), {kcc::Blocks(1), kcc::Threads(count)}, out, in);
    EXPECT_EQ(out.to_host(stream), Values(count, 7));
  }
}

/// Tables of all sizes, which begin and end with the page.
template <class T, class Kernel> void test_look_up(const Kernel &kernel) {
  const GuardedPage page;
  const kcc::Device device = kcc::Device::cpu();
  const kcc::RegisteredMemory registered(device, std::span(page.begin(), page.size));
  kcc::Stream stream(device);
  for (const std::size_t entries : {1u, 2u, 3u, 5u, 63u, 1000u})
    for (T *const first :
         {reinterpret_cast<T *>(page.begin()), reinterpret_cast<T *>(page.begin() + page.size) - entries})
      for (const bool is_one_of_three : {false, true}) {
        constexpr std::size_t count = 300;
        const std::span<T> table(first, entries);
        std::iota(table.begin(), table.end(), T(-3));
        std::vector<std::uint32_t> places(count);
        std::vector<T> expected(count, T(1));
        for (std::size_t i = 0; i < count; ++i) {
          places[i] = static_cast<std::uint32_t>(i * 7919 % entries);
          if (is_one_of_three && i % 3 != 1)
            continue;
          expected[i] = table[places[i]];
          for (std::uint32_t k = 0; k < places[i] % 5; ++k)
            expected[i] = static_cast<T>(expected[i] + table[places[i] - k]);
        }
        kcc::Buffer<T> out(device, std::vector<T>(count, T(1)));
        const kcc::Buffer<std::uint32_t> where(device, places);
        stream.launch(kernel, {kcc::Blocks(3), kcc::Threads(128)}, out,
                      registered.device_view(device, std::span<const T>(table)), where, is_one_of_three);
        EXPECT_EQ(out.to_host(stream), expected) << entries << " entries of " << sizeof(T) << " bytes";
      }
}

TEST(SmallNumbers, AreLookedUpWithinPages) {
  test_look_up<std::uint8_t>(lanes_O3::look_up<std::uint8_t>);
  test_look_up<std::uint8_t>(lanes_O1::look_up<std::uint8_t>);
  test_look_up<std::int16_t>(lanes_O3::look_up<std::int16_t>);
#ifdef __STDCPP_FLOAT16_T__
  test_look_up<kcc::float16>(lanes_O3::look_up<kcc::float16>);
#endif
}

} // namespace
