// What a device offers to kernels: the features that kcc switches on, and its properties.
#ifndef KCC_RUNTIME_VULKAN_FEATURES_H
#define KCC_RUNTIME_VULKAN_FEATURES_H

#include "loader.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace kcc::vulkan {

/// A device extension with features that all start their own struct: one or two Bools.
struct SmallExtension {
  const char *name;
  StructureType type;
};

// In the order of DeviceFeatures::small.
enum SmallFeature : std::size_t {
  expect_assume,
  subgroup_rotate,
  maximal_reconvergence,
  subgroup_uniform_control_flow,
  float_controls_2,
  small_feature_count
};

/// All members are as the device offers them, except for features that no capability of SPIR-V asks for,
/// which are off.
class DeviceFeatures {
public:
  DeviceFeatures(const InstanceApi &api, PhysicalDeviceRef device);
  DeviceFeatures(const DeviceFeatures &) = delete;
  DeviceFeatures &operator=(const DeviceFeatures &) = delete;

  /// The chain of all features, for vkCreateDevice.
  const void *chain() const noexcept { return &core; }
  const std::vector<const char *> &extensions() const noexcept { return extensions_; }
  bool has_extension(std::string_view name) const;
  bool has_version(std::uint32_t major, std::uint32_t minor) const {
    return properties.api_version >= make_version(major, minor);
  }

  /// What kcc cannot do without and the device lacks; empty if it can be used.
  std::string missing() const;

  /// Whether kernels can have warps: of 32 threads in order, which reconverge where the source says.
  bool has_warps() const;

  /// Whether barriers are known not to wait for threads that have returned.
  bool lets_threads_return() const;

  /// Whether the driver is Mesa's for the processor.
  bool is_llvmpipe() const;

  Features2 core;
  Features11 v11;
  Features12 v12;
  bool has_subgroup_size_control = false, has_full_subgroups = false, has_integer_dot_product = false;
  ShaderClockFeatures clock;
  ShaderAtomicFloatFeatures atomic_float;
  ShaderAtomicFloat2Features atomic_float_2;
  WorkgroupLayoutFeatures workgroup_layout;
  std::array<std::array<Bool, 2>, small_feature_count> small{};

  Properties properties{};
  Properties11 properties_11{};
  Properties12 properties_12{};
  SubgroupSizeControlProperties subgroup_sizes;

private:
  struct SmallFeatures {
    StructureType type;
    void *next = nullptr;
    std::array<Bool, 2> values{};
  };
  void read_features(const InstanceApi &, PhysicalDeviceRef);
  void read_properties(const InstanceApi &, PhysicalDeviceRef);
  void leave_out_others();

  std::vector<std::string> offered_;
  std::vector<const char *> extensions_; ///< that are switched on
  Features13 v13_;
  SubgroupSizeControlFeatures subgroup_size_control_;
  IntegerDotProductFeatures integer_dot_product_;
  Maintenance4Features maintenance_4_;
  std::array<SmallFeatures, small_feature_count> small_{};
};

} // namespace kcc::vulkan

#endif
