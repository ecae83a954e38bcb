#include "hip_backend.h"

#include "../core/device_search.h"
#include "../core/gpu_nodes.h"
#include "../core/process_end.h"
#include "hip_device.h"
#include "hip_errors.h"
#include "loader.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace kcc::hip {

namespace {

/// "gfx90a" of "gfx90a:sramecc+:xnack-".
std::string arch_of(const HipApi &api, int ordinal, const std::string &operation) {
  struct Version {
    const HipCall<Result(PropertiesBytes *, int)> &get;
    std::size_t place;
  };
  for (const Version &version : {Version{api.get_device_properties_r0600, arch_name_place_r0600},
                                 Version{api.get_device_properties_r0000, arch_name_place_r0000}}) {
    if (!version.get.function)
      continue;
    const auto properties = std::make_unique<PropertiesBytes>();
    if (const Result result = version.get(properties.get(), ordinal); result != success)
      throw hip_error(api, result, version.get.name, operation);
    const std::string_view name(properties->bytes + version.place, arch_name_bytes);
    return std::string(name.substr(0, name.find_first_of(std::string_view(":\0", 2))));
  }
  detail::fail(ErrorCategory::driver, operation, "HIP has no hipGetDeviceProperties",
               "Install ROCm 5.3 or newer");
}

HipDevice *make_device(const Hip &hip, int ordinal) {
  const HipApi &api = hip.api;
  const std::string operation = "asking for HIP device " + std::to_string(ordinal);
  const auto call = [&](const auto &function, auto... arguments) {
    if (const Result result = function(arguments...); result != success)
      throw hip_error(api, result, function.name, operation);
  };
  const auto limit = [&](Attribute which) {
    int value = 0;
    call(api.device_get_attribute, &value, which, ordinal);
    return static_cast<std::uint32_t>(value);
  };
  core::DeviceInfo info{};
  info.backend = Backend::hip;
  info.vendor = core::amd_vendor;
  info.ordinal = ordinal;
  std::array<char, 256> name{};
  call(api.device_get_name, name.data(), static_cast<int>(name.size()), ordinal);
  info.name = name.data();
  info.arch = arch_of(api, ordinal, operation);
  info.driver = version_text(hip);
  info.label = "HIP device " + std::to_string(ordinal) + " (" + info.name + ")";
  info.limits.max_threads_per_block = limit(Attribute::max_threads_per_block);
  info.limits.max_block = {limit(Attribute::max_block_dim_x), limit(Attribute::max_block_dim_y),
                           limit(Attribute::max_block_dim_z)};
  info.limits.max_grid = {limit(Attribute::max_grid_dim_x), limit(Attribute::max_grid_dim_y),
                          limit(Attribute::max_grid_dim_z)};
  info.limits.max_shared_bytes_per_block = limit(Attribute::max_shared_memory_per_block);
  info.limits.warp_size = 32; // of kcc's code: half a wave on some GPUs
  info.limits.multiprocessors = limit(Attribute::multiprocessor_count);
  call(api.device_total_mem, &info.total_memory, ordinal);
  info.rank = double{1} * info.limits.multiprocessors * limit(Attribute::clock_rate);
  info.reads_host_at_once = true;
  return new HipDevice(hip, std::move(info));
}

std::size_t count_devices() {
  const HipApi &api = hip().api;
  int count = 0;
  Result result = api.get_device_count(&count);
  if (result == success && count == 0)
    result = error_no_device;
  if (result != success)
    throw hip_error(api, result, api.get_device_count.name, "looking for HIP devices");
  return static_cast<std::size_t>(count);
}

core::FoundDevices find() {
  static auto &search =
      *new core::DeviceSearch({.count = count_devices,
                               .make = [](int ordinal) -> core::BackendDevice * {
                                 HipDevice *const device = make_device(hip(), ordinal);
                                 core::before_process_end([device] { device->wait_if_used(); });
                                 return device;
                               },
                               .may_pass = [](const Error &error) { return may_pass(error.code()); }});
  return search.find();
}

/// Without what starting HIP costs where Linux has no driver for AMD's GPUs.
core::FoundDevices find_unasked(const core::Vendors &) {
  std::error_code ignored;
  if (!is_library_chosen() && !std::filesystem::exists("/dev/kfd", ignored))
    return {};
  core::FoundDevices found = find();
  found.problem.reset(); // such as that there is no HIP: it is no loss for whoever does not ask for it
  return found;
}

} // namespace

core::BackendEntry backend_entry() {
  return {.backend = Backend::hip,
          .name = "hip",
          .find = find,
          .find_unasked = find_unasked,
          .adopt = nullptr,
          .hint = "See kcc::Device::all() or `rocminfo`, and HIP_VISIBLE_DEVICES or ROCR_VISIBLE_DEVICES if "
                  "it is set"};
}

} // namespace kcc::hip
