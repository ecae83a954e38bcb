// How much stack kernels may use, on every device, and how the CPU device reports their faults. A GPU is lost
// to the process after an invalid access, and returns an arbitrary number for a division by zero.
#include "devices.h"
#include "faults_kernels.h"

#include "../unit/runtime/expect_error.h"

#include <kcc/runtime.h>

#include <limits>
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
  stream_.launch(kernels::large_arrays, {{3}, {32}}, wrong);
  EXPECT_EQ(wrong.to_host(stream_), std::vector<unsigned>(96, 0));
}

class CpuFault : public testing::Test {
protected:
  const Device cpu_ = Device::cpu();
};

TEST_F(CpuFault, OfADivisionNamesKernelBlockAndThread) {
  for (const bool wait : {false, true}) {
    Stream stream(cpu_);
    Buffer<int> values(cpu_, std::vector<int>(64, 7));
    stream.launch(kernels::divide, {{4}, {16}}, values, 0, 37, wait);
    EXPECT_ERROR(stream.synchronize(), "faults::divide", "block (2, 0, 0), thread (5, 0, 0)",
                 "division of an integer by zero", "a GPU gives an arbitrary number");
  }
  Stream stream(cpu_);
  Buffer<int> values(cpu_, std::vector<int>(64, std::numeric_limits<int>::min()));
  stream.launch(kernels::divide, {{4}, {16}}, values, -1, 1, false);
  EXPECT_ERROR(stream.synchronize(), "block (0, 0, 0), thread (1, 0, 0)", "the lowest integer by -1");
}

TEST_F(CpuFault, OfAWildPointerNamesTheAddress) {
  {
    Stream stream(cpu_);
    stream.launch(kernels::write_to, {{4}, {16}}, nullptr, 20);
    EXPECT_ERROR(stream.synchronize(), "faults::write_to", "block (1, 0, 0), thread (4, 0, 0)",
                 "write to 0x0: a null pointer", "-fsanitize=address");
  }
  Stream stream(cpu_);
  stream.launch(kernels::write_to, {{4}, {16}}, reinterpret_cast<int *>(std::uintptr_t{0x12340000}), 20);
  EXPECT_ERROR(stream.synchronize(), "write to 0x12340000, where there is no memory");
}

TEST_F(CpuFault, OfADeepRecursionIsAStackOverflow) {
  Buffer<unsigned> result(cpu_, 1);
  {
    Stream stream(cpu_);
    stream.launch(kernels::recurse, {{1}, {1}}, result, 1000);
    EXPECT_EQ(result.to_host(stream).front(), 1000u);
  }
  Stream stream(cpu_);
  stream.launch(kernels::recurse, {{1}, {1}}, result, 10'000'000);
  EXPECT_ERROR(stream.synchronize(), "faults::recurse", "stack overflow");
}

} // namespace
