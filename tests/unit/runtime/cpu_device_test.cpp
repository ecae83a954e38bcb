// The CPU device, used by several threads and careless callers.
#include "cpu/engine/sanitizers.h"
#include "expect_error.h"

#include <kcc/abi/cpu_functions.h>
#include <kcc/runtime.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Stream;

enum State : std::uint32_t { not_begun, begun, ended };

/// Signals that it has started, takes some time, and signals that it has ended.
void run_slow(const void *const *arguments) {
  std::uint32_t *state;
  std::memcpy(&state, arguments[0], sizeof state);
  std::atomic_ref<std::uint32_t>{ *state} = begun;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::atomic_ref<std::uint32_t>{ *state} = ended;
}

constexpr kcc::abi::CpuKernel cpu_kernels[] = {{"slow", run_slow}, {"elsewhere", [](const void *const *) {}}};
constexpr char manifest[] =
    R"json({"version": 14, "source": "cpu_device_test.cpp", "globals": [], "kernels": [
  {"name": "slow", "entry": "slow", "parameters": [
    {"name": "state", "type": "std::uint32_t *", "signature": "ptr<u32>", "size": 8, "align": 8}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "elsewhere", "entry": "elsewhere", "parameters": [], "left_out": true,
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false}]})json";
constexpr kcc::abi::CpuCode cpu_code{2, 0, cpu_kernels, nullptr};
constexpr kcc::abi::Code code{kcc::abi::CodeKind::cpu, "x86-64", manifest, &cpu_code, sizeof cpu_code};
constinit const kcc::abi::Image image{kcc::abi::version, 1, "cpu_device_test.cpp", &code};
constexpr kcc::Kernel<std::uint32_t *> slow{&image, "slow", "slow"};
constexpr kcc::Kernel<> elsewhere{&image, "elsewhere", "elsewhere"};

TEST(KernelsOfOtherTargets, AreNotLaunched) {
  Stream stream(Device::cpu());
  EXPECT_ERROR(stream.launch(elsewhere, {}), "kernel `elsewhere`", "CPU device",
               "[[kcc::targets]] leaves out the code for this device");
}

/// Runs the slow kernel on a separate thread and stream; the constructor returns when it has started.
class SlowKernel {
public:
  SlowKernel() {
    thread_ = std::thread([this] {
      Stream stream(Device::cpu());
      stream.launch(slow, {}, &state_);
    });
    while (state() == not_begun)
      std::this_thread::yield();
  }
  ~SlowKernel() { thread_.join(); }
  std::uint32_t state() { return std::atomic_ref<std::uint32_t>(state_); }

private:
  std::uint32_t state_ = not_begun;
  std::thread thread_;
};

TEST(CpuDeviceSynchronize, WaitsForLaunchesOfOtherThreads) {
  SlowKernel kernel;
  Device::cpu().synchronize();
  EXPECT_EQ(kernel.state(), ended);
}

TEST(CpuDeviceSynchronize, ToHostWaitsForLaunchesOfOtherThreads) {
  const Buffer<int> any(Device::cpu(), 1);
  SlowKernel kernel;
  any.to_host();
  EXPECT_EQ(kernel.state(), ended);
}

TEST(CpuDeviceSynchronize, FreeingABufferWaitsForLaunchesOfOtherThreads) {
  std::optional<Buffer<int>> any(std::in_place, Device::cpu(), 1);
  SlowKernel kernel;
  any.reset();
  EXPECT_EQ(kernel.state(), ended);
}

/// Six buffers of `bytes` bytes each, all of them alive, and each filled with its own number.
std::vector<Buffer<std::byte>> six_buffers(Stream &stream, std::size_t bytes, bool are_from_pool) {
  std::vector<Buffer<std::byte>> buffers;
  for (int i = 0; i < 6; ++i) {
    buffers.push_back(are_from_pool ? Buffer<std::byte>(stream, bytes)
                                    : Buffer<std::byte>(stream.device(), bytes));
    buffers.back().fill_bytes(stream, std::byte(i));
  }
  return buffers;
}

std::uintptr_t place_in_page(const Buffer<std::byte> &buffer) {
  return reinterpret_cast<std::uintptr_t>(buffer.data()) % 4096;
}

TEST(CpuDeviceMemory, IsAlignedAsOnGpusAndDoesNotOverlap) {
  Stream stream(Device::cpu());
  for (const bool are_from_pool : {false, true})
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{256}, std::size_t{1} << 20, std::size_t{9'000'000}}) {
      const auto buffers = six_buffers(stream, bytes, are_from_pool);
      for (std::size_t i = 0; i < buffers.size(); ++i) {
        EXPECT_EQ(place_in_page(buffers[i]) % 256, 0u);
        EXPECT_EQ(buffers[i].to_host(stream), std::vector(bytes, std::byte(i)));
      }
    }
}

/// Stores to one would make loads of another one wait if they began at the same place of a page.
TEST(CpuDeviceMemory, OfLargeBuffersBeginsAtDifferentPlacesOfAPage) {
  if (kcc::cpu::sanitizers::are_there())
    GTEST_SKIP() << "buffers begin where the sanitizer's blocks do, so that it sees accesses before them";
  Stream stream(Device::cpu());
  for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{9'000'000}}) {
    std::set<std::uintptr_t> places;
    for (const Buffer<std::byte> &buffer : six_buffers(stream, bytes, /*are_from_pool=*/false))
      places.insert(place_in_page(buffer));
    EXPECT_EQ(places.size(), 6u) << bytes << " bytes";
  }
}

TEST(CpuDeviceMemory, RefusesWhatWrapsAroundWhenItIsRounded) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {most, most - 1, most - 254, most - 255, most - 256, most / 2 + 1, most / 2})
    EXPECT_ERROR(Buffer<std::byte>(Device::cpu(), bytes),
                 ("allocating " + std::to_string(bytes) + " bytes").c_str(), "cannot get that much memory");
}

TEST(CpuDeviceMemory, RefusesScratchThatWrapsAround) {
  Stream stream(Device::cpu());
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {most, most / 3 * 2 + 2})
    EXPECT_ERROR((void)stream.scratch(bytes), "scratch memory", "cannot get that much memory");
}

TEST(CpuDeviceMemory, RefusesHeapMemoryThatWrapsAround) {
  const Device cpu = Device::cpu();
  const std::size_t before = cpu.heap_bytes();
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  cpu.set_heap_bytes(most);
  for (const std::size_t bytes : {most, most - 15, most - 16})
    EXPECT_EQ(kcc_cpu_malloc(bytes), nullptr);
  cpu.set_heap_bytes(before);
}

} // namespace
