// Devices that run SPIR-V: what they say of themselves, run and refuse.
#include "spirv/spirv_device.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Device;
using kcc::Stream;
using kcc::Threads;
using kcc::testing::numbers;
using kcc::testing::refused;
using kcc::testing::SpirvDevice;
using testing::HasSubstr;

KCC_FOR_EVERY_SPIRV_DEVICE(SpirvDevice);

TEST_P(SpirvDevice, SaysWhatItIs) {
  EXPECT_EQ(device_.backend(), GetParam());
  EXPECT_EQ(device_.ordinal(), 0);
  EXPECT_THAT(device_.arch(), testing::MatchesRegex(backend().arch));
  EXPECT_THAT(device_.driver(), testing::MatchesRegex(backend().driver));
  EXPECT_GE(device_.limits().max_threads_per_block, 128u);
  EXPECT_GT(device_.total_memory(), 0u);
  EXPECT_GT(device_.memory().total, 0u);
  EXPECT_EQ(device_, kcc::testing::device_of(GetParam()));
}

/// Whether it is a driver for the processor, Mesa's or PoCL.
bool is_processor(const Device &device) {
  return device.name().find("llvmpipe") != std::string::npos ||
         device.driver().find("PoCL") != std::string::npos;
}

TEST_P(SpirvDevice, IsTakenByWhoeverAsksForIt) {
  const std::string name = testing::PrintToString(GetParam());
  const char *const before = std::getenv("KCC_DEVICE");
  const std::string saved = before ? before : "";
  setenv("KCC_DEVICE", (name + ":0").c_str(), 1);
  EXPECT_EQ(Device::pick(), device_);
  setenv("KCC_DEVICE", name.c_str(), 1);
  EXPECT_EQ(Device::pick().backend(), GetParam());
  setenv("KCC_DEVICE", (name + ":999").c_str(), 1);
  EXPECT_THROW(Device::pick(), kcc::Error);
  unsetenv("KCC_DEVICE");
  if (is_processor(device_)) {
    EXPECT_NE(Device::pick(), device_);
    EXPECT_THAT(Device::all(), testing::Not(testing::Contains(device_)));
  }
  if (before)
    setenv("KCC_DEVICE", saved.c_str(), 1);
}

TEST_P(SpirvDevice, AddsOnAllElements) {
  for (const char *name : {"add", "add_pushed"}) {
    const kcc::Module module = load(name);
    const auto kernel = module.kernel(name);
    Stream stream(device_);
    for (const std::size_t count : {1u, 1000u, 100'000u}) {
      const kcc::Buffer<int> from(device_, numbers(count));
      kcc::Buffer<int> to(device_, count);
      stream.launch(kernel, kcc::cover(count, 128), to, from, 5);
      EXPECT_EQ(to.to_host(stream), numbers(count, 5));
    }
  }
}

TEST_P(SpirvDevice, ReachesVariables) {
  kcc::Module module = load("add_variable");
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 2);
  const kcc::Buffer<int> from(device_, std::vector{1, 2});
  stream.launch(module.kernel("add_variable"), {Blocks(1), Threads(2)}, values, from, 0);
  EXPECT_THAT(values.to_host(stream), testing::ElementsAre(43, 44));
  auto first = module.global<int>("first");
  EXPECT_EQ(stream.read(first), 42);
  stream.write(first, 7);
  stream.launch(module.kernel("add_variable"), {Blocks(1), Threads(2)}, values, from, 0);
  EXPECT_THAT(values.to_host(stream), testing::ElementsAre(8, 9));
}

TEST_P(SpirvDevice, HasSharedMemory) {
  const kcc::Module module = load("reverse");
  Stream stream(device_);
  const kcc::Buffer<int> from(device_, numbers(128));
  kcc::Buffer<int> to(device_, 128);
  stream.launch(module.kernel("reverse"),
                {.grid = Blocks(2), .block = Threads(64), .dynamic_shared_bytes = 64 * sizeof(int)}, to, from,
                0);
  std::vector<int> expected = numbers(128);
  std::reverse(expected.begin(), expected.begin() + 64);
  std::reverse(expected.begin() + 64, expected.end());
  EXPECT_EQ(to.to_host(stream), expected);
}

TEST_P(SpirvDevice, ReportsFailedKernelsAndStaysUsable) {
  const kcc::Module failing = load("fail"), adding = load("add");
  kcc::Buffer<int> values(device_, numbers(10));
  for (int round = 0; round < 2; ++round) {
    Stream stream(device_), other(device_);
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
    Stream unawaited(device_);
    unawaited.launch(failing.kernel("fail"), {Blocks(4), Threads(32)}, values, values, 1);
  }
  EXPECT_THROW(device_.synchronize(), kcc::Error);
  EXPECT_NO_THROW(device_.synchronize());
}

TEST_P(SpirvDevice, SaysWhatAKernelRecorded) {
  const kcc::Module module = load("fail_with_record");
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 1);
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

TEST_P(SpirvDevice, PassesOnWhatKernelsPrint) {
  const kcc::Module module = load("print");
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 1);
  std::vector<std::string> messages;
  device_.on_output([&](const kcc::Output &output) { messages.emplace_back(output.text); });
  stream.launch(module.kernel("print"), {Blocks(1), Threads(1)}, values, values, 0);
  stream.synchronize();
  device_.on_output({});
  EXPECT_THAT(messages, testing::ElementsAre("hello"));
}

TEST_P(SpirvDevice, RefusesWhatItCannotRun) {
  Stream stream(device_);
  kcc::Buffer<int> values(device_, 2);
  const kcc::Module adding = load("add");
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
  EXPECT_THAT(refused([&] { kcc::Graph::capture(stream, [](Stream &) {}); }),
              testing::AllOf(HasSubstr("the device has no graphs"),
                             HasSubstr("CUDA devices and the CPU device have graphs")));
  EXPECT_THAT(refused([&] { kcc::Array<float>(device_, {.width = 8}); }),
              HasSubstr("the device has no textures"));
  EXPECT_THAT(refused([&] { kcc::Module::load_ptx(device_, ".version 7.0"); }),
              testing::AllOf(HasSubstr("needs a CUDA device"), HasSubstr(backend().target)));
  EXPECT_THAT(refused([&] {
                kcc::Module::load_data(Device::cpu(), std::as_bytes(std::span("\x03\x02\x23\x07 and more")));
              }),
              HasSubstr("SPIR-V needs a Vulkan or OpenCL device"));
}

TEST_P(SpirvDevice, SaysThatThereIsNoSuchDevice) {
  EXPECT_THAT(refused([&] { (void)kcc::testing::device_of(GetParam(), 99); }),
              testing::AllOf(HasSubstr("there is no such device"), HasSubstr(backend().lister),
                             testing::Not(HasSubstr("CUDA"))));
}

TEST_P(SpirvDevice, RefusesDamagedCode) {
  EXPECT_THROW(load("add", {"kcc-variables: 8 8", "kcc-data: 6 ffffffff"}), kcc::Error);
  const std::vector<std::byte> bytes = compile("add");
  for (const std::size_t size : {20u, 24u, 400u})
    EXPECT_THROW(kcc::Module::load_data(device_, std::span(bytes).first(size)), kcc::Error) << size;
}

TEST_P(SpirvDevice, KeepsCompiledCodeOnDisk) {
  const kcc::JitCache before = kcc::jit_cache();
  kcc::set_jit_cache({.enabled = true, .folder = folder_ / "cache"});
  kcc::Buffer<int> values(device_, numbers(10));
  const auto add_one = [&] { // by a module of its own
    const kcc::Module module = load("add");
    Stream stream(device_);
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

} // namespace
