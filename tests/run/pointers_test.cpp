// Pointers that may lead to shared, local or global memory, or nowhere.
#include "devices.h"

#include "pointers_kernels.h"

#include <gmock/gmock.h>
#include <numeric>
#include <vector>

using kcc::Blocks;
using kcc::Buffer;
using kcc::Threads;
using testing::ElementsAre;

namespace {

class Pointers : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Pointers);

TEST_P(Pointers, LeadFromOneMemoryToAnother) {
  std::vector<int> values(200), expected(200);
  std::iota(values.begin(), values.end(), 5);
  expected[0] = 5;
  std::copy(values.begin(), values.end() - 1, expected.begin() + 1);
  const Buffer<int> in(device_, values);
  Buffer<int> out(device_, values.size());
  stream_.launch(pointers_kernels::move_by_tile, {Blocks(1), Threads(32)}, out, in);
  EXPECT_EQ(out.to_host(stream_), expected);

  values.resize(50);
  const Buffer<int> few(device_, values);
  Buffer<int> moved(device_, values.size());
  stream_.launch(pointers_kernels::move_by_local, {Blocks(1), Threads(1), 200}, moved, few);
  EXPECT_EQ(moved.to_host(stream_), values);
}

TEST_P(Pointers, AreNullOrNot) {
  Buffer<int> out(device_, 4);
  const auto seen = [&](int choice) {
    stream_.launch(pointers_kernels::null_or_first, {Blocks(1), Threads(1)}, out, choice);
    std::vector<int> words = out.to_host(stream_);
    words.resize(3);
    return words;
  };
  EXPECT_THAT(seen(0), ElementsAre(-5, -5, -1));
  EXPECT_THAT(seen(1), ElementsAre(7, -5, -1));
  EXPECT_THAT(seen(2), ElementsAre(7, 9, 2));
  EXPECT_THAT(seen(3), ElementsAre(7, 10, 1));
  EXPECT_THAT(seen(4), ElementsAre(7, 9, 3));
}

TEST_P(Pointers, EndLists) {
  Buffer<int> out(device_, 2);
  const auto seen = [&](int count) {
    stream_.launch(pointers_kernels::lists, {Blocks(1), Threads(1)}, out, count);
    return out.to_host(stream_);
  };
  EXPECT_THAT(seen(0), ElementsAre(0, 0));
  EXPECT_THAT(seen(1), ElementsAre(0, 1));
  EXPECT_THAT(seen(5), ElementsAre(1578, 547));
}

TEST_P(Pointers, AreToCopiesOfWhatIsPassedByValue) {
  Big big{};
  std::iota(std::begin(big.x), std::end(big.x), 0);
  Buffer<int> out(device_, 6);
  stream_.launch(pointers_kernels::by_value, {Blocks(1), Threads(1)}, out, big, 1);
  EXPECT_THAT(out.to_host(stream_), ElementsAre(290, 1, 290, 290, 1, 0));
}

TEST_P(Pointers, ToDynamicSharedMemoryAreTheSameInFunctions) {
  Buffer<int> out(device_, 3);
  stream_.launch(pointers_kernels::dynamic_in_function<64>, {Blocks(1), Threads(1), 2048}, out, 1);
  EXPECT_THAT(out.to_host(stream_), ElementsAre(120, 240, 66016));
  stream_.launch(pointers_kernels::dynamic_in_function<16>, {Blocks(1), Threads(1), 2048}, out, 1);
  EXPECT_THAT(out.to_host(stream_), ElementsAre(120, 240, 16120));
}

} // namespace
