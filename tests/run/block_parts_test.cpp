// The CPU device runs neighbouring blocks as one, and a block on several OS threads, where kernels cannot
// tell.
#include "block_parts_kernels.h"
#include "devices.h"

#include <kcc/runtime.h>

#include <gmock/gmock.h>

#include <cstdint>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace kernels = block_parts_kernels::block_parts;
using Counts = std::vector<std::uint32_t>;

class BlockParts : public testing::Test {
protected:
  /// What is left of the counts of `launches` runs: all zero if each thread has run once in each.
  Counts wrong(const kcc::Buffer<std::uint32_t> &counts, std::uint32_t launches) {
    Counts found = counts.to_host(stream_);
    for (std::size_t i = 0; i < found.size(); ++i)
      found[i] -= launches * (1 + static_cast<std::uint32_t>(i));
    return found;
  }

  kcc::Device device_ = kcc::Device::cpu();
  kcc::Stream stream_{device_};
};

TEST_F(BlockParts, CoverEachElementOnce) {
  for (const std::size_t count : {1, 63, 64, 65, 1000, 4096, 100'003})
    for (const unsigned threads : {32, 64, 100, 192, 256, 1024}) {
      kcc::Buffer<std::uint32_t> counts(device_, Counts(count));
      stream_.launch(kernels::cover, kcc::cover(count, threads), counts);
      EXPECT_EQ(wrong(counts, 1), Counts(count)) << count << " by " << threads;
    }
  kcc::Buffer<std::uint32_t> counts(device_, Counts(300 * 192));
  stream_.launch(kernels::cover_all, {kcc::Blocks(300), kcc::Threads(192)}, counts.data());
  EXPECT_EQ(wrong(counts, 1), Counts(300 * 192));
}

TEST_F(BlockParts, CoverRowsAndLayers) {
  for (const kcc::Dim3 block : {kcc::Dim3{64, 1, 1}, {64, 4, 2}, {128, 3, 1}, {16, 16, 1}}) {
    const std::uint32_t width = 500, height = 37, depth = 6;
    const kcc::Dim3 grid{(width + block.x - 1) / block.x, (height + block.y - 1) / block.y,
                         (depth + block.z - 1) / block.z};
    kcc::Buffer<std::uint32_t> counts(device_, Counts(width * height * depth));
    stream_.launch(kernels::cover_rows, {kcc::Blocks(grid), kcc::Threads(block)}, counts, width, height);
    EXPECT_EQ(wrong(counts, 1), Counts(width * height * depth)) << block.x << " x " << block.y;
  }
}

/// The first run of a grid of few blocks is not divided, and later ones are if it took long.
TEST_F(BlockParts, RunStridedLoops) {
  const auto expect = [&](const auto &kernel, kcc::Dim3 blocks, kcc::Dim3 threads, std::size_t count) {
    kcc::Buffer<std::uint32_t> counts(device_, Counts(count));
    for (int k = 0; k < 4; ++k)
      stream_.launch(kernel, {kcc::Blocks(blocks), kcc::Threads(threads)}, counts);
    EXPECT_EQ(wrong(counts, 4), Counts(count)) << blocks.x << " of " << threads.x << ", " << count;
  };
  for (const std::uint32_t blocks : {1, 2, 3, 7, 12, 100})
    for (const std::uint32_t threads : {16, 64, 100, 256, 320, 1024})
      for (const std::size_t count : {10, 1000, 1'000'001}) {
        expect(kernels::stride, {blocks, 1, 1}, {threads, 1, 1}, count);
        expect(kernels::stride_from_block, {blocks, 1, 1}, {threads, 1, 1}, count);
        expect(kernels::rows_of_threads, {blocks, 1, 1}, {threads, 1, 1}, count);
      }
  for (const kcc::Dim3 threads : {kcc::Dim3{16, 16, 1}, {33, 2, 9}, {32, 1, 32}})
    expect(kernels::rows_of_threads, {3, 1, 1}, threads, 1'000'000);
}

/// An error names at most this many threads.
constexpr std::uint64_t most_named = 128;

/// The ranks in the grid of the first and the last thread that an error names. The grid has one dimension,
/// and blocks of `threads` threads.
struct Named {
  std::uint64_t first, last;
};
Named named_in(const std::string &text, std::uint64_t threads) {
  const std::string number = "(\\d+), 0, 0\\)", block = "block \\(" + number, thread = "\\(" + number;
  const std::regex one(block + ", thread " + thread),
      several(block + ", one of the threads " + thread + " to " + thread),
      blocks("one of the threads from " + thread + " of " + block + " to " + thread + " of " + block);
  std::smatch found;
  const auto at = [&](int block, int thread) {
    return std::stoull(found[block]) * threads + std::stoull(found[thread]);
  };
  if (std::regex_search(text, found, blocks))
    return {at(2, 1), at(4, 3)};
  if (std::regex_search(text, found, several))
    return {at(1, 2), at(1, 3)};
  if (std::regex_search(text, found, one))
    return {at(1, 2), at(1, 2)};
  ADD_FAILURE() << text;
  return {};
}

/// Whether the text names this thread, and not many others, unless it names all of the grid.
void expect_named(const std::string &text, std::uint64_t threads, std::uint64_t thread,
                  std::uint64_t of_grid) {
  const Named named = named_in(text, threads);
  EXPECT_LE(named.first, thread) << text;
  EXPECT_GE(named.last, thread) << text;
  if (named.first != 0 || named.last != of_grid - 1) {
    EXPECT_LT(named.last - named.first, most_named) << text;
  }
}

TEST_F(BlockParts, NameTheThreadsOfAFault) {
  constexpr std::size_t blocks = 40;
  for (const unsigned threads : {32, 96, 100, 192})
    for (std::size_t index = 0; index < blocks * threads; index += 61) {
      kcc::Stream stream(device_);
      kcc::Buffer<std::uint32_t> counts(device_, blocks * threads);
      stream.launch(kernels::write_at, {kcc::Blocks(blocks), kcc::Threads(threads)}, counts, nullptr, index);
      try {
        stream.synchronize();
        FAIL() << "no error";
      } catch (const kcc::Error &error) {
        expect_named(error.what(), threads, index, blocks * threads);
      }
    }
}

/// The thread is among those that are named, which are few, or all of the grid: these run several iterations
/// side by side.
TEST_F(BlockParts, NameTheThreadsOfAFaultInAStridedLoop) {
  constexpr std::size_t count = 1 << 20;
  for (const auto &[blocks, threads] : {std::pair(4u, 256u), {3u, 32u}, {4u, 100u}, {1u, 48u}})
    for (const std::size_t index :
         {std::size_t{0}, std::size_t{170}, std::size_t{5000}, std::size_t{77'777}, count - 1})
      for (int k = 0; k < 3; ++k) { // not divided, and perhaps divided
        kcc::Stream stream(device_);
        Counts by(count, 1);
        by[index] = k == 0 ? 1 : 0;
        const kcc::Buffer<std::uint32_t> divisors(device_, by);
        kcc::Buffer<std::uint32_t> counts(device_, count);
        stream.launch(kernels::divide_all, {kcc::Blocks(blocks), kcc::Threads(threads)}, counts, divisors);
        try {
          stream.synchronize();
          EXPECT_EQ(k, 0) << "no error";
        } catch (const kcc::Error &error) {
          EXPECT_NE(k, 0);
          expect_named(error.what(), threads, index % (blocks * threads), blocks * threads);
        }
      }
}

/// Thread 21 follows a null pointer, in the last of three iterations if there are several.
template <class Kernel> std::string failure_of(const Kernel &kernel, std::size_t count) {
  const kcc::Device device = kcc::Device::cpu();
  const kcc::Buffer<std::uint32_t> value(device, Counts{1});
  std::vector<std::uint64_t> addresses(count, reinterpret_cast<std::uint64_t>(value.data()));
  addresses[count - 64 + 21] = 0;
  kcc::Stream stream(device);
  kcc::Buffer<std::uint64_t> there(device, addresses);
  kcc::Buffer<std::uint32_t> values(device, Counts(count));
  stream.launch(kernel, {kcc::Blocks(1), kcc::Threads(64)}, values, there);
  try {
    stream.synchronize();
  } catch (const kcc::Error &error) {
    return error.what();
  }
  return "";
}

TEST_F(BlockParts, NameTheThreadsOfAFaultThatRanSideBySide) {
  const auto names_them =
      testing::AnyOf(testing::HasSubstr("block (0, 0, 0), thread (21, 0, 0)"),
                     testing::HasSubstr("block (0, 0, 0), one of the threads (16, 0, 0) to (23, 0, 0)"),
                     testing::HasSubstr("block (0, 0, 0), one of the threads (16, 0, 0) to (31, 0, 0)"),
                     testing::HasSubstr("block (0, 0, 0), one of the threads (0, 0, 0) to (63, 0, 0)"));
  EXPECT_THAT(failure_of(kernels::follow, 64), names_them);
  EXPECT_THAT(failure_of(kernels::follow_strided, 192), names_them);
}

TEST_F(BlockParts, NameTheFirstAndLastBlockOfAFaultThatRanSideBySide) {
  constexpr std::uint64_t wild = 0x12340000, width = 1024;
  kcc::Stream stream(device_);
  stream.launch(kernels::fill_rows, {kcc::Blocks(64, 64), kcc::Threads(16, 2)},
                reinterpret_cast<float *>(wild), std::uint32_t{width});
  std::string failure;
  try {
    stream.synchronize();
  } catch (const kcc::Error &error) {
    failure = error.what();
  }
  const auto number = [](const std::string &text, int base = 10) { return std::stoull(text, nullptr, base); };
  std::smatch found;
  const std::regex address("write to 0x([0-9a-f]+)"), one("block \\((\\d+), (\\d+), 0\\), "),
      several("one of the threads from \\(\\d+, \\d, 0\\) of block \\((\\d+), (\\d+), 0\\) "
              "to \\(\\d+, \\d, 0\\) of block \\((\\d+), (\\d+), 0\\): ");
  ASSERT_TRUE(std::regex_search(failure, found, address)) << failure;
  const std::uint64_t element = (number(found[1], 16) - wild) / sizeof(float);
  const std::uint64_t block = element % width / 16, row = element / width / 2;
  if (std::regex_search(failure, found, several)) {
    EXPECT_LE(number(found[1]), block) << failure;
    EXPECT_GE(number(found[3]), block) << failure;
    EXPECT_LT(number(found[3]) - number(found[1]), most_named / 16) << failure;
    EXPECT_EQ(number(found[2]), row) << failure;
    EXPECT_EQ(number(found[4]), row) << failure;
  } else {
    ASSERT_TRUE(std::regex_search(failure, found, one)) << failure;
    EXPECT_EQ(number(found[1]), block) << failure;
    EXPECT_EQ(number(found[2]), row) << failure;
  }
}

} // namespace
