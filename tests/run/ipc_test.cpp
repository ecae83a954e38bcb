// Memory and events of two processes: the test starts this program again, which runs DISABLED_OtherProcess.
#include "../../examples/17_processes/channel.h"
#include "devices.h"
#include "host_memory_kernels.h"

#include <kcc/runtime.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using kcc::Device;
using kcc::IpcBuffer;
using kcc::IpcEvent;
using kcc::Stream;
namespace kernels = host_memory_kernels::host_memory;

constexpr std::size_t count = 3'000'000;

class Ipc : public kcc::testing::DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    KCC_SKIP_WHERE_VULKAN_REFUSES(IpcBuffer<unsigned>(device_, count), "has no memory of other processes");
  }
  channel::Child start_other() const {
    std::vector<std::string> texts{"test", "--gtest_also_run_disabled_tests",
                                   device_.backend() == kcc::Backend::cuda
                                       ? "--gtest_filter=DISABLED_OtherProcess.UsesGpu"
                                       : "--gtest_filter=DISABLED_OtherProcess.UsesCpu"};
    std::vector<char *> arguments;
    for (std::string &text : texts)
      arguments.push_back(text.data());
    arguments.push_back(nullptr);
    const channel::Child child = channel::start_child(arguments.data());
    (void)channel::receive<char>(child.socket); // it has started
    return child;
  }
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Ipc);

TEST_P(Ipc, TwoProcessesUseOneMemory) {
  const channel::Child other = start_other();
  IpcBuffer<unsigned> numbers(device_, count);
  kcc::fill(stream_, numbers, 5u);
  const bool has_events = device_.backend() == kcc::Backend::cuda;
  if (has_events) { // the other process must see what is behind the long kernel
    IpcEvent written(device_);
    stream_.launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{500'000'000});
    stream_.launch(kernels::add, kcc::cover(count, 256), numbers, 1u);
    stream_.record(written);
    EXPECT_FALSE(written.is_done());
    channel::send(other.socket, numbers.handle());
    channel::send(other.socket, written.handle());
    const IpcEvent added(device_, channel::receive<kcc::IpcEventHandle>(other.socket));
    stream_.wait(added);
    EXPECT_EQ(numbers.to_host(stream_), std::vector<unsigned>(count, 16u));
    EXPECT_TRUE(added.is_done());
    channel::send(other.socket, 'x');
  } else {
    stream_.launch(kernels::add, kcc::cover(count, 256), numbers, 1u);
    stream_.synchronize();
    channel::send(other.socket, numbers.handle());
    (void)channel::receive<char>(other.socket);
    EXPECT_EQ(numbers.to_host(stream_), std::vector<unsigned>(count, 16u));
  }
  EXPECT_EQ(channel::wait_for(other), 0);
}

TEST_P(Ipc, OpeningInTheSameProcessIsAnError) {
  const IpcBuffer<unsigned> numbers(device_, 1);
  try {
    const IpcBuffer<unsigned> opened(device_, numbers.handle());
    FAIL() << "opened";
  } catch (const kcc::Error &error) {
    EXPECT_NE(std::string(error.what()).find("the handle is of this process"), std::string::npos);
  }
}

void use_memory(const Device &device, bool has_events) {
  const int socket = channel::to_parent();
  ASSERT_GE(socket, 0) << "only for the test Ipc.TwoProcessesUseOneMemory";
  Stream stream(device);
  stream.launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{1}); // loads the kernels
  stream.synchronize();
  channel::send(socket, 'x');
  const auto handle = channel::receive<kcc::IpcMemoryHandle>(socket);
  EXPECT_THROW(IpcBuffer<float>(device, handle), kcc::Error);
  IpcBuffer<unsigned> numbers(device, handle);
  ASSERT_EQ(numbers.size(), count);
  if (has_events) {
    const IpcEvent written(device, channel::receive<kcc::IpcEventHandle>(socket));
    stream.wait(written);
  }
  EXPECT_EQ(numbers.to_host(stream), std::vector<unsigned>(count, 6u));
  if (has_events)
    stream.launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{500'000'000});
  stream.launch(kernels::add, kcc::cover(count, 256), numbers, 10u);
  if (has_events) {
    IpcEvent added(device);
    stream.record(added);
    EXPECT_FALSE(added.is_done());
    channel::send(socket, added.handle());
    (void)channel::receive<char>(socket);
  } else {
    stream.synchronize();
    channel::send(socket, 'x');
  }
}

TEST(DISABLED_OtherProcess, UsesGpu) {
  use_memory(Device::cuda(), true);
}
TEST(DISABLED_OtherProcess, UsesCpu) {
  use_memory(Device::cpu(), false);
}

} // namespace
