// Buffers from pools, in stream order.
#include "devices.h"
#include "host_memory_kernels.h"

#include <kcc/runtime.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::MemoryPool;
using kcc::Stream;
namespace kernels = host_memory_kernels::host_memory;

class Pools : public kcc::testing::DeviceTest {
protected:
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Pools);

TEST_P(Pools, GiveAndTakeInStreamOrder) {
  Buffer<unsigned> result(device_, 1 << 16);
  kcc::fill(stream_, result, 0u);
  for (unsigned i = 0; i < 200; ++i) {
    Buffer<unsigned> temporary(stream_, result.size());
    kcc::copy(stream_, temporary, result);
    stream_.launch(kernels::add, kcc::cover(temporary.size(), 256), temporary, i);
    kcc::copy(stream_, result, temporary);
  }
  EXPECT_EQ(result.to_host(stream_), std::vector<unsigned>(result.size(), 200u * 199 / 2));
}

TEST_P(Pools, DoNotWait) {
  KCC_SKIP_WITHOUT_CODE_OF(kernels::take_time);
  stream_.synchronize();
  stream_.launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{50'000'000});
  {
    Buffer<unsigned> temporary(stream_, 1000);
    kcc::fill(stream_, temporary, 1u);
  }
  EXPECT_FALSE(stream_.is_done());
  stream_.synchronize();
}

TEST_P(Pools, GiveBuffersThatOutliveTheirStream) {
  KCC_SKIP_WHERE_VULKAN_REFUSES(MemoryPool{device_}, "has no memory pools");
  std::optional<Stream> stream(std::in_place, device_);
  MemoryPool pool(device_);
  Buffer<unsigned> buffer(*stream, pool, 1000);
  kcc::fill(*stream, buffer, 5u);
  stream.reset();
  EXPECT_EQ(buffer.to_host(), std::vector<unsigned>(1000, 5u));
}

TEST_P(Pools, AreUsedByTwoStreams) {
  Stream second(device_);
  kcc::Event made(device_), used(device_);
  Buffer<unsigned> result(device_, 1 << 16);
  for (unsigned i = 1; i < 50; ++i) {
    Buffer<unsigned> temporary(stream_, result.size());
    kcc::fill(stream_, temporary, i);
    stream_.record(made);
    second.wait(made);
    kcc::copy(second, result, temporary);
    if (i % 2 == 0) {
      temporary.free_in(second);
    } else {
      second.record(used);
      stream_.wait(used);
    }
    ASSERT_EQ(result.to_host(second), std::vector<unsigned>(result.size(), i));
  }
}

TEST_P(Pools, CountAndTrim) {
  KCC_SKIP_WHERE_VULKAN_REFUSES(MemoryPool{device_}, "has no memory pools");
  MemoryPool pool(device_, {.release_threshold = std::size_t{1} << 30});
  {
    Buffer<std::byte> a(stream_, pool, std::size_t{8} << 20), b(stream_, pool, std::size_t{8} << 20);
    EXPECT_GE(pool.statistics().used, std::size_t{16} << 20);
  }
  stream_.synchronize();
  EXPECT_EQ(pool.statistics().used, 0u);
  EXPECT_GE(pool.statistics().reserved, std::size_t{16} << 20);
  EXPECT_GE(pool.statistics().used_high, std::size_t{16} << 20);
  pool.trim();
  EXPECT_EQ(pool.statistics().reserved, 0u);
  pool.reset_high_marks();
  EXPECT_EQ(pool.statistics().used_high, 0u);
}

TEST_P(Pools, MayHaveALimit) {
  std::optional<MemoryPool> pool;
  try {
    pool.emplace(device_, kcc::PoolOptions{.max_bytes = std::size_t{64} << 20});
  } catch (const kcc::Error &error) {
    GTEST_SKIP() << error.what();
  }
  Buffer<std::byte> half(stream_, *pool, std::size_t{32} << 20);
  try {
    const Buffer<std::byte> more(stream_, *pool, std::size_t{128} << 20);
    FAIL() << "the pool gave more than its limit";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::out_of_memory) << error.what();
  }
}

} // namespace
