// Devices: what they say about themselves, contexts, access to others, resets, profiles.
#include "device_kernels.h"
#include "devices.h"
#include "temporary_folder.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::DeviceAttribute;
using kcc::Stream;
namespace kernels = device_kernels::device;

class Devices : public kcc::testing::DeviceTest {
protected:
  bool is_gpu() const { return device_.backend() == kcc::Backend::cuda; }
  /// Runs a kernel and checks its result.
  static void use(const Device &device) {
    Stream stream(device);
    Buffer<unsigned> values(device, std::vector<unsigned>(1000, 41u));
    stream.launch(kernels::add_one, kcc::cover(1000, 128), values);
    EXPECT_EQ(values.to_host(stream), std::vector<unsigned>(1000, 42u));
  }
};
KCC_FOR_EVERY_DEVICE(Devices);

TEST_P(Devices, TellTheirAttributes) {
  const auto attributes = device_.attributes();
  const bool is_vulkan = device_.backend() == kcc::Backend::vulkan;
  EXPECT_GT(attributes.size(), is_gpu() ? 80u : is_vulkan ? 10u : 20u);
  for (const auto &[attribute, value] : attributes)
    EXPECT_EQ(device_.attribute(attribute), value) << kcc::attribute_name(attribute);
  EXPECT_EQ(device_.attribute(DeviceAttribute::warp_size), static_cast<int>(device_.limits().warp_size));
  if (!is_vulkan) { // whose drivers do not tell
    EXPECT_EQ(device_.attribute(DeviceAttribute::warp_size), 32);
    EXPECT_EQ(device_.attribute(DeviceAttribute::multiprocessor_count),
              static_cast<int>(device_.limits().multiprocessors));
  }
  EXPECT_LE(device_.stream_priorities().greatest, device_.stream_priorities().least);
  if (!is_gpu())
    return;
  EXPECT_EQ(device_.uuid().size(), 40u) << device_.uuid();
  EXPECT_EQ(Device::by_uuid(device_.uuid()), device_);
  ASSERT_EQ(device_.pci_address().size(), 12u) << device_.pci_address();
  EXPECT_EQ(device_.pci_address().substr(10), ".0");
}

TEST_P(Devices, TellFreeMemory) {
  use(device_);
  const kcc::DeviceMemoryInfo before = device_.memory();
  EXPECT_GT(before.free, 0u);
  EXPECT_LE(before.free, before.total);
  if (is_gpu()) {
    const Buffer<char> buffer(device_, std::size_t{256} << 20);
    EXPECT_LE(device_.memory().free + (std::size_t{200} << 20), before.free);
  }
}

TEST_P(Devices, SetStacks) {
  KCC_SKIP_WHERE_VULKAN_REFUSES(device_.set_stack_bytes(64 << 10), "Vulkan has no setting for it");
  const std::size_t before = device_.stack_bytes();
  device_.set_stack_bytes(64 << 10);
  EXPECT_GE(device_.stack_bytes(), std::size_t{64} << 10);
  use(device_);
  device_.set_stack_bytes(before);
  EXPECT_THROW(device_.set_stack_bytes(std::size_t{1} << 40), kcc::Error);
}

TEST_P(Devices, WaitInAllModes) {
  using kcc::WaitMode;
  const WaitMode before = device_.wait_mode();
  for (const WaitMode mode : {WaitMode::automatic, WaitMode::spin, WaitMode::yield, WaitMode::block}) {
    device_.set_wait_mode(mode);
    EXPECT_EQ(device_.wait_mode(), is_gpu() ? mode : WaitMode::block);
    use(device_);
  }
  device_.set_wait_mode(before);
}

TEST_P(Devices, WorkInContextsOfOtherCode) {
  if (!is_gpu())
    GTEST_SKIP() << "only CUDA has contexts";
  EXPECT_EQ(Device::adopt(device_.native_context()), device_);
  void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
  ASSERT_TRUE(driver);
  const auto create = reinterpret_cast<int (*)(void **, unsigned, int)>(dlsym(driver, "cuCtxCreate_v2"));
  const auto pop = reinterpret_cast<int (*)(void **)>(dlsym(driver, "cuCtxPopCurrent_v2"));
  const auto destroy = reinterpret_cast<int (*)(void *)>(dlsym(driver, "cuCtxDestroy_v2"));
  for (int round = 0; round < 2; ++round) {
    void *context = nullptr, *popped = nullptr;
    ASSERT_EQ(create(&context, 0, device_.ordinal()), 0);
    ASSERT_EQ(pop(&popped), 0);
    {
      const Device adopted = Device::adopt(context);
      EXPECT_FALSE(adopted == device_);
      use(adopted);
      use(device_);
      std::thread([&] { use(adopted); }).join();
      adopted.set_wait_mode(kcc::WaitMode::block);
      EXPECT_EQ(adopted.wait_mode(), kcc::WaitMode::block);
      use(adopted);
    }
    ASSERT_EQ(destroy(context), 0);
  }
}

TEST_P(Devices, ReachEachOthersMemory) {
  std::vector<Device> gpus = Device::all();
  gpus.pop_back(); // the CPU device
  if (!is_gpu() || gpus.size() < 2 || !gpus[0].can_access_peer(gpus[1]))
    GTEST_SKIP() << "needs two GPUs with a connection";
  gpus[0].enable_peer_access(gpus[1]);
  gpus[0].enable_peer_access(gpus[1]);
  EXPECT_EQ(gpus[0].peer_attribute(kcc::PeerAttribute::access_supported, gpus[1]), 1);
  const Buffer<unsigned> there(gpus[1], std::vector<unsigned>{1, 2, 39});
  Buffer<unsigned> sum(gpus[0], 1);
  Stream stream(gpus[0]);
  stream.launch(kernels::sum_of, kcc::cover(1, 1), there.span(), sum);
  EXPECT_EQ(sum.to_host(stream), std::vector<unsigned>{42});
  gpus[0].disable_peer_access(gpus[1]);
  gpus[0].disable_peer_access(gpus[1]);
}

TEST_P(Devices, StartAnewAfterAReset) {
  Device device = device_;
  const Device old = device_;
  use(device);
  Stream stream(device);
  Buffer<unsigned> values(device, 10);
  std::thread other([&] { use(device); }); // its context stays current to it
  other.join();
  device.reset();
  use(device);
  use(device);
  std::thread([&] { use(device); }).join();
  if (is_gpu()) {
    EXPECT_EQ(device, Device::cuda(device.ordinal()));
    EXPECT_FALSE(device == old);
    try {
      stream.synchronize();
      FAIL();
    } catch (const kcc::Error &error) {
      EXPECT_NE(std::string(error.what()).find("made before the device was reset"), std::string::npos);
    }
    EXPECT_THROW(stream.launch(kernels::add_one, kcc::cover(10, 10), values), kcc::Error);
    EXPECT_THROW(Stream{old}, kcc::Error);
  }
}

TEST_P(Devices, AreProfiled) {
  use(device_);
  kcc::Profile profile(device_);
  const std::size_t count = std::size_t{1} << 20;
  {
    const kcc::profile::Range range("work");
    Stream stream(device_), other(device_);
    Buffer<unsigned> values(device_, count);
    kcc::fill(stream, values, 1u);
    for (int i = 0; i < 3; ++i)
      stream.launch(kernels::add_one, kcc::cover(count, 256), values);
    EXPECT_EQ(values.to_host(stream), std::vector<unsigned>(count, 4u));
    other.launch(kernels::add_one, kcc::cover(count, 256), values);
    other.synchronize();
  }
  const std::vector<kcc::Profile::Row> rows = profile.rows();
  EXPECT_EQ(profile.unmeasured(), 0u);
  ASSERT_EQ(rows.size(), 3u);
  for (const kcc::Profile::Row &row : rows) {
    EXPECT_GT(row.shortest.count(), 0);
    if (row.kind == kcc::Profile::Kind::kernel) {
      EXPECT_EQ(row.calls, 4u);
      EXPECT_EQ(row.name, "device::add_one");
      EXPECT_LT(row.total.count(), 1000);
    } else {
      EXPECT_EQ(row.bytes, count * sizeof(unsigned));
    }
  }
  std::ostringstream table;
  profile.print(table);
  std::puts(table.str().c_str());
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "trace.json";
  profile.write_trace(file);
  std::ifstream in(file);
  const std::string trace((std::istreambuf_iterator<char>(in)), {});
  EXPECT_NE(trace.find("\"device::add_one\""), std::string::npos);
  EXPECT_NE(trace.find("\"work\""), std::string::npos);
}

TEST_P(Devices, ShowProgress) {
  KCC_SKIP_WITHOUT_CODE_OF(kernels::take_time);
  Stream stream(device_);
  constexpr std::uint64_t launches = 10, blocks = 4;
  kcc::Progress progress(device_, launches * blocks, "waiting", kcc::Progress::Show::always);
  stream.launch(kernels::take_time, kcc::cover(blocks, 1), std::uint64_t{1000}, nullptr);
  testing::internal::CaptureStderr();
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < launches; ++i)
    stream.launch(kernels::take_time, kcc::cover(blocks, 1), std::uint64_t{30'000'000}, progress.counter());
  for (int i = 0; i < 5; ++i) { // while it counts
    const std::uint64_t done = progress.done();
    EXPECT_GE(done, most);
    most = done;
  }
  EXPECT_LT(most, launches * blocks);
  progress.wait(stream);
  EXPECT_EQ(progress.done(), launches * blocks);
  const std::string drawn = testing::internal::GetCapturedStderr();
  EXPECT_NE(drawn.find("\rwaiting [####################] 100 %, 0:0"), std::string::npos) << drawn;
  EXPECT_GT(std::ranges::count(drawn, '\r'), 1) << drawn;
}

} // namespace
