// Page-locked, registered and managed memory, on the CPU device and with the fake driver.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include <algorithm>
#include <memory_resource>
#include <numeric>
#include <span>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::ManagedBuffer;
using kcc::MemoryResource;
using kcc::PinnedBuffer;
using kcc::RegisteredMemory;
using kcc::Stream;

class HostMemory : public OnBothBackends {
protected:
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(HostMemory);

TEST_P(HostMemory, PinnedBuffersAreRanges) {
  PinnedBuffer<int> numbers(device_, std::vector<int>{3, 1, 2});
  EXPECT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers.bytes(), 12u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64, 0u);
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(numbers[2], 3);
  const std::span<int> span = numbers;
  EXPECT_EQ(span.data(), numbers.data());
  PinnedBuffer<int> moved = std::move(numbers);
  EXPECT_TRUE(numbers.empty());
  numbers = std::move(moved);
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), 6);
  EXPECT_TRUE(PinnedBuffer<int>(device_, 0).empty());
  EXPECT_ERROR(PinnedBuffer<int>(device_, SIZE_MAX / 2), "allocating page-locked memory for ",
               "more than fit in the address space");
}

TEST_P(HostMemory, CopiesFromAndToPinnedMemory) {
  PinnedBuffer<int> numbers(device_, std::vector<int>{1, 2, 3});
  Buffer<int> buffer(device_, 3);
  kcc::copy(stream_, buffer, numbers);
  kcc::copy(stream_, std::span(numbers).first(2), buffer.view().last(2));
  stream_.synchronize();
  EXPECT_EQ(numbers[0], 2);
  EXPECT_EQ(numbers[1], 3);
}

TEST_P(HostMemory, HasAddressesInKernels) {
  PinnedBuffer<float> mapped(device_, 4);
  EXPECT_EQ(mapped.device_view(device_).data(), mapped.device_data());
  PinnedBuffer<float> other(device_, 4, {.mapped = false});
  EXPECT_ERROR((void)other.device_data(), "the memory is not mapped", "option `mapped`");
  EXPECT_ERROR(stream_.launch(test_image::add, kcc::cover(4, 4), other, mapped, mapped), "not mapped");
  stream_.launch(test_image::add, kcc::cover(4, 4), mapped, mapped, mapped);
  const kcc::Module module = kcc::Module::load(device_, test_image::image);
  ManagedBuffer<float> managed(device_, 4);
  stream_.launch(module.kernel("test_image::add"), kcc::cover(4, 4), managed, std::as_const(mapped), mapped);
  EXPECT_ERROR(stream_.launch(module.kernel("test_image::add"), kcc::cover(4, 4), std::as_const(managed),
                              mapped, mapped),
               "argument 1 (`sum`) is read-only");
  stream_.synchronize();
}

TEST_P(HostMemory, RegistersWhatTheProgramHas) {
  std::vector<int> numbers{1, 2, 3};
  Buffer<int> buffer(device_, 3);
  {
    RegisteredMemory registered(device_, numbers), moved = std::move(registered);
    EXPECT_EQ(moved.data(), numbers.data());
    EXPECT_EQ(moved.bytes(), 12u);
    EXPECT_ERROR(RegisteredMemory(device_, numbers), "locking the pages of host memory for ");
    EXPECT_EQ(moved.device_view(device_, std::span(numbers).last(2)).size(), 2u);
    EXPECT_ERROR((void)moved.device_view(device_, std::span(numbers.data() + 2, 2)),
                 "not inside the registered memory");
    kcc::copy(stream_, buffer, numbers);
    stream_.synchronize();
  }
  const RegisteredMemory again(device_, numbers);
  EXPECT_EQ(RegisteredMemory(device_, nullptr, 0).data(), nullptr);
  EXPECT_EQ(buffer.to_host(), numbers);
}

TEST_P(HostMemory, AllocatesForContainers) {
  std::vector<float, kcc::pinned_allocator<float>> numbers(3, 1.5f, device_);
  numbers.push_back(2.5f);
  Buffer<float> buffer(device_, 4);
  kcc::copy(stream_, buffer, numbers);
  EXPECT_EQ(buffer.to_host(stream_), (std::vector<float>{1.5f, 1.5f, 1.5f, 2.5f}));
  EXPECT_EQ(kcc::pinned_allocator<int>(numbers.get_allocator()), kcc::pinned_allocator<int>(device_));
}

TEST_P(HostMemory, IsAMemoryResource) {
  for (const auto kind :
       {MemoryResource::Kind::device, MemoryResource::Kind::pinned, MemoryResource::Kind::managed}) {
    MemoryResource resource(device_, kind);
    void *const memory = resource.allocate(1000, 256);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 256, 0u);
    resource.deallocate(memory, 1000, 256);
    EXPECT_ERROR((void)resource.allocate(1, 512), "an alignment of 512 bytes is not possible");
    EXPECT_EQ(resource, MemoryResource(device_, kind));
    EXPECT_NE(resource, *std::pmr::new_delete_resource());
  }
  MemoryResource managed(device_, MemoryResource::Kind::managed);
  std::pmr::vector<int> numbers({1, 2, 3}, &managed);
  EXPECT_EQ(numbers[2], 3);
}

TEST_P(HostMemory, IsManaged) {
  ManagedBuffer<int> numbers(device_, std::vector<int>{1, 2, 3});
  numbers.set_read_mostly();
  numbers.set_preferred_location(device_);
  numbers.set_accessed_by(device_);
  numbers.set_accessed_by_host(false);
  numbers.clear_preferred_location();
  numbers.prefetch(stream_);
  kcc::fill(stream_, numbers.view().first(1), 7);
  numbers.prefetch_to_host(stream_);
  stream_.synchronize();
  EXPECT_EQ(numbers[0], 7);
  EXPECT_EQ(numbers[2], 3);
  ManagedBuffer<int> moved = std::move(numbers);
  EXPECT_TRUE(numbers.empty());
  numbers.set_read_mostly(); // nothing to advise on
  Stream other(GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu());
  EXPECT_ERROR(moved.prefetch(other), "prefetching managed memory on ", "a device of the same kind");
  EXPECT_ERROR(moved.set_accessed_by(other.device()), "advising on managed memory", "of the same kind");
}

TEST_F(CudaBackend, AdvisesTheDriver) {
  ManagedBuffer<int> numbers(gpu_, 4);
  Stream stream(gpu_), other(Device::cuda(2));
  fake_.advice.clear();
  numbers.set_read_mostly();
  numbers.set_read_mostly(false);
  numbers.set_preferred_location(Device::cuda(2));
  numbers.set_preferred_location_host();
  numbers.clear_preferred_location();
  numbers.set_accessed_by(gpu_);
  numbers.set_accessed_by_host(false);
  EXPECT_EQ(fake_.advice, (std::vector<std::pair<unsigned, int>>{
                              {1, 1}, {2, 1}, {3, 2}, {3, -1}, {4, 1}, {5, 1}, {6, -1}}));
  numbers.prefetch(other);
  EXPECT_EQ(fake_.prefetched_to, 2);
  numbers.prefetch_to_host(stream);
  EXPECT_EQ(fake_.prefetched_to, -1);
}

TEST_F(CudaBackend, PinsForAllDevices) {
  PinnedBuffer<float> plain(gpu_, 4);
  EXPECT_EQ(fake_.pinned_flags, 3u); // portable, mapped
  PinnedBuffer<float> combined(gpu_, 4, {.write_combined = true, .mapped = false});
  EXPECT_EQ(fake_.pinned_flags, 5u);
  std::vector<int> numbers(4);
  const RegisteredMemory registered(gpu_, numbers, {.mapped = true, .read_only = true});
  EXPECT_EQ(fake_.pinned_flags, 1u | 2u | 8u);
  Stream other(Device::cuda(2));
  other.launch(test_image::add, kcc::cover(4, 4), plain, plain, plain);
  Stream cpu(Device::cpu());
  EXPECT_ERROR(cpu.launch(test_image::add, kcc::cover(4, 4), plain, plain, plain),
               "argument 1 is a buffer of device 1 (Fake H200)");
}

TEST_F(CudaBackend, FreesPinnedMemoryWithoutAnAddress) {
  const std::size_t before = fake_.pinned.size();
  fake_.next_result["cuMemHostGetDevicePointer"] = 1;
  EXPECT_ERROR(PinnedBuffer<int>(gpu_, 4), "allocating page-locked memory for device 1",
               "(cuMemHostGetDevicePointer)");
  std::vector<int> numbers(4);
  fake_.next_result["cuMemHostGetDevicePointer"] = 1;
  EXPECT_ERROR(RegisteredMemory(gpu_, numbers), "(cuMemHostGetDevicePointer)");
  EXPECT_EQ(fake_.pinned.size(), before);
}

} // namespace
