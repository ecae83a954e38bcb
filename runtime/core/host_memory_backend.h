// Memory that both the host and a device reach: page-locked and managed memory.
#ifndef KCC_RUNTIME_CORE_HOST_MEMORY_BACKEND_H
#define KCC_RUNTIME_CORE_HOST_MEMORY_BACKEND_H

#include "backend.h"

#include <cstddef>

namespace kcc::core {

/// What managed memory is going to be used for.
enum class MemoryAdvice {
  read_mostly,
  not_read_mostly,
  preferred_location,
  no_preferred_location,
  accessed_by,
  not_accessed_by
};

/// For one device. All functions may be called from any thread, and throw Error unless noexcept. Sizes are
/// not 0.
class HostMemoryBackend {
public:
  HostMemoryBackend() = default;
  virtual ~HostMemoryBackend() = default;
  HostMemoryBackend(const HostMemoryBackend &) = delete;
  HostMemoryBackend &operator=(const HostMemoryBackend &) = delete;

  /// Page-locked memory, for all devices of the backend.
  virtual void *allocate_pinned(std::size_t bytes, bool write_combined, bool mapped, Operation) = 0;
  /// Waits for the device before it frees.
  virtual void release_pinned(void *host) noexcept = 0;
  /// Locks pages of the caller's memory.
  virtual void pin(void *host, std::size_t bytes, bool mapped, bool read_only, Operation) = 0;
  /// Waits for the device before it unlocks.
  virtual void unpin(void *host) noexcept = 0;
  /// The address in kernels of page-locked memory that is mapped.
  virtual void *device_address(void *host, Operation) = 0;

  virtual void *allocate_managed(std::size_t bytes, Operation) = 0;
  /// Waits for the device before it frees.
  virtual void release_managed(void *memory) noexcept = 0;
  /// `to_host`: the location is the host, otherwise this device.
  virtual void advise(void *memory, std::size_t bytes, MemoryAdvice, bool to_host, Operation) = 0;
  /// In stream order.
  virtual void prefetch(StreamHandle *, void *memory, std::size_t bytes, bool to_host, Operation) = 0;
};

} // namespace kcc::core

#endif
