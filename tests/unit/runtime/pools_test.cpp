// Stream-ordered buffers and pools, on the CPU device and with the fake driver.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include "core/stream_state.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::MemoryPool;
using kcc::Stream;

class Pools : public OnBothBackends {
protected:
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(Pools);

TEST_P(Pools, GiveBuffersInStreamOrder) {
  Buffer<int> a(stream_, 4), none(stream_, 0);
  Buffer b(stream_, std::vector<int>{1, 2, 3, 4});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0u);
  EXPECT_EQ(none.data(), nullptr);
  kcc::copy(stream_, a, b);
  EXPECT_EQ(a.to_host(stream_), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(b.to_host(), (std::vector<int>{1, 2, 3, 4}));
  Buffer<int> moved = std::move(a);
  a = std::move(b);
  b = Buffer<int>(device_, 4);
  EXPECT_EQ(moved.to_host(stream_), a.to_host(stream_));
}

TEST_P(Pools, GiveBuffersThatOutliveStreamsAndPools) {
  std::optional<Stream> stream(std::in_place, device_);
  std::optional<MemoryPool> pool(std::in_place, device_);
  Buffer<int> ordered(*stream, std::vector<int>{1, 2}), of_pool(*stream, *pool, 2);
  {
    Stream moved = std::move(*stream);
    stream.reset();
    kcc::copy(moved, of_pool, ordered);
    pool.reset();
  }
  EXPECT_EQ(of_pool.to_host(), (std::vector<int>{1, 2}));
}

TEST_P(Pools, CountAndLimit) {
  MemoryPool pool(device_, {.max_bytes = 1 << 20, .release_threshold = 1 << 19});
  EXPECT_EQ(pool.release_threshold(), 1u << 19);
  EXPECT_EQ(pool.device(), device_);
  {
    Buffer<std::byte> a(stream_, pool, 1 << 18), b(stream_, pool, 1 << 18);
    EXPECT_EQ(pool.statistics().used, 1u << 19);
    EXPECT_GE(pool.statistics().reserved, 1u << 19);
    EXPECT_ERROR(Buffer<std::byte>(stream_, pool, (1 << 19) + 1), "allocating 524289 bytes on ",
                 "from a pool");
  }
  stream_.synchronize();
  EXPECT_EQ(pool.statistics().used, 0u);
  EXPECT_EQ(pool.statistics().used_high, 1u << 19);
  pool.set_release_threshold(0);
  pool.trim();
  EXPECT_EQ(pool.statistics().reserved, 0u);
  pool.reset_high_marks();
  EXPECT_EQ(pool.statistics().used_high, 0u);
  const MemoryPool moved = std::move(pool);
  EXPECT_EQ(moved.release_threshold(), 0u);
  pool = MemoryPool(device_);
  EXPECT_EQ(pool.release_threshold(), 0u);
  (void)MemoryPool::default_of(device_).statistics();
  pool.allow_access_from(device_);
}

TEST_P(Pools, AreOfOneDevice) {
  const MemoryPool other(Device::cuda(2));
  EXPECT_ERROR(Buffer<int>(stream_, other, 4), "the pool is of device 2 (Fake H200)",
               "of the stream's device");
  Stream others(Device::cuda(2));
  Buffer<int> buffer(stream_, 4);
  EXPECT_ERROR(buffer.free_in(others), "freeing a buffer of ", "the stream is of device 2");
  const Device unlike = GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu();
  EXPECT_ERROR(MemoryPool::default_of(device_).allow_access_from(unlike), "is not of the same kind");
}

TEST_P(Pools, FreeInTheOrderOfAnotherStream) {
  Stream other(device_);
  Buffer<int> ordered(stream_, 4), plain(device_, 4);
  ordered.free_in(other);
  plain.free_in(other);
  EXPECT_EQ(ordered.size(), 0u);
  EXPECT_EQ(plain.data(), nullptr);
  other.synchronize();
}

TEST_F(CudaBackend, FreesInTheStreamThatAllocated) {
  Stream stream(gpu_), other(gpu_);
  void *const handle = stream.state().handle();
  std::optional<Buffer<int>> buffer(std::in_place, stream, 4);
  fake_.calls.clear();
  buffer.reset();
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{"cuCtxGetCurrent", "cuMemFreeAsync"}));
  EXPECT_EQ(fake_.freed_in, handle);
  fake_.calls.clear();
  Buffer<int> again(stream, 4);
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{"cuCtxGetCurrent", "cuMemAllocAsync"}));
  again.free_in(other);
  EXPECT_EQ(fake_.freed_in, other.state().handle());
}

class FailedStream : public testing::Test {
protected:
  Device cpu_ = Device::cpu();
};

TEST_F(FailedStream, ReturnsItsMemoryToThePool) {
  MemoryPool pool(cpu_, {.release_threshold = 1 << 20});
  {
    Stream stream(cpu_);
    Buffer<int> buffer(stream, pool, 1000);
    stream.launch(test_image::trap, kcc::cover(1, 1), 0u);
    EXPECT_ERROR(stream.synchronize(), "trapped");
    EXPECT_ERROR(Buffer<int>(stream, pool, 1), "trapped");
    EXPECT_GT(pool.statistics().used, 0u);
  } // freed by a queue that skips its work
  cpu_.synchronize();
  EXPECT_EQ(pool.statistics().used, 0u);
}

TEST(CpuPools, KeepMemoryUntilTheQueueGetsThere) {
  const Device cpu = Device::cpu();
  MemoryPool pool(cpu, {.release_threshold = 1 << 20});
  Stream first(cpu), second(cpu);
  Buffer<int> result(cpu, 1000);
  for (int round = 0; round < 100; ++round) {
    Buffer<int> a(first, pool, 1000);
    kcc::fill(first, a, round);
    kcc::copy(first, result, a);
    a.free_in(first);
    Buffer<int> b(second, pool, 1000); // perhaps the same memory, but not before the copy
    kcc::fill(second, b, -1);
    ASSERT_EQ(result.to_host(first), std::vector<int>(1000, round));
  }
}

} // namespace
