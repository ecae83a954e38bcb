#include "features.h"

#include <algorithm>
#include <utility>

namespace kcc::vulkan {

namespace {

constexpr std::array<SmallExtension, small_feature_count> small_extensions{{
    {"VK_KHR_shader_expect_assume", static_cast<StructureType>(1000544000)},
    {"VK_KHR_shader_subgroup_rotate", static_cast<StructureType>(1000416000)},
    {"VK_KHR_shader_maximal_reconvergence", static_cast<StructureType>(1000434000)},
    {"VK_KHR_shader_subgroup_uniform_control_flow", static_cast<StructureType>(1000323000)},
    {"VK_KHR_shader_float_controls2", static_cast<StructureType>(1000528000)},
}};

/// Puts structs of features or properties into a chain.
class Chain {
public:
  explicit Chain(void *first) : last_(static_cast<BaseStructure *>(first)) { last_->next = nullptr; }
  void add(void *structure) {
    last_->next = structure;
    last_ = static_cast<BaseStructure *>(structure);
    last_->next = nullptr;
  }

private:
  BaseStructure *last_;
};

} // namespace

DeviceFeatures::DeviceFeatures(const InstanceApi &api, PhysicalDeviceRef device) {
  api.get_properties(device, &properties);
  if (!has_version(1, 2)) // then most of the structs below are unknown to it
    return;
  for (const ExtensionProperties &extension :
       listed<ExtensionProperties>([&](std::uint32_t *count, ExtensionProperties *items) {
         api.enumerate_device_extensions(device, nullptr, count, items);
       }))
    offered_.emplace_back(extension.name);
  read_properties(api, device);
  read_features(api, device);
  leave_out_others();
}

void DeviceFeatures::read_properties(const InstanceApi &api, PhysicalDeviceRef device) {
  Properties2 all;
  Chain chain(&all);
  chain.add(&properties_11);
  chain.add(&properties_12);
  if (has_version(1, 3) || std::ranges::find(offered_, "VK_EXT_subgroup_size_control") != offered_.end())
    chain.add(&subgroup_sizes);
  api.get_properties_2(device, &all);
}

void DeviceFeatures::read_features(const InstanceApi &api, PhysicalDeviceRef device) {
  const auto take_extension = [&](const char *name) {
    if (std::ranges::find(offered_, name) == offered_.end())
      return false;
    extensions_.push_back(name);
    return true;
  };
  Chain chain(&core);
  chain.add(&v11);
  chain.add(&v12);
  if (has_version(1, 3)) {
    chain.add(&v13_);
  } else {
    if (take_extension("VK_EXT_subgroup_size_control"))
      chain.add(&subgroup_size_control_);
    if (take_extension("VK_KHR_shader_integer_dot_product"))
      chain.add(&integer_dot_product_);
    if (take_extension("VK_KHR_maintenance4"))
      chain.add(&maintenance_4_);
    take_extension("VK_KHR_shader_non_semantic_info");
  }
  if (take_extension("VK_KHR_shader_clock"))
    chain.add(&clock);
  if (take_extension("VK_EXT_shader_atomic_float")) {
    chain.add(&atomic_float);
    if (take_extension("VK_EXT_shader_atomic_float2"))
      chain.add(&atomic_float_2);
  }
  if (take_extension("VK_KHR_workgroup_memory_explicit_layout"))
    chain.add(&workgroup_layout);
  for (std::size_t i = 0; i < small_feature_count; ++i) {
    small_[i].type = small_extensions[i].type;
    if (take_extension(small_extensions[i].name))
      chain.add(&small_[i]);
  }
  take_extension("VK_EXT_memory_budget");
  take_extension("VK_EXT_pci_bus_info");
  api.get_features_2(device, &core);
}

/// Switching on what kernels cannot use could only make them slower.
void DeviceFeatures::leave_out_others() {
  const Features features = core.features;
  core.features = {};
  core.features.shader_float64 = features.shader_float64;
  core.features.shader_int64 = features.shader_int64;
  core.features.shader_int16 = features.shader_int16;

  const auto keep = [](auto &structure, auto... members) {
    auto kept = std::remove_reference_t<decltype(structure)>{};
    kept.next = structure.next;
    ((kept.*members = structure.*members), ...);
    structure = kept;
  };
  keep(v11, &Features11::storage_buffer_16bit_access, &Features11::uniform_and_storage_buffer_16bit_access,
       &Features11::storage_push_constant_16, &Features11::variable_pointers_storage_buffer,
       &Features11::variable_pointers);
  keep(v12, &Features12::storage_buffer_8bit_access, &Features12::uniform_and_storage_buffer_8bit_access,
       &Features12::storage_push_constant_8, &Features12::shader_buffer_int64_atomics,
       &Features12::shader_shared_int64_atomics, &Features12::shader_float16, &Features12::shader_int8,
       &Features12::scalar_block_layout, &Features12::shader_subgroup_extended_types,
       &Features12::timeline_semaphore, &Features12::buffer_device_address, &Features12::vulkan_memory_model,
       &Features12::vulkan_memory_model_device_scope,
       &Features12::vulkan_memory_model_availability_visibility_chains,
       &Features12::subgroup_broadcast_dynamic_id);
  keep(v13_, &Features13::subgroup_size_control, &Features13::compute_full_subgroups,
       &Features13::shader_zero_initialize_workgroup_memory, &Features13::shader_integer_dot_product,
       &Features13::maintenance4);
  keep(atomic_float, &ShaderAtomicFloatFeatures::buffer_float32_atomics,
       &ShaderAtomicFloatFeatures::buffer_float32_atomic_add,
       &ShaderAtomicFloatFeatures::buffer_float64_atomics,
       &ShaderAtomicFloatFeatures::buffer_float64_atomic_add,
       &ShaderAtomicFloatFeatures::shared_float32_atomics,
       &ShaderAtomicFloatFeatures::shared_float32_atomic_add,
       &ShaderAtomicFloatFeatures::shared_float64_atomics,
       &ShaderAtomicFloatFeatures::shared_float64_atomic_add);
  keep(atomic_float_2, &ShaderAtomicFloat2Features::buffer_float16_atomics,
       &ShaderAtomicFloat2Features::buffer_float16_atomic_add,
       &ShaderAtomicFloat2Features::buffer_float16_atomic_min_max,
       &ShaderAtomicFloat2Features::buffer_float32_atomic_min_max,
       &ShaderAtomicFloat2Features::buffer_float64_atomic_min_max,
       &ShaderAtomicFloat2Features::shared_float16_atomics,
       &ShaderAtomicFloat2Features::shared_float16_atomic_add,
       &ShaderAtomicFloat2Features::shared_float16_atomic_min_max,
       &ShaderAtomicFloat2Features::shared_float32_atomic_min_max,
       &ShaderAtomicFloat2Features::shared_float64_atomic_min_max);

  has_subgroup_size_control =
      v13_.subgroup_size_control != 0 || subgroup_size_control_.subgroup_size_control != 0;
  has_full_subgroups = v13_.compute_full_subgroups != 0 || subgroup_size_control_.compute_full_subgroups != 0;
  has_integer_dot_product =
      v13_.shader_integer_dot_product != 0 || integer_dot_product_.shader_integer_dot_product != 0;
  for (std::size_t i = 0; i < small_feature_count; ++i)
    small[i] = small_[i].values;
}

bool DeviceFeatures::has_extension(std::string_view name) const {
  return std::ranges::find(extensions_, name, [](const char *each) { return std::string_view(each); }) !=
         extensions_.end();
}

std::string DeviceFeatures::missing() const {
  if (!has_version(1, 2))
    return "Vulkan 1.2 (it has " + std::to_string(version_major(properties.api_version)) + "." +
           std::to_string(version_minor(properties.api_version)) + ")";
  std::string missing;
  const auto need = [&](Bool offered, const char *feature) {
    if (offered == 0)
      missing += (missing.empty() ? "" : ", ") + std::string(feature);
  };
  need(v12.buffer_device_address, "bufferDeviceAddress");
  need(v12.vulkan_memory_model, "vulkanMemoryModel");
  need(v12.vulkan_memory_model_device_scope, "vulkanMemoryModelDeviceScope");
  need(v12.timeline_semaphore, "timelineSemaphore");
  need(core.features.shader_int64, "shaderInt64");
  return missing;
}

bool DeviceFeatures::has_warps() const {
  constexpr std::uint32_t warp = 32;
  if (!has_extension("VK_KHR_shader_maximal_reconvergence"))
    return false;
  if (has_subgroup_size_control && subgroup_sizes.min_subgroup_size <= warp &&
      subgroup_sizes.max_subgroup_size >= warp &&
      (subgroup_sizes.required_subgroup_size_stages & stage_compute) != 0)
    return true;
  return !has_subgroup_size_control && properties_11.subgroup_size == warp;
}

// VkDriverId
constexpr std::uint32_t driver_of_nvidia = 4, driver_llvmpipe = 13;

bool DeviceFeatures::lets_threads_return() const {
  return properties_12.driver_id == driver_of_nvidia;
}

bool DeviceFeatures::is_llvmpipe() const {
  return properties_12.driver_id == driver_llvmpipe;
}

} // namespace kcc::vulkan
