// The CPU device runs neighbouring blocks as one, and a block on several OS threads, where kernels cannot
// tell.
#include "block_parts_kernels.h"
#include "devices.h"

#include <kcc/runtime.h>

#include <cstdint>
#include <regex>
#include <string>
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

/// The numbers in an error's text of the block and the first and last thread along x.
struct Place {
  std::uint64_t block, first, last;
};
Place place_in(const std::string &text) {
  std::smatch found;
  const std::regex several(
      "block \\((\\d+), 0, 0\\), one of the threads \\((\\d+), 0, 0\\) to \\((\\d+), 0, 0\\)"),
      one("block \\((\\d+), 0, 0\\), thread \\((\\d+), 0, 0\\)");
  if (std::regex_search(text, found, several))
    return {std::stoull(found[1]), std::stoull(found[2]), std::stoull(found[3])};
  if (std::regex_search(text, found, one))
    return {std::stoull(found[1]), std::stoull(found[2]), std::stoull(found[2])};
  ADD_FAILURE() << text;
  return {};
}

TEST_F(BlockParts, NameTheBlockOfAFault) {
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
        const Place at = place_in(error.what());
        EXPECT_EQ(at.block, index / threads);
        EXPECT_LE(at.first, index % threads);
        EXPECT_GE(at.last, index % threads);
        EXPECT_LT(at.last - at.first, 64);
      }
    }
}

TEST_F(BlockParts, NameTheThreadsOfAFaultInAStridedLoop) {
  constexpr std::size_t count = 1 << 20;
  for (const std::size_t index : {std::size_t{0}, std::size_t{5000}, std::size_t{77'777}, count - 1})
    for (int k = 0; k < 3; ++k) { // not divided, and perhaps divided
      kcc::Stream stream(device_);
      Counts by(count, 1);
      by[index] = k == 0 ? 1 : 0;
      const kcc::Buffer<std::uint32_t> divisors(device_, by);
      kcc::Buffer<std::uint32_t> counts(device_, count);
      stream.launch(kernels::divide_all, {kcc::Blocks(4), kcc::Threads(256)}, counts, divisors);
      try {
        stream.synchronize();
        EXPECT_EQ(k, 0) << "no error";
      } catch (const kcc::Error &error) {
        EXPECT_NE(k, 0);
        const Place at = place_in(error.what());
        EXPECT_EQ(at.block, index % 1024 / 256);
        EXPECT_LE(at.first, index % 256);
        EXPECT_GE(at.last, index % 256);
        EXPECT_LT(at.last - at.first, 64);
      }
    }
}

} // namespace
