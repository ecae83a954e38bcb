// Tests that run once for each kind of device: on the CPU device, on the GPU through CUDA and, where their
// kernels have code for that, through Vulkan. They are skipped with a reason where there is no such device.
#ifndef KCC_TESTS_RUN_DEVICES_H
#define KCC_TESTS_RUN_DEVICES_H

#include <kcc/runtime.h>

#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace kcc {

/// For the messages of failed tests.
inline void PrintTo(Backend backend, std::ostream *out) {
  *out << (backend == Backend::cpu      ? "cpu"
           : backend == Backend::cuda   ? "cuda"
           : backend == Backend::vulkan ? "vulkan"
                                        : "opencl");
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

/// The same for a device that runs Vulkan code, be it a driver for the processor.
inline const std::string &why_no_vulkan() {
  static const std::string why = []() -> std::string {
    try {
      Device::vulkan();
      return "";
    } catch (const Error &error) {
      return error.what();
    }
  }();
  return why;
}

/// Why the device cannot run a kernel, if [[kcc::targets]] leaves out the code for it; empty if it can.
template <class K> std::string why_no_code(const Device &device, const K &kernel) {
  try {
    kernel_attributes(device, kernel);
    return "";
  } catch (const Error &error) {
    if (error.category() != ErrorCategory::not_supported)
      throw;
    return error.what();
  }
}

/// Why results on Mesa's Vulkan driver for the processor are not those of a GPU; empty on other devices.
inline std::string emulation_limits(const Device &device) {
  if (device.backend() != Backend::vulkan || !device.name().starts_with("llvmpipe"))
    return "";
  return "llvmpipe ends loops after 65536 iterations, has no warps, rounds the product of a fused operation, "
         "and takes fences for barriers";
}

class DeviceTest : public ::testing::TestWithParam<Backend> {
protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda && !why_no_gpu().empty())
      GTEST_SKIP() << "no GPU: " << why_no_gpu();
    if (GetParam() == Backend::vulkan && !why_no_vulkan().empty())
      GTEST_SKIP() << "no Vulkan device: " << why_no_vulkan();
#ifdef KCC_TEST_NOT_EMULATED
    if (const std::string limits = emulation_limits(device_); !limits.empty())
      GTEST_SKIP() << limits;
#endif
  }
  /// The CPU device if there is none of the kind, for a test that is then skipped.
  Device device_ = GetParam() == Backend::cuda && why_no_gpu().empty()        ? Device::cuda()
                   : GetParam() == Backend::vulkan && why_no_vulkan().empty() ? Device::vulkan()
                                                                              : Device::cpu();
};

#ifdef KCC_TEST_ON_VULKAN
inline const auto devices = ::testing::Values(Backend::cpu, Backend::cuda, Backend::vulkan);
#else
inline const auto devices = ::testing::Values(Backend::cpu, Backend::cuda);
#endif

} // namespace kcc::testing

/// Skips a DeviceTest whose device has no code of the kernel.
#define KCC_SKIP_WITHOUT_CODE_OF(kernel)                                                                     \
  if (const std::string why = kcc::testing::why_no_code(device_, kernel); !why.empty())                      \
  GTEST_SKIP() << why

#define KCC_FOR_EVERY_DEVICE(Suite)                                                                          \
  INSTANTIATE_TEST_SUITE_P(Devices, Suite, kcc::testing::devices,                                            \
                           [](const auto &info) { return ::testing::PrintToString(info.param); })

#endif
