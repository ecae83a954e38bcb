// What capabilities and extensions of SPIR-V mean for a device (Vulkan specification, "Vulkan Environment for
// SPIR-V").
#include "requirements.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

namespace kcc::vulkan {

namespace {

/// Bits of VkSubgroupFeatureFlagBits.
enum Subgroup : Flags {
  subgroup_basic = 1,
  subgroup_vote = 2,
  subgroup_arithmetic = 4,
  subgroup_ballot = 8,
  subgroup_shuffle = 16,
  subgroup_shuffle_relative = 32,
  subgroup_clustered = 64,
  subgroup_quad = 128
};

using Device = const DeviceFeatures &;

bool has_subgroup(Device d, Subgroup operations) {
  return (d.properties_11.subgroup_stages & stage_compute) != 0 &&
         (d.properties_11.subgroup_operations & operations) != 0;
}
template <std::size_t n> bool any(const Bool (&of_widths)[n]) {
  return std::ranges::any_of(of_widths, [](Bool has) { return has != 0; });
}

struct Capability {
  std::uint32_t number;
  const char *name;
  const char *text; ///< what a kernel with it needs
  bool (*is_offered)(Device);
};

constexpr auto capabilities = std::to_array<Capability>({
    {0, "Matrix", "matrices", [](Device) { return true; }},
    {1, "Shader", "shaders", [](Device) { return true; }},
    {9, "Float16", "arithmetic with 16-bit floats", [](Device d) { return d.v12.shader_float16 != 0; }},
    {10, "Float64", "arithmetic with 64-bit floats",
     [](Device d) { return d.core.features.shader_float64 != 0; }},
    {11, "Int64", "64-bit integers", [](Device d) { return d.core.features.shader_int64 != 0; }},
    {12, "Int64Atomics", "64-bit atomic operations",
     [](Device d) {
       return d.v12.shader_buffer_int64_atomics != 0 || d.v12.shader_shared_int64_atomics != 0;
     }},
    {22, "Int16", "16-bit integers", [](Device d) { return d.core.features.shader_int16 != 0; }},
    {39, "Int8", "8-bit integers", [](Device d) { return d.v12.shader_int8 != 0; }},
    {61, "GroupNonUniform", "warps", [](Device d) { return has_subgroup(d, subgroup_basic); }},
    {62, "GroupNonUniformVote", "votes of warps", [](Device d) { return has_subgroup(d, subgroup_vote); }},
    {63, "GroupNonUniformArithmetic", "reductions of warps",
     [](Device d) { return has_subgroup(d, subgroup_arithmetic); }},
    {64, "GroupNonUniformBallot", "ballots of warps",
     [](Device d) { return has_subgroup(d, subgroup_ballot); }},
    {65, "GroupNonUniformShuffle", "shuffles of warps",
     [](Device d) { return has_subgroup(d, subgroup_shuffle); }},
    {66, "GroupNonUniformShuffleRelative", "relative shuffles of warps",
     [](Device d) { return has_subgroup(d, subgroup_shuffle_relative); }},
    {67, "GroupNonUniformClustered", "reductions of parts of warps",
     [](Device d) { return has_subgroup(d, subgroup_clustered); }},
    {68, "GroupNonUniformQuad", "operations of four threads",
     [](Device d) { return has_subgroup(d, subgroup_quad); }},
    {4428, "WorkgroupMemoryExplicitLayoutKHR", "shared memory with an explicit layout",
     [](Device d) { return d.workgroup_layout.explicit_layout != 0; }},
    {4429, "WorkgroupMemoryExplicitLayout8BitAccessKHR", "accesses of 8 bits to shared memory",
     [](Device d) { return d.workgroup_layout.access_8bit != 0; }},
    {4430, "WorkgroupMemoryExplicitLayout16BitAccessKHR", "accesses of 16 bits to shared memory",
     [](Device d) { return d.workgroup_layout.access_16bit != 0; }},
    {4433, "StorageBuffer16BitAccess", "accesses of 16 bits to memory",
     [](Device d) { return d.v11.storage_buffer_16bit_access != 0; }},
    {4434, "UniformAndStorageBuffer16BitAccess", "accesses of 16 bits to memory",
     [](Device d) { return d.v11.uniform_and_storage_buffer_16bit_access != 0; }},
    {4435, "StoragePushConstant16", "push constants of 16 bits",
     [](Device d) { return d.v11.storage_push_constant_16 != 0; }},
    {4441, "VariablePointersStorageBuffer", "variable pointers",
     [](Device d) { return d.v11.variable_pointers_storage_buffer != 0; }},
    {4442, "VariablePointers", "variable pointers", [](Device d) { return d.v11.variable_pointers != 0; }},
    {4448, "StorageBuffer8BitAccess", "accesses of 8 bits to memory",
     [](Device d) { return d.v12.storage_buffer_8bit_access != 0; }},
    {4449, "UniformAndStorageBuffer8BitAccess", "accesses of 8 bits to memory",
     [](Device d) { return d.v12.uniform_and_storage_buffer_8bit_access != 0; }},
    {4450, "StoragePushConstant8", "push constants of 8 bits",
     [](Device d) { return d.v12.storage_push_constant_8 != 0; }},
    {4464, "DenormPreserve", "subnormal numbers",
     [](Device d) { return any(d.properties_12.denorm_preserve); }},
    {4465, "DenormFlushToZero", "subnormal numbers that become zero",
     [](Device d) { return any(d.properties_12.denorm_flush_to_zero); }},
    {4466, "SignedZeroInfNanPreserve", "signed zeros, infinities and NaNs",
     [](Device d) { return any(d.properties_12.signed_zero_inf_nan_preserve); }},
    {4467, "RoundingModeRTE", "rounding to nearest",
     [](Device d) { return any(d.properties_12.rounding_mode_rte); }},
    {4468, "RoundingModeRTZ", "rounding toward zero",
     [](Device d) { return any(d.properties_12.rounding_mode_rtz); }},
    {5055, "ShaderClockKHR", "clocks",
     [](Device d) { return d.clock.shader_subgroup_clock != 0 || d.clock.shader_device_clock != 0; }},
    {5345, "VulkanMemoryModel", "Vulkan's memory model",
     [](Device d) { return d.v12.vulkan_memory_model != 0; }},
    {5346, "VulkanMemoryModelDeviceScope", "synchronization between blocks",
     [](Device d) { return d.v12.vulkan_memory_model_device_scope != 0; }},
    {5347, "PhysicalStorageBufferAddresses", "pointers",
     [](Device d) { return d.v12.buffer_device_address != 0; }},
    {5612, "AtomicFloat32MinMaxEXT", "atomic minimum and maximum of 32-bit floats",
     [](Device d) {
       return d.atomic_float_2.buffer_float32_atomic_min_max != 0 ||
              d.atomic_float_2.shared_float32_atomic_min_max != 0;
     }},
    {5613, "AtomicFloat64MinMaxEXT", "atomic minimum and maximum of 64-bit floats",
     [](Device d) {
       return d.atomic_float_2.buffer_float64_atomic_min_max != 0 ||
              d.atomic_float_2.shared_float64_atomic_min_max != 0;
     }},
    {5616, "AtomicFloat16MinMaxEXT", "atomic minimum and maximum of 16-bit floats",
     [](Device d) {
       return d.atomic_float_2.buffer_float16_atomic_min_max != 0 ||
              d.atomic_float_2.shared_float16_atomic_min_max != 0;
     }},
    {5629, "ExpectAssumeKHR", "assumptions", [](Device d) { return d.small[expect_assume][0] != 0; }},
    {6016, "DotProductInputAll", "dot products of integers",
     [](Device d) { return d.has_integer_dot_product; }},
    {6017, "DotProductInput4x8Bit", "dot products of integers",
     [](Device d) { return d.has_integer_dot_product; }},
    {6018, "DotProductInput4x8BitPacked", "dot products of integers",
     [](Device d) { return d.has_integer_dot_product; }},
    {6019, "DotProduct", "dot products of integers", [](Device d) { return d.has_integer_dot_product; }},
    {6026, "GroupNonUniformRotateKHR", "rotations of warps",
     [](Device d) { return d.small[subgroup_rotate][0] != 0; }},
    {6029, "FloatControls2", "control of float arithmetic",
     [](Device d) { return d.small[float_controls_2][0] != 0; }},
    {6033, "AtomicFloat32AddEXT", "atomic additions of 32-bit floats",
     [](Device d) {
       return d.atomic_float.buffer_float32_atomic_add != 0 || d.atomic_float.shared_float32_atomic_add != 0;
     }},
    {6034, "AtomicFloat64AddEXT", "atomic additions of 64-bit floats",
     [](Device d) {
       return d.atomic_float.buffer_float64_atomic_add != 0 || d.atomic_float.shared_float64_atomic_add != 0;
     }},
    {6095, "AtomicFloat16AddEXT", "atomic additions of 16-bit floats",
     [](Device d) {
       return d.atomic_float_2.buffer_float16_atomic_add != 0 ||
              d.atomic_float_2.shared_float16_atomic_add != 0;
     }},
});

struct Extension {
  const char *name;
  const char *device_extension; ///< null: a part of Vulkan 1.2
  bool is_in_13;                ///< a part of Vulkan 1.3
};

constexpr auto extensions = std::to_array<Extension>({
    {"SPV_KHR_vulkan_memory_model", nullptr, true},
    {"SPV_KHR_physical_storage_buffer", nullptr, true},
    {"SPV_EXT_physical_storage_buffer", nullptr, true},
    {"SPV_KHR_16bit_storage", nullptr, true},
    {"SPV_KHR_8bit_storage", nullptr, true},
    {"SPV_KHR_storage_buffer_storage_class", nullptr, true},
    {"SPV_KHR_variable_pointers", nullptr, true},
    {"SPV_KHR_float_controls", nullptr, true},
    {"SPV_KHR_no_integer_wrap_decoration", nullptr, true},
    {"SPV_EXT_descriptor_indexing", nullptr, true},
    {"SPV_GOOGLE_decorate_string", nullptr, true},
    {"SPV_GOOGLE_hlsl_functionality1", nullptr, true},
    {"SPV_GOOGLE_user_type", nullptr, true},
    {"SPV_KHR_non_semantic_info", "VK_KHR_shader_non_semantic_info", true},
    {"SPV_KHR_integer_dot_product", "VK_KHR_shader_integer_dot_product", true},
    {"SPV_KHR_shader_clock", "VK_KHR_shader_clock", false},
    {"SPV_EXT_shader_atomic_float_add", "VK_EXT_shader_atomic_float", false},
    {"SPV_EXT_shader_atomic_float_min_max", "VK_EXT_shader_atomic_float2", false},
    {"SPV_EXT_shader_atomic_float16_add", "VK_EXT_shader_atomic_float2", false},
    {"SPV_KHR_workgroup_memory_explicit_layout", "VK_KHR_workgroup_memory_explicit_layout", false},
    {"SPV_KHR_expect_assume", "VK_KHR_shader_expect_assume", false},
    {"SPV_KHR_subgroup_rotate", "VK_KHR_shader_subgroup_rotate", false},
    {"SPV_KHR_maximal_reconvergence", "VK_KHR_shader_maximal_reconvergence", false},
    {"SPV_KHR_subgroup_uniform_control_flow", "VK_KHR_shader_subgroup_uniform_control_flow", false},
    {"SPV_KHR_float_controls2", "VK_KHR_shader_float_controls2", false},
});

} // namespace

void check_requirements(const spirv::Module &module, const DeviceFeatures &device,
                        const std::string &device_label, const core::Operation &operation) {
  const auto refuse = [&](const std::string &need) {
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the code needs " + need + ", which " + device_label + " lacks",
                 "Leave that out in kernels for this device, or run on another one: see kcc::Device::all()");
  };
  for (const std::uint32_t number : module.capabilities) {
    const auto known = std::ranges::find(capabilities, number, &Capability::number);
    if (known == capabilities.end())
      refuse("SPIR-V capability " + std::to_string(number));
    if (!known->is_offered(device))
      refuse(std::string(known->text) + " (SPIR-V capability " + known->name + ")");
  }
  for (const std::string &name : module.extensions) {
    const auto known = std::ranges::find_if(
        extensions, [&](const Extension &each) { return std::string_view(each.name) == name; });
    if (known == extensions.end() ||
        (known->device_extension && !device.has_extension(known->device_extension) &&
         !(known->is_in_13 && device.has_version(1, 3))))
      refuse("the SPIR-V extension " + name);
  }
}

void drop_modes_of_subnormals(spirv::Module &module, const DeviceFeatures &features) {
  constexpr std::uint32_t mode_denorm_preserve = 4459, capability_denorm_preserve = 4464;
  const Bool(&kept)[3] = features.properties_12.denorm_preserve; // of 16, 32 and 64 bits
  const auto is_kept = [&](std::uint32_t width) { return kept[width == 16 ? 0 : width == 32 ? 1 : 2] != 0; };
  const bool is_any_kept = std::ranges::any_of(kept, [](Bool one) { return one != 0; });
  drop_instructions(module, [&](std::uint32_t operation, std::span<const std::uint32_t> operands) {
    if (operation == spirv::op_capability) // which has a number, as spirv::parse() has seen
      return operands[0] == capability_denorm_preserve && !is_any_kept;
    return operation == spirv::op_execution_mode && operands.size() == 3 &&
           operands[1] == mode_denorm_preserve && !is_kept(operands[2]);
  });
  if (!is_any_kept)
    std::erase(module.capabilities, capability_denorm_preserve);
}

void drop_reconvergence(spirv::Module &module, const DeviceFeatures &features) {
  constexpr char extension[] = "SPV_KHR_maximal_reconvergence";
  constexpr std::uint32_t mode_maximally_reconverges = 6023;
  if (features.has_warps() || std::erase(module.extensions, extension) == 0)
    return;
  drop_instructions(module, [&](std::uint32_t operation, std::span<const std::uint32_t> operands) {
    if (operation == spirv::op_extension) // spirv::parse() has found the string's end
      return std::strcmp(reinterpret_cast<const char *>(operands.data()), extension) == 0;
    return operation == spirv::op_execution_mode && operands.size() == 2 &&
           operands[1] == mode_maximally_reconverges;
  });
}

} // namespace kcc::vulkan
