// The kernels of the tests for Vulkan, in GLSL.
#include "spirv_device.h"

#include <map>

namespace kcc::testing {

namespace {

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
  uint64_t pushed[11];
};
uint index() { return gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }
)";

constexpr const char *add = R"(
void main() {
  if (index() < parameters.to_size)
    parameters.to.at[index()] = parameters.from.at[index()] + parameters.number;
})";

constexpr const char *add_pushed = R"(
void main() {
  if (index() < pushed[1])
    Ints(pushed[0]).at[index()] = Ints(pushed[2]).at[index()] + int(pushed[4]);
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

const std::map<std::string, const char *> bodies{
    {"add", add},
    {"add_pushed", add_pushed},
    {"add_variable", add_variable},
    {"fail", fail},
    {"fail_with_record", fail_with_record},
    {"print", print},
    {"reverse", reverse},
    {"add_64_bits", add_64_bits},
};

} // namespace

const SpirvBackend vulkan_backend{
    .compiler = "glslangValidator",
    .compiler_options = "-V --target-env vulkan1.2 --source-entrypoint main -e NAME",
    .source_extension = ".comp",
    .source = [](const std::string &kernel) { return std::string(common) + bodies.at(kernel); },
    .arch = "vulkan1\\..*",
    .driver = "Vulkan 1\\..*",
    .target = "--target=vulkan",
    .lister = "vulkaninfo",
};

} // namespace kcc::testing
