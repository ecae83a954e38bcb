// Memory that several threads use, at every optimization level.
#include "devices.h"
#include "visibility_O0.h"
#include "visibility_O1.h"
#include "visibility_O3.h"

#include <ostream>
#include <string>
#include <tuple>
#include <vector>

namespace {

constexpr unsigned threads = 64;

/// A kernel that takes a span<int> with one element per thread, and what it writes there.
struct Row {
  const char *kernel;
  int (*expected)(int thread);
  bool waits = false; ///< threads wait for others without a barrier
};
void PrintTo(const Row &row, std::ostream *out) {
  *out << row.kernel;
}

constexpr Row rows[] = {
    {"static_local", [](int) { return 42; }},
    {"written_before_read", [](int) { return 42; }},
    {"one_thread_writes", [](int) { return 57; }},
    {"members", [](int) { return 123; }},
    {"passed_on", [](int) { return 64; }},
    {"flagged", [](int) { return 321; }, true},
    {"pointer_published", [](int thread) { return 63 - thread; }},
    {"constants_with_addresses",
     [](int t) { return 63 - t + t / 16 * 16 + "rows"[t % 4] + (t % 2 == 0 ? 0 : 63) + 1000; }},
    {"lock", [](int) { return 64 * 63 / 2; }, true},
    {"lock_before_match", [](int) { return 64 * 63 / 2; }},
};

struct Level {
  const char *name;
  const kcc::abi::Image *image;
};
const Level levels[] = {
    {"O0", visibility_O0::lock.image},
    {"O1", visibility_O1::lock.image},
    {"O3", visibility_O3::lock.image},
};
void PrintTo(const Level &level, std::ostream *out) {
  *out << level.name;
}

class VisibleWrites : public ::testing::TestWithParam<std::tuple<kcc::Backend, Level, Row>> {};

TEST_P(VisibleWrites, AreSeenByOtherThreads) {
  const auto &[backend, level, row] = GetParam();
  if (const std::string why = kcc::testing::why_no_device(backend); !why.empty())
    GTEST_SKIP() << why;
  kcc::Device device = kcc::testing::device_of(backend);
  if (const std::string limits = kcc::testing::emulation_limits(device); row.waits && !limits.empty())
    GTEST_SKIP() << limits;
  kcc::Module module = kcc::Module::load(device, *level.image);
  if (const std::string why = kcc::testing::why_no_code(module, row.kernel); !why.empty())
    GTEST_SKIP() << why;
  kcc::Stream stream(device);
  kcc::Buffer<int> out(device, threads);
  for (int round = 0; round != 2; ++round) { // values left in variables by the first launch must not matter
    stream.launch(module.kernel(row.kernel), {kcc::Blocks(1), kcc::Threads(threads)}, out);
    std::vector<int> expected;
    for (unsigned i = 0; i != threads; ++i)
      expected.push_back(row.expected(static_cast<int>(i)));
    EXPECT_EQ(out.to_host(stream), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, VisibleWrites,
                         ::testing::Combine(kcc::testing::devices, ::testing::ValuesIn(levels),
                                            ::testing::ValuesIn(rows)),
                         [](const auto &info) {
                           return ::testing::PrintToString(std::get<0>(info.param)) + "_" +
                                  std::get<1>(info.param).name + "_" + std::get<2>(info.param).kernel;
                         });

} // namespace
