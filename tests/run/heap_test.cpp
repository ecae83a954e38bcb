// Kernels that allocate memory.
#include "devices.h"
#include "heap_kernels.h"

#include <kcc/runtime.h>

#include <gtest/gtest.h>
#include <vector>

namespace {

using kcc::Buffer;
namespace kernels = heap_kernels::heap;

class Heap : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Heap);

TEST_P(Heap, KeepsWhatOneKernelMadeForTheNext) {
  constexpr std::size_t threads = 96;
  Buffer<heap::Node *> lists(device_, threads);
  Buffer<int> sums(device_, threads);
  for (int round = 0; round < 4; ++round) {
    stream_.launch(kernels::make_list, {kcc::Blocks(3), kcc::Threads(32)}, lists, 50);
    stream_.launch(kernels::free_list, {kcc::Blocks(3), kcc::Threads(32)}, lists, sums);
    EXPECT_EQ(sums.to_host(stream_), std::vector<int>(threads, 49 * 50 / 2));
  }
}

TEST_P(Heap, HoldsObjectsWithVirtualDestructors) {
  constexpr std::size_t threads = 64;
  Buffer<float> areas(device_, threads);
  Buffer<unsigned> destroyed(device_, std::vector<unsigned>(threads));
  stream_.launch(kernels::objects, {kcc::Blocks(2), kcc::Threads(32)}, areas, destroyed);
  const std::vector<float> seen = areas.to_host(stream_);
  const std::vector<unsigned> counts = destroyed.to_host(stream_);
  for (std::size_t i = 0; i < threads; ++i) {
    const auto number = static_cast<float>(i);
    EXPECT_EQ(seen[i], i % 2 == 0 ? number * number : 3 * number * number);
    EXPECT_EQ(counts[i], i % 2 == 0 ? 1u : 0u);
  }
}

TEST_P(Heap, HoldsVectors) {
  constexpr unsigned threads = 128;
  Buffer<unsigned> sums(device_, threads);
  stream_.launch(kernels::vectors, {kcc::Blocks(2), kcc::Threads(64)}, sums);
  const std::vector<unsigned> seen = sums.to_host(stream_);
  unsigned sum = 1000;
  for (unsigned i = 0; i < threads; ++i) {
    sum += i * i;
    EXPECT_EQ(seen[i], sum) << i;
  }
}

TEST_P(Heap, GivesAlignedPlacesApart) {
  constexpr std::size_t threads = 128;
  Buffer<unsigned> wrong(device_, threads);
  stream_.launch(kernels::blocks, {kcc::Blocks(4), kcc::Threads(32)}, wrong);
  EXPECT_EQ(wrong.to_host(stream_), std::vector<unsigned>(threads));
}

TEST_P(Heap, EndsSomewhere) {
  Buffer<unsigned> nulls(device_, 1);
  stream_.launch(kernels::too_much, {kcc::Blocks(1), kcc::Threads(1)}, nulls, std::size_t{1} << 42);
  EXPECT_EQ(nulls.to_host(stream_)[0], 5u);
  EXPECT_GE(device_.heap_bytes(), std::size_t{1} << 20);
}

TEST_P(Heap, OfNoMoreMemoryEndsAKernelThatInsists) {
  if (device_.backend() == kcc::Backend::cuda)
    GTEST_SKIP() << "a trap on a GPU ends everything else in this process";
  Buffer<char *> place(device_, 1);
  stream_.launch(kernels::too_much_traps, {kcc::Blocks(1), kcc::Threads(1)}, place, std::size_t{1} << 42);
  EXPECT_THROW(stream_.synchronize(), kcc::Error);
}

} // namespace
