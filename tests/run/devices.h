// Tests that run once for each kind of device: on the CPU device, and on the GPU, where they are skipped with
// a reason if there is none.
#ifndef KCC_TESTS_RUN_DEVICES_H
#define KCC_TESTS_RUN_DEVICES_H

#include <kcc/runtime.h>

#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace kcc {

/// For the messages of failed tests.
inline void PrintTo(Backend backend, std::ostream *out) {
  *out << (backend == Backend::cpu ? "cpu" : backend == Backend::cuda ? "cuda" : "vulkan");
}

} // namespace kcc

namespace kcc::testing {

/// Why there is no GPU; empty if there is one.
inline const std::string &why_no_gpu() {
  static const std::string why = []() -> std::string {
    try {
      Device::cuda();
      return "";
    } catch (const Error &error) {
      return error.what();
    }
  }();
  return why;
}

class DeviceTest : public ::testing::TestWithParam<Backend> {
protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda && !why_no_gpu().empty())
      GTEST_SKIP() << "no GPU: " << why_no_gpu();
  }
  /// The CPU device if there is no GPU, for a test that is then skipped.
  Device device_ = GetParam() == Backend::cuda && why_no_gpu().empty() ? Device::cuda() : Device::cpu();
};

} // namespace kcc::testing

#define KCC_FOR_EVERY_DEVICE(Suite)                                                                          \
  INSTANTIATE_TEST_SUITE_P(                                                                                  \
      Devices, Suite, ::testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),                              \
      [](const auto &info) { return std::string(info.param == kcc::Backend::cpu ? "cpu" : "cuda"); })

#endif
