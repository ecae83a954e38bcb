// Memory and events of several processes. Here one process plays both: it changes what says whose a handle
// is. tests/run/ipc_test.cpp has two.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include <cstring>
#include <type_traits>
#include <vector>

namespace {

using kcc::Device;
using kcc::IpcBuffer;
using kcc::IpcEvent;
using kcc::Stream;

template <class Handle> Handle of_another_process(Handle handle) {
  ++handle.process_salt;
  return handle;
}

class Ipc : public OnBothBackends {
protected:
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(Ipc);

TEST_P(Ipc, SharesMemory) {
  IpcBuffer<int> mine(device_, 1000);
  kcc::fill(stream_, mine, 7);
  stream_.synchronize();
  static_assert(std::is_trivially_copyable_v<kcc::IpcMemoryHandle>);
  std::vector<char> sent(sizeof(kcc::IpcMemoryHandle));
  const kcc::IpcMemoryHandle handle = of_another_process(mine.handle());
  std::memcpy(sent.data(), &handle, sizeof handle);
  kcc::IpcMemoryHandle received;
  std::memcpy(&received, sent.data(), sizeof received);
  IpcBuffer<int> theirs(device_, received);
  EXPECT_EQ(theirs.size(), 1000u);
  EXPECT_EQ(theirs.to_host(stream_), std::vector<int>(1000, 7));
  kcc::fill(stream_, theirs.view().first(1), 8);
  EXPECT_EQ(mine.to_host(stream_)[0], 8);
  IpcBuffer<int> moved = std::move(theirs);
  theirs = std::move(moved);
  const kcc::BufferView<const int> view = std::as_const(theirs);
  EXPECT_EQ(view.size(), 1000u);
  EXPECT_ERROR((void)theirs.handle(), "giving memory to another process on ", "has opened the memory");
  EXPECT_ERROR((void)moved.handle(), "was moved from");
}

TEST_P(Ipc, MemoryIsAnArgumentOfLaunches) {
  IpcBuffer<float> numbers(device_, 4);
  kcc::fill(stream_, numbers, 1.0f);
  stream_.launch(test_image::add, kcc::cover(4, 4), numbers, numbers, numbers);
  if (GetParam() == kcc::Backend::cpu) { // the fake driver runs no kernels
    EXPECT_EQ(numbers.to_host(stream_), std::vector<float>(4, 2.0f));
  }
}

TEST_P(Ipc, RefusesOtherHandles) {
  IpcBuffer<int> mine(device_, 4);
  const kcc::IpcMemoryHandle handle = of_another_process(mine.handle());
  EXPECT_ERROR(IpcBuffer<int>(device_, mine.handle()), "opening memory of another process on ",
               "the handle is of this process", "the object that handle() was called on");
  EXPECT_ERROR(IpcBuffer<float>(device_, handle),
               "its elements are of another type, of 4 bytes; this one is `f32`, of 4");
  EXPECT_ERROR(IpcBuffer<double>(device_, handle), "this one is `f64`, of 8");
  EXPECT_ERROR(IpcBuffer<int>(device_, kcc::IpcMemoryHandle{}), "the bytes are not such a handle");
  kcc::IpcMemoryHandle of_other_device = handle;
  of_other_device.device = {'G', 'P', 'U', '-', '7'};
  EXPECT_ERROR(IpcBuffer<int>(device_, of_other_device), "it is of the device GPU-7", "kcc::Device::by_uuid");
  EXPECT_ERROR(IpcBuffer<int>(device_, 0), "there are no elements");
  EXPECT_ERROR(IpcBuffer<int>(device_, SIZE_MAX / 2), "more than fit in the address space");
}

TEST(CpuIpc, NeedsTheMemoryToBeThere) {
  const Device cpu = Device::cpu();
  kcc::IpcMemoryHandle handle;
  {
    const IpcBuffer<int> gone(cpu, 4);
    handle = of_another_process(gone.handle());
  }
  EXPECT_ERROR(IpcBuffer<int>(cpu, handle), "opening /proc/", "must be alive, keep its buffer");
  const IpcBuffer<char> other(cpu, 4); // another file of the same number
  EXPECT_ERROR(IpcBuffer<int>(cpu, handle), "is another file: the memory was freed");
}

TEST(CpuIpc, HasAnEnd) {
  EXPECT_ERROR(IpcBuffer<int>(Device::cpu(), SIZE_MAX / 16),
               "allocating memory for several processes on the CPU device");
}

TEST(CpuIpc, HasNoEvents) {
  const Device cpu = Device::cpu();
  EXPECT_ERROR(IpcEvent event(cpu), "making an event for several processes on the CPU device",
               "belongs to its process", "tell the other process");
}

TEST_F(CudaBackend, SharesEventsWithOtherProcesses) {
  Stream stream(gpu_);
  IpcEvent mine(gpu_);
  IpcEvent theirs(gpu_, of_another_process(mine.handle()));
  stream.record(mine);
  fake_.calls.clear();
  stream.wait(theirs); // whether or not this process has recorded it
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 1);
  EXPECT_TRUE(theirs.is_done());
  theirs.synchronize();
  EXPECT_EQ(fake_.count("cuEventSynchronize"), 1);
  kcc::Event plain(gpu_);
  stream.record(plain);
  EXPECT_ERROR((void)kcc::Event::elapsed(plain, theirs), "made without timing",
               "record a kcc::Event beside an IpcEvent");
  EXPECT_ERROR((void)theirs.handle(), "has opened the event");
  EXPECT_ERROR(IpcEvent(gpu_, mine.handle()), "the handle is of this process");
  kcc::IpcEventHandle wrong;
  static_cast<kcc::detail::IpcHandle &>(wrong) = kcc::IpcBuffer<int>(gpu_, 1).handle();
  EXPECT_ERROR(IpcEvent(gpu_, wrong), "the bytes are not such a handle");
}

} // namespace
