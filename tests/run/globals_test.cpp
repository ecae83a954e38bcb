// Kernel variables that the host reads and writes by name.
#include "devices.h"
#include "globals_kernels.h"
#include "kernels/globals.h"

#include <kcc/runtime.h>

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace {

using globals::Config;
using kcc::Buffer;
using kcc::Module;
namespace kernels = globals_kernels::globals;

class Globals : public kcc::testing::DeviceTest {
protected:
  std::vector<double> look() {
    Buffer<double> out(device_, 12);
    stream_.launch(kernels::look, {kcc::Blocks(1), kcc::Threads(1)}, out);
    return out.to_host(stream_);
  }
  /// The image's variables are shared by the whole program: each test restores their initial values.
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped())
      return;
    stream_.write(kernels::limit, 7);
    stream_.write(kernels::counter, 0u);
    stream_.write(kernels::table, {{{1, 2, 3}}});
    stream_.write(kernels::config, {2.0f, {1, 2}});
    stream_.write(kernels::pair, {0.5, 0.25});
    stream_.write(kernels::weights, {1, 2, 3});
    stream_.write(totals().global<long>("globals::Members::total"), 11);
  }
  /// A member of a class can only be found by name.
  Module totals() { return Module::load(device_, *kernels::limit.image); }
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Globals);

TEST_P(Globals, BeginWithTheirInitializers) {
  EXPECT_EQ(look(), (std::vector<double>{7, 0, 3, 0, 2, 2, 0.75, 2, 0, 4, 11, 5}));
}

TEST_P(Globals, TakeIntegersThatFit) {
  stream_.write(kernels::limit, std::size_t{5});
  EXPECT_EQ(stream_.read(kernels::limit), 5);
  try {
    stream_.write(kernels::limit, 1ll << 40);
    FAIL() << "no error";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("1099511627776 does not fit the variable of type i32"));
  }
  EXPECT_EQ(stream_.read(kernels::limit), 5);
}

TEST_P(Globals, AreWrittenByTheHost) {
  stream_.write(kernels::limit, -3);
  stream_.write(kernels::counter, 4000000000u);
  stream_.write(kernels::table, {{{0, 0, 1}, {}, {}, {0, 5, 0}}});
  stream_.write(kernels::config, Config{0.5f, {-1, -2}});
  stream_.write(kernels::pair, {10, 20});
  EXPECT_EQ(look(), (std::vector<double>{-3, 4e9, 1, 5, 0.5, -2, 30, 2, 0, 4, 11, 5}));
}

TEST_P(Globals, InConstantMemoryAreWrittenBetweenLaunches) {
  for (int round = 0; round < 3; ++round) {
    std::array<float, 9> weights{};
    weights[1] = static_cast<float>(round) + 0.5f;
    weights[8] = -1;
    stream_.write(kernels::weights, weights);
    const std::vector<double> seen = look();
    EXPECT_EQ(seen[7], round + 0.5);
    EXPECT_EQ(seen[8], -1);
    EXPECT_EQ(stream_.read(kernels::weights), weights);
  }
}

TEST_P(Globals, AreReadByTheHost) {
  Buffer<int> values(device_, 1);
  stream_.launch(kernels::change, {kcc::Blocks(3), kcc::Threads(64)}, values);
  EXPECT_EQ(stream_.read(kernels::counter), 192u);
  EXPECT_EQ(stream_.read(kernels::limit), 70);
  EXPECT_EQ(stream_.read(kernels::table)[3][1], 31);
  EXPECT_EQ(stream_.read(kernels::table)[0][2], 3);
  EXPECT_EQ(stream_.read(kernels::config), (Config{4.0f, {8, 9}}));
  EXPECT_EQ(stream_.read(kernels::place), values.data());
}

TEST_P(Globals, AreArgumentsOfLaunches) {
  std::vector<float> weights = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  stream_.write(kernels::weights, weights);
  Buffer<float> out(device_, 1);
  stream_.launch(kernels::sum, {kcc::Blocks(1), kcc::Threads(1)}, stream_.span(kernels::weights), out);
  EXPECT_EQ(out.to_host(stream_)[0], 45);
  EXPECT_EQ(stream_.span(kernels::limit).size(), 1u);
}

TEST_P(Globals, InConstantMemoryCanBeWrittenThroughPointersThatMayLeadElsewhere) {
  Buffer<int> values(device_, std::vector<int>{10, 20, 0, 0});
  stream_.write(kernels::maybe_written, {1, 2, 3, 4});
  stream_.launch(kernels::write_either, {kcc::Blocks(1), kcc::Threads(1)}, values, false);
  EXPECT_EQ(values.to_host(stream_), (std::vector<int>{10, 20, 30, 3}));
  stream_.launch(kernels::write_either, {kcc::Blocks(1), kcc::Threads(1)}, values, true);
  EXPECT_EQ(values.to_host(stream_), (std::vector<int>{10, 20, 30, 30}));
  EXPECT_EQ(stream_.read(kernels::maybe_written)[2], 30);
}

TEST_P(Globals, OfAModuleAreFoundByName) {
  const Module module = Module::load(device_, *kernels::limit.image);
  const auto limit = module.global<int>("globals::limit");
  stream_.write(limit, 12);
  EXPECT_EQ(stream_.read(limit), 12);
  stream_.write(module.global<float[9]>("globals::weights"), std::vector<float>(9, 2.0f));
  Buffer<double> out(device_, 12);
  stream_.launch(module.kernel(kernels::look), {kcc::Blocks(1), kcc::Threads(1)}, out);
  const std::vector<double> seen = out.to_host(stream_);
  EXPECT_EQ(seen[0], 12);
  EXPECT_EQ(seen[8], 2);
  EXPECT_EQ(stream_.read(module.global(kernels::limit)), 12);
  EXPECT_EQ(stream_.read(module.global<short>("globals::per_type<short>")), 5);
  EXPECT_EQ(stream_.read(module.global<long>("globals::Members::total")), 11);
  // A module has its own variables, except on the CPU device.
  EXPECT_EQ(stream_.read(kernels::limit), device_.backend() == kcc::Backend::cpu ? 12 : 7);
}

template <class F> std::string message_of(F &&work) {
  try {
    work();
  } catch (const kcc::Error &error) {
    return error.what();
  }
  return "no error";
}

TEST_P(Globals, AreChecked) {
  using testing::HasSubstr;
  const Module module = Module::load(device_, *kernels::limit.image);
  EXPECT_THAT(message_of([&] { module.global<int>("limits"); }),
              testing::AllOf(HasSubstr("variable `limits`"), HasSubstr("`globals::limit`, `globals::"),
                             HasSubstr("`globals::per_type<short>`")));
  EXPECT_THAT(message_of([&] { module.global<float>("globals::limit"); }),
              HasSubstr("it is i32 in the kernel and f32 in the declaration"));
  EXPECT_THAT(message_of([&] { module.global<float[8]>("globals::weights"); }),
              HasSubstr("it is array<f32,9> in the kernel and array<f32,8> in the declaration"));
  EXPECT_THAT(message_of([&] { module.global<int>("globals::fixed"); }), HasSubstr("no such variable"));
  EXPECT_THAT(message_of([&] { stream_.write(kernels::weights, std::vector<float>(8)); }),
              testing::AllOf(HasSubstr("writing variable `globals::weights` of module"),
                             HasSubstr("it has 36 bytes, the value has 32")));
}

} // namespace
