#include "current.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace kcc::cuda {

namespace {

/// The driver does not know what an attribute's number means.
bool is_unknown(Result result) {
  return result == error_invalid_value;
}

struct WaitFlag {
  WaitMode mode;
  ContextFlag flag;
};
constexpr std::array wait_flags{
    WaitFlag{WaitMode::automatic, context_automatic}, WaitFlag{WaitMode::spin, context_spin},
    WaitFlag{WaitMode::yield, context_yield}, WaitFlag{WaitMode::block, context_block}};

} // namespace

std::optional<int> CudaProperties::attribute(DeviceAttribute which, Operation operation) {
  const auto &get = device_.api().device_get_attribute;
  int value = 0;
  const Result result = get(&value, which, device_.number());
  if (is_unknown(result))
    return std::nullopt;
  if (result != success)
    throw device_.failed(result, get.name, operation);
  return value;
}

std::string CudaProperties::uuid(Operation operation) {
  const auto &get = device_.api().device_get_uuid;
  if (!get.function)
    detail::fail(ErrorCategory::driver, operation.text(), "the driver has no cuDeviceGetUuid_v2",
                 "Install NVIDIA driver 470 (CUDA 11.4) or newer");
  DeviceUuid uuid{};
  device_.call(operation, get, &uuid, device_.number());
  // The driver does not tell an instance of a GPU from a whole one here; only the name of an instance has its
  // profile: "NVIDIA H200 MIG 1g.18gb".
  std::string text = device_.info().name.find(" MIG ") == std::string::npos ? "GPU-" : "MIG-";
  for (std::size_t i = 0; i < std::size(uuid.bytes); ++i) {
    std::array<char, 4> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", uuid.bytes[i]);
    text += digits.data();
    if (i == 3 || i == 5 || i == 7 || i == 9)
      text += '-';
  }
  return text;
}

std::string CudaProperties::pci_address(Operation operation) {
  std::array<char, 32> text{};
  device_.call(operation, device_.api().device_get_pci_bus_id, text.data(), static_cast<int>(text.size()),
               device_.number());
  std::string address = text.data(); // "0000:3B:00.0"; lspci and /sys/bus/pci have lower case
  std::ranges::transform(address, address.begin(),
                         [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
  return address;
}

DeviceMemoryInfo CudaProperties::memory(Operation operation) {
  const Current current(device_, operation);
  DeviceMemoryInfo info;
  device_.call(operation, device_.api().mem_get_info, &info.free, &info.total);
  return info;
}

StreamPriorities CudaProperties::stream_priorities(Operation operation) {
  const Current current(device_, operation);
  StreamPriorities priorities;
  device_.call(operation, device_.api().ctx_get_stream_priority_range, &priorities.least,
               &priorities.greatest);
  return priorities;
}

void CudaProperties::set_stack_bytes(std::size_t bytes, Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().ctx_set_limit, limit_stack_bytes, bytes);
}

std::size_t CudaProperties::stack_bytes(Operation operation) {
  const Current current(device_, operation);
  std::size_t bytes = 0;
  device_.call(operation, device_.api().ctx_get_limit, &bytes, limit_stack_bytes);
  return bytes;
}

namespace {

/// The flags of the primary context, which need not have been started, or of the adopted one.
unsigned context_flags(CudaDevice &device, const core::Operation &operation) {
  unsigned flags = 0;
  if (device.is_adopted()) {
    const Current current(device, operation);
    device.call(operation, device.api().ctx_get_flags, &flags);
  } else {
    int active = 0;
    device.call(operation, device.api().primary_ctx_get_state, device.number(), &flags, &active);
  }
  return flags;
}

} // namespace

void CudaProperties::set_wait_mode(WaitMode mode, Operation operation) {
  const DriverApi &api = device_.api();
  const auto found = std::ranges::find(wait_flags, mode, &WaitFlag::mode);
  const unsigned flags = (context_flags(device_, operation) & ~unsigned{context_wait_mask}) |
                         (found == wait_flags.end() ? 0u : unsigned{found->flag});
  if (!device_.is_adopted())
    return device_.call(operation, api.primary_ctx_set_flags, device_.number(), flags);
  if (!api.ctx_set_flags.function)
    detail::fail(ErrorCategory::driver, operation.text(), "the driver has no cuCtxSetFlags",
                 "Install NVIDIA driver 530 (CUDA 12.1) or newer, or set it where the context is made");
  const Current current(device_, operation);
  device_.call(operation, api.ctx_set_flags, flags);
}

WaitMode CudaProperties::wait_mode(Operation operation) {
  const auto flag = static_cast<ContextFlag>(context_flags(device_, operation) & unsigned{context_wait_mask});
  const auto found = std::ranges::find(wait_flags, flag, &WaitFlag::flag);
  return found == wait_flags.end() ? WaitMode::automatic : found->mode;
}

} // namespace kcc::cuda
