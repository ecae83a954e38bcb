// Priorities and flags, handles and tensors of other libraries, on every device. Real clients are in
// tests/clients.
#include "devices.h"
#include "interop_kernels.h"

#include "../unit/runtime/expect_error.h"

#include <kcc/dlpack.h>
#include <kcc/runtime.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Event;
using kcc::Stream;
namespace kernels = interop_kernels::interop;

using Numbers = std::vector<unsigned>;

class Interop : public kcc::testing::DeviceTest {
protected:
  static constexpr std::size_t count = 1 << 20;
  void add(Stream &stream, kcc::BufferView<unsigned> values, unsigned amount) {
    stream.launch(kernels::add, cover(count, 256), values, amount);
  }
  void SetUp() override {
    DeviceTest::SetUp();
    is_cuda_ = GetParam() == kcc::Backend::cuda;
  }
  bool is_cuda_ = false;
};
KCC_FOR_EVERY_DEVICE(Interop);

TEST_P(Interop, StreamsOfEveryPriorityWork) {
  const auto [least, greatest] = device_.stream_priorities();
  EXPECT_LE(greatest, least);
  for (int priority = greatest; priority <= least; ++priority) {
    Stream stream(device_, {.priority = priority, .synchronizes_with_default_stream = priority % 2 == 0});
    EXPECT_EQ(stream.options().priority, priority);
    if (is_cuda_) {
      EXPECT_EQ(Stream::adopt(device_, stream.native_handle()).options(), stream.options());
    }
    Buffer<unsigned> values(stream, count);
    kcc::fill(stream, values, 1u);
    add(stream, values, 2);
    EXPECT_EQ(values.to_host(stream), Numbers(count, 3));
  }
  EXPECT_ERROR(Stream(device_, {.priority = greatest - 1}), "no priority", "stream_priorities");
}

TEST_P(Interop, EventsWithoutTimingOrder) {
  Stream first(device_), second(device_);
  Buffer<unsigned> values(device_, count);
  const Event timed(device_);
  for (const bool blocking : {false, true}) {
    Event ready(device_, {.timing = false, .blocking_wait = blocking});
    for (unsigned i = 0; i < 10; ++i) {
      kcc::fill(first, values, i);
      add(first, values, 1);
      first.record(ready);
      second.wait(ready);
      add(second, values, 1);
      second.record(ready);
      ready.synchronize();
      first.wait(ready);
    }
    EXPECT_EQ(values.to_host(second), Numbers(count, 11));
    EXPECT_ERROR((void)Event::elapsed(ready, ready), "made without timing");
  }
}

TEST_P(Interop, BlockingLaunchesAreDoneWhenTheyReturn) {
  Stream stream(device_);
  Buffer<unsigned> values(device_, count);
  kcc::fill(stream, values, 0u);
  kcc::set_launch_blocking(true);
  add(stream, values, 1);
  EXPECT_TRUE(stream.is_done());
  kcc::set_launch_blocking(false);
}

TEST_P(Interop, ABufferGoesRoundAsATensor) {
  Stream stream(device_);
  Buffer<unsigned> values(stream, count);
  KCC_SKIP_WHERE_VULKAN_REFUSES(kcc::dlpack::to_dlpack(std::move(values), {1 << 10, 1 << 10}),
                                "kcc gives other libraries no memory of devices of this kind");
  const unsigned *const data = values.data();
  kcc::fill(stream, values, 5u);
  const kcc::dlpack::Tensor tensor(kcc::dlpack::to_dlpack(std::move(values), {1 << 10, 1 << 10}));
  EXPECT_EQ(tensor.device(), device_);
  const kcc::BufferView<unsigned> view = tensor.view<unsigned>();
  EXPECT_EQ(view.data(), data);
  add(stream, view, 2);
  Numbers host(count);
  kcc::copy(stream, host, view);
  EXPECT_EQ(host, Numbers(count, 7));
  EXPECT_EQ(tensor.pitched_view<unsigned>().extent(0), std::size_t{1} << 10);
}

TEST_P(Interop, TheDriversHandles) {
  Stream stream(device_);
  Event event(device_);
  EXPECT_EQ(stream.native_handle() != nullptr, is_cuda_);
  EXPECT_EQ(event.native_handle() != nullptr, is_cuda_);
  EXPECT_EQ(kcc::native_function(device_, kernels::add) != nullptr, is_cuda_);
  if (!is_cuda_) {
    EXPECT_ERROR(Stream::adopt(device_, nullptr), "no driver");
    return;
  }
  Buffer<unsigned> values(device_, count);
  EXPECT_EQ(kcc::adopt_memory(device_, values.data(), count).size(), count);
  for (void *native : {static_cast<void *>(nullptr), reinterpret_cast<void *>(2), stream.native_handle()}) {
    Stream adopted = Stream::adopt(device_, native);
    kcc::fill(adopted, values, 1u);
    add(adopted, values, 1);
    kcc::dlpack::hand_over(adopted, kcc::dlpack::consumer_stream(stream));
    add(stream, values, 1);
    EXPECT_EQ(values.to_host(stream), Numbers(count, 3));
  }
  Event adopted = Event::adopt(device_, event.native_handle());
  stream.record(adopted);
  event.synchronize();
  EXPECT_TRUE(event.is_done());
}

} // namespace
