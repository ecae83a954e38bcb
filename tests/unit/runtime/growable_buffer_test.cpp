// Buffers that grow in place, on the CPU device and with the fake driver.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include <cstddef>
#include <numeric>
#include <vector>

namespace {

using kcc::Device;
using kcc::GrowableBuffer;
using kcc::Stream;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

class GrowableBuffers : public OnBothBackends {
protected:
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(GrowableBuffers);

TEST_P(GrowableBuffers, GrowInPlace) {
  GrowableBuffer<int> numbers(device_, std::size_t{1} << 30);
  EXPECT_EQ(numbers.max_size(), std::size_t{1} << 30);
  EXPECT_EQ(numbers.capacity(), 0u);
  EXPECT_TRUE(numbers.empty());
  std::vector<int> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  numbers.resize(1000);
  const int *const data = numbers.data();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 256, 0u);
  kcc::copy(stream_, numbers, expected);
  numbers.resize(mebibyte);
  kcc::fill(stream_, numbers.view().last(mebibyte - 1000), 7);
  expected.resize(mebibyte, 7);
  EXPECT_EQ(numbers.data(), data);
  EXPECT_EQ(numbers.to_host(stream_), expected);
  EXPECT_GE(numbers.capacity(), mebibyte);
  numbers.resize(10);
  EXPECT_EQ(numbers.bytes(), 40u);
  EXPECT_GE(numbers.capacity(), mebibyte);
  numbers.resize(mebibyte);
  EXPECT_EQ(numbers.to_host(stream_), expected);
}

TEST_P(GrowableBuffers, ReturnMemoryInWholePieces) {
  GrowableBuffer<std::byte> bytes(device_, 1000 * mebibyte);
  bytes.reserve(200 * mebibyte);
  EXPECT_EQ(bytes.size(), 0u);
  EXPECT_EQ(bytes.capacity(), 200 * mebibyte);
  bytes.resize(65 * mebibyte);
  kcc::fill(stream_, bytes, std::byte{5});
  bytes.shrink_to_fit();
  EXPECT_EQ(bytes.capacity(), 128 * mebibyte);
  bytes.shrink_to_fit();
  EXPECT_EQ(bytes.to_host(stream_), std::vector<std::byte>(65 * mebibyte, std::byte{5}));
  bytes.resize(0);
  bytes.shrink_to_fit();
  EXPECT_EQ(bytes.capacity(), 0u);
  bytes.resize(1);
  kcc::fill(stream_, bytes, std::byte{6});
  EXPECT_EQ(bytes.to_host(stream_), std::vector<std::byte>{std::byte{6}});
}

TEST_P(GrowableBuffers, HaveAMaximum) {
  GrowableBuffer<double> numbers(device_, 1000);
  numbers.resize(1000);
  EXPECT_EQ(numbers.capacity(), 1000u);
  EXPECT_ERROR(numbers.resize(1001), "growing a buffer of ",
               "1001 elements, but addresses are reserved for 1000", "with a greater max_size");
  EXPECT_ERROR(numbers.reserve(SIZE_MAX), "18446744073709551615 elements");
  EXPECT_EQ(numbers.size(), 1000u);
  GrowableBuffer<double> none(device_, 0);
  EXPECT_EQ(none.data(), nullptr);
  none.resize(0);
  EXPECT_ERROR(none.resize(1), "addresses are reserved for 0");
  EXPECT_ERROR(GrowableBuffer<double>(device_, SIZE_MAX / 2), "reserving addresses for a growable buffer of ",
               "more than fit in the address space");
  EXPECT_ERROR(GrowableBuffer<std::byte>(device_, SIZE_MAX), "more than fit in the address space");
  EXPECT_ERROR(GrowableBuffer<std::byte>(device_, SIZE_MAX / 2), "reserving addresses");
}

TEST_P(GrowableBuffers, AreArgumentsOfLaunches) {
  GrowableBuffer<float> numbers(device_, 1000);
  numbers.resize(4);
  kcc::fill(stream_, numbers, 1.5f);
  const GrowableBuffer<float> &read_only = numbers;
  stream_.launch(test_image::add, kcc::cover(4, 4), numbers, read_only, numbers.view());
  const kcc::BufferView<const float> view = read_only;
  EXPECT_EQ(view.size(), 4u);
  const kcc::Module module = kcc::Module::load(device_, test_image::image);
  stream_.launch(module.kernel("test_image::add"), kcc::cover(4, 4), numbers, view, read_only);
  stream_.synchronize();
  if (GetParam() == kcc::Backend::cpu) { // the fake driver runs no kernels
    EXPECT_EQ(numbers.to_host(stream_), std::vector<float>(4, 6.0f));
  }
  Stream other(GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu());
  EXPECT_ERROR(other.launch(test_image::add, kcc::cover(4, 4), numbers, numbers, numbers),
               "argument 1 is a buffer of");
}

TEST_P(GrowableBuffers, Move) {
  GrowableBuffer<int> numbers(device_, 1000);
  numbers.resize(2);
  kcc::fill(stream_, numbers, 3);
  GrowableBuffer<int> moved = std::move(numbers);
  EXPECT_EQ(numbers.size(), 0u);
  EXPECT_EQ(numbers.max_size(), 0u);
  EXPECT_ERROR(numbers.resize(1), "addresses are reserved for 0");
  numbers = std::move(moved);
  numbers.resize(3);
  EXPECT_EQ(numbers.view().first(2).size(), 2u);
  EXPECT_EQ(numbers.to_host(stream_)[1], 3);
  numbers.allow_access_from(device_); // it has
  EXPECT_ERROR(numbers.allow_access_from(GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu()),
               "is not of the same kind");
}

TEST_F(CudaBackend, GivesOtherDevicesAccessToBuffersThatGrow) {
  GrowableBuffer<std::byte> bytes(gpu_, 1000 * mebibyte);
  const Device other = Device::cuda(2);
  bytes.resize(1);
  bytes.allow_access_from(other);
  bytes.allow_access_from(other);
  bytes.resize(100 * mebibyte);
  EXPECT_EQ(
      fake_.access,
      (std::vector<std::pair<int, std::size_t>>{
          {1, 2 * mebibyte}, {2, 2 * mebibyte}, {1, 64 * mebibyte}, {1, 34 * mebibyte}, {2, 98 * mebibyte}}));
  EXPECT_EQ(bytes.view(other).device(), other);
}

TEST_F(CudaBackend, GrowsWithoutWaiting) {
  GrowableBuffer<std::byte> bytes(gpu_, 1000 * mebibyte);
  fake_.calls.clear();
  bytes.resize(3 * mebibyte);
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{"cuCtxGetCurrent", "cuMemCreate", "cuMemMap",
                                                   "cuMemRelease", "cuCtxGetCurrent", "cuMemSetAccess"}));
  fake_.calls.clear();
  bytes.resize(4 * mebibyte);
  bytes.resize(1);
  EXPECT_TRUE(fake_.calls.empty());
  bytes.resize(0);
  bytes.shrink_to_fit();
  EXPECT_EQ(fake_.count("cuCtxSynchronize"), 1);
}

TEST_F(CudaBackend, KeepsABufferThatCannotGrow) {
  GrowableBuffer<std::byte> bytes(gpu_, 1000 * mebibyte);
  bytes.resize(1);
  bytes.allow_access_from(Device::cuda(2));
  for (const char *call : {"cuMemCreate", "cuMemMap", "cuMemSetAccess"}) {
    fake_.next_result[call] = 2;
    EXPECT_ERROR(bytes.resize(100 * mebibyte), "growing a buffer of device 1 (Fake H200) from 2097152 to ",
                 call);
    EXPECT_EQ(bytes.size(), 1u);
    EXPECT_EQ(bytes.capacity(), 2 * mebibyte);
  }
  bytes.resize(100 * mebibyte);
}

TEST_F(CudaBackend, SaysThatADeviceHasNoVirtualMemory) {
  fake_.has_virtual_memory = false;
  EXPECT_ERROR(GrowableBuffer<int>(gpu_, 1), "the device has no virtual memory management",
               "Use a kcc::Buffer of the greatest size");
}

TEST_F(CudaBackend, FreesVirtualMemoryAfterAReset) {
  Device gpu = Device::cuda(2);
  {
    GrowableBuffer<int> numbers(gpu, 1000);
    numbers.resize(1000);
    gpu.reset();
    numbers.resize(1);
    EXPECT_ERROR(numbers.shrink_to_fit(); numbers.resize(0);
                 numbers.shrink_to_fit(), "before the device was reset");
  }
  EXPECT_EQ(fake_.alive(), 0u);
}

} // namespace
