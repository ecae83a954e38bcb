#include "cuda_backend.h"

#include "cuda_device.h"
#include "driver_errors.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

namespace kcc::cuda {

namespace {

void check(const DriverApi &api, Result result, const char *call, int ordinal) {
  if (result != success)
    throw driver_error(api, result, call, "asking for CUDA device " + std::to_string(ordinal));
}

CudaDevice *make_device(const Driver &driver, int ordinal) {
  const DriverApi &api = driver.api;
  DeviceNumber number = 0;
  check(api, api.device_get(&number, ordinal), api.device_get.name, ordinal);
  const auto attribute = [&](DeviceAttribute which) {
    int value = 0;
    check(api, api.device_get_attribute(&value, which, number), api.device_get_attribute.name, ordinal);
    return value;
  };
  const auto limit = [&](DeviceAttribute which) { return static_cast<std::uint32_t>(attribute(which)); };

  core::DeviceInfo info{};
  info.backend = Backend::cuda;
  info.ordinal = ordinal;
  std::array<char, 256> name{};
  check(api, api.device_get_name(name.data(), static_cast<int>(name.size()), number),
        api.device_get_name.name, ordinal);
  info.name = name.data();
  const int capability = attribute(compute_capability_major) * 10 + attribute(compute_capability_minor);
  info.arch = "sm_" + std::to_string(capability);
  info.driver = driver_text(driver);
  info.label = "device " + std::to_string(ordinal) + " (" + info.name + ")";
  info.limits.max_threads_per_block = limit(max_threads_per_block);
  info.limits.max_block = {limit(max_block_x), limit(max_block_y), limit(max_block_z)};
  info.limits.max_grid = {limit(max_grid_x), limit(max_grid_y), limit(max_grid_z)};
  info.limits.max_shared_bytes_per_block =
      std::max(limit(shared_bytes_per_block), limit(shared_bytes_per_block_optin));
  info.limits.warp_size = limit(warp_size);
  info.limits.multiprocessors = limit(multiprocessor_count);
  // Every device with clusters supports 8 without opt-in (CUDA Programming Guide, "Thread Block Clusters"); a
  // driver that cannot launch clusters counts like a device without them.
  const bool has_clusters =
      capability >= 90 && attribute(cluster_launch) != 0 && api.launch_kernel_ex.function != nullptr;
  info.limits.max_cluster_blocks = has_clusters ? 8 : 1;
  check(api, api.device_total_mem(&info.total_memory, number), api.device_total_mem.name, ordinal);
  info.rank = double{1} * attribute(multiprocessor_count) * attribute(clock_rate_khz);
  return new CudaDevice(driver, number, capability, std::move(info));
}

/// The results so far. Devices are never destroyed.
struct Search {
  std::mutex mutex;
  core::FoundDevices found;
  bool finished = false; ///< missing devices stay missing

  void run();
};

void Search::run() {
  finished = true;
  const auto note = [&](const Error &error) {
    finished = finished && !may_pass(error.code());
    return error;
  };
  found.problem.reset();
  const auto loaded = driver();
  if (const Error *problem = std::get_if<Error>(&loaded)) {
    found.problem = note(*problem);
    return;
  }
  const Driver &driver = *std::get<const Driver *>(loaded);
  if (found.slots.empty()) {
    int count = 0;
    Result result = driver.api.device_get_count(&count);
    if (result == success && count == 0)
      result = error_no_device;
    if (result != success) {
      found.problem = note(
          driver_error(driver.api, result, driver.api.device_get_count.name, "looking for CUDA devices"));
      return;
    }
    found.slots.resize(static_cast<std::size_t>(count));
  }
  for (std::size_t ordinal = 0; ordinal < found.slots.size(); ++ordinal) {
    core::DeviceSlot &slot = found.slots[ordinal];
    if (slot.device)
      continue;
    try {
      slot.device = make_device(driver, static_cast<int>(ordinal));
      slot.problem.reset();
    } catch (const Error &error) { // the others may still work
      slot.problem = note(error);
    }
  }
}

core::FoundDevices find() {
  static Search &search = *new Search; // used by static objects' destructors
  const std::lock_guard lock(search.mutex);
  if (!search.finished)
    search.run();
  return search.found;
}

} // namespace

core::BackendEntry backend_entry() {
  return {Backend::cuda, "cuda", find};
}

} // namespace kcc::cuda
