// The backend for OpenCL with a library that stands in for the loader and its drivers.
#include "expect_error.h"
#include "fake_opencl/fake_opencl.h"

#include <kcc/abi/opencl_code.h>
#include <kcc/abi/print_ring.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <future>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using fake_opencl::Launch;
using kcc::Blocks;
using kcc::Device;
using kcc::Stream;
using kcc::Threads;

constexpr const char *manifest =
    R"({"version": 14, "source": "test.cpp", "kernels": [{"name": "add", "entry": "add", "parameters": [)"
    R"({"name": "to", "type": "std::span<int>", "signature": "span<i32>", "size": 16, "align": 8},)"
    R"({"name": "number", "type": "int", "signature": "i32", "size": 4, "align": 4}],)"
    R"("max_threads": 0, "static_shared_bytes": 20, "uses_barrier": false, "uses_grid_sync": false}],)"
    R"("globals": [{"name": "first", "symbol": "first", "type": "int", "signature": "i32", "size": 4,)"
    R"("align": 4, "memory": "global"}]})";

void add_instruction(std::vector<std::uint32_t> &words, std::uint32_t operation,
                     std::vector<std::uint32_t> operands, const std::string &text = {}) {
  const std::size_t before = operands.size();
  if (!text.empty())
    operands.resize(before + text.size() / 4 + 1);
  if (!text.empty())
    std::memcpy(operands.data() + before, text.data(), text.size());
  words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | operation);
  words.insert(words.end(), operands.begin(), operands.end());
}

/// A module with a kernel `add` and notes of abi/spirv_notes.h.
std::vector<std::byte> code(const std::vector<std::string> &notes = {}, std::uint32_t capability = 6) {
  std::vector<std::uint32_t> words{0x07230203, 0x00010200, 0, 10, 0};
  add_instruction(words, 17, {capability});
  add_instruction(words, 15, {6, 1}, "add");
  for (const std::string &note : notes)
    add_instruction(words, 330, {}, note);
  add_instruction(words, 330, {}, std::string("kcc-manifest: ") + manifest);
  add_instruction(words, 56, {}); // the end of the last function, of which nothing else is read
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

const std::vector<std::string> variables{"kcc-variables: 24 8", "kcc-data: 0 2a000000", "kcc-address: 8 0",
                                         "kcc-symbol: 0 4 first", "kcc-symbol: 16 8 kcc_print_control"};

class OpenclBackend : public testing::Test {
protected:
  ~OpenclBackend() override {
    fake_.run_kernel = nullptr;
    fake_.build_result.reset();
    EXPECT_EQ(fake_.wrong_calls, 0u);
  }

  fake_opencl::State &fake_ = fake_opencl::state();
};

TEST_F(OpenclBackend, SaysWhatADeviceLacks) {
  EXPECT_ERROR(Device::opencl(fake_opencl::without_spirv), "OpenCL device 2 (Fake without SPIR-V)",
               "its driver (Fake platform 1.0) takes no SPIR-V");
  EXPECT_ERROR(Device::opencl(fake_opencl::old),
               "its driver has only OpenCL 2.0 fake, and kcc needs OpenCL 2.1");
  EXPECT_ERROR(Device::opencl(fake_opencl::narrow), "its addresses have 32 bits");
  EXPECT_ERROR(Device::opencl(fake_opencl::without_svm), "it has no shared virtual memory");
  EXPECT_ERROR(Device::opencl(7), "there is no such device; there are 7, numbered from 0",
               "Hint: See `clinfo -l`");
}

TEST_F(OpenclBackend, CallsAreTraced) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("KCC_TRACE", "stderr", 1); // for the process that the test starts
  const auto work = [] {
    (void)Device::opencl(fake_opencl::fine_grained);
    std::exit(0);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(0), "  clGetDeviceIDs\\(0x.*\\) = CL_SUCCESS  [0-9.]+ us");
  unsetenv("KCC_TRACE");
}

TEST_F(OpenclBackend, DescribesDevices) {
  const Device fine = Device::opencl(fake_opencl::fine_grained);
  EXPECT_EQ(fine.name(), "Fake fine");
  EXPECT_EQ(fine.arch(), "opencl3.0");
  EXPECT_EQ(fine.driver(), "OpenCL 3.0 fake (Fake platform 1.0)");
  EXPECT_EQ(fine.limits().max_threads_per_block, 256u);
  EXPECT_EQ(fine.limits().max_block.z, 64u);
  EXPECT_EQ(fine.limits().max_shared_bytes_per_block, 32768u);
  EXPECT_EQ(fine.limits().warp_size, 32u);
  EXPECT_EQ(fine.stream_priorities().least, 1);
  EXPECT_EQ(fine.stream_priorities().greatest, -1);
  EXPECT_EQ(fine.uuid(), "GPU-01020300-0000-0000-0000-000000000000");
  EXPECT_EQ(fine.pci_address(), "0000:3b:00.1");
  EXPECT_EQ(fine.memory().total, std::size_t{1} << 30);
  const Device coarse = Device::opencl(fake_opencl::coarse_grained);
  EXPECT_EQ(coarse.stream_priorities().least, 0);
  EXPECT_EQ(coarse.attribute(kcc::DeviceAttribute::can_map_host_memory), 0);
  EXPECT_ERROR(kcc::PinnedBuffer<int>(coarse, 1), "no fine-grained shared virtual memory");
}

/// With each kind of memory.
class OpenclMemory : public OpenclBackend, public testing::WithParamInterface<int> {
protected:
  const Device device_ = Device::opencl(GetParam());
};
INSTANTIATE_TEST_SUITE_P(, OpenclMemory,
                         testing::Values(fake_opencl::fine_grained, fake_opencl::coarse_grained,
                                         fake_opencl::processor));

TEST_P(OpenclMemory, CopiesAndFills) {
  Stream stream(device_);
  std::vector<std::uint8_t> bytes(100'003);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  kcc::Buffer<std::uint8_t> first(device_, bytes), second(device_, bytes.size());
  kcc::copy(stream, second, first);
  EXPECT_EQ(second.to_host(stream), bytes);
  kcc::fill(stream, second.view().part(1, 77'777), std::uint8_t{9});
  std::fill_n(bytes.begin() + 1, 77'777, std::uint8_t{9});
  EXPECT_EQ(second.to_host(stream), bytes);
  using Three = std::array<std::uint8_t, 3>;
  kcc::Buffer<Three> triples(device_, 30'000);
  kcc::fill(stream, triples, Three{1, 2, 3});
  EXPECT_EQ(triples.to_host(stream), std::vector(30'000, Three{1, 2, 3}));
  kcc::PitchedBuffer<std::uint16_t, 2> image(device_, {50, 13});
  std::vector<std::uint16_t> pixels(50 * 13), copied(pixels.size());
  std::iota(pixels.begin(), pixels.end(), std::uint16_t{0});
  kcc::copy(stream, image, pixels);
  kcc::copy(stream, copied, image);
  EXPECT_EQ(copied, pixels);
  const Device other = Device::opencl(GetParam() == 0 ? 1 : 0);
  kcc::Buffer<std::uint8_t> third(other, bytes.size());
  kcc::copy(stream, third, second);
  EXPECT_EQ(third.to_host(), bytes);
}

TEST_P(OpenclMemory, RefusesMemoryThatItDoesNotHave) {
  EXPECT_ERROR(kcc::Buffer<std::byte>(device_, (std::size_t{1} << 28) + 1), "no more than 268435456 bytes");
}

TEST_P(OpenclMemory, PassesArguments) {
  for (const bool is_pushed : {false, true}) {
    std::vector<std::string> notes = variables;
    if (is_pushed)
      notes.emplace_back("kcc-pushed: add");
    kcc::Module module = kcc::Module::load_data(device_, code(notes), {.name = "test.spv"});
    Stream stream(device_);
    kcc::Buffer<int> values(device_, 10);
    kcc::fill(stream, values, 1);
    int launches = 0;
    fake_.run_kernel = [&](const Launch &launch) {
      ++launches;
      EXPECT_EQ(launch.kernel, "add");
      EXPECT_EQ(launch.threads, (std::array<std::size_t, 3>{12, 6, 3}));
      EXPECT_EQ(launch.block, (std::array<std::size_t, 3>{4, 2, 1}));
      EXPECT_EQ(launch.shared_bytes, 48u); // 20 and 25 bytes
      EXPECT_EQ(launch.word(kcc::abi::opencl_dynamic_shared_bytes), 25u);
      EXPECT_EQ(launch.arguments.size(), is_pushed ? 15u : 4u);
      EXPECT_EQ(launch.word(kcc::abi::opencl_parameters) == 0, is_pushed);
      std::array<std::uint64_t, 3> parameters{};
      if (is_pushed)
        for (std::uint32_t i = 0; i < 3; ++i)
          parameters[i] = launch.word(kcc::abi::opencl_pushed + i);
      else
        std::memcpy(parameters.data(),
                    reinterpret_cast<const void *>(launch.word(kcc::abi::opencl_parameters)), 20);
      EXPECT_EQ(parameters[1], 10u);
      const auto *const memory = reinterpret_cast<const std::byte *>(launch.word(kcc::abi::opencl_variables));
      std::uint64_t address = 0;
      std::memcpy(&address, memory + 8, sizeof address);
      int added = 0;
      std::memcpy(&added, reinterpret_cast<const void *>(address), sizeof added);
      auto *const to = reinterpret_cast<int *>(parameters[0]);
      for (int i = 0; i < 10; ++i)
        to[i] += added + static_cast<int>(parameters[2]);
      // Whatever a kernel may reach has been named, if the driver wants that.
      const bool is_named = GetParam() != fake_opencl::processor;
      for (const std::uint64_t reached : {parameters[0], address, launch.word(kcc::abi::opencl_status)})
        EXPECT_EQ(std::ranges::count(launch.memory, reinterpret_cast<void *>(reached)), is_named ? 1 : 0);
    };
    const auto kernel = module.kernel("add");
    const kcc::LaunchConfig shape{
        .grid = Blocks(3, 3, 3), .block = Threads(4, 2), .dynamic_shared_bytes = 25};
    stream.launch(kernel, shape, values, 3);
    auto first = module.global<int>("first");
    stream.write(first, 7);
    const kcc::Buffer<int> another(device_, 10); // named at the next launch
    stream.launch(kernel, shape, values, 4);
    EXPECT_EQ(values.to_host(stream), std::vector(10, 1 + 42 + 3 + 7 + 4));
    EXPECT_EQ(launches, 2);
  }
}

TEST_P(OpenclMemory, ReportsFailedKernels) {
  const kcc::Module module = kcc::Module::load_data(device_, code(variables), {.name = "test.spv"});
  Stream stream(device_), other(device_);
  kcc::Buffer<int> values(device_, 10);
  fake_.run_kernel = [&](const Launch &launch) {
    reinterpret_cast<kcc::abi::SpirvStatus *>(launch.word(kcc::abi::opencl_status))->failures = 1;
  };
  for (int round = 0; round < 2; ++round) {
    stream.launch(module.kernel("add"), {Blocks(1), Threads(1)}, values, 1);
    bool is_called = false;
    stream.run_on_host([&] { is_called = true; });
    EXPECT_NO_THROW(other.synchronize());
    EXPECT_ERROR(stream.synchronize(), "after kernel `add` of module `test.spv`: a kernel has failed");
    EXPECT_FALSE(is_called);
    EXPECT_NO_THROW(stream.synchronize());
  }
}

/// Writes the record of a message without arguments, or of a failure.
void write_record(std::uint64_t control_address, const std::string &text, bool is_failure) {
  auto &control = *reinterpret_cast<kcc::abi::PrintControl *>(control_address);
  auto &channel = *reinterpret_cast<kcc::abi::PrintChannel *>(control.channel);
  constexpr std::uint32_t payload = 80; // records of 128 bytes, of which none is on both ends of the ring
  const std::uint64_t position = is_failure ? kcc::abi::failure_place : control.reserved;
  std::byte *const record =
      is_failure ? channel.failure
                 : reinterpret_cast<std::byte *>(&channel + 1) + (position & (control.capacity - 1));
  if (is_failure) {
    control.failed = 1;
  } else {
    control.reserved += kcc::abi::print_record_bytes(payload);
    if (control.reserved - channel.consumed > control.capacity) {
      channel.overflowed = 1;
      ++control.dropped;
      control.finished = control.reserved;
      return;
    }
  }
  const auto put = [&](std::size_t offset, auto value) {
    std::memcpy(record + offset, &value, sizeof value);
  };
  std::memset(record, 0, 48 + payload);
  put(8, payload);
  put(12, std::uint32_t{is_failure ? 5u : 1u});
  put(48, static_cast<std::uint32_t>(text.size()));
  std::memcpy(record + 56, text.data(), text.size());
  put(0, position ^ kcc::abi::print_tag);
  if (!is_failure)
    control.finished = control.reserved;
}

TEST_P(OpenclMemory, PassesOnWhatKernelsPrint) {
  const kcc::Module module = kcc::Module::load_data(device_, code(variables), {.name = "test.spv"});
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 10);
  std::vector<std::string> messages;
  std::uint64_t lost = 0;
  device_.on_output([&](const kcc::Output &output) {
    messages.emplace_back(output.text);
    lost += output.lost;
  });
  int number = 0, count = 1;
  fake_.run_kernel = [&](const Launch &launch) {
    std::uint64_t control = 0;
    std::memcpy(&control, reinterpret_cast<const std::byte *>(launch.word(kcc::abi::opencl_variables)) + 16,
                sizeof control);
    for (int i = 0; i < count; ++i)
      write_record(control, "message " + std::to_string(number++), false);
  };
  const auto print = [&] {
    messages.clear();
    stream.launch(module.kernel("add"), {Blocks(1), Threads(1)}, values, 1);
    stream.synchronize();
  };
  for (int i = 0; i < 3; ++i) {
    print();
    EXPECT_EQ(messages, std::vector{"message " + std::to_string(i)});
  }
  count = 20'000; // more than there is space for
  print();
  EXPECT_GT(lost, 0u);
  EXPECT_EQ(messages.front(), "message 3");
  count = 1;
  print();
  EXPECT_EQ(messages, std::vector{"message " + std::to_string(number - 1)});
  for (int i = 0; i < 2; ++i) {
    fake_.run_kernel = [&](const Launch &launch) {
      std::uint64_t control = 0;
      std::memcpy(&control, reinterpret_cast<const std::byte *>(launch.word(kcc::abi::opencl_variables)) + 16,
                  sizeof control);
      write_record(control, "broken " + std::to_string(i), true);
      reinterpret_cast<kcc::abi::SpirvStatus *>(launch.word(kcc::abi::opencl_status))->failures = 1;
    };
    EXPECT_ERROR(print(), "broken " + std::to_string(i));
  }
  device_.on_output({});
}

TEST_P(OpenclMemory, CallsTheHostInOrder) {
  Stream first(device_), second(device_);
  kcc::Buffer<int> values(device_, 10);
  std::promise<void> gate;
  std::atomic<int> calls = 0;
  first.run_on_host([&] {
    gate.get_future().wait();
    ++calls;
  });
  kcc::fill(first, values, 3);
  kcc::Event after(device_);
  first.record(after);
  second.wait(after);
  second.run_on_host([&] { calls += 10; });
  EXPECT_FALSE(first.is_done());
  EXPECT_FALSE(second.is_done());
  EXPECT_FALSE(after.is_done());
  EXPECT_EQ(calls, 0);
  gate.set_value();
  second.synchronize();
  EXPECT_EQ(calls, 11);
  EXPECT_EQ(values.to_host(first), std::vector(10, 3));
}

TEST_F(OpenclBackend, NeedsSubGroupsForWarps) {
  std::vector<std::string> notes{"kcc-warps: add"};
  const Device fine = Device::opencl(fake_opencl::fine_grained);
  kcc::Buffer<int> values(fine, 10);
  const kcc::Module module = kcc::Module::load_data(fine, code(notes));
  Stream stream(fine);
  EXPECT_NO_THROW(stream.launch(module.kernel("add"), {Blocks(1), Threads(64)}, values, 1));
  EXPECT_ERROR(stream.launch(module.kernel("add"), {Blocks(1), Threads(129)}, values, 1),
               "over the kernel's limit of 128");
  const Device coarse = Device::opencl(fake_opencl::coarse_grained);
  const kcc::Module same = kcc::Module::load_data(coarse, code(notes));
  EXPECT_ERROR(
      same.kernel("add"),
      "the kernel uses warps, as block algorithms do, and the device has no sub-groups of 32 threads");
}

TEST_F(OpenclBackend, RefusesOtherCode) {
  const Device device = Device::opencl(0);
  EXPECT_ERROR(kcc::Module::load_data(device, code({}, 9)),
               "arithmetic with 16-bit floats (SPIR-V capability Float16), which the device lacks");
  EXPECT_ERROR(kcc::Module::load_data(device, code({}, 1)), "it is SPIR-V for Vulkan", "--target=spirv");
  EXPECT_ERROR(kcc::Module::load_data(device, code({"kcc-variables: 8 8", "kcc-data: 6 ffffffff"})),
               "lies outside of the variables");
  EXPECT_ERROR(kcc::Module::load_data(device, code({"kcc-variables: 64 8", "kcc-variables: 4 8"})),
               "says twice how large its variables are");
  EXPECT_ERROR(kcc::Module::load_data(device, code({"kcc-variables: 1099511627776 8"})),
               "its variables are too large");
  const std::vector<std::byte> whole = code();
  EXPECT_ERROR(kcc::Module::load_data(device, std::span(whole).first(whole.size() - 4)),
               "it ends before the end of a function");
  EXPECT_ERROR(kcc::Module::load_data(device, std::span(whole).first(whole.size() - 1)),
               "it does not end after a whole word");
  fake_.build_result = -11;
  const auto error = error_of([&] { kcc::Module::load_data(device, code()); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->category(), kcc::ErrorCategory::invalid_code);
  EXPECT_EQ(error->code_name(), "CL_BUILD_PROGRAM_FAILURE");
  EXPECT_EQ(error->log(), "what the compiler says");
}

/// Something of everything.
void use(const Device &device) {
  kcc::Module module = kcc::Module::load_data(device, code(variables), {.name = "test.spv"});
  Stream stream(device), other(device);
  kcc::Buffer<int> values(device, std::vector(10, 1));
  kcc::Event begin(device), end(device);
  stream.record(begin);
  stream.launch(module.kernel("add"), {Blocks(2), Threads(3)}, values, 1);
  kcc::fill(stream, values, 5);
  std::atomic<bool> is_called = false;
  stream.run_on_host([&] { is_called = true; });
  stream.record(end);
  other.wait(end);
  (void)values.to_host(other);
  (void)stream.is_done();
  (void)kcc::Event::elapsed(begin, end);
  stream.synchronize();
  std::vector<std::uint8_t> rows(5 * 3);
  kcc::PitchedBuffer<std::uint8_t, 2> image(device, {5, 3});
  kcc::copy(stream, image, rows);
  kcc::copy(stream, rows, image);
  auto first = module.global<int>("first");
  stream.write(first, 7);
  EXPECT_EQ(stream.read(first), 7);
  EXPECT_TRUE(is_called);
}

TEST_P(OpenclMemory, EveryCallThatFailsIsAnErrorThatNamesIt) {
  // Failures of these are found out otherwise, or harm nothing.
  const std::set<std::string> harmless{"clGetEventInfo", "clGetProgramBuildInfo", "clWaitForEvents",
                                       "clEnqueueSVMMemcpy"};
  const auto alive = [&] {
    try {
      device_.synchronize();
    } catch (const kcc::Error &) { // of what a call has left behind
    }
    const std::lock_guard lock(fake_.mutex);
    auto all = fake_.alive;
    all["memory"] = fake_.memory.size();
    // A device's default stream keeps up to two.
    all["event"] -= std::min(all["event"], 2 * all["context"]);
    return all;
  };
  // A thread that has called a function of the program may still be letting go of its stream.
  const auto wait_until = [](auto &&holds) {
    for (int wait = 0; wait < 5000 && !holds(); ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  use(device_);
  auto before = alive();
  wait_until([&] {
    before = alive(); // each device has its own queue and the default stream's
    return before["queue"] == 2 * before["context"] && before["event"] == 0;
  });
  std::set<std::string> failed;
  for (std::size_t i = 0;; ++i) {
    fake_.fail_call = i;
    fake_.failed_call.clear();
    std::optional<kcc::Error> error;
    try {
      use(device_);
    } catch (const kcc::Error &thrown) {
      error = thrown;
    }
    if (std::exchange(fake_.fail_call, std::nullopt)) { // that was the last call
      EXPECT_FALSE(error);
      break;
    }
    failed.insert(fake_.failed_call);
    SCOPED_TRACE("call " + std::to_string(i) + ", " + fake_.failed_call);
    if (error) {
      EXPECT_THAT(error->what(), testing::HasSubstr(fake_.failed_call));
      EXPECT_EQ(error->code(), fake_.failed_call == "clSVMAlloc" ? -4 : -5);
    } else {
      EXPECT_TRUE(harmless.contains(fake_.failed_call));
    }
    wait_until([&] { return alive() == before; });
    EXPECT_EQ(alive(), before);
  }
  EXPECT_THAT(failed, testing::IsSupersetOf({"clSVMAlloc", "clEnqueueNDRangeKernel", "clCreateKernel",
                                             "clCreateUserEvent", "clBuildProgram", "clSetKernelArg",
                                             "clCreateCommandQueueWithProperties", "clFlush"}));
}

} // namespace

int main(int argc, char **argv) {
  setenv("KCC_CUDA_DRIVER_LIBRARY", "/nowhere", 1);
  unsetenv("KCC_JIT_CACHE");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
