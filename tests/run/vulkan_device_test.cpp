// The backend for Vulkan devices, with kernels in GLSL that glslangValidator compiles. Without that tool or
// without a Vulkan device, the tests are skipped.
#include "temporary_folder.h"

#include <kcc/abi/print_ring.h>
#include <kcc/abi/vulkan_code.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Device;
using kcc::Stream;
using kcc::Threads;
using testing::HasSubstr;

/// What the host gives to every kernel (kcc::abi::VulkanArguments), and declarations for the kernels below.
constexpr const char *common = R"(#version 460
#pragma use_vulkan_memory_model
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(constant_id = 3) const uint shared_words = 1;
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Ints { int at[]; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer Longs { uint64_t at[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer Parameters {
  Ints to; uint64_t to_size; Ints from; uint64_t from_size; int number;
};
layout(push_constant, scalar) uniform Arguments {
  Parameters parameters; Longs variables; Words status; uint grid[3]; uint dynamic_shared_bytes;
};
uint index() { return gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }
)";

constexpr const char *add = R"(
void main() {
  if (index() < parameters.to_size)
    parameters.to.at[index()] = parameters.from.at[index()] + parameters.number;
})";

/// Each thread adds a variable, reached through another variable that has its address.
constexpr const char *add_variable = R"(
void main() {
  Ints table = Ints(variables.at[1]);
  if (index() < parameters.to_size)
    parameters.to.at[index()] = parameters.from.at[index()] + table.at[0];
})";

constexpr const char *fail = R"(
void main() {
  if (index() == uint(parameters.number))
    status.at[0] = 1;
})";

/// Claims the failure record and fills in its header; its payload is one word of format and no arguments.
constexpr const char *fail_with_record = R"(
void main() {
  if (index() != uint(parameters.number))
    return;
  Words control = Words(variables.at[0]);
  if (atomicCompSwap(control.at[6], 0u, 1u) == 0u) {
    Longs channel = Longs(Longs(variables.at[0]).at[4]);
    Words record = Words(uint64_t(channel) + 64ul);
    record.at[2] = 16;
    record.at[3] = 5; // RecordKind::ended
    for (int i = 0; i < 3; ++i) {
      record.at[4 + i] = gl_WorkGroupID[i];
      record.at[7 + i] = gl_LocalInvocationID[i];
    }
    record.at[12] = 4;
    record.at[13] = 0;
    record.at[14] = 0x6e6e6150; // "Pann"
    record.at[15] = 0;
    memoryBarrierBuffer();
    Longs(record).at[0] = 0x9d3c51f2b7e8460dul ^ 0x8000000000000000ul;
  }
  status.at[0] = 1;
})";

/// Sends the message "hello": the header of a record, then its format, and no arguments.
constexpr const char *print = R"(
void main() {
  Longs control = Longs(variables.at[0]);
  Words record = Words(control.at[4] + 8256ul);
  control.at[0] = 64ul;
  record.at[2] = 16;
  record.at[3] = 1; // RecordKind::print
  for (int i = 4; i < 10; ++i)
    record.at[i] = 0;
  record.at[12] = 5;
  record.at[13] = 0;
  record.at[14] = 0x6c6c6568;
  record.at[15] = 0x6f;
  memoryBarrierBuffer();
  Longs(record).at[0] = 0x9d3c51f2b7e8460dul;
  control.at[1] = 64ul;
})";

constexpr const char *reverse = R"(
shared int values[shared_words];
void main() {
  uint thread = gl_LocalInvocationID.x, count = gl_WorkGroupSize.x;
  values[thread] = parameters.from.at[index()];
  barrier();
  parameters.to.at[index()] = values[count - 1 - thread];
})";

constexpr const char *add_64_bits = R"(
#extension GL_EXT_shader_atomic_int64 : require
void main() {
  atomicAdd(Longs(uint64_t(parameters.to)).at[0], 1ul);
})";

/// A SPIR-V module with notes of abi/spirv_notes.h.
std::vector<std::byte> with_facts(const std::string &file, const std::vector<std::string> &facts) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  std::size_t at = 5; // behind the names come the decorations, which are in every kernel here
  while (at < words.size() && (words[at] & 0xffff) != 71 && (words[at] & 0xffff) != 72)
    at += words[at] >> 16;
  for (const std::string &fact : facts) {
    std::vector<std::uint32_t> instruction(fact.size() / 4 + 2);
    instruction[0] = static_cast<std::uint32_t>(instruction.size()) << 16 | 330;
    std::memcpy(instruction.data() + 1, fact.data(), fact.size());
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), instruction.begin(), instruction.end());
    at += instruction.size();
  }
  const auto result = std::as_bytes(std::span(words));
  return {result.begin(), result.end()};
}

constexpr const char *manifest = R"({"version": 14, "source": "test.cpp", "kernels": [{"name": "NAME",
"entry": "NAME", "parameters": [
{"name": "to", "type": "std::span<int>", "signature": "span<i32>", "size": 16, "align": 8},
{"name": "from", "type": "std::span<const int>", "signature": "span<const i32>", "size": 16, "align": 8},
{"name": "number", "type": "int", "signature": "i32", "size": 4, "align": 4}],
"max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false}],
"globals": [{"name": "first", "symbol": "first", "type": "int", "signature": "i32", "size": 4, "align": 4,
"memory": "global"}]})";

class VulkanDevice : public testing::Test {
protected:
  void SetUp() override {
    if (std::system("glslangValidator --version >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "no glslangValidator";
    try {
      device_.emplace(Device::vulkan());
    } catch (const kcc::Error &error) {
      GTEST_SKIP() << error.what();
    }
  }

  kcc::Module load(const std::string &entry, const char *source, std::vector<std::string> facts = {}) {
    const std::string base = folder_ / entry;
    std::ofstream(base + ".comp") << common << source;
    EXPECT_EQ(std::system(("glslangValidator -V --target-env vulkan1.2 --source-entrypoint main -e " + entry +
                           " -o " + base + ".spv " + base + ".comp >" + base + ".log")
                              .c_str()),
              0)
        << std::ifstream(base + ".log").rdbuf();
    std::string text = manifest;
    for (std::size_t at; (at = text.find("NAME")) != std::string::npos;)
      text.replace(at, 4, entry);
    // In two parts, as a long one would be.
    facts.push_back("kcc-manifest: " + text.substr(0, 100));
    facts.push_back("kcc-manifest: " + text.substr(100));
    return kcc::Module::load_data(device(), with_facts(base + ".spv", facts), {.name = "test.spv"});
  }
  const Device &device() const { return *device_; }

  TemporaryFolder folder_;
  std::optional<Device> device_;
};

std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST_F(VulkanDevice, SaysWhatItIs) {
  EXPECT_EQ(device().backend(), kcc::Backend::vulkan);
  EXPECT_EQ(device().ordinal(), 0);
  EXPECT_THAT(device().arch(), testing::StartsWith("vulkan1."));
  EXPECT_THAT(device().driver(), testing::StartsWith("Vulkan 1."));
  EXPECT_GE(device().limits().max_threads_per_block, 128u);
  EXPECT_GT(device().total_memory(), 0u);
  EXPECT_GT(device().memory().total, 0u);
  if (device().name().starts_with("llvmpipe")) {
    EXPECT_FALSE(device().keeps_subnormals());
  }
  EXPECT_THAT(device().uuid(), testing::MatchesRegex("GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
  EXPECT_EQ(device(), Device::vulkan(0));
}

TEST_F(VulkanDevice, IsTakenByWhoeverAsksForIt) {
  const char *const before = std::getenv("KCC_DEVICE");
  const std::string saved = before ? before : "";
  setenv("KCC_DEVICE", "vulkan:0", 1);
  EXPECT_EQ(Device::pick(), device());
  setenv("KCC_DEVICE", "vulkan", 1);
  EXPECT_EQ(Device::pick().backend(), kcc::Backend::vulkan);
  setenv("KCC_DEVICE", "vulkan:999", 1);
  EXPECT_THROW(Device::pick(), kcc::Error);
  unsetenv("KCC_DEVICE");
  if (device().name().find("llvmpipe") != std::string::npos) {
    EXPECT_NE(Device::pick(), device());
    EXPECT_THAT(Device::all(), testing::Not(testing::Contains(device())));
  }
  if (before)
    setenv("KCC_DEVICE", saved.c_str(), 1);
}

TEST_F(VulkanDevice, AddsOnAllElements) {
  const kcc::Module module = load("add", add);
  const auto kernel = module.kernel("add");
  Stream stream(device());
  for (const std::size_t count : {1u, 1000u, 100'000u}) {
    const kcc::Buffer<int> from(device(), numbers(count));
    kcc::Buffer<int> to(device(), count);
    stream.launch(kernel, kcc::cover(count, 128), to, from, 5);
    std::vector<int> expected = numbers(count);
    for (int &value : expected)
      value += 5;
    EXPECT_EQ(to.to_host(stream), expected);
  }
}

TEST_F(VulkanDevice, KeepsTheOrderOfAStream) {
  const kcc::Module module = load("add", add);
  const auto kernel = module.kernel("add");
  Stream stream(device());
  kcc::Buffer<int> values(device(), numbers(1000));
  constexpr int launches = 3000; // more than may be unfinished
  for (int i = 0; i < launches; ++i)
    stream.launch(kernel, kcc::cover(1000, 64), values, values, 1);
  std::vector<int> expected = numbers(1000);
  for (int &value : expected)
    value += launches;
  EXPECT_EQ(values.to_host(stream), expected);
}

TEST_F(VulkanDevice, ReachesVariables) {
  // At 0 an int, at 8 the address of it.
  kcc::Module module =
      load("add_variable", add_variable,
           {"kcc-variables: 16 8", "kcc-data: 0 2a000000", "kcc-address: 8 0", "kcc-symbol: 0 4 first"});
  Stream stream(device());
  kcc::Buffer<int> values(device(), 2);
  const kcc::Buffer<int> from(device(), std::vector{1, 2});
  stream.launch(module.kernel("add_variable"), {Blocks(1), Threads(2)}, values, from, 0);
  EXPECT_THAT(values.to_host(stream), testing::ElementsAre(43, 44));
  auto first = module.global<int>("first");
  EXPECT_EQ(stream.read(first), 42);
  stream.write(first, 7);
  stream.launch(module.kernel("add_variable"), {Blocks(1), Threads(2)}, values, from, 0);
  EXPECT_THAT(values.to_host(stream), testing::ElementsAre(8, 9));
}

TEST_F(VulkanDevice, HasSharedMemory) {
  const kcc::Module module = load("reverse", reverse);
  Stream stream(device());
  const kcc::Buffer<int> from(device(), numbers(128));
  kcc::Buffer<int> to(device(), 128);
  stream.launch(module.kernel("reverse"),
                {.grid = Blocks(2), .block = Threads(64), .dynamic_shared_bytes = 64 * sizeof(int)}, to, from,
                0);
  std::vector<int> expected = numbers(128);
  std::reverse(expected.begin(), expected.begin() + 64);
  std::reverse(expected.begin() + 64, expected.end());
  EXPECT_EQ(to.to_host(stream), expected);
}

TEST_F(VulkanDevice, ReportsFailedKernelsAndStaysUsable) {
  const kcc::Module failing = load("fail", fail), adding = load("add", add);
  kcc::Buffer<int> values(device(), numbers(10));
  for (int round = 0; round < 2; ++round) {
    Stream stream(device()), other(device());
    stream.launch(failing.kernel("fail"), {Blocks(4), Threads(32)}, values, values, 77);
    other.launch(adding.kernel("add"), {Blocks(1), Threads(32)}, values, values, 0);
    EXPECT_NO_THROW(other.synchronize());
    try {
      stream.synchronize();
      FAIL() << "no error";
    } catch (const kcc::Error &error) {
      EXPECT_EQ(error.category(), kcc::ErrorCategory::kernel_failed);
      EXPECT_FALSE(error.is_sticky());
      EXPECT_THAT(error.what(), HasSubstr("after kernel `fail` of module `test.spv`: a kernel has failed"));
    }
    EXPECT_NO_THROW(stream.synchronize());
    EXPECT_EQ(values.to_host(stream), numbers(10));
  }
  {
    Stream unawaited(device());
    unawaited.launch(failing.kernel("fail"), {Blocks(4), Threads(32)}, values, values, 1);
  }
  EXPECT_THROW(device().synchronize(), kcc::Error);
  EXPECT_NO_THROW(device().synchronize());
}

TEST_F(VulkanDevice, SaysWhatAKernelRecorded) {
  const kcc::Module module =
      load("fail_with_record", fail_with_record, {"kcc-variables: 8 8", "kcc-symbol: 0 8 kcc_print_control"});
  Stream stream(device());
  kcc::Buffer<int> values(device(), 1);
  for (const int thread : {3, 40}) {
    stream.launch(module.kernel("fail_with_record"), {Blocks(4), Threads(32)}, values, values, thread);
    try {
      stream.synchronize();
      FAIL() << "no error";
    } catch (const kcc::Error &error) {
      EXPECT_THAT(error.what(), HasSubstr("thread (" + std::to_string(thread % 32) + ", 0, 0)"));
      EXPECT_THAT(error.what(), HasSubstr("block (" + std::to_string(thread / 32) + ", 0, 0)"));
    }
  }
}

TEST_F(VulkanDevice, PassesOnWhatKernelsPrint) {
  const kcc::Module module =
      load("print", print, {"kcc-variables: 8 8", "kcc-symbol: 0 8 kcc_print_control"});
  Stream stream(device());
  kcc::Buffer<int> values(device(), 1);
  std::vector<std::string> messages;
  device().on_output([&](const kcc::Output &output) { messages.emplace_back(output.text); });
  stream.launch(module.kernel("print"), {Blocks(1), Threads(1)}, values, values, 0);
  stream.synchronize();
  device().on_output({});
  EXPECT_THAT(messages, testing::ElementsAre("hello"));
}

TEST_F(VulkanDevice, RefusesWhatItCannotRun) {
  const auto refused = [&](auto &&work) -> std::string {
    try {
      work();
    } catch (const kcc::Error &error) {
      return error.what();
    }
    return "";
  };
  Stream stream(device());
  kcc::Buffer<int> values(device(), 2);
  const kcc::Module adding = load("add", add);
  EXPECT_THAT(refused([&] {
                stream.launch(adding.kernel("add"), {Blocks(1), Threads(1u << 20)}, values, values, 1);
              }),
              HasSubstr("is over the device's limit"));
  EXPECT_THAT(refused([&] {
                stream.launch(adding.kernel("add"),
                              {.grid = Blocks(1), .block = Threads(1), .cooperative = true}, values, values,
                              1);
              }),
              HasSubstr("The device does not support cooperative launches"));
  if (device().limits().warp_size != 32) {
    const kcc::Module warps = load("add", add, {"kcc-warps: add"});
    EXPECT_THAT(
        refused([&] { stream.launch(warps.kernel("add"), {Blocks(1), Threads(32)}, values, values, 1); }),
        HasSubstr("the kernel uses warps, and the device has none of 32 threads that reconverge"));
  }
  // A device either lacks this or computes it.
  const std::string missing = refused([&] {
    const kcc::Module atomics = load("add_64_bits", add_64_bits);
    kcc::fill(stream, values, 0);
    stream.launch(atomics.kernel("add_64_bits"), {Blocks(4), Threads(32)}, values, values, 1);
    EXPECT_THAT(values.to_host(stream), testing::ElementsAre(128, 0));
  });
  if (!missing.empty())
    EXPECT_THAT(missing, HasSubstr("64-bit atomic operations (SPIR-V capability Int64Atomics)"));
  EXPECT_THAT(refused([&] { kcc::Graph::capture(stream, [](Stream &) {}); }),
              testing::AllOf(HasSubstr("the device has no graphs"),
                             HasSubstr("CUDA devices and the CPU device have graphs")));
  EXPECT_THAT(refused([&] { kcc::Array<float>(device(), {.width = 8}); }),
              HasSubstr("the device has no textures"));
  EXPECT_THAT(refused([&] { kcc::Module::load_ptx(device(), ".version 7.0"); }),
              testing::AllOf(HasSubstr("needs a CUDA device"), HasSubstr("--target=vulkan")));
  EXPECT_THAT(refused([&] { (void)Device::vulkan(99); }),
              testing::AllOf(HasSubstr("there is no such device"), HasSubstr("vulkaninfo"),
                             testing::Not(HasSubstr("CUDA"))));
  EXPECT_THAT(refused([&] {
                kcc::Module::load_data(Device::cpu(), std::as_bytes(std::span("\x03\x02\x23\x07 and more")));
              }),
              HasSubstr("SPIR-V needs a Vulkan or OpenCL device"));
}

TEST_F(VulkanDevice, RefusesDamagedCode) {
  (void)load("add", add);
  std::vector<std::byte> bytes =
      with_facts(folder_ / "add.spv", {"kcc-variables: 8 8", "kcc-data: 6 ffffffff"});
  EXPECT_THROW(kcc::Module::load_data(device(), bytes), kcc::Error);
  bytes = with_facts(folder_ / "add.spv", {});
  for (const std::size_t size : {20u, 24u, 400u})
    EXPECT_THROW(kcc::Module::load_data(device(), std::span(bytes).first(size)), kcc::Error) << size;
}

TEST_F(VulkanDevice, CopiesLargeMemoryAndParts) {
  Stream stream(device());
  std::vector<std::uint8_t> bytes((std::size_t{20} << 20) + 3);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(i * i >> 3);
  kcc::Buffer<std::uint8_t> first(device(), bytes), second(device(), bytes.size());
  kcc::copy(stream, second, first);
  EXPECT_EQ(second.to_host(stream), bytes);
  const std::vector<std::uint8_t> part(bytes.begin() + 5, bytes.begin() + 5 + 1001);
  std::vector<std::uint8_t> copied(part.size());
  kcc::copy(stream, copied, second.view().part(5, 1001));
  EXPECT_EQ(copied, part);
  kcc::copy(stream, second.view().part(7, 1001), part);
  std::copy(part.begin(), part.end(), bytes.begin() + 7);
  EXPECT_EQ(second.to_host(stream), bytes);
}

TEST_F(VulkanDevice, CopiesRows) {
  constexpr std::size_t width = 13, height = 5000;
  Stream stream(device());
  kcc::PitchedBuffer<std::uint16_t, 2> image(device(), {height, width});
  std::vector<std::uint16_t> pixels(width * height);
  std::iota(pixels.begin(), pixels.end(), std::uint16_t{0});
  kcc::copy(stream, image, pixels);
  std::vector<std::uint16_t> copied(pixels.size());
  kcc::copy(stream, copied, image);
  EXPECT_EQ(copied, pixels);
}

template <class T> void expect_fills(const Device &device, T value) {
  Stream stream(device);
  for (const std::size_t count : {1u, 2u, 7u, 1000u, 100'001u})
    for (const std::size_t offset : {0u, 1u, 3u}) {
      std::vector<T> expected(count + offset + 2);
      kcc::Buffer<T> buffer(device, expected);
      kcc::fill(stream, buffer.view().part(offset, count), value);
      std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(offset), count, value);
      EXPECT_EQ(buffer.to_host(stream), expected) << sizeof(T) << " bytes, " << offset << ", " << count;
    }
}

TEST_F(VulkanDevice, FillsWithAnyPattern) {
  expect_fills<std::uint8_t>(device(), 0x12);
  expect_fills<std::uint16_t>(device(), 0x1234);
  expect_fills<std::uint32_t>(device(), 0x12345678);
  expect_fills<std::uint64_t>(device(), 0x123456789abcdef0);
  expect_fills<std::array<std::uint8_t, 3>>(device(), {1, 2, 3});
  expect_fills<std::array<std::uint32_t, 4>>(device(), {1, 2, 3, 4});
}

TEST_F(VulkanDevice, MeasuresTimeAndOrdersStreams) {
  const kcc::Module module = load("add", add);
  Stream first(device()), second(device());
  kcc::Buffer<int> values(device(), numbers(100'000));
  kcc::Event begin(device()), end(device());
  first.record(begin);
  for (int i = 0; i < 20; ++i)
    first.launch(module.kernel("add"), kcc::cover(100'000, 128), values, values, 1);
  first.record(end);
  second.wait(end);
  second.launch(module.kernel("add"), kcc::cover(100'000, 128), values, values, 1);
  EXPECT_EQ(values.to_host(second)[99'999], 99'999 + 21);
  EXPECT_TRUE(end.is_done());
  EXPECT_GT(kcc::Event::elapsed(begin, end).count(), 0.0);
}

TEST_F(VulkanDevice, CallsTheHostInOrder) {
  const kcc::Module module = load("add", add);
  Stream first(device()), second(device());
  kcc::Buffer<int> values(device(), numbers(10));
  std::promise<void> gate;
  std::atomic<int> calls = 0;
  first.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  first.run_on_host([&] {
    gate.get_future().wait();
    ++calls;
  });
  first.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  kcc::Event after(device(), {.timing = false});
  first.record(after);
  first.run_on_host([&] { ++calls; });
  second.wait(after);
  second.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  Stream third(device());
  kcc::Buffer<int> others(device(), numbers(10));
  third.launch(module.kernel("add"), {Blocks(1), Threads(10)}, others, others, 1);
  EXPECT_EQ(others.to_host(third)[9], 10); // is not blocked by what waits for the host
  EXPECT_FALSE(second.is_done());
  EXPECT_EQ(calls, 0);
  gate.set_value();
  EXPECT_EQ(values.to_host(second)[9], 12);
  first.synchronize();
  EXPECT_EQ(calls, 2);
}

TEST_F(VulkanDevice, CopiesPinnedMemoryInOrder) {
  const kcc::Module module = load("add", add);
  Stream stream(device());
  kcc::PinnedBuffer<int> pinned(device(), 1000, {.mapped = true});
  kcc::Buffer<int> values(device(), 1000);
  stream.run_on_host([&] { std::iota(pinned.begin(), pinned.end(), 0); });
  kcc::copy(stream, values, pinned);
  stream.launch(module.kernel("add"), kcc::cover(1000, 64), values, values, 1);
  kcc::copy(stream, pinned, values);
  stream.launch(module.kernel("add"), kcc::cover(1000, 64), pinned, pinned, 1);
  stream.synchronize();
  std::vector<int> expected = numbers(1000);
  for (int &value : expected)
    value += 2;
  EXPECT_TRUE(std::ranges::equal(pinned, expected));
}

TEST_F(VulkanDevice, WorksFromManyThreads) {
  const kcc::Module module = load("add", add);
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        Stream stream(device());
        kcc::Buffer<int> values(device(), numbers(1000));
        for (int i = 0; i < 10; ++i)
          stream.launch(module.kernel("add"), kcc::cover(1000, 32u << (t % 2)), values, values, t);
        std::vector<int> expected = numbers(1000);
        for (int &value : expected)
          value += 10 * t;
        right += values.to_host(stream) == expected;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 80);
}

TEST_F(VulkanDevice, KeepsPipelinesOnDisk) {
  const kcc::JitCache before = kcc::jit_cache();
  kcc::set_jit_cache({.enabled = true, .folder = folder_ / "cache"});
  kcc::Buffer<int> values(device(), numbers(10));
  const auto add_one = [&] { // by a module without pipelines
    const kcc::Module module = load("add", add);
    Stream stream(device());
    stream.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
    stream.synchronize();
  };
  add_one();
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(folder_ / "cache"))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  EXPECT_EQ(files.size(), 1u);
  add_one();
  for (const std::filesystem::path &file : files)
    std::ofstream(file, std::ios::app) << "damaged";
  add_one();
  for (const std::filesystem::path &file : files)
    std::ofstream(file) << "nothing";
  add_one();
  EXPECT_EQ(values.to_host()[9], 13);
  kcc::set_jit_cache(before);
}

TEST_F(VulkanDevice, IsProfiled) {
  const kcc::Module module = load("add", add);
  kcc::Buffer<int> values(device(), numbers(10));
  Stream stream(device());
  kcc::Profile profile(device());
  for (int i = 0; i < 3; ++i)
    stream.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  stream.synchronize();
  const auto rows = profile.rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].calls, 3u);
}

struct Detached {
  struct promise_type {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

Detached tell_when_done(Stream &stream, std::promise<void> &told) {
  try {
    co_await stream.done();
    told.set_value();
  } catch (const kcc::Error &) {
    told.set_exception(std::current_exception());
  }
}

TEST_F(VulkanDevice, TellsWhenWorkIsDone) {
  const kcc::Module module = load("add", add), failing = load("fail", fail);
  kcc::Buffer<int> values(device(), numbers(10));
  Stream stream(device());
  stream.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  std::promise<void> done;
  tell_when_done(stream, done);
  EXPECT_NO_THROW(done.get_future().get());
  stream.launch(failing.kernel("fail"), {Blocks(1), Threads(10)}, values, values, 1);
  std::promise<void> failed;
  tell_when_done(stream, failed);
  EXPECT_THROW(failed.get_future().get(), kcc::Error);
  EXPECT_NO_THROW(stream.synchronize()); // it was reported
}

TEST_F(VulkanDevice, HasManySmallBuffers) {
  Stream stream(device());
  std::vector<kcc::Buffer<int>> buffers;
  for (int i = 0; i < 6000; ++i) {
    buffers.emplace_back(device(), static_cast<std::size_t>(1 + i % 100));
    kcc::fill(stream, buffers.back(), i);
  }
  for (const int i : {0, 63, 64, 4999, 5999})
    EXPECT_EQ(buffers[static_cast<std::size_t>(i)].to_host(stream),
              std::vector(static_cast<std::size_t>(1 + i % 100), i));
}

// Destroyed after static objects of the drivers, which are loaded later.
std::optional<Stream> static_stream;
std::optional<kcc::Buffer<int>> static_buffer;

TEST_F(VulkanDevice, MayBeInUseWhenTheProcessExits) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto exit_with_work = [&] {
    static_stream.emplace(device());
    static_buffer.emplace(device(), numbers(100'000));
    static_stream->run_on_host([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
    kcc::fill(*static_stream, *static_buffer, 1);
    static_stream->run_on_host([] { std::fputs("called\n", stderr); });
    std::exit(0);
  };
  EXPECT_EXIT(exit_with_work(), testing::ExitedWithCode(0), "called");
}

TEST_F(VulkanDevice, CallsAreTraced) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("KCC_TRACE", "stderr", 1); // for the process that the test starts
  const auto work = [&] {
    Stream stream(device());
    kcc::Buffer<int> buffer(device(), numbers(4));
    kcc::fill(stream, buffer, 1);
    stream.synchronize();
    std::exit(0);
  };
  EXPECT_EXIT(
      work(), testing::ExitedWithCode(0),
      "vkCreateInstance\\(.*\\) = VK_SUCCESS  [0-9.]+ us(.|\n)*vkCreateDevice\\((.|\n)*vkCmdFillBuffer\\("
      "0x[0-9a-f]+, (.|\n)*vkQueueSubmit\\(.*\\) = VK_SUCCESS");
  unsetenv("KCC_TRACE");
}

TEST_F(VulkanDevice, SaysThatMemoryIsShort) {
  try {
    const kcc::Buffer<std::byte> buffer(device(), std::size_t{1} << 50);
    FAIL() << "no error";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::out_of_memory);
  }
}

} // namespace
