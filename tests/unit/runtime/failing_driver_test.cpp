// A driver that fails: every call that the runtime makes, one after another, with errors of all kinds.
#include "expect_error.h"
#include "fake_cuda.h"
#include "scenarios/scenarios.h"

#include "cuda/driver.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

using kcc::Device;
using scenarios::Scenario;

class FailingDriver : public testing::TestWithParam<std::tuple<Scenario, int>> {
protected:
  FailingDriver() {
    (void)Device::all();
    fake_.reset();
    run_all(); // initializations that happen once
    fake_.reset();
  }
  ~FailingDriver() override { fake_.reset(); }

  void run_all() const {
    for (const Scenario &scenario : scenarios::all)
      scenario.run(gpu_);
  }
  /// Driver objects that are left; a module may stay until a call waits for the device.
  std::size_t alive() const {
    gpu_.synchronize();
    return fake_.alive() + fake_.modules.size() + fake_.pinned.size();
  }
  fake_cuda::State &fake_ = fake_cuda::state();
  const Device gpu_ = Device::cuda(1);
};

TEST_P(FailingDriver, EveryCallThatFailsIsAnErrorThatNamesIt) {
  const auto &[scenario, code] = GetParam();
  std::size_t before = alive();
  for (std::size_t i = 0;; ++i) {
    fake_.reset();
    fake_.fail_call = i;
    fake_.fail_with = code;
    std::optional<kcc::Error> error;
    try {
      scenario.run(gpu_);
    } catch (const kcc::Error &thrown) {
      error = thrown;
    }
    const bool failed = !fake_.fail_call;
    fake_.fail_call.reset();
    if (!failed) { // that was the last call
      EXPECT_FALSE(error);
      EXPECT_GT(i, 0u);
      break;
    }
    if (error) {
      EXPECT_EQ(error->code(), code) << error->what();
      EXPECT_THAT(error->what(), testing::HasSubstr("(" + fake_.failed + ")"));
    }
    // Nothing reports errors when freeing, and the driver keeps that one object.
    ASSERT_LE(alive(), before + !error) << "call " << i << ", " << fake_.failed;
    before = alive();
    ASSERT_NO_THROW(scenario.run(gpu_)) << "after call " << i << ", " << fake_.failed;
    ASSERT_EQ(alive(), before);
  }
  fake_.abandon();
}

/// Invalid value, out of memory, an illegal address in a kernel, unknown, and one that has no row.
INSTANTIATE_TEST_SUITE_P(Errors, FailingDriver,
                         testing::Combine(testing::ValuesIn(scenarios::all),
                                          testing::Values(1, 2, 700, 999, 4711)),
                         [](const auto &test) {
                           return std::get<0>(test.param).name + std::to_string(std::get<1>(test.param));
                         });

TEST(FailingDriverInAllThreads, EndsInErrorsOrSuccess) {
  fake_cuda::State &fake = fake_cuda::state();
  const Device gpu = Device::cuda(1);
  for (const Scenario &scenario : scenarios::all)
    scenario.run(gpu);
  fake.reset();
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::uint32_t random = t + 1;
      for (int round = 0; round < 60; ++round) {
        random = random * 1664525 + 1013904223;
        {
          const std::lock_guard lock(fake.mutex);
          fake.fail_call = (random >> 16) % 100; // any thread may meet it
          fake.fail_with = round % 2 == 0 ? 2 : 700;
        }
        try {
          if (const Scenario &scenario = scenarios::all[(random >> 8) % std::size(scenarios::all)];
              !scenario.alone)
            scenario.run(gpu);
        } catch (const kcc::Error &error) {
          EXPECT_NE(error.code(), 0) << error.what();
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  fake.reset();
  gpu.synchronize();
  fake.abandon();
}

/// The calls of the search for devices, which happens once: kcc_bad_gpu_tests lets those fail.
const std::set<std::string> &calls_of_the_search() {
  static const std::set<std::string> calls{
      "cuInit",          "cuDriverGetVersion", "cuDeviceGetCount",    "cuDeviceGet",
      "cuDeviceGetName", "cuDeviceTotalMem",   "cuDeviceGetAttribute"};
  return calls;
}

/// Calls that happen once for each device, or only in other tests.
const std::set<std::string> &calls_elsewhere() {
  static const std::set<std::string> calls{
      "cuGetErrorString",                  // by every error
      "cuDevicePrimaryCtxRetain",          // CudaBackend.RetainsAContextOnce
      "cuDevicePrimaryCtxRelease",         // DeviceLife: a reset, which ignores its result
      "cuCtxSetCurrent",                   // the first call of a thread
      "cuThreadExchangeStreamCaptureMode", // the first wait of the process
      "cuCtxPushCurrent",                  // CudaBackend: a thread with another context
      "cuCtxPopCurrent",                   // likewise
  };
  return calls;
}

TEST(FailingDriverScenarios, MakeEveryCallOfTheDriver) {
  fake_cuda::State &fake = fake_cuda::state();
  const Device gpu = Device::cuda(1);
  fake.reset();
  for (const Scenario &scenario : scenarios::all)
    scenario.run(gpu);
  const std::set<std::string> made(fake.calls.begin(), fake.calls.end());
  fake.reset();
  const std::set<std::string> known{
#define KCC_NAME(name, function, symbol, parameters) #function,
      KCC_DRIVER_FUNCTIONS(KCC_NAME) KCC_FIRST_VERSION_DRIVER_FUNCTIONS(KCC_NAME)
          KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_NAME)
#undef KCC_NAME
  };
  for (const std::string &call : known)
    EXPECT_TRUE(made.contains(call) || calls_of_the_search().contains(call) ||
                calls_elsewhere().contains(call))
        << call << " is in no scenario";
}

} // namespace
