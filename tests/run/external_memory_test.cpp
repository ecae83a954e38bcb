// Memory and semaphores of other libraries: of the driver's other interface, of Vulkan, and of files.
#include "../../examples/18_external_memory/other_library.h"
#include "devices.h"
#include "host_memory_kernels.h"
#include "vulkan.h"

#include <kcc/runtime.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

using kcc::ExternalMemory;
using kcc::ExternalSemaphore;
using kcc::FileDescriptor;
using kcc::Stream;
namespace kernels = host_memory_kernels::host_memory;

std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

class External : public kcc::testing::DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    KCC_SKIP_WHERE_VULKAN_REFUSES(
        ExternalMemory(device_, FileDescriptor(other_library::export_memory(kcc::Device::cpu())), 4096),
        "takes nothing of other libraries");
  }
  void use(const ExternalMemory &memory) {
    const kcc::BufferView<unsigned> numbers = memory.view().as<unsigned>();
    kcc::fill(stream_, numbers, 1u);
    stream_.launch(kernels::add, kcc::cover(numbers.size(), 256), numbers, 4u);
    std::vector<unsigned> host(numbers.size());
    kcc::copy(stream_, host, numbers);
    EXPECT_EQ(host, std::vector<unsigned>(numbers.size(), 5u));
  }
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(External);

TEST_P(External, MemoryIsUsedByKernels) {
  FileDescriptor fd(other_library::export_memory(device_));
  FileDescriptor copy(dup(fd.get()));
  const ExternalMemory memory(device_, std::move(fd), other_library::memory_bytes);
  use(memory);
  const ExternalMemory again(device_, std::move(copy), other_library::memory_bytes); // the same
  std::vector<unsigned> host(again.bytes() / 4);
  kcc::copy(stream_, host, again.view().as<unsigned>());
  EXPECT_EQ(host, std::vector<unsigned>(host.size(), 5u));
}

TEST_P(External, DescriptorsAreClosedWhateverHappens) {
  {
    const ExternalMemory memory(device_, FileDescriptor(other_library::export_memory(device_)),
                                other_library::memory_bytes);
  }
  const std::ptrdiff_t before = open_files();
  const auto no_memory = [] {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    close(ends[1]);
    return FileDescriptor(ends[0]);
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(ExternalMemory(device_, no_memory(), 4096), kcc::Error);
    EXPECT_THROW(ExternalSemaphore(device_, no_memory()), kcc::Error);
    EXPECT_THROW(ExternalSemaphore(device_, no_memory(), kcc::ExternalSemaphoreKind::timeline), kcc::Error);
    EXPECT_THROW(ExternalMemory(device_, FileDescriptor(other_library::export_memory(device_)),
                                2 * other_library::memory_bytes),
                 kcc::Error);
    const ExternalMemory memory(device_, FileDescriptor(other_library::export_memory(device_)),
                                other_library::memory_bytes);
  }
  EXPECT_EQ(open_files(), before);
}

class VulkanTest : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string &why = kcc::testing::why_no_device(kcc::Backend::cuda); !why.empty())
      GTEST_SKIP() << why;
    try {
      vulkan_ = std::make_unique<vulkan::Gpu>();
    } catch (const std::exception &error) {
      GTEST_SKIP() << "no Vulkan: " << error.what();
    }
    stream_.emplace(kcc::Device::cuda());
    // Now: loading waits for the device, which would wait for a signal that comes later.
    kcc::load(stream_->device(), kernels::add, kernels::take_time);
  }
  std::unique_ptr<vulkan::Gpu> vulkan_;
  std::optional<Stream> stream_; // of the first GPU of CUDA, which is the only one
};

TEST_F(VulkanTest, SharesATimelineSemaphore) {
  ExternalSemaphore semaphore(stream_->device(), FileDescriptor(vulkan_->export_semaphore(true)),
                              kcc::ExternalSemaphoreKind::timeline);
  kcc::Buffer<unsigned> numbers(stream_->device(), std::vector<unsigned>(1000, 1u));
  for (unsigned step = 0; step < 3; ++step) {
    semaphore.wait(*stream_, 2 * step + 1);
    stream_->launch(kernels::add, kcc::cover(1000, 256), numbers, 1u);
    semaphore.signal(*stream_, 2 * step + 2);
    EXPECT_FALSE(stream_->is_done());
    vulkan_->signal(2 * step + 1);
    vulkan_->wait(2 * step + 2);
  }
  EXPECT_EQ(numbers.to_host(*stream_), std::vector<unsigned>(1000, 4u));
}

TEST_F(VulkanTest, SharesABinarySemaphore) {
  ExternalSemaphore semaphore(stream_->device(), FileDescriptor(vulkan_->export_semaphore(false)));
  Stream other(stream_->device());
  kcc::Buffer<unsigned> numbers(stream_->device(), std::vector<unsigned>(1000, 1u));
  stream_->launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{200'000'000});
  stream_->launch(kernels::add, kcc::cover(1000, 256), numbers, 1u);
  semaphore.signal(*stream_);
  semaphore.wait(other);
  EXPECT_EQ(numbers.to_host(other), std::vector<unsigned>(1000, 2u));
}

TEST_F(VulkanTest, SharesMemory) {
  constexpr std::size_t bytes = std::size_t{1} << 20;
  const ExternalMemory memory(stream_->device(), FileDescriptor(vulkan_->export_memory(bytes)), bytes);
  const kcc::BufferView<unsigned> numbers = memory.view().as<unsigned>();
  kcc::fill(*stream_, numbers, 1u);
  stream_->launch(kernels::add, kcc::cover(numbers.size(), 256), numbers, 4u);
  std::vector<unsigned> host(numbers.size());
  kcc::copy(*stream_, host, numbers);
  EXPECT_EQ(host, std::vector<unsigned>(numbers.size(), 5u));
}

} // namespace
