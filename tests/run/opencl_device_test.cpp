// The backend for OpenCL devices, with kernels in SPIR-V's text form that spirv-as assembles. Without that
// tool or without an OpenCL device that takes SPIR-V, the tests are skipped.
#include "temporary_folder.h"

#include <kcc/abi/opencl_code.h>
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
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Device;
using kcc::Stream;
using kcc::Threads;
using testing::HasSubstr;

/// What every kernel begins with: NAME and NOTES are replaced. Arguments are those of
/// kcc::abi::OpenclArgument.
constexpr const char *head = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %kernel "NAME" %global_id %local_id %local_size %group_id
NOTES
OpDecorate %global_id BuiltIn GlobalInvocationId
OpDecorate %local_id BuiltIn LocalInvocationId
OpDecorate %local_size BuiltIn WorkgroupSize
OpDecorate %group_id BuiltIn WorkgroupId
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%longs = OpTypeVector %long 3
%in = OpTypePointer Input %longs
%int_ptr = OpTypePointer CrossWorkgroup %int
%long_ptr = OpTypePointer CrossWorkgroup %long
%shared_ptr = OpTypePointer Workgroup %int
%c0 = OpConstant %int 0
%c1 = OpConstant %int 1
%c2 = OpConstant %int 2
%group_scope = OpConstant %int 2
%device_scope = OpConstant %int 1
%release_shared = OpConstant %int 0x108
%release_global = OpConstant %int 0x208
%l0 = OpConstant %long 0
%l1 = OpConstant %long 1
%l2 = OpConstant %long 2
%l8 = OpConstant %long 8
%l16 = OpConstant %long 16
%l32 = OpConstant %long 32
%l64 = OpConstant %long 64
%global_id = OpVariable %in Input
%local_id = OpVariable %in Input
%local_size = OpVariable %in Input
%group_id = OpVariable %in Input
)";

/// The parameters (to, to_size, from, from_size, number) in memory.
constexpr const char *parameters_in_memory = R"(
%type = OpTypeFunction %void %long %long %long %int %shared_ptr
%kernel = OpFunction %void None %type
%parameters = OpFunctionParameter %long
%variables = OpFunctionParameter %long
%status = OpFunctionParameter %long
%dynamic_bytes = OpFunctionParameter %int
%shared = OpFunctionParameter %shared_ptr
%entry = OpLabel
%at_0 = OpConvertUToPtr %long_ptr %parameters
%to = OpLoad %long %at_0 Aligned 8
%address_8 = OpIAdd %long %parameters %l8
%at_8 = OpConvertUToPtr %long_ptr %address_8
%to_size = OpLoad %long %at_8 Aligned 8
%address_16 = OpIAdd %long %parameters %l16
%at_16 = OpConvertUToPtr %long_ptr %address_16
%from = OpLoad %long %at_16 Aligned 8
%address_32 = OpIAdd %long %parameters %l32
%at_32 = OpConvertUToPtr %int_ptr %address_32
%number = OpLoad %int %at_32 Aligned 4
)";

/// The same passed with the launch.
constexpr const char *pushed_parameters = R"(
%type = OpTypeFunction %void %long %long %long %int %shared_ptr %long %long %long %long %long %long %long %long %long %long %long
%kernel = OpFunction %void None %type
%parameters = OpFunctionParameter %long
%variables = OpFunctionParameter %long
%status = OpFunctionParameter %long
%dynamic_bytes = OpFunctionParameter %int
%shared = OpFunctionParameter %shared_ptr
%to = OpFunctionParameter %long
%to_size = OpFunctionParameter %long
%from = OpFunctionParameter %long
%from_size = OpFunctionParameter %long
%number_word = OpFunctionParameter %long
%pushed_5 = OpFunctionParameter %long
%pushed_6 = OpFunctionParameter %long
%pushed_7 = OpFunctionParameter %long
%pushed_8 = OpFunctionParameter %long
%pushed_9 = OpFunctionParameter %long
%pushed_10 = OpFunctionParameter %long
%entry = OpLabel
%number = OpUConvert %int %number_word
)";

/// The addresses of the thread's elements.
constexpr const char *elements = R"(
%global = OpLoad %longs %global_id
%index = OpCompositeExtract %long %global 0
%offset = OpShiftLeftLogical %long %index %l2
%to_address = OpIAdd %long %to %offset
%to_element = OpConvertUToPtr %int_ptr %to_address
%from_address = OpIAdd %long %from %offset
%from_element = OpConvertUToPtr %int_ptr %from_address
)";

constexpr const char *add = R"(
%is_inside = OpULessThan %bool %index %to_size
OpBranchConditional %is_inside %inside %end
%inside = OpLabel
%value = OpLoad %int %from_element Aligned 4
%sum = OpIAdd %int %value %number
OpStore %to_element %sum Aligned 4
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
)";

/// Each thread adds a variable, reached through another variable that has its address.
constexpr const char *add_variable = R"(
%table_place = OpIAdd %long %variables %l8
%table_pointer = OpConvertUToPtr %long_ptr %table_place
%table_address = OpLoad %long %table_pointer Aligned 8
%table = OpConvertUToPtr %int_ptr %table_address
%first = OpLoad %int %table Aligned 4
%value = OpLoad %int %from_element Aligned 4
%sum = OpIAdd %int %value %first
OpStore %to_element %sum Aligned 4
OpReturn
OpFunctionEnd
)";

/// The thread with this number fails.
constexpr const char *fail = R"(
%wanted = OpUConvert %long %number
%is_wanted = OpIEqual %bool %index %wanted
OpBranchConditional %is_wanted %failing %end
%failing = OpLabel
%trapped = OpConvertUToPtr %int_ptr %status
OpStore %trapped %c1 Aligned 4
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
)";

/// Reverses the elements of a block in shared memory.
constexpr const char *reverse = R"(
%local = OpLoad %longs %local_id
%thread = OpCompositeExtract %long %local 0
%size = OpLoad %longs %local_size
%count = OpCompositeExtract %long %size 0
%value = OpLoad %int %from_element Aligned 4
%mine = OpInBoundsPtrAccessChain %shared_ptr %shared %thread
OpStore %mine %value Aligned 4
OpControlBarrier %group_scope %group_scope %release_shared
%last = OpISub %long %count %l1
%other = OpISub %long %last %thread
%theirs = OpInBoundsPtrAccessChain %shared_ptr %shared %other
%result = OpLoad %int %theirs Aligned 4
OpStore %to_element %result Aligned 4
OpReturn
OpFunctionEnd
)";

/// Where the first thread finds the words of a record: `VALUE @ BASE+OFFSET` becomes a store of 4 or 8 bytes.
std::string stores(const std::vector<std::pair<std::string, std::string>> &words, const char *base) {
  std::string text;
  int number = 0;
  for (const auto &[value, offset] : words) {
    const std::string name = std::string("%") + base + "_" + std::to_string(number++);
    const bool is_long = value.starts_with("l:");
    const std::string type = is_long ? "%long" : "%int", pointer = is_long ? "%long_ptr" : "%int_ptr";
    text += name + "_offset = OpConstant %long " + offset + "\n";
    text += name + "_value = OpConstant " + type + " " + (is_long ? value.substr(2) : value) + "\n";
    text += "@" + name + "_address = OpIAdd %long %" + base + " " + name + "_offset\n";
    text += "@" + name + "_pointer = OpConvertUToPtr " + pointer + " " + name + "_address\n";
    text += "@OpStore " + name + "_pointer " + name + "_value Aligned " + (is_long ? "8" : "4") + "\n";
  }
  return text;
}

/// The lines that begin with @ are instructions, the others constants, which come before the function.
std::pair<std::string, std::string> parted(const std::string &text) {
  std::pair<std::string, std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    if (text[at] == '@')
      parts.second += text.substr(at + 1, end - at - 1);
    else
      parts.first += text.substr(at, end - at);
    at = end;
  }
  return parts;
}

constexpr const char *manifest = R"({"version": 14, "source": "test.cpp", "kernels": [{"name": "NAME",
"entry": "NAME", "parameters": [
{"name": "to", "type": "std::span<int>", "signature": "span<i32>", "size": 16, "align": 8},
{"name": "from", "type": "std::span<const int>", "signature": "span<const i32>", "size": 16, "align": 8},
{"name": "number", "type": "int", "signature": "i32", "size": 4, "align": 4}],
"max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false}],
"globals": [{"name": "first", "symbol": "first", "type": "int", "signature": "i32", "size": 4, "align": 4,
"memory": "global"}]})";

std::string replaced(std::string text, const std::string &word, const std::string &with) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += with.size())
    text.replace(at, word.size(), with);
  return text;
}

enum class Parameters { in_memory, pushed };

/// The text of a module with one kernel and notes of abi/spirv_notes.h.
std::string module_text(const std::string &entry, const std::string &constants, const std::string &body,
                        Parameters place, std::vector<std::string> notes) {
  std::string json = replaced(replaced(manifest, "NAME", entry), "\n", " ");
  // In two parts, as a long one would be.
  notes.push_back("kcc-manifest: " + json.substr(0, 100));
  notes.push_back("kcc-manifest: " + json.substr(100));
  if (place == Parameters::pushed)
    notes.push_back("kcc-pushed: " + entry);
  std::string lines;
  for (const std::string &note : notes)
    lines += "OpModuleProcessed \"" + replaced(note, "\"", "\\\"") + "\"\n";
  return replaced(replaced(head, "NAME", entry), "NOTES", lines) + constants +
         (place == Parameters::pushed ? pushed_parameters : parameters_in_memory) + elements + body;
}

class OpenclDevice : public testing::Test {
protected:
  void SetUp() override {
    if (std::system("spirv-as --version >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "no spirv-as";
    try {
      device_.emplace(Device::opencl());
    } catch (const kcc::Error &error) {
      GTEST_SKIP() << error.what();
    }
  }

  std::vector<std::byte> assemble(const std::string &name, const std::string &text,
                                  const char *environment = "opencl2.2") {
    const std::string base = folder_ / name;
    std::ofstream(base + ".spvasm") << text;
    EXPECT_EQ(std::system((std::string("spirv-as --target-env ") + environment + " -o " + base + ".spv " +
                           base + ".spvasm 2>" + base + ".log")
                              .c_str()),
              0)
        << std::ifstream(base + ".log").rdbuf();
    std::ifstream in(base + ".spv", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const auto all = std::as_bytes(std::span(bytes));
    return {all.begin(), all.end()};
  }

  kcc::Module load(const std::string &entry, const std::string &body, std::vector<std::string> notes = {},
                   Parameters place = Parameters::in_memory) {
    const auto [constants, instructions] = parted(body);
    const bool has_parts = !instructions.empty();
    return kcc::Module::load_data(
        device(),
        assemble(entry, module_text(entry, has_parts ? constants : "", has_parts ? instructions : body, place,
                                    std::move(notes))),
        {.name = "test.spv"});
  }
  const Device &device() const { return *device_; }

  TemporaryFolder folder_;
  std::optional<Device> device_;
};

std::vector<int> numbers(std::size_t count, int first = 0) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST_F(OpenclDevice, SaysWhatItIs) {
  EXPECT_EQ(device().backend(), kcc::Backend::opencl);
  EXPECT_EQ(device().ordinal(), 0);
  EXPECT_THAT(device().arch(), testing::MatchesRegex("opencl[23]\\.[0-9]"));
  EXPECT_THAT(device().driver(), testing::StartsWith("OpenCL "));
  EXPECT_GE(device().limits().max_threads_per_block, 128u);
  EXPECT_GT(device().total_memory(), 0u);
  EXPECT_GT(device().memory().total, 0u);
  EXPECT_EQ(device(), Device::opencl(0));
}

TEST_F(OpenclDevice, IsTakenByWhoeverAsksForIt) {
  const char *const before = std::getenv("KCC_DEVICE");
  const std::string saved = before ? before : "";
  setenv("KCC_DEVICE", "opencl:0", 1);
  EXPECT_EQ(Device::pick(), device());
  setenv("KCC_DEVICE", "opencl", 1);
  EXPECT_EQ(Device::pick().backend(), kcc::Backend::opencl);
  setenv("KCC_DEVICE", "opencl:999", 1);
  EXPECT_THROW(Device::pick(), kcc::Error);
  unsetenv("KCC_DEVICE");
  if (device().driver().find("PoCL") != std::string::npos) {
    EXPECT_NE(Device::pick(), device());
    EXPECT_THAT(Device::all(), testing::Not(testing::Contains(device())));
  }
  if (before)
    setenv("KCC_DEVICE", saved.c_str(), 1);
}

TEST_F(OpenclDevice, AddsOnAllElements) {
  for (const Parameters place : {Parameters::in_memory, Parameters::pushed}) {
    const kcc::Module module = load("add", add, {}, place);
    const auto kernel = module.kernel("add");
    Stream stream(device());
    for (const std::size_t count : {1u, 1000u, 100'000u}) {
      const kcc::Buffer<int> from(device(), numbers(count));
      kcc::Buffer<int> to(device(), count);
      stream.launch(kernel, kcc::cover(count, 128), to, from, 5);
      EXPECT_EQ(to.to_host(stream), numbers(count, 5));
    }
  }
}

TEST_F(OpenclDevice, KeepsTheOrderOfAStream) {
  for (const Parameters place : {Parameters::in_memory, Parameters::pushed}) {
    const kcc::Module module = load("add", add, {}, place);
    const auto kernel = module.kernel("add");
    Stream stream(device());
    kcc::Buffer<int> values(device(), numbers(1000));
    constexpr int launches = 3000; // more than may be unfinished
    for (int i = 0; i < launches; ++i)
      stream.launch(kernel, kcc::cover(1000, 64), values, values, i % 3);
    EXPECT_EQ(values.to_host(stream), numbers(1000, launches));
  }
}

TEST_F(OpenclDevice, ReachesVariables) {
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

TEST_F(OpenclDevice, HasSharedMemory) {
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

TEST_F(OpenclDevice, ReportsFailedKernelsAndStaysUsable) {
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

/// The kernel's control block, and the channel that it names.
constexpr const char *find_channel = R"(
@%control_place = OpConvertUToPtr %long_ptr %variables
@%control = OpLoad %long %control_place Aligned 8
@%channel_place = OpIAdd %long %control %l32
@%channel_pointer = OpConvertUToPtr %long_ptr %channel_place
@%channel = OpLoad %long %channel_pointer Aligned 8
)";

const std::vector<std::string> print_notes{"kcc-variables: 8 8", "kcc-symbol: 0 8 kcc_print_control"};

TEST_F(OpenclDevice, SaysWhatAKernelRecorded) {
  // Fills in the failure record; its payload is one word of format and no arguments.
  const std::string text = std::string(find_channel) + stores({{"1", "24"}}, "control") +
                           stores({{"16", "72"},
                                   {"5", "76"},
                                   {"1", "80"},
                                   {"0", "84"},
                                   {"0", "88"},
                                   {"8", "92"},
                                   {"0", "96"},
                                   {"0", "100"},
                                   {"4", "112"},
                                   {"0", "116"},
                                   {"0x6e6e6150", "120"},
                                   {"0", "124"},
                                   {"l:0x1d3c51f2b7e8460d", "64"}},
                                  "channel") +
                           stores({{"1", "0"}}, "status") + "@OpReturn\n@OpFunctionEnd\n";
  const kcc::Module module = load("fail_with_record", text, print_notes);
  Stream stream(device());
  kcc::Buffer<int> values(device(), 1);
  for (int round = 0; round < 2; ++round) {
    stream.launch(module.kernel("fail_with_record"), {Blocks(1), Threads(1)}, values, values, 0);
    try {
      stream.synchronize();
      FAIL() << "no error";
    } catch (const kcc::Error &error) {
      EXPECT_THAT(error.what(), HasSubstr("thread (8, 0, 0)"));
      EXPECT_THAT(error.what(), HasSubstr("block (1, 0, 0)"));
    }
  }
}

TEST_F(OpenclDevice, PassesOnWhatKernelsPrint) {
  // Sends the message "hello": the header of a record, then its format, and no arguments.
  const std::string text = std::string(find_channel) + stores({{"l:64", "0"}, {"l:64", "8"}}, "control") +
                           stores({{"16", "8264"},
                                   {"1", "8268"},
                                   {"0", "8272"},
                                   {"0", "8276"},
                                   {"0", "8280"},
                                   {"0", "8284"},
                                   {"0", "8288"},
                                   {"0", "8292"},
                                   {"5", "8304"},
                                   {"0", "8308"},
                                   {"0x6c6c6568", "8312"},
                                   {"0x6f", "8316"},
                                   {"l:0x9d3c51f2b7e8460d", "8256"}},
                                  "channel") +
                           "@OpReturn\n@OpFunctionEnd\n";
  const kcc::Module module = load("print", text, print_notes);
  Stream stream(device());
  kcc::Buffer<int> values(device(), 1);
  std::vector<std::string> messages;
  device().on_output([&](const kcc::Output &output) { messages.emplace_back(output.text); });
  stream.launch(module.kernel("print"), {Blocks(1), Threads(1)}, values, values, 0);
  stream.synchronize();
  device().on_output({});
  EXPECT_THAT(messages, testing::ElementsAre("hello"));
}

/// The message of the Error that the work throws; empty if it throws none.
template <class F> std::string refused(F &&work) {
  try {
    work();
  } catch (const kcc::Error &error) {
    return error.what();
  }
  return "";
}

TEST_F(OpenclDevice, RefusesWhatItCannotRun) {
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
  EXPECT_THAT(refused([&] { kcc::Module::load_ptx(device(), ".version 7.0"); }),
              testing::AllOf(HasSubstr("needs a CUDA device"), HasSubstr("--target=spirv")));
  EXPECT_THAT(refused([&] {
                kcc::Module::load_data(Device::cpu(), std::as_bytes(std::span("\x03\x02\x23\x07 and more")));
              }),
              HasSubstr("SPIR-V needs a Vulkan or OpenCL device"));
}

TEST_F(OpenclDevice, RefusesCodeForVulkan) {
  const std::vector<std::byte> bytes = assemble("vulkan", R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %kernel "add"
OpExecutionMode %kernel LocalSize 1 1 1
%void = OpTypeVoid
%type = OpTypeFunction %void
%kernel = OpFunction %void None %type
%entry = OpLabel
OpReturn
OpFunctionEnd
)",
                                                "vulkan1.2");
  EXPECT_THAT(refused([&] { kcc::Module::load_data(device(), bytes); }), HasSubstr("--target=spirv"));
}

TEST_F(OpenclDevice, RefusesDamagedCode) {
  const std::string text = module_text("add", "", add, Parameters::in_memory, {});
  EXPECT_THROW(
      kcc::Module::load_data(
          device(), assemble("outside", module_text("add", "", add, Parameters::in_memory,
                                                    {"kcc-variables: 8 8", "kcc-data: 6 ffffffff"}))),
      kcc::Error);
  const std::vector<std::byte> bytes = assemble("add", text);
  for (const std::size_t size : {20u, 24u, 400u})
    EXPECT_THROW(kcc::Module::load_data(device(), std::span(bytes).first(size)), kcc::Error) << size;
}

TEST_F(OpenclDevice, CopiesLargeMemoryAndParts) {
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

TEST_F(OpenclDevice, CopiesRows) {
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

TEST_F(OpenclDevice, FillsWithAnyPattern) {
  expect_fills<std::uint8_t>(device(), 0x12);
  expect_fills<std::uint16_t>(device(), 0x1234);
  expect_fills<std::uint32_t>(device(), 0x12345678);
  expect_fills<std::uint64_t>(device(), 0x123456789abcdef0);
  expect_fills<std::array<std::uint8_t, 3>>(device(), {1, 2, 3});
  expect_fills<std::array<std::uint8_t, 8>>(device(), {1, 2, 3, 4, 5, 6, 7, 8});
  expect_fills<std::array<std::uint32_t, 4>>(device(), {1, 2, 3, 4});
}

TEST_F(OpenclDevice, MeasuresTimeAndOrdersStreams) {
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

TEST_F(OpenclDevice, HasStreamsOfAllPriorities) {
  const kcc::StreamPriorities range = device().stream_priorities();
  for (int priority = range.greatest; priority <= range.least; ++priority) {
    Stream stream(device(), {.priority = priority});
    kcc::Buffer<int> values(device(), 10);
    kcc::fill(stream, values, priority);
    EXPECT_EQ(values.to_host(stream), std::vector(10, priority));
  }
}

TEST_F(OpenclDevice, CallsTheHostInOrder) {
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

TEST_F(OpenclDevice, CopiesPinnedMemoryInOrder) {
  if (device().attribute(kcc::DeviceAttribute::can_map_host_memory) == 0)
    GTEST_SKIP() << "the device has no fine-grained memory";
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
  EXPECT_TRUE(std::ranges::equal(pinned, numbers(1000, 2)));
}

TEST_F(OpenclDevice, WorksFromManyThreads) {
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
        right += values.to_host(stream) == numbers(1000, 10 * t);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 80);
}

TEST_F(OpenclDevice, KeepsProgramsOnDisk) {
  const kcc::JitCache before = kcc::jit_cache();
  kcc::set_jit_cache({.enabled = true, .folder = folder_ / "cache"});
  kcc::Buffer<int> values(device(), numbers(10));
  const auto add_one = [&] { // by a module of its own
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

TEST_F(OpenclDevice, IsProfiled) {
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

TEST_F(OpenclDevice, TellsWhenWorkIsDone) {
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

TEST_F(OpenclDevice, HasManySmallBuffers) {
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

TEST_F(OpenclDevice, MayBeInUseWhenTheProcessExits) {
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

TEST_F(OpenclDevice, SaysThatMemoryIsShort) {
  try {
    const kcc::Buffer<std::byte> buffer(device(), std::size_t{1} << 50);
    FAIL() << "no error";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::out_of_memory);
  }
}

} // namespace
