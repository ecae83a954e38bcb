// The kernels of the tests for OpenCL, in SPIR-V's text form.
#include "spirv_device.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kcc::testing {

namespace {

/// What every module begins with. The constants that it uses follow: %int_N and %long_N are N.
constexpr const char *head = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %kernel "NAME" %global_id %local_id %local_size %group_id
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
%global_id = OpVariable %in Input
%local_id = OpVariable %in Input
%local_size = OpVariable %in Input
%group_id = OpVariable %in Input
)";

/// The kernel's arguments (kcc::abi::OpenclArgument), and its parameters in memory.
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
%address_8 = OpIAdd %long %parameters %long_8
%at_8 = OpConvertUToPtr %long_ptr %address_8
%to_size = OpLoad %long %at_8 Aligned 8
%address_16 = OpIAdd %long %parameters %long_16
%at_16 = OpConvertUToPtr %long_ptr %address_16
%from = OpLoad %long %at_16 Aligned 8
%address_32 = OpIAdd %long %parameters %long_32
%at_32 = OpConvertUToPtr %int_ptr %address_32
%number = OpLoad %int %at_32 Aligned 4
)";

/// The same for parameters that are passed with the launch.
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
%offset = OpShiftLeftLogical %long %index %long_2
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
%table_place = OpIAdd %long %variables %long_8
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

constexpr const char *reverse = R"(
%local = OpLoad %longs %local_id
%thread = OpCompositeExtract %long %local 0
%size = OpLoad %longs %local_size
%count = OpCompositeExtract %long %size 0
%value = OpLoad %int %from_element Aligned 4
%mine = OpInBoundsPtrAccessChain %shared_ptr %shared %thread
OpStore %mine %value Aligned 4
OpControlBarrier %int_2 %int_2 %int_0x108 ; of the work-group, orders its memory
%last = OpISub %long %count %long_1
%other = OpISub %long %last %thread
%theirs = OpInBoundsPtrAccessChain %shared_ptr %shared %other
%result = OpLoad %int %theirs Aligned 4
OpStore %to_element %result Aligned 4
OpReturn
OpFunctionEnd
)";

/// Stores an integer so many bytes behind an address.
std::string store(const std::string &value, const std::string &address, int offset) {
  const bool is_long = value.starts_with("%long_");
  const std::string at = address + "_at_" + std::to_string(offset);
  return at + " = OpIAdd %long " + address + " %long_" + std::to_string(offset) + "\n" + at +
         "_pointer = OpConvertUToPtr " + (is_long ? "%long_ptr " : "%int_ptr ") + at + "\nOpStore " + at +
         "_pointer " + value + (is_long ? " Aligned 8\n" : " Aligned 4\n");
}

/// The control block and the channel that it names (abi/print_ring.h).
constexpr const char *find_channel = R"(
%control_place = OpConvertUToPtr %long_ptr %variables
%control = OpLoad %long %control_place Aligned 8
%channel_place = OpIAdd %long %control %long_32
%channel_pointer = OpConvertUToPtr %long_ptr %channel_place
%channel = OpLoad %long %channel_pointer Aligned 8
)";

/// Stores a record without arguments so many bytes behind the channel's address.
std::string store_record(int at, const char *kind, const char *block, const char *thread,
                         std::string_view format, const char *tag) {
  std::array<std::uint32_t, 2> letters{};
  std::memcpy(letters.data(), format.data(), format.size());
  const auto constant = [](std::size_t value) { return "%int_" + std::to_string(value); };
  const std::vector<std::pair<int, std::string>> words{{8, "%int_16"}, // bytes of the payload
                                                       {12, kind},
                                                       {16, block},
                                                       {20, "%int_0"},
                                                       {24, "%int_0"},
                                                       {28, thread},
                                                       {32, "%int_0"},
                                                       {36, "%int_0"},
                                                       {48, constant(format.size())},
                                                       {52, "%int_0"},
                                                       {56, constant(letters[0])},
                                                       {60, constant(letters[1])}};
  std::string text;
  for (const auto &[offset, word] : words)
    text += store(word, "%channel", at + offset);
  return text + store(tag, "%channel", at);
}

/// Fails in the thread with the number, after these instructions.
std::string fail(const std::string &before) {
  return R"(
%wanted = OpUConvert %long %number
%is_wanted = OpIEqual %bool %index %wanted
OpBranchConditional %is_wanted %failing %end
%failing = OpLabel
)" + before +
         store("%int_1", "%status", 0) + R"(
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
)";
}

/// Claims the failure record, which is the channel's first, and fills it in.
std::string fail_with_record() {
  return fail(std::string(find_channel) + R"(
%group = OpLoad %longs %group_id
%group_x = OpCompositeExtract %long %group 0
%block = OpUConvert %int %group_x
%local = OpLoad %longs %local_id
%local_x = OpCompositeExtract %long %local 0
%thread = OpUConvert %int %local_x
)" + store("%int_1", "%control", 24) +
              store_record(64, "%int_5", "%block", "%thread", "Pann", "%long_0x1d3c51f2b7e8460d"));
}

std::string print() {
  return std::string(find_channel) + store("%long_64", "%control", 0) +
         store_record(8256, "%int_1", "%int_0", "%int_0", "hello", "%long_0x9d3c51f2b7e8460d") +
         store("%long_64", "%control", 8) + "OpReturn\nOpFunctionEnd\n";
}

const std::map<std::string, std::string> bodies{
    {"add", add},
    {"add_pushed", add},
    {"add_variable", add_variable},
    {"fail", fail("")},
    {"fail_with_record", fail_with_record()},
    {"print", print()},
    {"reverse", reverse},
};

/// Declares the constants that a text uses.
std::string constants(const std::string &text) {
  static const std::regex constant("%(int|long)_([0-9][0-9a-fx]*)");
  std::set<std::string> lines;
  for (std::sregex_iterator at(text.begin(), text.end(), constant), end; at != end; ++at)
    lines.insert(at->str() + " = OpConstant %" + at->str(1) + " " + at->str(2) + "\n");
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

std::string source(const std::string &kernel) {
  const std::string function =
      std::string(kernel == "add_pushed" ? pushed_parameters : parameters_in_memory) + elements +
      bodies.at(kernel);
  return head + constants(function) + function;
}

} // namespace

const SpirvBackend opencl_backend{
    .compiler = "spirv-as",
    .compiler_options = "--target-env opencl2.2",
    .source_extension = ".spvasm",
    .source = source,
    .arch = "opencl[23]\\.[0-9]",
    .driver = "OpenCL .*",
    .target = "--target=spirv",
    .lister = "clinfo",
};

} // namespace kcc::testing
