// HIP that fails: every call that the runtime makes, one after another, with errors of several kinds.
#include "hip_test.h"

#include "hip/hip_api.h"

#include <cstdint>
#include <future>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

using kcc::Device;

void devices(const Device &gpu) {
  (void)gpu.memory();
  (void)gpu.uuid();
  (void)gpu.pci_address();
  (void)gpu.attribute(kcc::DeviceAttribute::clock_rate);
  gpu.set_stack_bytes(gpu.stack_bytes());
  gpu.set_wait_mode(gpu.wait_mode());
  gpu.synchronize();
}

void memory(const Device &gpu) {
  const std::vector<float> numbers{1, 2, 3, 4};
  std::vector<float> back(4);
  kcc::Stream stream(gpu);
  kcc::Buffer<float> a(gpu, numbers), b(gpu, numbers), elsewhere(Device::hip(0), 4);
  a.copy_from(stream, numbers);
  kcc::copy(stream, b, a);
  kcc::copy(stream, elsewhere, a);
  kcc::fill(stream, a.view().as<std::array<char, 4>>(), {1, 2, 3, 4});
  kcc::fill(stream, a.view().as<char>(), 'x');
  kcc::fill(stream, a.view().as<short>(), short{0x1234});
  kcc::fill(stream, a.view().as<double>(), 0.1);
  kcc::PitchedBuffer<float, 2> pitched(gpu, {3, 2});
  kcc::fill(stream, pitched, 1.5f);
  a.copy_to(stream, back);
  (void)a.to_host();
}

void host_memory(const Device &gpu) {
  static std::array<std::byte, 1 << 20> &bytes = *new std::array<std::byte, 1 << 20>;
  static std::size_t used = 0; // what stays registered after a failure is not registered again
  kcc::Stream stream(gpu);
  kcc::PinnedBuffer<int> pinned(gpu, 4, {.mapped = true});
  (void)pinned.device_data();
  kcc::Buffer<int> buffer(gpu, 4);
  kcc::copy(stream, buffer, pinned);
  const kcc::RegisteredMemory registered(gpu, bytes.data() + (used += 64), 64);
  kcc::ManagedBuffer<int> managed(gpu, 4);
  managed.set_read_mostly();
  managed.prefetch(stream);
  stream.synchronize();
}

void streams(const Device &gpu) {
  kcc::Stream stream(gpu), urgent(gpu, {.priority = gpu.stream_priorities().greatest});
  kcc::Event first(gpu), second(gpu);
  stream.record(first);
  urgent.wait(first);
  urgent.record(second);
  stream.run_on_host([] {});
  (void)second.is_done();
  second.synchronize();
  (void)kcc::Event::elapsed(first, second);
  (void)stream.is_done();
}

void kernels(const Device &gpu) {
  kcc::Stream stream(gpu);
  const kcc::Module module = kcc::Module::load(gpu, test_image::image);
  kcc::Buffer<float> a(gpu, 4), sum(gpu, 4);
  stream.launch(test_image::add, kcc::cover(4, 4), sum, a, a);
  stream.launch(module.kernel("test_image::add"), kcc::cover(4, 4), sum, a, a);
  (void)kcc::kernel_attributes(gpu, test_image::add);
  (void)kcc::resident_blocks(gpu, test_image::add, {});
  stream.write(module.global(test_image::scale), 1.0);
  (void)stream.read(module.global(test_image::scale));
  stream.synchronize();
}

struct Scenario {
  const char *name;
  void (*run)(const Device &);
};
constexpr Scenario scenarios[] = {{"Devices", devices},
                                  {"Memory", memory},
                                  {"HostMemory", host_memory},
                                  {"Streams", streams},
                                  {"Kernels", kernels}};

class FailingHip : public testing::TestWithParam<std::tuple<Scenario, int>> {
protected:
  FailingHip() {
    (void)Device::hip();
    fake_.reset();
    for (const Scenario &scenario : scenarios) // what happens once
      scenario.run(gpu_);
    fake_.reset();
  }
  ~FailingHip() override { fake_.reset(); }

  std::size_t alive() const {
    gpu_.synchronize();
    return fake_.alive() + fake_.modules.size();
  }
  fake_hip::State &fake_ = fake_hip::state();
  const Device gpu_ = Device::hip(1);
};

TEST_P(FailingHip, EveryCallThatFailsIsAnErrorThatNamesIt) {
  const auto &[scenario, code] = GetParam();
  std::size_t before = alive();
  for (std::size_t i = 0;; ++i) {
    fake_.reset();
    fake_.fail_call = i;
    fake_.fail_with = code;
    std::optional<kcc::Error> error;
    try {
      scenario.run(gpu_);
    } catch (const kcc::Error &thrown) {
      error = thrown;
    }
    const bool failed = !fake_.fail_call;
    fake_.fail_call.reset();
    if (!failed) { // that was the last call
      EXPECT_FALSE(error);
      EXPECT_GT(i, 0u);
      break;
    }
    if (error) {
      EXPECT_EQ(error->code(), code) << error->what();
      EXPECT_THAT(error->what(), testing::HasSubstr("(" + fake_.failed + ")"));
    }
    if (fake_hip::current_device() != 0) { // the call that gives the device back has failed
      ASSERT_EQ(fake_.failed, "hipSetDevice");
      fake_hip::set_current_device(0);
    }
    // Nothing reports errors when freeing, and HIP keeps that one object.
    ASSERT_LE(alive(), before + !error) << "call " << i << ", " << fake_.failed;
    before = alive();
    ASSERT_NO_THROW(scenario.run(gpu_)) << "after call " << i << ", " << fake_.failed;
    ASSERT_EQ(alive(), before);
  }
  fake_.abandon();
}

/// Invalid value, out of memory, a kernel that failed, unknown, and one that has no row.
INSTANTIATE_TEST_SUITE_P(
    Errors, FailingHip, testing::Combine(testing::ValuesIn(scenarios), testing::Values(1, 2, 719, 999, 4711)),
    [](const auto &test) { return std::get<0>(test.param).name + std::to_string(std::get<1>(test.param)); });

TEST(FailingHipInTwoThreads, EndsInErrorsOrSuccess) {
  fake_hip::State &fake = fake_hip::state();
  const Device gpu = Device::hip(1);
  fake.reset();
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      std::uint32_t random = t + 1;
      for (int round = 0; round < 60; ++round) {
        random = random * 1664525 + 1013904223;
        {
          const std::lock_guard lock(fake.mutex);
          fake.fail_call = (random >> 16) % 60; // either thread may meet it
          fake.fail_with = round % 2 == 0 ? 2 : 719;
        }
        try {
          (random >> 8) % 2 == 0 ? memory(gpu) : kernels(gpu);
        } catch (const kcc::Error &error) {
          EXPECT_NE(error.code(), 0) << error.what();
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  fake.reset();
  gpu.synchronize();
  fake.abandon();
}

TEST(FailingHipScenarios, MakeEveryCallOfHip) {
  fake_hip::State &fake = fake_hip::state();
  const Device gpu = Device::hip(1);
  fake.reset();
  for (const Scenario &scenario : scenarios)
    scenario.run(gpu);
  const std::set<std::string> made(fake.calls.begin(), fake.calls.end());
  fake.reset();
  // Those of the search (bad_hip_test.cpp), and what only some results lead to.
  const std::set<std::string> elsewhere{
      "hipInit",           "hipRuntimeGetVersion",   "hipGetDeviceCount",          "hipDeviceGetName",
      "hipDeviceTotalMem", "hipGetDeviceProperties", "hipGetDevicePropertiesR0600"};
  const std::set<std::string> known{
#define KCC_NAME(name, function, parameters) #function,
      KCC_HIP_FUNCTIONS(KCC_NAME) KCC_OPTIONAL_HIP_FUNCTIONS(KCC_NAME)
#undef KCC_NAME
  };
  for (const std::string &call : known)
    EXPECT_TRUE(made.contains(call) || elsewhere.contains(call)) << call << " is in no scenario";
}

} // namespace
