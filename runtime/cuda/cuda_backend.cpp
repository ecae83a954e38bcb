#include "cuda_backend.h"

#include "../core/device_search.h"
#include "../core/gpu_nodes.h"
#include "cuda_device.h"
#include "driver_errors.h"

#include <algorithm>
#include <array>
#include <mutex>
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
  info.vendor = core::nvidia_vendor;
  info.ordinal = ordinal;
  std::array<char, 256> name{};
  check(api, api.device_get_name(name.data(), static_cast<int>(name.size()), number),
        api.device_get_name.name, ordinal);
  info.name = name.data();
  const int capability = attribute(DeviceAttribute::compute_capability_major) * 10 +
                         attribute(DeviceAttribute::compute_capability_minor);
  info.arch = "sm_" + std::to_string(capability);
  info.driver = driver_text(driver);
  info.label = "device " + std::to_string(ordinal) + " (" + info.name + ")";
  info.limits.max_threads_per_block = limit(DeviceAttribute::max_threads_per_block);
  info.limits.max_block = {limit(DeviceAttribute::max_block_dim_x), limit(DeviceAttribute::max_block_dim_y),
                           limit(DeviceAttribute::max_block_dim_z)};
  info.limits.max_grid = {limit(DeviceAttribute::max_grid_dim_x), limit(DeviceAttribute::max_grid_dim_y),
                          limit(DeviceAttribute::max_grid_dim_z)};
  info.limits.max_shared_bytes_per_block =
      std::max(limit(DeviceAttribute::max_shared_memory_per_block),
               limit(DeviceAttribute::max_shared_memory_per_block_optin));
  info.limits.warp_size = limit(DeviceAttribute::warp_size);
  info.limits.multiprocessors = limit(DeviceAttribute::multiprocessor_count);
  // Every device with clusters supports 8 without opt-in (CUDA Programming Guide, "Thread Block Clusters"); a
  // driver that cannot launch clusters counts like a device without them.
  const bool has_clusters = capability >= 90 && attribute(DeviceAttribute::cluster_launch) != 0 &&
                            api.launch_kernel_ex.function != nullptr;
  info.limits.max_cluster_blocks = has_clusters ? 8 : 1;
  info.limits.max_non_portable_cluster_blocks = has_clusters ? 16 : 1;
  check(api, api.device_total_mem(&info.total_memory, number), api.device_total_mem.name, ordinal);
  info.rank =
      double{1} * attribute(DeviceAttribute::multiprocessor_count) * attribute(DeviceAttribute::clock_rate);
  return new CudaDevice(driver, number, capability, std::move(info));
}

/// The process's driver; throws Error if it has none.
const Driver &driver_or_throw() {
  const auto loaded = driver();
  if (const Error *problem = std::get_if<Error>(&loaded))
    throw *problem;
  return *std::get<const Driver *>(loaded);
}

std::size_t count_devices() {
  const DriverApi &api = driver_or_throw().api;
  int count = 0;
  Result result = api.device_get_count(&count);
  if (result == success && count == 0)
    result = error_no_device;
  if (result != success)
    throw driver_error(api, result, api.device_get_count.name, "looking for CUDA devices");
  return static_cast<std::size_t>(count);
}

core::DeviceSearch &the_search() {
  static auto &search = *new core::DeviceSearch(
      {.count = count_devices,
       .make = [](int ordinal) -> core::BackendDevice * { return make_device(driver_or_throw(), ordinal); },
       .may_pass = [](const Error &error) { return may_pass(error.code()); }});
  return search;
}

core::FoundDevices find() {
  return the_search().find();
}

/// What the driver knows about a context.
struct ContextFacts {
  DeviceNumber device = 0;
  unsigned long long id = 0; ///< tells it from a later one at the same address; 0 if the driver has no ids
};

ContextFacts facts_of(const DriverApi &api, Context context, const core::Operation &operation) {
  const auto check = [&](Result result, const char *call) {
    if (result != success)
      throw driver_error(api, result, call, operation.text());
  };
  ContextFacts facts;
  check(api.ctx_push_current(context), api.ctx_push_current.name);
  const Result result = api.ctx_get_device(&facts.device);
  Context popped = nullptr;
  const Result pop_result = api.ctx_pop_current(&popped);
  check(result, api.ctx_get_device.name);
  check(pop_result, api.ctx_pop_current.name);
  if (api.ctx_get_id.function)
    check(api.ctx_get_id(context, &facts.id), api.ctx_get_id.name);
  return facts;
}

bool is_primary(CudaDevice &device, Context context, const core::Operation &operation) {
  unsigned flags = 0;
  int active = 0; // asking an inactive one for its address would start it
  device.call(operation, device.api().primary_ctx_get_state, device.number(), &flags, &active);
  return active != 0 && device.context(operation) == context;
}

core::BackendDevice &adopt(void *native, core::Operation operation) {
  const core::FoundDevices found = find();
  if (found.problem)
    throw *found.problem;
  if (!native)
    detail::fail(operation.text(), "the context is null", "Pass what cuCtxCreate or cuCtxGetCurrent gave");
  const auto context = static_cast<Context>(native);
  const ContextFacts facts = facts_of(driver_or_throw().api, context, operation);
  for (const core::DeviceSlot &slot : found.slots) {
    auto *const device = static_cast<CudaDevice *>(slot.device);
    if (!device || device->number() != facts.device)
      continue;
    if (is_primary(*device, context, operation))
      return *device;
    struct Adopted {
      Context context;
      unsigned long long id;
      std::unique_ptr<CudaDevice> device;
    };
    static std::mutex mutex;
    static auto &adopted = *new std::vector<Adopted>; // like all devices
    const std::lock_guard lock(mutex);
    for (const Adopted &known : adopted)
      if (known.context == context && known.id == facts.id)
        return *known.device;
    return *adopted.emplace_back(Adopted{context, facts.id, device->in_context(context)}).device;
  }
  detail::fail(ErrorCategory::no_device, operation.text(), "its GPU cannot be used",
               "See kcc::Device::unavailable()");
}

} // namespace

core::BackendEntry backend_entry() {
  return {.backend = Backend::cuda,
          .name = "cuda",
          .find = find,
          .find_unasked = nullptr,
          .adopt = adopt,
          .hint = "See kcc::Device::all() or `nvidia-smi -L`, and CUDA_VISIBLE_DEVICES if it is set"};
}

core::BackendDevice &replace(CudaDevice &device, const core::Operation &operation) {
  static auto &ended =
      *new std::vector<core::BackendDevice *>; // what was made with them still refers to them
  return the_search().replace(device, [&](core::DeviceSlot &slot) {
    if (slot.device == &device) {
      auto next = device.successor();
      ended.push_back(&device);
      device.end(operation);
      slot.device = next.release();
    }
    (void)slot.device->native_context(operation); // whether the driver starts another one shows only then
  });
}

} // namespace kcc::cuda
