#include "device_properties.h"

namespace kcc {

std::string_view attribute_name(DeviceAttribute attribute) noexcept {
  switch (attribute) {
#define KCC_NAME(number, name, driver)                                                                       \
  case DeviceAttribute::name:                                                                                \
    return #name;
    KCC_DEVICE_ATTRIBUTES(KCC_NAME)
#undef KCC_NAME
  }
  return {};
}

std::string_view attribute_name(PeerAttribute attribute) noexcept {
  switch (attribute) {
#define KCC_NAME(number, name, driver)                                                                       \
  case PeerAttribute::name:                                                                                  \
    return #name;
    KCC_PEER_ATTRIBUTES(KCC_NAME)
#undef KCC_NAME
  }
  return {};
}

namespace {

/// "asking device 0 (NVIDIA H200) for its UUID"
auto asking_for(const core::BackendDevice &device, const char *what) {
  return [&device, what] { return "asking " + device.info().label + " for " + what; };
}

/// The interface to peers, if both are devices of one backend that has it.
core::PeerBackend *peers(core::BackendDevice &device, core::BackendDevice &peer) {
  return device.info().backend == peer.info().backend ? device.peers() : nullptr;
}

} // namespace

std::string Device::uuid() const {
  const auto operation = asking_for(*device_, "its UUID");
  return device_->properties().uuid(operation);
}

Device Device::by_uuid(std::string_view uuid) {
  std::string present;
  for (const Device &device : all()) {
    std::string text;
    try {
      text = device.uuid();
    } catch (const Error &error) {
      if (error.category() != ErrorCategory::not_supported)
        throw;
      continue; // it has none
    }
    if (text == uuid || text.substr(text.find('-') + 1) == uuid)
      return device;
    present += (present.empty() ? "" : ", ") + text;
  }
  detail::fail(
      ErrorCategory::no_device, "taking the device with the UUID `" + std::string(uuid) + "`",
      "there is no such device; there are: " + (present.empty() ? "none" : present),
      "Take one of these; CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES may hide GPUs of NVIDIA or AMD");
}

std::string Device::pci_address() const {
  const auto operation = asking_for(*device_, "its PCI address");
  return device_->properties().pci_address(operation);
}

std::optional<int> Device::attribute(DeviceAttribute attribute) const {
  const auto operation = [&] {
    return "asking " + device_->info().label + " for its attribute `" +
           std::string(attribute_name(attribute)) + "`";
  };
  return device_->properties().attribute(attribute, operation);
}

std::vector<std::pair<DeviceAttribute, int>> Device::attributes() const {
  std::vector<std::pair<DeviceAttribute, int>> known;
#define KCC_ADD(number, name, driver)                                                                        \
  if (const auto value = attribute(DeviceAttribute::name))                                                   \
    known.emplace_back(DeviceAttribute::name, *value);
  KCC_DEVICE_ATTRIBUTES(KCC_ADD)
#undef KCC_ADD
  return known;
}

DeviceMemoryInfo Device::memory() const {
  const auto operation = asking_for(*device_, "its free memory");
  return device_->properties().memory(operation);
}

StreamPriorities Device::stream_priorities() const {
  const auto operation = asking_for(*device_, "its streams' priorities");
  return device_->properties().stream_priorities(operation);
}

void Device::set_stack_bytes(std::size_t bytes) const {
  device_->properties().set_stack_bytes(bytes, [&] {
    return "setting the stack of threads on " + device_->info().label + " to " + std::to_string(bytes) +
           " bytes";
  });
}

std::size_t Device::stack_bytes() const {
  const auto operation = asking_for(*device_, "the stack of its threads");
  return device_->properties().stack_bytes(operation);
}

void Device::set_wait_mode(WaitMode mode) const {
  device_->properties().set_wait_mode(
      mode, [&] { return "setting how threads wait for " + device_->info().label; });
}

WaitMode Device::wait_mode() const {
  const auto operation = asking_for(*device_, "how threads wait for it");
  return device_->properties().wait_mode(operation);
}

bool Device::can_access_peer(const Device &peer) const {
  if (peer == *this)
    return true;
  core::PeerBackend *const backend = peers(*device_, *peer.device_);
  return backend && backend->can_access(*peer.device_, [&] {
    return "asking whether " + device_->info().label + " can access " + peer.device_->info().label;
  });
}

void Device::enable_peer_access(const Device &peer) const {
  if (peer == *this)
    return;
  const auto operation = [&] {
    return "enabling access of " + device_->info().label + " to the memory of " + peer.device_->info().label;
  };
  if (!can_access_peer(peer))
    detail::fail(ErrorCategory::not_supported, operation(), "the devices have no direct connection",
                 "Copy between their buffers instead, which needs none");
  peers(*device_, *peer.device_)->enable(*peer.device_, operation);
}

void Device::disable_peer_access(const Device &peer) const {
  if (core::PeerBackend *const backend = peers(*device_, *peer.device_); backend && !(peer == *this))
    backend->disable(*peer.device_, [&] {
      return "disabling access of " + device_->info().label + " to the memory of " +
             peer.device_->info().label;
    });
}

std::optional<int> Device::peer_attribute(PeerAttribute attribute, const Device &peer) const {
  core::PeerBackend *const backend = peers(*device_, *peer.device_);
  if (!backend)
    return std::nullopt;
  return backend->attribute(attribute, *peer.device_, [&] {
    return "asking for the attribute `" + std::string(attribute_name(attribute)) +
           "` of the connection from " + device_->info().label + " to " + peer.device_->info().label;
  });
}

} // namespace kcc
