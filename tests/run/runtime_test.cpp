// The host runtime on every device. The kernels are handwritten PTX, so that only the runtime and the driver
// are tested; the CPU device, which cannot run PTX, takes part with memory, copies, events and errors.
#include "temporary_folder.h"

#include <kcc/runtime.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

/// Makes AddressSanitizer's allocator fail on impossible requests, like others, instead of ending the
/// process.
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}

namespace kcc {
void PrintTo(const Device &device, std::ostream *out) {
  *out << device.name() << ", " << device.driver();
}
} // namespace kcc

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Event;
using kcc::Module;
using kcc::Stream;
using testing::HasSubstr;

/// `twice` doubles the elements of a span of u32; it has a manifest.
constexpr char twice_ptx[] =
    R"ptx(// kcc-manifest: {"version":14,"source":"twice.cpp","kernels":[{"name":"tests::twice","entry":"twice","parameters":[{"name":"values","type":"std::span<unsigned>","signature":"span<u32>","size":16,"align":8}],"max_threads":256,"static_shared_bytes":0,"uses_barrier":false,"uses_grid_sync":false}],"globals":[]}
.version 7.0
.target sm_75
.address_size 64
.visible .entry twice(.param .align 8 .b8 values[16])
.maxntid 256, 1, 1
{
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .b64 %d<5>;
  ld.param.u64 %d0, [values];
  ld.param.u64 %d1, [values+8];
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r0, %r1, %r2;
  cvt.u64.u32 %d2, %r3;
  setp.ge.u64 %p, %d2, %d1;
  @%p bra done;
  cvta.to.global.u64 %d0, %d0;
  shl.b64 %d3, %d2, 2;
  add.s64 %d4, %d0, %d3;
  ld.global.u32 %r4, [%d4];
  shl.b32 %r4, %r4, 1;
  st.global.u32 [%d4], %r4;
done:
  ret;
}
)ptx";

/// Kernels without a manifest: `add_to` adds `amount` to `*to` `rounds` times, with one load and store each;
/// `reverse` reverses a block through dynamic shared memory; `fault` traps; `write` stores to an address.
constexpr char bare_ptx[] = R"ptx(.version 7.0
.target sm_75
.address_size 64
.extern .shared .align 16 .b8 dynamic_memory[];
.visible .entry add_to(.param .u64 to, .param .u32 amount, .param .u32 rounds)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .b64 %d<2>;
  ld.param.u64 %d0, [to];
  ld.param.u32 %r0, [amount];
  ld.param.u32 %r1, [rounds];
  cvta.to.global.u64 %d0, %d0;
again:
  setp.eq.u32 %p, %r1, 0;
  @%p bra done;
  ld.volatile.global.u32 %r2, [%d0];
  add.u32 %r2, %r2, %r0;
  st.volatile.global.u32 [%d0], %r2;
  sub.u32 %r1, %r1, 1;
  bra again;
done:
  ret;
}
.visible .entry reverse(.param .u64 values)
{
  .reg .b32 %r<6>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [values];
  cvta.to.global.u64 %d0, %d0;
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ntid.x;
  mul.wide.u32 %d1, %r0, 4;
  add.s64 %d2, %d0, %d1;
  ld.global.u32 %r2, [%d2];
  mov.u32 %r3, dynamic_memory;
  mad.lo.u32 %r4, %r0, 4, %r3;
  st.shared.u32 [%r4], %r2;
  bar.sync 0;
  sub.u32 %r5, %r1, %r0;
  sub.u32 %r5, %r5, 1;
  mad.lo.u32 %r4, %r5, 4, %r3;
  ld.shared.u32 %r2, [%r4];
  st.global.u32 [%d2], %r2;
  ret;
}
.visible .entry fault()
{
  trap;
}
.visible .entry write(.param .u64 address)
{
  .reg .b32 %r;
  .reg .b64 %d;
  ld.param.u64 %d, [address];
  mov.u32 %r, 1;
  st.global.u32 [%d], %r;
  ret;
}
)ptx";

std::vector<unsigned> counting(std::size_t count) {
  std::vector<unsigned> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1u);
  return numbers;
}

std::vector<Device> devices_with(kcc::Backend backend) {
  std::vector<Device> devices;
  for (const Device &device : Device::all())
    if (device.backend() == backend)
      devices.push_back(device);
  return devices;
}

/// Those for which the kernels have code.
std::vector<Device> devices_with_code() {
  std::vector<Device> devices = Device::all();
  std::erase_if(devices, [](const Device &device) {
    return device.backend() != kcc::Backend::cpu && device.backend() != kcc::Backend::cuda;
  });
  return devices;
}

std::string test_name(const testing::TestParamInfo<Device> &info) {
  return (info.param.backend() == kcc::Backend::cuda ? "cuda" : "cpu") + std::to_string(info.param.ordinal());
}

// On every device.

class AnyDevice : public testing::TestWithParam<Device> {
protected:
  Device device_ = GetParam();
  Stream stream_{device_};
};

TEST_P(AnyDevice, DescribesItself) {
  EXPECT_FALSE(device_.name().empty());
  EXPECT_FALSE(device_.arch().empty());
  EXPECT_FALSE(device_.driver().empty());
  EXPECT_GT(device_.total_memory(), std::size_t{1} << 28);
  const kcc::DeviceLimits limits = device_.limits();
  EXPECT_GE(limits.max_threads_per_block, 1024u);
  EXPECT_GE(limits.max_shared_bytes_per_block, 48u * 1024);
  EXPECT_EQ(limits.warp_size, 32u);
  EXPECT_GT(limits.multiprocessors, 0u);
}

TEST_P(AnyDevice, CopiesThereAndBack) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{5} << 20}) {
    const std::vector<unsigned> numbers = counting(count);
    Buffer<unsigned> a(device_, numbers), b(device_, count);
    EXPECT_EQ(a.to_host(), numbers);
    kcc::copy(stream_, b, a);
    EXPECT_EQ(b.to_host(stream_), numbers);
    b.fill_bytes(stream_, std::byte{0xa5});
    EXPECT_EQ(b.to_host(stream_), std::vector<unsigned>(count, 0xa5a5a5a5u));
    b.copy_from(stream_, numbers);
    std::vector<unsigned> back(count);
    b.copy_to(stream_, back);
    stream_.synchronize();
    EXPECT_EQ(back, numbers);
  }
}

TEST_P(AnyDevice, TakesAnInitialCopyBeforeAnyStreamReadsIt) {
  // A buffer's initial contents must be visible to streams that do not wait for the default stream.
  const std::vector<unsigned> numbers = counting(std::size_t{4} << 20);
  for (int i = 0; i < 8; ++i) {
    Stream stream(device_);
    const Buffer<unsigned> buffer(device_, numbers);
    ASSERT_EQ(buffer.to_host(stream), numbers);
  }
}

TEST_P(AnyDevice, RefusesMoreMemoryThanThereIs) {
  try {
    Buffer<std::byte> buffer(device_, std::size_t{1} << 60);
    FAIL() << "no error for " << buffer.bytes() << " bytes";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(), HasSubstr("allocating"));
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST_P(AnyDevice, TakesTimes) {
  Buffer<unsigned> buffer(device_, std::size_t{16} << 20);
  Event before(device_), after(device_);
  stream_.record(before);
  buffer.fill_bytes(stream_, std::byte{1});
  stream_.record(after);
  EXPECT_GT(Event::elapsed(before, after).count(), 0.0);
  EXPECT_TRUE(after.is_done());
  EXPECT_TRUE(stream_.is_done());
}

TEST_P(AnyDevice, StreamsKeepScratchMemory) {
  void *const first = stream_.scratch(1000);
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 64, 0u);
  EXPECT_EQ(stream_.scratch(10), first);
  // More than the stream has: it allocates new memory of this size and keeps it.
  const std::size_t count = 1u << 20;
  auto *const larger = static_cast<unsigned *>(stream_.scratch(count * sizeof(unsigned)));
  EXPECT_EQ(stream_.scratch(1000), larger);
  EXPECT_NE(Stream(device_).scratch(1000), larger);
}

TEST_P(AnyDevice, OrdersStreamsByEvents) {
  Buffer<unsigned> buffer(device_, std::size_t{16} << 20);
  Stream second(device_);
  Event filled(device_);
  for (int round = 1; round <= 8; ++round) {
    const auto value = static_cast<std::byte>(round);
    buffer.fill_bytes(stream_, value);
    stream_.record(filled);
    second.wait(filled);
    const std::vector<unsigned> read = buffer.to_host(second);
    ASSERT_EQ(read.front(), 0x01010101u * static_cast<unsigned>(round));
    ASSERT_EQ(read.back(), 0x01010101u * static_cast<unsigned>(round));
  }
}

INSTANTIATE_TEST_SUITE_P(All, AnyDevice, testing::ValuesIn(devices_with_code()), test_name);

// On GPUs. Without one, each test is skipped with a reason.

class Gpu : public testing::Test {
protected:
  void SetUp() override {
    try {
      (void)Device::cuda();
    } catch (const kcc::Error &error) {
      GTEST_SKIP() << "no CUDA device: " << error.what();
    }
  }
};

TEST_F(Gpu, RunsPtxWithManifest) {
  for (const Device &device : devices_with(kcc::Backend::cuda)) {
    Stream stream(device);
    const Module module = Module::load_ptx(device, twice_ptx);
    EXPECT_EQ(module.kernel_names(), std::vector<std::string>{"tests::twice"});
    std::vector<unsigned> numbers = counting(100003);
    Buffer<unsigned> buffer(device, numbers);
    stream.launch(module.kernel("tests::twice"), cover(buffer.size(), 256), buffer);
    stream.launch(module.kernel("twice"), cover(buffer.size() - 1, 128), buffer.span().subspan(1));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] *= i == 0 ? 2 : 4;
    EXPECT_EQ(buffer.to_host(stream), numbers);
  }
}

TEST_F(Gpu, RunsTypedKernelsOfAModule) {
  constexpr kcc::Kernel<std::span<unsigned>> twice{nullptr, "tests::twice", "twice"};
  const std::string_view text = twice_ptx;
  const std::string manifest(text.substr(text.find('{'), text.find('\n') - text.find('{')));
  const kcc::abi::Code code{kcc::abi::CodeKind::ptx, "sm_75", manifest.c_str(), twice_ptx,
                            sizeof twice_ptx - 1};
  const kcc::abi::Image image{kcc::abi::version, 1, "twice.cpp", &code};
  const Device device = Device::cuda();
  const Module module = Module::load(device, image);
  auto typed = twice;
  typed.image = &image;
  Stream stream(device);
  Buffer<unsigned> buffer(device, counting(1000));
  stream.launch(module.kernel(typed), cover(buffer.size(), 256), buffer);
  EXPECT_EQ(buffer.to_host(stream)[999], 2000u);
}

TEST_F(Gpu, RefusesWrongLaunchesBeforeTheyRun) {
  const Device device = Device::cuda();
  Stream stream(device);
  const Module module = Module::load_ptx(device, twice_ptx);
  const auto twice = module.kernel("twice");
  Buffer<unsigned> buffer(device, 8);
  Buffer<float> floats(device, 8);
  EXPECT_THROW(stream.launch(twice, cover(8, 8), floats), kcc::Error);
  EXPECT_THROW(stream.launch(twice, cover(8, 8), buffer, 1), kcc::Error);
  EXPECT_THROW(stream.launch(twice, cover(8, 512), buffer), kcc::Error); // exceeds its launch bounds
  stream.launch(twice, cover(0, 256), buffer);                           // an empty grid is fine
  stream.synchronize();
}

TEST_F(Gpu, LoadsFiles) {
  const TemporaryFolder folder;
  const auto file = folder / "twice.ptx";
  std::ofstream(file) << twice_ptx;
  const Device device = Device::cuda();
  const Module module = Module::load_file(device, file);
  Stream stream(device);
  Buffer<unsigned> buffer(device, counting(10));
  stream.launch(module.kernel("twice"), cover(10, 32), buffer);
  EXPECT_EQ(buffer.to_host(stream)[9], 20u);
}

TEST_F(Gpu, KeepsTheOrderOfAStream) {
  const Device device = Device::cuda();
  const Module module = Module::load_ptx(device, bare_ptx);
  const auto add_to = module.kernel("add_to");
  Stream first(device), second(device);
  Event added(device);
  Buffer<unsigned> number(device, std::vector<unsigned>{0});
  // The loads and stores are not atomic: overlapping launches would lose some additions.
  constexpr unsigned rounds = 20000;
  for (int i = 0; i < 20; ++i) {
    first.launch(add_to, {}, number, 1u, rounds);
    first.launch(add_to, {}, number, 2u, rounds);
    first.record(added);
    second.wait(added);
    second.launch(add_to, {}, number, 3u, rounds);
    second.record(added);
    first.wait(added);
  }
  EXPECT_EQ(number.to_host(first)[0], 20u * 6u * rounds);
}

TEST_F(Gpu, UsesDynamicSharedMemoryBeyondTheDefault) {
  const Device device = Device::cuda();
  const Module module = Module::load_ptx(device, bare_ptx);
  const auto reverse = module.kernel("reverse");
  Stream stream(device);
  const std::vector<unsigned> numbers = counting(256);
  for (const std::size_t bytes : {std::size_t{1024}, device.limits().max_shared_bytes_per_block}) {
    Buffer<unsigned> buffer(device, numbers);
    stream.launch(reverse, {{}, kcc::Threads(256, 1, 1), bytes}, buffer);
    EXPECT_EQ(buffer.to_host(stream), std::vector<unsigned>(numbers.rbegin(), numbers.rend())) << bytes;
  }
  Buffer<unsigned> buffer(device, numbers);
  EXPECT_THROW(stream.launch(reverse,
                             {{}, kcc::Threads(256, 1, 1), device.limits().max_shared_bytes_per_block + 1},
                             buffer),
               kcc::Error);
}

TEST_F(Gpu, TellsWhatKernelsNeedAndHowManyBlocksFit) {
  const Device device = Device::cuda();
  const Module module = Module::load_ptx(device, bare_ptx);
  const auto reverse = module.kernel("reverse");
  const kcc::KernelAttributes attributes = kcc::kernel_attributes(device, reverse);
  EXPECT_GT(attributes.registers_per_thread, 0u);
  EXPECT_GE(attributes.ptx_version, 60);
  EXPECT_GE(attributes.binary_version, 70);
  EXPECT_EQ(attributes.max_dynamic_shared_bytes + attributes.static_shared_bytes,
            device.limits().max_shared_bytes_per_block);
  EXPECT_GE(kcc::resident_blocks(device, reverse, {{}, kcc::Threads(64)}), 8u);
  const std::size_t most = attributes.max_dynamic_shared_bytes;
  EXPECT_EQ(kcc::resident_blocks(device, reverse, {{}, kcc::Threads(64), most}), 1u);
  const kcc::LaunchConfig config = kcc::suggest_launch(device, reverse, {.dynamic_shared_bytes = most});
  EXPECT_EQ(config.grid.x, device.limits().multiprocessors);
  EXPECT_EQ(config.block.x, attributes.max_threads_per_block);
}

TEST_F(Gpu, IsUsedByManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::array<unsigned, 8> results{};
  const Module module = Module::load_ptx(Device::cuda(), bare_ptx);
  for (unsigned &result : results)
    threads.emplace_back([&] {
      Stream stream(Device::cuda());
      Buffer<unsigned> number(stream.device(), std::vector<unsigned>{0});
      for (int i = 0; i < 100; ++i)
        stream.launch(module.kernel("add_to"), {}, number, 1u, 3u);
      result = number.to_host(stream)[0];
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const unsigned result : results)
    EXPECT_EQ(result, 300u);
}

TEST_F(Gpu, GivesTheCompilersLogForBadPtx) {
  try {
    Module::load_ptx(Device::cuda(),
                     ".version 7.0\n.target sm_75\n.address_size 64\n.entry k() { nonsense; }\n");
    FAIL() << "the driver took it";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.code_name(), "CUDA_ERROR_INVALID_PTX");
    EXPECT_THAT(error.log(), HasSubstr("line 4"));
    EXPECT_THAT(error.what(), HasSubstr("loading module `PTX text` on device 0"));
  }
}

TEST_F(Gpu, NamesKernelsThatAreNotThere) {
  const Module module = Module::load_ptx(Device::cuda(), bare_ptx);
  try {
    (void)module.kernel("missing");
    FAIL() << "found";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(), HasSubstr("`add_to`, `reverse`, `fault`, `write`"));
  }
}

// A failed kernel makes the GPU unusable for its process, so each failure happens in a separate process: a
// "threadsafe" death test runs the program again for it.

/// Runs `entry` and writes the error to stderr; returns the exit status.
template <class... A> int run_and_report(const char *entry, A... arguments) {
  try {
    const Device device = Device::cuda();
    Stream stream(device);
    Buffer<unsigned> buffer(device, 1);
    const Module module = Module::load_ptx(device, bare_ptx);
    stream.launch(module.kernel(entry), {}, arguments...);
    try {
      stream.synchronize();
      return 2;
    } catch (const kcc::Error &error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    try {
      (void)buffer.to_host(stream); // stays failed
      return 3;
    } catch (const kcc::Error &) {
    }
    return 0; // and the destructors of stream, buffer and module must cope with it
  } catch (const kcc::Error &error) {
    std::fprintf(stderr, "too early: %s\n", error.what());
    return 4;
  }
}

class GpuDeathTest : public Gpu {
protected:
  GpuDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(GpuDeathTest, TrapIsAnErrorThatNamesTheKernel) {
  EXPECT_EXIT(std::exit(run_and_report("fault")), testing::ExitedWithCode(0),
              "waiting for a stream on device 0 .*after kernel `fault` of module `PTX text`: "
              "CUDA_ERROR_(LAUNCH_FAILED|ILLEGAL_INSTRUCTION)");
}

TEST_F(GpuDeathTest, BadAddressIsAnErrorThatNamesTheKernel) {
  EXPECT_EXIT(std::exit(run_and_report("write", std::uint64_t{0x10})), testing::ExitedWithCode(0),
              "after kernel `write` of module `PTX text`: CUDA_ERROR_ILLEGAL_ADDRESS \\(700\\)");
}

} // namespace
