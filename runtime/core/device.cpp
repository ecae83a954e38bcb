#include <kcc/runtime/device.h>

#include "backend.h"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace kcc {

namespace {

const core::BackendEntry &entry_of(Backend backend) {
  for (const core::BackendEntry &entry : core::backends())
    if (entry.backend == backend)
      return entry;
  std::abort(); // every value of Backend has its entry
}

/// Of those that can be used; null: none.
core::BackendDevice *best(const core::FoundDevices &found) {
  core::BackendDevice *best = nullptr;
  for (const core::DeviceSlot &slot : found.slots)
    if (slot.device && (!best || slot.device->info().rank > best->info().rank))
      best = slot.device;
  return best;
}

/// Calls `use` with what each backend finds for a program that does not ask for it, in order of preference,
/// until it returns true.
template <class F> void for_each_backend(F &&use) {
  core::Vendors served;
  for (const core::BackendEntry &entry : core::backends()) {
    const core::FoundDevices found = entry.find_unasked ? entry.find_unasked(served) : entry.find();
    if (use(found))
      return;
    for (const core::DeviceSlot &slot : found.slots)
      if (slot.device && slot.device->info().vendor != 0)
        served.insert(slot.device->info().vendor);
  }
}

core::BackendDevice &best_of(const core::BackendEntry &entry) {
  const core::FoundDevices found = entry.find();
  if (core::BackendDevice *device = best(found))
    return *device;
  throw found.slots.empty() ? found.problem.value() : found.slots.front().problem.value();
}

core::BackendDevice &device_of(const core::BackendEntry &entry, int ordinal) {
  const core::FoundDevices found = entry.find();
  if (found.slots.empty())
    throw found.problem.value();
  if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= found.slots.size())
    detail::fail(ErrorCategory::no_device,
                 "taking " + std::string(entry.name) + " device " + std::to_string(ordinal),
                 "there is no such device; there " +
                     (found.slots.size() == 1 ? "is 1" : "are " + std::to_string(found.slots.size())) +
                     ", numbered from 0",
                 entry.hint);
  const core::DeviceSlot &slot = found.slots[static_cast<std::size_t>(ordinal)];
  if (!slot.device)
    throw slot.problem.value();
  return *slot.device;
}

/// The device that KCC_DEVICE names.
Device named(std::string_view value) {
  const auto colon = value.find(':');
  const std::string_view kind = value.substr(0, colon);
  for (const core::BackendEntry &entry : core::backends()) {
    if (kind != entry.name)
      continue;
    if (colon == std::string_view::npos)
      return Device(best_of(entry));
    const std::string_view digits = value.substr(colon + 1);
    int ordinal = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
    if (error == std::errc() && end == digits.data() + digits.size() && ordinal >= 0)
      return Device(device_of(entry, ordinal));
  }
  detail::fail("picking a device by the environment variable KCC_DEVICE",
               "its value `" + std::string(value) + "` names no device",
               "Set it to cpu, cuda, cuda:1, hip, vulkan or opencl");
}

} // namespace

Device Device::pick() {
  if (const char *value = std::getenv("KCC_DEVICE"); value && *value)
    return named(value);
  core::BackendDevice *picked = nullptr; // the CPU backend has a device always
  for_each_backend([&](const core::FoundDevices &found) { return (picked = best(found)) != nullptr; });
  return Device(*picked);
}

Device Device::cpu() {
  return Device(device_of(entry_of(Backend::cpu), 0));
}

Device Device::cuda(int ordinal) {
  return Device(device_of(entry_of(Backend::cuda), ordinal));
}

Device Device::hip(int ordinal) {
  return Device(device_of(entry_of(Backend::hip), ordinal));
}

Device Device::vulkan(int ordinal) {
  return Device(device_of(entry_of(Backend::vulkan), ordinal));
}

Device Device::opencl(int ordinal) {
  return Device(device_of(entry_of(Backend::opencl), ordinal));
}

Device Device::adopt(void *context) {
  return Device(
      entry_of(Backend::cuda).adopt(context, [] { return std::string("adopting a context of other code"); }));
}

void *Device::native_context() const {
  return device_->native_context([&] { return "taking the context of " + device_->info().label; });
}

void Device::reset() {
  core::BackendDevice &old = *device_;
  core::deliver_quietly(old, core::Delivery::wait); // the memory of messages is freed, too
  device_ = &old.reset([&] { return "resetting " + old.info().label; });
  if (device_ != &old)
    old.retired_modules().unload(old); // frees what the host knows about them
}

std::vector<Device> Device::all() {
  std::vector<Device> devices;
  for_each_backend([&](const core::FoundDevices &found) {
    for (const core::DeviceSlot &slot : found.slots)
      if (slot.device)
        devices.emplace_back(*slot.device);
    return false;
  });
  return devices;
}

std::vector<Error> Device::unavailable() {
  std::vector<Error> problems;
  for_each_backend([&](const core::FoundDevices &found) {
    if (found.problem)
      problems.push_back(*found.problem);
    for (const core::DeviceSlot &slot : found.slots)
      if (slot.problem)
        problems.push_back(*slot.problem);
    return false;
  });
  return problems;
}

Backend Device::backend() const noexcept {
  return device_->info().backend;
}
int Device::ordinal() const noexcept {
  return device_->info().ordinal;
}
std::string Device::name() const {
  return device_->info().name;
}
std::string Device::arch() const {
  return device_->info().arch;
}
std::string Device::driver() const {
  return device_->info().driver;
}
DeviceLimits Device::limits() const {
  return device_->info().limits;
}
std::size_t Device::total_memory() const noexcept {
  return device_->info().total_memory;
}
bool Device::keeps_subnormals() const noexcept {
  return device_->info().keeps_subnormals;
}

void Device::set_heap_bytes(std::size_t bytes) const {
  device_->set_heap_bytes(bytes, [&] {
    return "setting the heap of kernels on " + device_->info().label + " to " + std::to_string(bytes) +
           " bytes";
  });
}
std::size_t Device::heap_bytes() const {
  return device_->heap_bytes([&] { return "asking for the heap's size on " + device_->info().label; });
}

void Device::synchronize() const {
  core::wait_and_deliver(
      *device_, [&] { device_->synchronize([&] { return "waiting for " + device_->info().label; }); });
  device_->retired_modules().unload(*device_);
}

void Device::on_output(OutputHandler handler) const {
  device_->message_sink().on_output(std::move(handler));
}

void Device::set_output_capacity(std::size_t bytes) const {
  constexpr std::size_t least = std::size_t{64} << 10, most = std::size_t{1} << 30;
  const auto refuse = [&](ErrorCategory category, const std::string &text, std::string hint) {
    detail::fail(category, "setting the room for the output of kernels on " + device_->info().label, text,
                 std::move(hint));
  };
  if (bytes < least || bytes > most)
    refuse(ErrorCategory::invalid_argument, std::to_string(bytes) + " bytes are too few or too many",
           "Take from " + std::to_string(least) + " to " + std::to_string(most));
  if (!device_->set_output_capacity(std::bit_ceil(bytes)))
    refuse(ErrorCategory::invalid_state, "the first module that prints is loaded already",
           "Call it before the first launch");
}

std::size_t Device::output_capacity() const {
  return device_->output_capacity();
}

} // namespace kcc
