// Parameters of all sizes, few and many, and how kernels use them.
#include "devices.h"
#include "parameters_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Buffer;
using kcc::Threads;
using testing::ElementsAre;

constexpr parameters::Mixed mixed = {-7, 65535, true, 0.5f, -1e300, {1, -2, 3}};

class Parameters : public kcc::testing::DeviceTest {
protected:
  std::vector<double> results(const Buffer<double> &out) { return out.to_host(stream_); }

  kcc::Stream stream_{device_};
};

TEST_P(Parameters, OfAllSizes) {
  Buffer<double> out(device_, 7);
  stream_.launch(parameters_kernels::scalars, {Blocks(1), Threads(1)}, out, std::int8_t{-100},
                 std::uint16_t{60000}, false, std::int64_t{-1} << 40, 0.25f, 1e-300, std::uint8_t{200});
  EXPECT_THAT(results(out), ElementsAre(-100, 60000, 2, -1099511627776.0, 0.25, 1e-300, 200));
}

TEST_P(Parameters, AreStructs) {
  Buffer<double> out(device_, 7);
  stream_.launch(parameters_kernels::members, {Blocks(1), Threads(1)}, out, mixed,
                 parameters::Four{{1, 2, 3, 4}});
  EXPECT_THAT(results(out), ElementsAre(-7, 65535, 1, 0.5, -1e300, 281, 4321));
}

TEST_P(Parameters, AreReadAtAnIndex) {
  Buffer<double> out(device_, 4);
  stream_.launch(parameters_kernels::at_an_index, {Blocks(1), Threads(4)}, out, mixed, 1u);
  EXPECT_THAT(results(out), ElementsAre(-2, 3, 1, -2));
}

TEST_P(Parameters, AreMany) {
  parameters::Large many{};
  std::vector<double> expected;
  for (std::size_t i = 0; i != 12; ++i) {
    many.at[i] = i * i;
    expected.push_back(static_cast<double>(3 * i * i));
  }
  Buffer<double> out(device_, expected.size());
  stream_.launch(parameters_kernels::large, {Blocks(1), Threads(1)}, out, many, 3u);
  EXPECT_EQ(results(out), expected);
}

TEST_P(Parameters, AreCopiesThatAKernelWritesTo) {
  Buffer<double> out(device_, 3);
  parameters::Mixed small = mixed;
  small.wide = 0.5;
  stream_.launch(parameters_kernels::written, {Blocks(1), Threads(3)}, out, small);
  EXPECT_THAT(results(out), ElementsAre(0.5, 3.5, -1.5));
}

TEST_P(Parameters, ArePointers) {
  const Buffer<double> in(device_, std::vector<double>{1, 2, 3}),
      other(device_, std::vector<double>{10, 20, 30});
  const Buffer<const double *> others(
      device_, std::vector<const double *>{other.data() + 2, other.data() + 1, other.data()});
  Buffer<double> out(device_, 3);
  stream_.launch(parameters_kernels::pointers, {Blocks(1), Threads(1)}, in.data(), out.data(), others.data(),
                 3u);
  EXPECT_THAT(results(out), ElementsAre(31, 22, 13));
}

KCC_FOR_EVERY_DEVICE(Parameters);

} // namespace
