// Access between contexts is counted by nobody: enabling it twice is an error of the driver, which is no
// error here, so no state of our own can contradict that of the contexts.
#include "current.h"

namespace kcc::cuda {

namespace {

CudaDevice &cuda_device(core::BackendDevice &device) {
  return static_cast<CudaDevice &>(device);
}

} // namespace

bool CudaPeers::can_access(BackendDevice &peer, Operation operation) {
  int can = 0;
  device_.call(operation, device_.api().device_can_access_peer, &can, device_.number(),
               cuda_device(peer).number());
  return can != 0;
}

void CudaPeers::enable(BackendDevice &peer, Operation operation) {
  const auto &enable = device_.api().ctx_enable_peer_access;
  const Context there = cuda_device(peer).context(operation);
  const Current current(device_, operation);
  const Result result = enable(there, 0);
  if (result != success && result != error_peer_access_already_enabled)
    throw device_.failed(result, enable.name, operation);
}

void CudaPeers::disable(BackendDevice &peer, Operation operation) {
  const auto &disable = device_.api().ctx_disable_peer_access;
  const Context there = cuda_device(peer).context(operation);
  const Current current(device_, operation);
  const Result result = disable(there);
  if (result != success && result != error_peer_access_not_enabled)
    throw device_.failed(result, disable.name, operation);
}

std::optional<int> CudaPeers::attribute(PeerAttribute which, BackendDevice &peer, Operation operation) {
  const auto &get = device_.api().device_get_p2p_attribute;
  int value = 0;
  const Result result = get(&value, which, device_.number(), cuda_device(peer).number());
  // The driver has no answer for two contexts of one GPU.
  if (result == error_invalid_value || result == error_invalid_device)
    return std::nullopt;
  if (result != success)
    throw device_.failed(result, get.name, operation);
  return value;
}

} // namespace kcc::cuda
