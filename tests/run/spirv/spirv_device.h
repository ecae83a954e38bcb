// Tests of the backends whose code is SPIR-V, which run once through Vulkan and once through OpenCL. Their
// kernels are not compiled by kcc: they are written in GLSL and in SPIR-V's text form, and other programs
// make SPIR-V of them. Without such a program or such a device, the tests are skipped.
#ifndef KCC_TESTS_RUN_SPIRV_SPIRV_DEVICE_H
#define KCC_TESTS_RUN_SPIRV_SPIRV_DEVICE_H

#include "../devices.h"
#include "temporary_folder.h"

#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace kcc::testing {

/// What differs between the backends.
struct SpirvBackend {
  const char *compiler;         ///< the program that makes SPIR-V
  const char *compiler_options; ///< in which NAME is the kernel's name, as it is in the sources
  const char *source_extension; ///< by which the program knows the language
  std::string (*source)(const std::string &kernel);

  const char *arch;   ///< the device's, as a regular expression
  const char *driver; ///< likewise
  const char *target; ///< kcc's option for such code
  const char *lister; ///< the program that lists the devices
};

extern const SpirvBackend vulkan_backend, opencl_backend;

/// The kernels have the parameters `std::span<int> to, std::span<const int> from, int number`:
///
/// * `add`: to[i] = from[i] + number
/// * `add_pushed`: the same, with parameters that are passed with the launch, not in memory
/// * `add_variable`: to[i] = from[i] + a variable, which is 42 at first; another one has its address
/// * `fail`: fails in thread `number`
/// * `fail_with_record`: the same, and says in which thread and block
/// * `print`: prints "hello", in one thread
/// * `reverse`: reverses the elements of each block, in dynamic shared memory
/// * `add_64_bits`: adds 1 to an integer of 64 bits in each thread; for Vulkan only
class SpirvDevice : public DeviceTest {
protected:
  void SetUp() override;

  const SpirvBackend &backend() const {
    return GetParam() == Backend::vulkan ? vulkan_backend : opencl_backend;
  }
  /// The SPIR-V of a kernel, with the notes (abi/spirv_notes.h) that it needs and these.
  std::vector<std::byte> compile(const std::string &kernel, const std::vector<std::string> &notes = {});
  /// The module `test.spv`, which has this kernel.
  Module load(const std::string &kernel, const std::vector<std::string> &notes = {});
  /// What the backend's compiler makes of a source.
  std::vector<std::byte> compile_source(const std::string &kernel, const std::string &source,
                                        const std::string &options);

  TemporaryFolder folder_;
};

inline std::vector<int> numbers(std::size_t count, int first = 0) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// The message of the Error that the work throws; empty if it throws none.
template <class Work> std::string refused(Work &&work) {
  try {
    work();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

} // namespace kcc::testing

#define KCC_FOR_EVERY_SPIRV_DEVICE(Suite)                                                                    \
  KCC_FOR_DEVICES(Suite, ::testing::Values(kcc::Backend::vulkan, kcc::Backend::opencl))

#endif
