// Memory and semaphores of other libraries.
#ifndef KCC_RUNTIME_CORE_EXTERNAL_BACKEND_H
#define KCC_RUNTIME_CORE_EXTERNAL_BACKEND_H

#include "backend.h"

#include <kcc/runtime/external_memory.h>

#include <cstddef>
#include <cstdint>

namespace kcc::core {

struct ImportedMemory {
  ExternalMemoryHandle *handle; ///< null if the backend needs none
  void *data;
};

/// For one device. All functions may be called from any thread, and throw Error unless noexcept.
class ExternalBackend {
public:
  ExternalBackend() = default;
  virtual ~ExternalBackend() = default;
  ExternalBackend(const ExternalBackend &) = delete;
  ExternalBackend &operator=(const ExternalBackend &) = delete;

  // The caller keeps the descriptor `fd` and closes it after the call. `bytes` is not 0.
  virtual ImportedMemory import_memory(int fd, std::size_t bytes, const ExternalMemoryOptions &,
                                       Operation) = 0;
  /// Waits for the device before.
  virtual void release_memory(const ImportedMemory &, std::size_t bytes) noexcept = 0;
  virtual ExternalSemaphoreHandle *import_semaphore(int fd, ExternalSemaphoreKind, Operation) = 0;
  virtual void release_semaphore(ExternalSemaphoreHandle *) noexcept = 0;
  // In stream order.
  virtual void signal(StreamHandle *, ExternalSemaphoreHandle *, std::uint64_t value, Operation) = 0;
  virtual void wait(StreamHandle *, ExternalSemaphoreHandle *, std::uint64_t value, Operation) = 0;
};

} // namespace kcc::core

#endif
