// Addresses that are reserved first and get memory later.
#ifndef KCC_RUNTIME_CORE_VIRTUAL_MEMORY_BACKEND_H
#define KCC_RUNTIME_CORE_VIRTUAL_MEMORY_BACKEND_H

#include "backend.h"

#include <cstddef>

namespace kcc::core {

/// For one device. All functions may be called from any thread, and throw Error unless noexcept. Sizes are
/// multiples of the granularity and not 0.
class VirtualMemoryBackend {
public:
  VirtualMemoryBackend() = default;
  virtual ~VirtualMemoryBackend() = default;
  VirtualMemoryBackend(const VirtualMemoryBackend &) = delete;
  VirtualMemoryBackend &operator=(const VirtualMemoryBackend &) = delete;

  /// The smallest piece of memory, in bytes.
  virtual std::size_t granularity(Operation) = 0;
  virtual void *reserve(std::size_t bytes, Operation) = 0;
  /// Frees addresses of which the first `mapped_bytes` have memory, and that memory, after the device's work.
  virtual void release(void *memory, std::size_t bytes, std::size_t mapped_bytes) noexcept = 0;

  /// Puts a piece of memory behind reserved addresses, for this device.
  virtual void map(void *at, std::size_t bytes, Operation) = 0;
  /// Takes whole pieces away, which no work uses any more.
  virtual void unmap(void *at, std::size_t bytes) noexcept = 0;
  /// Lets another device of the backend use mapped addresses.
  virtual void allow_access(void *at, std::size_t bytes, BackendDevice &from, Operation) = 0;
};

} // namespace kcc::core

#endif
