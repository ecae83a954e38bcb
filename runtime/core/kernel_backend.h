// Questions about the kernels of a device. Backends return this from BackendDevice::kernels().
#ifndef KCC_RUNTIME_CORE_KERNEL_BACKEND_H
#define KCC_RUNTIME_CORE_KERNEL_BACKEND_H

#include "backend.h"

#include <kcc/runtime/occupancy.h>

namespace kcc::core {

/// All functions may be called from any thread and throw Error.
class KernelBackend {
public:
  /// What only the backend knows: the core fills in threads and shared memory.
  virtual KernelAttributes attributes(FunctionHandle *, Operation) = 0;
  /// How many blocks of the launch's shape one multiprocessor runs at the same time. Its grid, cluster and
  /// arguments do not matter.
  virtual std::uint32_t resident_blocks(const Launch &, Operation) = 0;
  /// How many clusters of the launch's shape the device runs at the same time.
  virtual std::uint32_t active_clusters(const Launch &, Operation) = 0;
  /// The most dynamic shared memory with which so many blocks of so many threads run on one multiprocessor.
  virtual std::size_t available_dynamic_shared_bytes(FunctionHandle *, std::uint32_t blocks,
                                                     std::uint32_t threads, std::size_t most, Operation) = 0;

protected:
  ~KernelBackend() = default;
};

} // namespace kcc::core

#endif
