// Tests that run once for each kind of device: on the CPU device, on the GPU through CUDA and, where their
// kernels have code for that, through Vulkan and OpenCL. They are skipped with a reason where there is no
// such device.
#ifndef KCC_TESTS_RUN_DEVICES_H
#define KCC_TESTS_RUN_DEVICES_H

#include <kcc/runtime.h>

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <ostream>
#include <string>
#include <type_traits>

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

/// The device of a kind that the tests run on; throws if there is none.
inline Device device_of(Backend backend, int ordinal = 0) {
  return backend == Backend::cpu      ? Device::cpu()
         : backend == Backend::cuda   ? Device::cuda(ordinal)
         : backend == Backend::vulkan ? Device::vulkan(ordinal)
                                      : Device::opencl(ordinal);
}

/// Why there is no such device; empty if there is one. Vulkan's and OpenCL's may be drivers for the
/// processor.
inline const std::string &why_no_device(Backend backend) {
  static std::map<Backend, std::string> known; // starting a driver takes a while
  const auto [found, is_new] = known.try_emplace(backend);
  if (is_new) {
    try {
      device_of(backend);
    } catch (const Error &error) {
      const char *const kind = backend == Backend::cuda     ? "GPU"
                               : backend == Backend::vulkan ? "Vulkan device"
                                                            : "OpenCL device";
      found->second = std::string("no ") + kind + ": " + error.what();
    }
  }
  return found->second;
}

/// Why a device does not support what `work` does; empty if it does.
template <class Work> std::string why_refused(Work work) {
  try {
    work();
    return "";
  } catch (const Error &error) {
    if (error.category() != ErrorCategory::not_supported)
      throw;
    return error.what();
  }
}

/// Why a device has no code of a kernel, if [[kcc::targets]] leaves it out; empty if it has.
template <class K> std::string why_no_code(const Device &device, const K &kernel) {
  return why_refused([&] { kernel_attributes(device, kernel); });
}
inline std::string why_no_code(const Module &module, const char *kernel) {
  return why_refused([&] { module.kernel(kernel); });
}

/// What Mesa's Vulkan driver for the processor lacks; empty on other devices.
inline std::string emulation_limits(const Device &device) {
  if (device.backend() != Backend::vulkan || !device.name().starts_with("llvmpipe"))
    return "";
  return "llvmpipe ends loops after 65535 iterations, has no warps, and rounds the product of a fused "
         "operation";
}

/// Why the tests do not run on such a device; empty if they do.
inline std::string why_not_run(Backend backend) {
  if (const std::string &why = why_no_device(backend); !why.empty())
    return why;
#ifdef KCC_TEST_NOT_EMULATED
  return emulation_limits(device_of(backend));
#else
  return "";
#endif
}

/// Whether the device promises results for such numbers, as arguments and as results: Vulkan drivers may take
/// subnormal floats for zeros, also those on the way from a number that is nearly one.
template <class... T> bool promises(const Device &device, T... numbers) {
  const auto is_tiny = []<class U>(U number) {
    return std::is_same_v<U, float> && number != 0 && std::abs(number) < 0x1p-100f;
  };
  return device.keeps_subnormals() || !(... || is_tiny(numbers));
}

class DeviceTest : public ::testing::TestWithParam<Backend> {
protected:
  void SetUp() override {
    if (const std::string why = why_not_run(GetParam()); !why.empty())
      GTEST_SKIP() << why;
  }
  template <class... T> bool promises(T... numbers) const { return testing::promises(device_, numbers...); }

  /// The CPU device if there is none of the kind, for a test that is then skipped.
  Device device_ = why_no_device(GetParam()).empty() ? device_of(GetParam()) : Device::cpu();
};

#if defined KCC_TEST_ON_OPENCL
inline const auto devices = ::testing::Values(Backend::cpu, Backend::cuda, Backend::vulkan, Backend::opencl);
#elif defined KCC_TEST_ON_VULKAN
inline const auto devices = ::testing::Values(Backend::cpu, Backend::cuda, Backend::vulkan);
#else
inline const auto devices = ::testing::Values(Backend::cpu, Backend::cuda);
#endif

} // namespace kcc::testing

/// Skips a DeviceTest whose device has no code of the kernel.
#define KCC_SKIP_WITHOUT_CODE_OF(kernel)                                                                     \
  if (const std::string why = kcc::testing::why_no_code(device_, kernel); !why.empty())                      \
  GTEST_SKIP() << why

/// Skips a DeviceTest of what Vulkan devices refuse, with this text in the message.
#define KCC_SKIP_WHERE_VULKAN_REFUSES(statement, text)                                                       \
  if (GetParam() == kcc::Backend::vulkan && !IsSkipped()) {                                                  \
    const std::string why = kcc::testing::why_refused([&] { statement; });                                   \
    EXPECT_NE(why.find(text), std::string::npos) << why;                                                     \
    GTEST_SKIP() << why;                                                                                     \
  }

/// Skips a DeviceTest whose device refuses to launch a kernel with barriers that not all threads reach.
#define KCC_SKIP_WITHOUT_PARTIAL_BARRIERS(launch)                                                            \
  if (const std::string why = kcc::testing::why_refused([&] { launch; }); !why.empty()) {                    \
    EXPECT_NE(why.find("a barrier that some threads of a block may not reach"), std::string::npos) << why;   \
    EXPECT_EQ(device_.backend(), kcc::Backend::vulkan);                                                      \
    GTEST_SKIP() << why;                                                                                     \
  }

/// Skips a DeviceTest on Mesa's Vulkan driver for the processor.
#define KCC_SKIP_WHERE_EMULATED                                                                              \
  if (const std::string limits = kcc::testing::emulation_limits(device_); !limits.empty())                   \
  GTEST_SKIP() << limits

#define KCC_FOR_DEVICES(Suite, backends)                                                                     \
  INSTANTIATE_TEST_SUITE_P(Devices, Suite, backends,                                                         \
                           [](const auto &info) { return ::testing::PrintToString(info.param); })

#define KCC_FOR_EVERY_DEVICE(Suite) KCC_FOR_DEVICES(Suite, kcc::testing::devices)

#endif
