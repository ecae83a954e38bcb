#include "expect_error.h"
#include "fake_cubin.h"
#include "test_image.h"

#include <kcc/abi/cpu_functions.h>

#include <array>
#include <numeric>
#include <thread>

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Event;
using kcc::Stream;

class CpuDevice : public testing::Test {
protected:
  Stream stream_{Device::cpu()};
};

TEST_F(CpuDevice, DescribesItself) {
  const Device cpu = Device::cpu();
  EXPECT_EQ(cpu.backend(), kcc::Backend::cpu);
  EXPECT_FALSE(cpu.name().empty());
  EXPECT_TRUE(cpu.arch() == "x86-64" || cpu.arch() == "aarch64");
  EXPECT_GT(cpu.total_memory(), 0u);
  EXPECT_TRUE(cpu.keeps_subnormals());
  EXPECT_EQ(cpu.limits().max_threads_per_block, 1024u);
  EXPECT_EQ(cpu.limits().max_block, (kcc::Dim3{1024, 1024, 64}));
  EXPECT_EQ(cpu.limits().max_grid, (kcc::Dim3{2147483647, 65535, 65535}));
  EXPECT_EQ(cpu.limits().max_shared_bytes_per_block, 227u * 1024);
  EXPECT_EQ(stream_.native_handle(), nullptr);
}

TEST_F(CpuDevice, RunsAKernel) {
  std::vector<float> a(1000), b(1000);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 5.0f);
  Buffer<float> sum(stream_.device(), a.size());
  const Buffer left(stream_.device(), a), right(stream_.device(), b);
  stream_.launch(test_image::add, cover(sum.size(), 128), sum, left, right);
  const std::vector<float> result = sum.to_host(stream_);
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(result[i], a[i] + b[i]) << i;
}

TEST_F(CpuDevice, RunsBarriersAndDynamicSharedMemory) {
  std::vector<int> values(96);
  std::iota(values.begin(), values.end(), 0);
  Buffer<int> buffer(stream_.device(), values);
  kcc::LaunchConfig config = cover(values.size(), 32);
  config.dynamic_shared_bytes = 32 * sizeof(int);
  stream_.launch(test_image::reverse, config, buffer);
  const std::vector<int> result = buffer.to_host();
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(result[i], static_cast<int>(i / 32 * 32 + 31 - i % 32)) << i;
}

TEST_F(CpuDevice, CopiesAndFills) {
  const std::array<int, 3> numbers{1, 2, 3};
  Buffer<int> a(stream_.device(), numbers), b(stream_.device(), 3);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0u);
  kcc::copy(stream_, b, a);
  EXPECT_EQ(b.to_host(stream_), (std::vector<int>{1, 2, 3}));
  b.fill_bytes(stream_, std::byte{0x7f});
  EXPECT_EQ(b.to_host(), std::vector<int>(3, 0x7f7f7f7f));
  const std::vector<int> more{4, 5, 6};
  b.copy_from(stream_, more);
  std::array<int, 3> back{};
  b.copy_to(stream_, back);
  stream_.synchronize();
  EXPECT_EQ(back, (std::array<int, 3>{4, 5, 6}));
}

TEST_F(CpuDevice, RefusesCopiesOfOtherSizes) {
  Buffer<int> three(stream_.device(), 3), two(stream_.device(), 2);
  std::vector<int> host(2);
  EXPECT_ERROR(three.copy_from(stream_, host), "copying into a buffer of the CPU device", "12 bytes",
               "has 8");
  EXPECT_ERROR(three.copy_to(stream_, host), "copying out of a buffer of the CPU device", "12 bytes",
               "has 8");
  EXPECT_ERROR(kcc::copy(stream_, three, two), "12 bytes", "has 8");
}

TEST_F(CpuDevice, MovesBuffers) {
  Buffer<int> a(stream_.device(), std::vector<int>{1, 2});
  Buffer<int> b = std::move(a);
  EXPECT_EQ(a.size(), 0u);
  EXPECT_EQ(a.data(), nullptr);
  a = Buffer<int>(stream_.device(), std::vector<int>{3});
  b = std::move(a);
  EXPECT_EQ(b.to_host(), std::vector<int>{3});
}

TEST_F(CpuDevice, AllowsEmptyBuffersAndGrids) {
  Buffer<float> none(stream_.device(), 0);
  EXPECT_EQ(none.data(), nullptr);
  EXPECT_TRUE(none.to_host().empty());
  none.fill_bytes(stream_, std::byte{1});
  stream_.launch(test_image::add, cover(none.size(), 256), none, none, none);
  stream_.launch(test_image::trap, {kcc::Blocks(4, 0, 1), kcc::Threads(1, 1, 1)}, 0);
  stream_.synchronize();
}

TEST_F(CpuDevice, RefusesMoreMemoryThanThereIs) {
  EXPECT_ERROR(Buffer<double>(stream_.device(), std::size_t{1} << 62),
               "4611686018427387904 elements of 8 bytes");
}

TEST_F(CpuDevice, KeepsATrapForTheNextCalls) {
  Buffer<int> buffer(stream_.device(), 1);
  stream_.launch(test_image::trap, {kcc::Blocks(4, 1, 1), kcc::Threads(8, 1, 1)}, 19); // returns
  for (int i = 0; i < 2; ++i)
    EXPECT_ERROR(stream_.synchronize(),
                 "launching kernel `test_image::trap` of module `test_image.cpp` on the CPU device",
                 "trapped in block (2, 0, 0), thread (3, 0, 0)");
  EXPECT_ERROR(buffer.to_host(stream_), "trapped");
  EXPECT_ERROR(buffer.fill_bytes(stream_, std::byte{}), "trapped");
  EXPECT_ERROR(stream_.launch(test_image::nothing, {}), "trapped");
  EXPECT_ERROR(stream_.is_done(), "trapped");
  // The device and other streams keep working.
  stream_.device().synchronize();
  Stream other(stream_.device());
  buffer.fill_bytes(other, std::byte{1});
  EXPECT_EQ(buffer.to_host(other), std::vector<int>{0x01010101});
}

/// test_image, with kernels that all trap.
class TrappingImage {
public:
  TrappingImage() : kernels_{{{"add_entry", trap}, {"store_entry", trap}, {"nothing_entry", trap}}} {}
  kcc::Module load() const { return kcc::Module::load(Device::cpu(), image_); }

private:
  static void trap(const void *const *) { kcc_cpu_trap(); }
  std::array<kcc::abi::CpuKernel, 3> kernels_;
  kcc::abi::CpuCode cpu_code_{3, 0, kernels_.data(), nullptr};
  kcc::abi::Code code_{kcc::abi::CodeKind::cpu, "x86-64", test_image::image.codes->manifest, &cpu_code_,
                       sizeof(cpu_code_)};
  kcc::abi::Image image_ = [this] {
    kcc::abi::Image image = test_image::image;
    image.codes = &code_;
    image.code_count = 1;
    return image;
  }();
};

TEST_F(CpuDevice, TellsWhomATrapConcernsThatNobodyHeardOf) {
  const TrappingImage image;
  const kcc::Module module = image.load();
  const Device cpu = stream_.device();
  auto doomed = std::make_unique<Buffer<float>>(cpu, 8);
  Buffer<float> written(cpu, 8);
  const Buffer<float> unrelated(cpu, 8);
  {
    Stream stream(cpu);
    stream.launch(module.kernel(test_image::add), {}, written.span().subspan(2), *doomed, *doomed);
  }
  (void)unrelated.to_host();
  doomed.reset();
  for (int i = 0; i < 8; ++i)
    (void)Buffer<float>(cpu, 8).to_host(); // perhaps at the address of the other one
  EXPECT_ERROR(written.to_host(), "launching kernel `test_image::add`", "trapped");
  (void)written.to_host(); // reported once
  cpu.synchronize();
  {
    Stream stream(cpu);
    stream.launch(module.kernel(test_image::nothing), {});
  }
  (void)unrelated.to_host();
  EXPECT_ERROR(cpu.synchronize(), "test_image::nothing", "trapped");
  cpu.synchronize();
  // The struct that this kernel takes may lead to any memory.
  {
    Stream stream(cpu);
    stream.launch(module.kernel(test_image::store), {}, nullptr, 1, 0.5, true, test_image::Order::up,
                  test_image::Pixel{});
  }
  EXPECT_ERROR(unrelated.to_host(), "test_image::store", "trapped");
}

TEST_F(CpuDevice, ReportsEachOfManyFailuresOnce) {
  const Device cpu = stream_.device();
  constexpr int count = 200;
  std::vector<Stream> streams;
  for (int i = 0; i < count; ++i)
    streams.emplace_back(cpu).launch(test_image::trap, {}, 0);
  for (int i = 0; i < count; i += 2)
    EXPECT_ERROR(streams[i].synchronize(), "trapped");
  streams.clear();
  for (int i = 1; i < count; i += 2)
    EXPECT_ERROR(cpu.synchronize(), "trapped");
  cpu.synchronize();
}

TEST_F(CpuDevice, TakesTimesByEvents) {
  Event before(stream_.device()), after(stream_.device());
  EXPECT_TRUE(before.is_done());
  EXPECT_ERROR(Event::elapsed(before, after), "first event was never recorded");
  stream_.record(before);
  EXPECT_ERROR(Event::elapsed(before, after), "second event was never recorded");
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  stream_.record(after);
  stream_.wait(after);
  EXPECT_GE(Event::elapsed(before, after).count(), 2.0);
  EXPECT_LE(Event::elapsed(after, before).count(), -2.0);
}

// For the thread sanitizer.
TEST_F(CpuDevice, EventsAreWaitedForByAnyThreadWhileOneRecords) {
  Event start(stream_.device()), event(stream_.device());
  stream_.record(start);
  std::vector<std::thread> waiting;
  for (int i = 0; i < 3; ++i)
    waiting.emplace_back([&] {
      while (true) {
        event.synchronize();
        EXPECT_TRUE(event.is_done());
        Stream stream(event.device());
        stream.wait(event);
        try {
          EXPECT_GE(Event::elapsed(start, event).count(), 0.0);
          return;
        } catch (const kcc::Error &) { // not recorded yet
        }
      }
    });
  for (int i = 0; i < 100; ++i)
    stream_.record(event);
  for (std::thread &thread : waiting)
    thread.join();
}

TEST_F(CpuDevice, RefusesPtx) {
  EXPECT_ERROR(kcc::Module::load_ptx(stream_.device(), ".version 7.0"), "a PTX file needs a CUDA device",
               "add_gpu_kernel()");
  const std::string amd = elf_file(ET_DYN, 224); // EM_AMDGPU
  EXPECT_ERROR(kcc::Module::load_data(stream_.device(), bytes_of(amd)), "a code object for AMD's GPUs",
               "needs a HIP device", "kcc::Device::hip()");
}

TEST_F(CpuDevice, RefusesImagesThatAreNotForIt) {
  kcc::abi::Image image = test_image::image;
  image.code_count = 2; // the first two are PTX
  EXPECT_ERROR(kcc::Module::load(stream_.device(), image), "module `test_image.cpp`",
               "no code for the CPU device");
  image = test_image::image;
  image.abi_version = 99;
  EXPECT_ERROR(kcc::Module::load(stream_.device(), image), "version 99",
               "reads version " + std::to_string(kcc::abi::version));
  kcc::abi::Code code = test_image::image.codes[2];
  kcc::abi::CpuCode less = *static_cast<const kcc::abi::CpuCode *>(code.bytes);
  less.kernel_count = 1;
  code.bytes = &less;
  image = test_image::image;
  image.codes = &code;
  image.code_count = 1;
  const kcc::Module module = kcc::Module::load(stream_.device(), image);
  EXPECT_ERROR(module.kernel("test_image::trap"), "kernel `test_image::trap`",
               "code for the CPU device lacks this");
}

TEST_F(CpuDevice, ReachesVariables) {
  EXPECT_EQ(stream_.read(test_image::scale), 1.5);
  stream_.write(test_image::scale, 3.0);
  stream_.synchronize();
  EXPECT_EQ(*stream_.span(test_image::scale).data(), 3.0);
  stream_.write(test_image::scale, 1.5);
  EXPECT_ERROR(stream_.read(test_image::missing), "variable `missing_symbol`",
               "the CPU device lacks this variable");
}

TEST_F(CpuDevice, HasAHeapOfALimitedSize) {
  const Device cpu = Device::cpu();
  EXPECT_EQ(cpu.heap_bytes(), std::size_t{8} << 20);
  cpu.set_heap_bytes(1000);
  void *most = kcc_cpu_malloc(900);
  ASSERT_NE(most, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(most) % 16, 0u);
  EXPECT_EQ(kcc_cpu_malloc(200), nullptr);
  EXPECT_EQ(kcc_cpu_malloc(~std::size_t{0}), nullptr);
  void *rest = kcc_cpu_malloc(100);
  EXPECT_NE(rest, nullptr);
  kcc_cpu_free(rest);
  kcc_cpu_free(nullptr);
  kcc_cpu_free(most);
  most = kcc_cpu_malloc(1000);
  EXPECT_NE(most, nullptr);
  kcc_cpu_free(most);
  cpu.set_heap_bytes(std::size_t{8} << 20);
}

TEST_F(CpuDevice, IsUsedByManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::array<bool, 8> right{};
  for (std::size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&right, t] {
      Stream stream(Device::cpu());
      const std::vector<float> numbers(100, static_cast<float>(t));
      Buffer<float> sum(stream.device(), numbers.size());
      const Buffer a(stream.device(), numbers);
      for (int i = 0; i < 20; ++i)
        stream.launch(test_image::add, cover(sum.size(), 32), sum, a, a);
      right[t] = sum.to_host(stream) == std::vector<float>(100, 2 * static_cast<float>(t));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (bool one : right)
    EXPECT_TRUE(one);
}

} // namespace
