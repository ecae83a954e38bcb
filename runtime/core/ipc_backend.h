// Memory and events that several processes use.
#ifndef KCC_RUNTIME_CORE_IPC_BACKEND_H
#define KCC_RUNTIME_CORE_IPC_BACKEND_H

#include "backend.h"

#include <array>
#include <cstddef>

namespace kcc::core {

/// What one process gives another, as the backend encodes it.
using IpcBytes = std::array<std::byte, 64>;

/// For one device. All functions may be called from any thread, and throw Error unless noexcept.
class IpcBackend {
public:
  IpcBackend() = default;
  virtual ~IpcBackend() = default;
  IpcBackend(const IpcBackend &) = delete;
  IpcBackend &operator=(const IpcBackend &) = delete;

  /// Memory that other processes can open. `bytes` is not 0.
  virtual void *allocate(std::size_t bytes, Operation) = 0;
  /// Waits for the device before it frees.
  virtual void release(void *memory) noexcept = 0;
  virtual IpcBytes memory_handle(void *memory, Operation) = 0;
  /// Memory of another process, of `bytes`.
  virtual void *open_memory(const IpcBytes &, std::size_t bytes, Operation) = 0;
  /// Waits for the device before it closes.
  virtual void close_memory(void *memory, std::size_t bytes) noexcept = 0;

  // Events are destroyed like others.
  virtual EventHandle *create_event(Operation) = 0;
  virtual IpcBytes event_handle(EventHandle *, Operation) = 0;
  virtual EventHandle *open_event(const IpcBytes &, Operation) = 0;
};

} // namespace kcc::core

#endif
