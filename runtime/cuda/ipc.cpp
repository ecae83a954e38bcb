#include "ipc.h"

#include "current.h"
#include "handles.h"

#include <cstring>
#include <limits>

namespace kcc::cuda {

namespace {

/// The driver takes small allocations from blocks of this size, of which it shares the whole.
constexpr std::size_t block_bytes = std::size_t{2} << 20;

core::IpcBytes bytes_of(const IpcDriverHandle &handle) {
  core::IpcBytes bytes;
  static_assert(sizeof handle == sizeof bytes);
  std::memcpy(bytes.data(), &handle, sizeof handle);
  return bytes;
}

IpcDriverHandle handle_of(const core::IpcBytes &bytes) {
  IpcDriverHandle handle;
  std::memcpy(&handle, bytes.data(), sizeof handle);
  return handle;
}

} // namespace

void *CudaIpc::allocate(std::size_t bytes, Operation operation) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() - block_bytes;
  return device_.allocate(bytes > most ? bytes : (bytes + block_bytes - 1) / block_bytes * block_bytes,
                          operation);
}

void CudaIpc::release(void *memory) noexcept {
  device_.release(memory);
}

core::IpcBytes CudaIpc::memory_handle(void *memory, Operation operation) {
  const Current current(device_, operation);
  IpcDriverHandle handle{};
  device_.call(operation, device_.api().ipc_get_mem_handle, &handle, address(memory));
  return bytes_of(handle);
}

void *CudaIpc::open_memory(const IpcBytes &bytes, std::size_t, Operation operation) {
  const Current current(device_, operation);
  DevicePointer memory = 0;
  device_.call(operation, device_.api().ipc_open_mem_handle, &memory, handle_of(bytes),
               ipc_lazy_enable_peer_access);
  return pointer(memory);
}

void CudaIpc::close_memory(void *memory, std::size_t) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize(); // the driver is not documented to wait
    device_.api().ipc_close_mem_handle(address(memory));
  });
}

core::EventHandle *CudaIpc::create_event(Operation operation) {
  const Current current(device_, operation);
  EventRef event = nullptr;
  device_.call(operation, device_.api().event_create, &event, event_interprocess | event_disable_timing);
  return reinterpret_cast<EventHandle *>(event);
}

core::IpcBytes CudaIpc::event_handle(EventHandle *event, Operation operation) {
  const Current current(device_, operation);
  IpcDriverHandle handle{};
  device_.call(operation, device_.api().ipc_get_event_handle, &handle, raw(event));
  return bytes_of(handle);
}

core::EventHandle *CudaIpc::open_event(const IpcBytes &bytes, Operation operation) {
  const Current current(device_, operation);
  EventRef event = nullptr;
  device_.call(operation, device_.api().ipc_open_event_handle, &event, handle_of(bytes));
  return reinterpret_cast<EventHandle *>(event);
}

} // namespace kcc::cuda
