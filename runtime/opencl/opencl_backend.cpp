#include "opencl_backend.h"

#include "../core/gpu_nodes.h"
#include "loader.h"
#include "opencl_device.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kcc::opencl {

namespace {

constexpr std::uint32_t most_blocks = std::numeric_limits<std::int32_t>::max();

core::DeviceInfo describe(const DeviceFacts &facts, int ordinal) {
  const auto limit = [](std::size_t value) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(value, most_blocks));
  };
  core::DeviceInfo info{};
  info.backend = Backend::opencl;
  info.ordinal = ordinal;
  info.name = facts.name;
  const auto numbers = facts.version.find(' '); // "OpenCL 3.0 PoCL …"
  info.arch = "opencl" + facts.version.substr(std::min(numbers + 1, facts.version.size()),
                                              facts.version.find(' ', numbers + 1) - numbers - 1);
  info.driver = facts.version + " (" + facts.platform_name + " " + facts.driver_version + ")";
  info.label = "OpenCL device " + std::to_string(ordinal) + " (" + info.name + ")";
  info.vendor = facts.vendor;
  info.limits.max_threads_per_block = limit(facts.max_threads_per_block);
  info.limits.max_block = {limit(facts.max_block[0]), limit(facts.max_block[1]), limit(facts.max_block[2])};
  info.limits.max_grid = {most_blocks, most_blocks, most_blocks};
  info.limits.max_shared_bytes_per_block = facts.shared_bytes;
  info.limits.warp_size = facts.why_no_warps().empty()    ? 32
                          : facts.sub_group_sizes.empty() ? 1
                                                          : limit(facts.sub_group_sizes.back());
  info.limits.multiprocessors = facts.compute_units;
  info.total_memory = facts.memory_bytes;
  const double kind = facts.is_unified ? 1 : 2;
  info.rank = facts.is_processor() ? 0 : kind * 1e15 + static_cast<double>(info.total_memory);
  info.reads_host_at_once = false;
  info.keeps_subnormals = facts.keeps_subnormals;
  return info;
}

/// What the search finds. The vectors have an element for each slot, with or without a device.
struct Found {
  std::unique_ptr<const Api> api; ///< all devices use it
  core::FoundDevices devices;
  std::vector<bool> are_processors;
  std::vector<Uint> vendors;
};

/// Fills `items` by two calls of `get(count, items, &total)`: the first one only counts.
template <class T, class F> Status list(std::vector<T> &items, F &&get) {
  Uint count = 0;
  Status status = get(Uint{0}, nullptr, &count);
  items.resize(status == success ? count : 0);
  if (!items.empty())
    status = get(count, items.data(), nullptr);
  return status;
}

Found search() {
  Found found;
  const auto loaded = load_api();
  if (const Error *problem = std::get_if<Error>(&loaded)) {
    found.devices.problem = *problem;
    return found;
  }
  found.api = std::make_unique<const Api>(std::get<Api>(loaded));
  const Api &api = *found.api;
  const auto fail = [&](Status status, const char *call) {
    found.devices.problem = opencl_error(status, call, "looking for OpenCL devices");
  };
  std::vector<PlatformRef> platforms;
  if (const Status status = list(platforms, api.get_platforms); status != success) {
    fail(status, api.get_platforms.name);
    return found;
  }
  for (PlatformRef platform : platforms) {
    std::vector<DeviceRef> devices;
    const Status status = list(devices, [&](Uint count, DeviceRef *items, Uint *total) {
      return api.get_devices(platform, device_type_all, count, items, total);
    });
    if (status != success && status != error_device_not_found)
      fail(status, api.get_devices.name); // other platforms may have devices
    for (DeviceRef device : devices) {
      auto facts = std::make_unique<const DeviceFacts>(api, platform, device);
      core::DeviceInfo info = describe(*facts, static_cast<int>(found.vendors.size()));
      found.are_processors.push_back(facts->is_processor());
      found.vendors.push_back(facts->vendor);
      if (const std::string problem = facts->problem(); !problem.empty())
        found.devices.slots.push_back(
            {nullptr,
             Error({.operation = "asking for " + info.label,
                    .code = 0,
                    .code_name = {},
                    .text = problem,
                    .log = {},
                    .hint = "Use another backend (see kcc::Device::all()), or another driver for the "
                            "device: PoCL 5, Mesa's rusticl and Intel's driver take SPIR-V",
                    .category = ErrorCategory::no_device})});
      else
        found.devices.slots.push_back({new OpenclDevice(std::move(facts), std::move(info)), {}});
    }
  }
  if (!found.devices.slots.empty())
    found.devices.problem.reset();
  else if (!found.devices.problem)
    fail(platforms.empty() ? error_no_platform : error_device_not_found, api.get_devices.name);
  return found;
}

const Found &found_once() {
  // Never destroyed, for static objects' destructors.
  static const Found &found = *new Found(search());
  return found;
}

core::FoundDevices find() {
  return found_once().devices;
}

/// Without processors, and without the GPUs that are devices of other backends.
core::FoundDevices find_unasked(const core::Vendors &served) {
  if (!core::may_have_gpus(served))
    return {};
  const Found &all = found_once();
  core::FoundDevices found; // that there is no OpenCL is no loss for whoever does not ask for it
  for (std::size_t i = 0; i < all.devices.slots.size(); ++i)
    if (!all.are_processors[i] && !served.contains(all.vendors[i]))
      found.slots.push_back(all.devices.slots[i]);
  return found;
}

} // namespace

core::BackendEntry backend_entry() {
  return {.backend = Backend::opencl,
          .name = "opencl",
          .find = find,
          .find_unasked = find_unasked,
          .adopt = nullptr,
          .hint = "See `clinfo -l`, and OCL_ICD_VENDORS if it is set"};
}

} // namespace kcc::opencl
