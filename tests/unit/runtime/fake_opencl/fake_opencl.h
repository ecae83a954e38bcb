// An OpenCL library for tests: a libOpenCL.so.1 whose devices keep memory on the host, which records what it
// is told and fails on demand. It runs no kernels, but calls a function of the test instead.
#ifndef KCC_TESTS_FAKE_OPENCL_H
#define KCC_TESTS_FAKE_OPENCL_H

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fake_opencl {

/// A device that the library lists; the numbers are OpenCL's.
struct Device {
  const char *name, *version, *il_version;
  std::uint64_t type, svm;
  std::uint32_t vendor, address_bits;
  std::vector<std::size_t> sub_group_sizes;
  const char *extensions;
};

/// By their ordinals in kcc.
enum Ordinal { fine_grained, coarse_grained, without_spirv, old, narrow, without_svm, processor };

inline const std::vector<Device> devices{
    {"Fake fine", "OpenCL 3.0 fake", "SPIR-V_1.2", 4, 3, 0x8086, 64, {16, 32}, "cl_khr_priority_hints"},
    {"Fake coarse", "OpenCL 2.1 fake", "SPIR-V_1.2", 4, 1, 0x8086, 64, {}, ""},
    {"Fake without SPIR-V", "OpenCL 3.0 fake", "", 4, 1, 0x10de, 64, {}, ""},
    {"Fake old", "OpenCL 2.0 fake", "SPIR-V_1.0", 4, 1, 0x1002, 64, {}, "cl_khr_il_program"},
    {"Fake narrow", "OpenCL 2.1 fake", "SPIR-V_1.2", 4, 1, 0x1002, 32, {}, ""},
    {"Fake without SVM", "OpenCL 3.0 fake", "SPIR-V_1.2", 4, 0, 0x1002, 64, {}, ""},
    {"Fake processor", "OpenCL 3.0 fake", "SPIR-V_1.2", 2, 7, 0x1022, 64, {32}, ""},
};
/// The second platform begins with this one; a third one has no devices.
inline constexpr std::size_t first_of_second_platform = 3;

/// What a kernel was launched with.
struct Launch {
  std::string kernel;
  std::array<std::size_t, 3> threads, block;
  std::map<std::uint32_t, std::vector<std::byte>> arguments;
  std::size_t shared_bytes;   ///< of the argument without a value
  std::vector<void *> memory; ///< that the kernel was told it may reach

  std::uint64_t word(std::uint32_t argument) const;
};

struct State {
  std::recursive_mutex mutex;
  std::condition_variable_any changed;
  std::function<void(const Launch &)> run_kernel; ///< empty: nothing happens
  std::optional<std::size_t>
      fail_call; ///< so many calls succeed before the next one fails; reset by that one
  int fail_with = -5;
  std::string failed_call;                  ///< the name of the function that has failed
  std::optional<int> build_result;          ///< of the next builds
  std::map<void *, std::size_t> memory;     ///< by clSVMAlloc
  std::map<std::string, std::size_t> alive; ///< objects of each kind
  std::size_t wrong_calls = 0;              ///< with objects that are no more, or memory that is none
};

/// That of the library, which the test is linked with.
State &state();

} // namespace fake_opencl

#endif
