#include "properties.h"

#include "current.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kcc::hip {

namespace {

struct KnownAttribute {
  DeviceAttribute ours;
  Attribute theirs;
};

/// Names that mean the same in CUDA and in HIP.
constexpr std::array known_attributes{
#define KCC_SAME(name) KnownAttribute{DeviceAttribute::name, Attribute::name}
    KCC_SAME(max_threads_per_block),
    KCC_SAME(max_block_dim_x),
    KCC_SAME(max_block_dim_y),
    KCC_SAME(max_block_dim_z),
    KCC_SAME(max_grid_dim_x),
    KCC_SAME(max_grid_dim_y),
    KCC_SAME(max_grid_dim_z),
    KCC_SAME(max_shared_memory_per_block),
    KCC_SAME(total_constant_memory),
    KCC_SAME(max_pitch),
    KCC_SAME(max_registers_per_block),
    KCC_SAME(clock_rate),
    KCC_SAME(multiprocessor_count),
    KCC_SAME(kernel_exec_timeout),
    KCC_SAME(integrated),
    KCC_SAME(can_map_host_memory),
    KCC_SAME(compute_mode),
    KCC_SAME(concurrent_kernels),
    KCC_SAME(ecc_enabled),
    KCC_SAME(pci_bus_id),
    KCC_SAME(pci_device_id),
    KCC_SAME(pci_domain_id),
    KCC_SAME(memory_clock_rate),
    KCC_SAME(l2_cache_size),
    KCC_SAME(max_threads_per_multiprocessor),
    KCC_SAME(async_engine_count),
    KCC_SAME(unified_addressing),
    KCC_SAME(stream_priorities_supported),
    KCC_SAME(max_registers_per_multiprocessor),
    KCC_SAME(managed_memory),
    KCC_SAME(concurrent_managed_access),
    KCC_SAME(pageable_memory_access),
    KCC_SAME(max_blocks_per_multiprocessor),
#undef KCC_SAME
    KnownAttribute{DeviceAttribute::global_memory_bus_width, Attribute::memory_bus_width},
};

struct WaitFlag {
  WaitMode mode;
  ScheduleFlag flag;
};
constexpr std::array wait_flags{
    WaitFlag{WaitMode::automatic, schedule_automatic}, WaitFlag{WaitMode::spin, schedule_spin},
    WaitFlag{WaitMode::yield, schedule_yield}, WaitFlag{WaitMode::block, schedule_block}};

} // namespace

std::optional<int> HipProperties::attribute(DeviceAttribute which, Operation operation) {
  switch (which) {
  case DeviceAttribute::warp_size:
    return static_cast<int>(device_.info().limits.warp_size);
  case DeviceAttribute::max_shared_memory_per_block_optin:
    return static_cast<int>(device_.info().limits.max_shared_bytes_per_block);
  case DeviceAttribute::cooperative_launch: // not by kcc
  case DeviceAttribute::cluster_launch:
    return 0;
  default:
    break;
  }
  const auto found = std::ranges::find(known_attributes, which, &KnownAttribute::ours);
  if (found == known_attributes.end())
    return std::nullopt;
  int value = 0;
  device_.call(operation, device_.api().device_get_attribute, &value, found->theirs, device_.number());
  return value;
}

std::string HipProperties::uuid(Operation operation) {
  const auto &get = device_.api().device_get_uuid;
  if (!get.function)
    detail::fail(ErrorCategory::driver, operation.text(), "HIP has no hipDeviceGetUuid",
                 "Install ROCm 5.2 or newer");
  Uuid uuid{};
  device_.call(operation, get, &uuid, device_.number());
  // 16 digits, as in rocminfo's "GPU-5a3c0d5e00112233"
  const std::string_view digits(uuid.bytes, sizeof uuid.bytes);
  return "GPU-" + std::string(digits.substr(0, digits.find('\0')));
}

std::string HipProperties::pci_address(Operation operation) {
  std::array<char, 32> text{};
  device_.call(operation, device_.api().device_get_pci_bus_id, text.data(), static_cast<int>(text.size()),
               device_.number());
  return text.data();
}

DeviceMemoryInfo HipProperties::memory(Operation operation) {
  const Current current(device_, operation);
  DeviceMemoryInfo info;
  device_.call(operation, device_.api().mem_get_info, &info.free, &info.total);
  return info;
}

StreamPriorities HipProperties::stream_priorities(Operation operation) {
  const Current current(device_, operation);
  StreamPriorities priorities;
  device_.call(operation, device_.api().device_get_stream_priority_range, &priorities.least,
               &priorities.greatest);
  return priorities;
}

void HipProperties::set_stack_bytes(std::size_t bytes, Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().device_set_limit, limit_stack_bytes, bytes);
}

std::size_t HipProperties::stack_bytes(Operation operation) {
  const Current current(device_, operation);
  std::size_t bytes = 0;
  device_.call(operation, device_.api().device_get_limit, &bytes, limit_stack_bytes);
  return bytes;
}

void HipProperties::set_wait_mode(WaitMode mode, Operation operation) {
  const Current current(device_, operation);
  const auto found = std::ranges::find(wait_flags, mode, &WaitFlag::mode);
  device_.call(operation, device_.api().set_device_flags,
               found == wait_flags.end() ? 0u : unsigned{found->flag});
}

WaitMode HipProperties::wait_mode(Operation operation) {
  const Current current(device_, operation);
  unsigned flags = 0;
  device_.call(operation, device_.api().get_device_flags, &flags);
  const auto found =
      std::ranges::find(wait_flags, static_cast<ScheduleFlag>(flags & schedule_mask), &WaitFlag::flag);
  return found == wait_flags.end() ? WaitMode::automatic : found->mode;
}

} // namespace kcc::hip
