// The same mistake has the same category on every backend.
#include "cuda/driver_errors.h"
#include "expect_error.h"
#include "fake_cuda.h"
#include "test_image.h"

#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::ErrorCategory;
using kcc::Event;
using kcc::LaunchConfig;
using kcc::Module;
using kcc::Stream;

/// The numbers after which the driver refuses everything, as its documentation says.
const std::set<int> sticky{214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 810, 999};

TEST(DriverErrors, HaveACategoryAndAreStickyIfTheContextIsDestroyed) {
  const std::set<int> numbers{
#define KCC_NUMBER(number, name, category, advice) number,
      KCC_DRIVER_ERRORS(KCC_NUMBER)
#undef KCC_NUMBER
  };
  for (const int number : numbers) {
    const kcc::Error error = kcc::cuda::driver_error({}, number, "cuAny", "testing");
    EXPECT_NE(error.category(), ErrorCategory::internal) << number;
    EXPECT_EQ(error.category(), kcc::cuda::error_category(number));
    EXPECT_EQ(error.is_sticky(), sticky.contains(number)) << number;
    EXPECT_EQ(error.is_sticky(), error.hint().find("unusable") != std::string::npos) << number;
  }
#define KCC_EXPECT(number, name, category, advice)                                                           \
  EXPECT_EQ(kcc::cuda::error_category(number), ErrorCategory::category) << number;
  KCC_DRIVER_ERRORS(KCC_EXPECT)
#undef KCC_EXPECT
}

TEST(DriverErrors, UnknownNumbersAreInternal) {
  const kcc::Error error = kcc::cuda::driver_error({}, 4711, "cuAny", "testing");
  EXPECT_EQ(error.category(), ErrorCategory::internal);
  EXPECT_FALSE(error.is_sticky());
}

TEST(ErrorCategories, HaveNames) {
  EXPECT_EQ(kcc::category_name(ErrorCategory::out_of_memory), "out_of_memory");
  EXPECT_EQ(kcc::category_name(ErrorCategory::internal), "internal");
  EXPECT_EQ(kcc::category_name(static_cast<ErrorCategory>(99)), "internal");
}

class SameMistake : public testing::TestWithParam<kcc::Backend> {
protected:
  SameMistake() {
    unsetenv("KCC_DEVICE");
    fake_.reset();
  }
  ~SameMistake() override { fake_.reset(); }

  void expect(ErrorCategory category, const std::function<void()> &work) {
    if (const std::optional<kcc::Error> error = error_of(work)) {
      EXPECT_EQ(error->category(), category)
          << kcc::category_name(error->category()) << ": " << error->what();
      EXPECT_EQ(error->is_sticky(), category == ErrorCategory::kernel_failed && is_gpu()) << error->what();
    }
  }
  bool is_gpu() const { return GetParam() == kcc::Backend::cuda; }

  fake_cuda::State &fake_ = fake_cuda::state();
  const Device device_ = GetParam() == kcc::Backend::cpu ? Device::cpu() : Device::cuda(1);
  const Device other_ = GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu();
};

TEST_P(SameMistake, OfMemory) {
  if (is_gpu())
    fake_.next_result["cuMemAlloc"] = 2;
  expect(ErrorCategory::out_of_memory, [&] { Buffer<char>(device_, std::size_t{1} << 62); });
  expect(ErrorCategory::out_of_memory, [&] { Buffer<double>(device_, ~std::size_t{0}); });
  Stream stream(device_);
  Buffer<int> four(device_, 4), five(device_, 5), elsewhere(other_, 4);
  expect(ErrorCategory::invalid_argument, [&] { kcc::copy(stream, four, five); });
  expect(ErrorCategory::invalid_argument, [&] { elsewhere.fill_bytes(stream, std::byte{}); });
}

TEST_P(SameMistake, OfLaunches) {
  Stream stream(device_);
  Buffer<float> elsewhere(other_, 4);
  LaunchConfig config;
  config.block = kcc::Threads(4096);
  expect(ErrorCategory::invalid_argument, [&] { stream.launch(test_image::nothing, config); });
  config.block = {};
  config.dynamic_shared_bytes = std::size_t{1} << 40;
  expect(ErrorCategory::invalid_argument, [&] { stream.launch(test_image::nothing, config); });
  expect(ErrorCategory::invalid_argument, [&] { stream.launch(test_image::meet, {}); });
  expect(ErrorCategory::invalid_argument,
         [&] { stream.launch(test_image::add, {}, elsewhere, elsewhere, elsewhere); });
  config = {};
  config.cooperative = true;
  config.grid = kcc::Blocks(1u << 20);
  expect(ErrorCategory::invalid_argument, [&] { stream.launch(test_image::nothing, config); });
}

TEST_P(SameMistake, OfModules) {
  Module module = Module::load(device_, test_image::image);
  expect(ErrorCategory::not_found, [&] { (void)module.kernel("no such kernel"); });
  expect(ErrorCategory::not_found, [&] { (void)module.global<int>("no such variable"); });
  expect(ErrorCategory::not_found, [&] { (void)module.global(test_image::missing); });
  expect(ErrorCategory::invalid_code, [&] { (void)module.global<int>("test_image::scale"); });
  const kcc::abi::Image old{kcc::abi::version + 1, 0, "old.cpp", nullptr};
  expect(ErrorCategory::invalid_code, [&] { Module::load(device_, old); });
  const kcc::abi::Image empty{kcc::abi::version, 0, "empty.cpp", nullptr};
  expect(ErrorCategory::invalid_code, [&] { Module::load(device_, empty); });
  expect(ErrorCategory::not_found, [&] { Module::load_file(device_, "/nowhere/at/all.ptx"); });
  const Module taken = std::move(module);
  expect(ErrorCategory::invalid_state, [&] { (void)module.kernel("test_image::add"); });
}

TEST_P(SameMistake, OfKernels) {
  Stream stream(device_);
  stream.launch(test_image::trap, {}, 0u);
  if (is_gpu())
    fake_.lasting_result["cuStreamSynchronize"] = 719;
  expect(ErrorCategory::kernel_failed, [&] { stream.synchronize(); });
}

TEST_P(SameMistake, OfEvents) {
  Stream stream(device_);
  Event never(device_), elsewhere(other_);
  expect(ErrorCategory::invalid_state, [&] { (void)Event::elapsed(never, never); });
  expect(ErrorCategory::invalid_argument, [&] { stream.record(elsewhere); });
}

TEST_P(SameMistake, OfDevices) {
  expect(ErrorCategory::no_device, [] { Device::cuda(1000); });
  setenv("KCC_DEVICE", "abacus", 1);
  expect(ErrorCategory::invalid_argument, [] { Device::pick(); });
  unsetenv("KCC_DEVICE");
  expect(ErrorCategory::invalid_argument, [&] { device_.set_output_capacity(1); });
  expect(ErrorCategory::invalid_state, [] { kcc::use_cuda_driver_library("too_late.so"); });
}

INSTANTIATE_TEST_SUITE_P(, SameMistake, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                         [](const auto &info) {
                           return info.param == kcc::Backend::cpu ? "Cpu" : "FakeGpu";
                         });

} // namespace
