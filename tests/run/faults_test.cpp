// How much stack kernels may use, on every device, and how the CPU device reports their faults. A GPU is lost
// to the process after an invalid access, and returns an arbitrary number for a division by zero.
#include "devices.h"
#include "faults_O0.h"
#include "faults_O3.h"
#include "faults_kernels.h"

#include "../unit/runtime/expect_error.h"

#include <kcc/runtime.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Stream;
namespace kernels = faults_kernels::faults;

class LocalMemory : public kcc::testing::DeviceTest {
protected:
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(LocalMemory);

TEST_P(LocalMemory, HoldsLargeArraysAcrossABarrier) {
  Buffer<unsigned> wrong(device_, 96);
  stream_.launch(kernels::large_arrays, {kcc::Blocks(3), kcc::Threads(32)}, wrong);
  EXPECT_EQ(wrong.to_host(stream_), std::vector<unsigned>(96, 0));
}

class CpuFault : public testing::Test {
protected:
  const Device cpu_ = Device::cpu();
};

/// How an error names thread x of a row: exactly if the threads run one after another, as they do in the
/// tests with KCC_CPU_LANES=1. Otherwise it may name all threads that run side by side.
std::string thread(unsigned x) {
  const char *lanes = std::getenv("KCC_CPU_LANES");
  return lanes != nullptr && std::string_view(lanes) == "1" ? "thread (" + std::to_string(x) + ", 0, 0)" : "";
}

TEST_F(CpuFault, OfADivisionNamesKernelBlockAndThread) {
  for (const bool wait : {false, true}) {
    Stream stream(cpu_);
    Buffer<int> values(cpu_, std::vector<int>(64, 7));
    stream.launch(kernels::divide, {kcc::Blocks(4), kcc::Threads(16)}, values, 0, 37, wait);
    EXPECT_ERROR(stream.synchronize(), "faults::divide", "block (2, 0, 0), " + thread(5),
                 "division of an integer by zero", "a GPU gives an arbitrary number");
  }
  Stream stream(cpu_);
  Buffer<int> values(cpu_, std::vector<int>(64, std::numeric_limits<int>::min()));
  stream.launch(kernels::divide, {kcc::Blocks(4), kcc::Threads(16)}, values, -1, 1, false);
  EXPECT_ERROR(stream.synchronize(), "block (0, 0, 0), " + thread(1), "the lowest integer by -1");
}

TEST_F(CpuFault, OfAWildPointerNamesTheAddress) {
  {
    Stream stream(cpu_);
    stream.launch(kernels::write_to, {kcc::Blocks(4), kcc::Threads(16)}, nullptr, 20);
    EXPECT_ERROR(stream.synchronize(), "faults::write_to", "block (1, 0, 0), " + thread(4),
                 "write to 0x0: a null pointer", "-fsanitize=address");
  }
  Stream stream(cpu_);
  stream.launch(kernels::write_to, {kcc::Blocks(4), kcc::Threads(16)},
                reinterpret_cast<int *>(std::uintptr_t{0x12340000}), 20);
  EXPECT_ERROR(stream.synchronize(), "write to 0x12340000, where there is no memory");
}

/// The text of the error that the launch leaves.
template <class Kernel, class... A>
std::string error_of_launch(const Device &device, const Kernel &kernel, A &&...arguments) {
  Stream stream(device);
  stream.launch(kernel, {kcc::Blocks(4), kcc::Threads(16)}, std::forward<A>(arguments)...);
  try {
    stream.synchronize();
  } catch (const kcc::Error &error) {
    return error.what();
  }
  return "no error";
}

TEST_F(CpuFault, NamesTheSourceLineIfCompiledWithIt) {
  Buffer<int> values(cpu_, std::vector<int>(64, 7));
  Buffer<unsigned> result(cpu_, 64);
  const auto expect_lines = [&](const auto &divide, const auto &write_to, const auto &recurse,
                                const auto &call) {
    for (const bool wait : {false, true})
      EXPECT_THAT(error_of_launch(cpu_, divide, values, 0, 37, wait),
                  testing::HasSubstr("faults.cpp:27. Hint: "));
    EXPECT_THAT(error_of_launch(cpu_, write_to, nullptr, 20), testing::HasSubstr("faults.cpp:32. Hint: "));
    EXPECT_THAT(error_of_launch(cpu_, recurse, result, 10'000'000),
                testing::ContainsRegex("faults.cpp:(35|36|37|38)"));
    EXPECT_THAT(error_of_launch(cpu_, call, values, 0),
                testing::ContainsRegex("call of 0x0.*faults.cpp:47. Hint: "));
  };
  namespace O0 = faults_O0::faults;
  namespace O3 = faults_O3::faults;
  expect_lines(O0::divide, O0::write_to, O0::recurse, O0::call);
  expect_lines(O3::divide, O3::write_to, O3::recurse, O3::call);
  const auto inlined = error_of_launch(cpu_, O3::divide_span, values, 0);
  EXPECT_THAT(inlined, testing::ContainsRegex("faults.cpp:51, inlined at [^ ]*faults.cpp:55. Hint: "));
  EXPECT_THAT(
      error_of_launch(cpu_, kernels::write_to, nullptr, 20),
      testing::HasSubstr("Compile the kernel with -g (add_gpu_kernel: DEBUG) to see the source line here"));
}

TEST_F(CpuFault, OfADeepRecursionIsAStackOverflow) {
  Buffer<unsigned> result(cpu_, 1);
  {
    Stream stream(cpu_);
    stream.launch(kernels::recurse, {kcc::Blocks(1), kcc::Threads(1)}, result, 1000);
    EXPECT_EQ(result.to_host(stream).front(), 1000u);
  }
  Stream stream(cpu_);
  stream.launch(kernels::recurse, {kcc::Blocks(1), kcc::Threads(1)}, result, 10'000'000);
  EXPECT_ERROR(stream.synchronize(), "faults::recurse", "stack overflow");
}

TEST_F(CpuFault, IsPrintedAtTheEndIfNobodyHasWaited) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Stream stream(Device::cpu());
        stream.launch(kernels::write_to, {kcc::Blocks(4), kcc::Threads(16)}, nullptr, 20);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "the program did not wait for it: launching kernel .faults::write_to.");
}

} // namespace
