// Address spaces, cache hints and shared memory.
#include "devices.h"
#include "kernels/memory.h"
#include "memory_kernels.h"

#include <kcc/device/shared_layout.h>
#include <kcc/runtime.h>

#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Buffer;
using kcc::Threads;
namespace kernels = memory_kernels::memory;

class Memory : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Memory);

TEST_P(Memory, OfAnAddressIsKnown) {
  using enum memory::Space;
  // Vulkan has no constant memory.
  const unsigned of_constants = device_.backend() == kcc::Backend::vulkan ? global : constant;
  constexpr std::size_t threads = 64, row = 9;
  Buffer<unsigned> out(device_, threads * row);
  for (const auto &kernel : {kernels::spaces<0>, kernels::spaces<1>}) {
    stream_.launch(kernel, {Blocks(2), Threads(32), 64}, out, 1u);
    const std::vector<unsigned> seen = out.to_host(stream_);
    for (std::size_t i = 0; i < threads; ++i) {
      const std::vector<unsigned> mine(seen.begin() + static_cast<std::ptrdiff_t>(i * row),
                                       seen.begin() + static_cast<std::ptrdiff_t>(i * row + 7));
      EXPECT_EQ(mine,
                (std::vector<unsigned>{global, of_constants, of_constants, shared, local, global, shared}));
      EXPECT_EQ(seen[i * row + 8], 8u);
    }
  }
}

TEST_P(Memory, OfTheHeapIsGlobal) {
  KCC_SKIP_WITHOUT_CODE_OF(kernels::space_of_heap);
  Buffer<unsigned> out(device_, 64);
  stream_.launch(kernels::space_of_heap, {Blocks(2), Threads(32)}, out);
  EXPECT_EQ(out.to_host(stream_), std::vector<unsigned>(64, memory::global));
}

template <class T, class K> void expect_copies(kcc::Stream &stream, const K &kernel) {
  constexpr std::size_t threads = 96, copies = 22;
  std::vector<T> values;
  for (std::uint32_t i = 0; i < threads * copies; ++i)
    values.push_back(memory::numbered<T>(i));
  const Buffer<T> from(stream.device(), values);
  Buffer<T> to(stream.device(), values.size());
  to.fill_bytes(stream, std::byte{0});
  stream.launch(kernel, {Blocks(3), Threads(32)}, to, from);
  const std::vector<T> seen = to.to_host(stream);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(std::memcmp(&seen[i], &values[i], sizeof(T)), 0) << sizeof(T) << " bytes, copy " << i / threads;
}

TEST_P(Memory, IsTheSameWithEveryHint) {
  expect_copies<std::uint8_t>(stream_, kernels::hinted<std::uint8_t>);
  expect_copies<std::uint16_t>(stream_, kernels::hinted<std::uint16_t>);
  expect_copies<float>(stream_, kernels::hinted<float>);
  expect_copies<double>(stream_, kernels::hinted<double>);
  expect_copies<memory::Quad>(stream_, kernels::hinted<memory::Quad>);
  expect_copies<memory::Odd>(stream_, kernels::hinted<memory::Odd>);
  expect_copies<memory::Long>(stream_, kernels::hinted<memory::Long>);
}

TEST_P(Memory, OfABlockHoldsEveryTrivialType) {
  Buffer<std::uint64_t> out(device_, 4 * 64);
  stream_.launch(kernels::shared_types, {Blocks(4), Threads(64)}, out);
  const std::vector<std::uint64_t> seen = out.to_host(stream_);
  for (std::uint64_t block = 0; block < 4; ++block)
    for (std::uint64_t i = 0; i < 64; ++i) {
      const std::uint64_t other = 63 - i;
      EXPECT_EQ(seen[block * 64 + i], other + block * 100 + other * 10000 + (other + block) * 1000000 +
                                          other * 100000000 + other * 10000000000 +
                                          (other % 3 == 0) * std::uint64_t{1000000000000} + 10000000000000);
    }
}

TEST_P(Memory, IsAlignedAsDeclared) {
  Buffer<unsigned> ok(device_, 64);
  stream_.launch(kernels::alignments, {Blocks(64), Threads(1)}, ok);
  EXPECT_EQ(ok.to_host(stream_), std::vector<unsigned>(64, 1));
}

TEST_P(Memory, OfAFunctionIsEachKernelsOwn) {
  Buffer<std::uint64_t> out(device_, 64);
  stream_.launch(kernels::around_integers, {Blocks(1), Threads(64)}, out);
  for (std::uint64_t i = 0; const std::uint64_t seen : out.to_host(stream_))
    EXPECT_EQ(seen, (i++ + 1) % 64 + 100);
  stream_.launch(kernels::around_shorts, {Blocks(1), Threads(64)}, out);
  for (std::uint64_t i = 0; const std::uint64_t seen : out.to_host(stream_))
    EXPECT_EQ(seen, (i++ + 1) % 64);
}

TEST_P(Memory, OfALaunchIsCarvedIntoArrays) {
  constexpr unsigned letters = 37, numbers = 51, quads = 9;
  constexpr kcc::SharedLayout<char, double, memory::Quad> layout(letters, numbers, quads);
  static_assert(layout.offset(1) == 40 && layout.offset(2) == 448 && layout.bytes() == 592);
  Buffer<double> out(device_, 32);
  stream_.launch(kernels::carved, {Blocks(1), Threads(32), layout.bytes()}, out, letters, numbers, quads);
  const double expected =
      3 + letters * (letters - 1) / 2 + 0.25 * numbers * (numbers - 1) / 2 + quads * (quads - 1) / 2;
  EXPECT_EQ(out.to_host(stream_), std::vector<double>(32, expected));
}

// Sizes that overflow must not become small ones.
static_assert(kcc::SharedLayout<double>(std::size_t{1} << 61).bytes() == std::size_t(-1));
static_assert(kcc::SharedLayout<char, double>(-1, 1).bytes() == std::size_t(-1));
static_assert(kcc::SharedLayout<char, char>(std::size_t{1} << 63, std::size_t{1} << 63).bytes() ==
              std::size_t(-1));

TEST_P(Memory, OfALaunchIsNotOverrun) {
  if (device_.backend() == kcc::Backend::cuda)
    GTEST_SKIP() << "a trap on a GPU ends everything else in this process";
  const kcc::SharedLayout<char, double, memory::Quad> layout(5, 5, 5);
  Buffer<double> out(device_, 32);
  stream_.launch(kernels::carved, {Blocks(1), Threads(32), layout.bytes() - 1}, out, 5u, 5u, 5u);
  EXPECT_THROW(stream_.synchronize(), kcc::Error);
}

TEST_P(Memory, MovesInVectors) {
  const std::vector<memory::Quad> values(1000, memory::Quad{1, 2, 3, 4});
  const Buffer<memory::Quad> from(device_, values);
  Buffer<memory::Quad> to(device_, values.size());
  stream_.launch(kernels::quads, kcc::cover(values.size(), 64), to, from);
  for (const memory::Quad &quad : to.to_host(stream_))
    ASSERT_TRUE(quad.x == 2 && quad.y == 2 && quad.z == 3 && quad.w == 4);
}

} // namespace
