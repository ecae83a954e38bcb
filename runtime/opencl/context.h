// A started device, and what all parts of the backend need of it.
#ifndef KCC_RUNTIME_OPENCL_CONTEXT_H
#define KCC_RUNTIME_OPENCL_CONTEXT_H

#include "allocations.h"
#include "device_facts.h"
#include "event.h"
#include "opencl_errors.h"
#include "parameter_blocks.h"

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace kcc::opencl {

/// It is never destroyed, nor are its parts.
class Context {
public:
  /// Throws Error if the driver cannot start it.
  Context(const DeviceFacts &, const core::Operation &);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const DeviceFacts &facts;
  const Api &api;
  ContextRef context = nullptr;
  Allocations allocations;
  ParameterBlocks parameter_blocks;

  /// Guards what the threads of streams look at (core::HostWork).
  std::mutex host_mutex;
  std::condition_variable host_work;

  /// Calls OpenCL; throws the Error if that fails.
  template <class... P, class... A>
  void call(const core::Operation &operation, const Call<Status(P...)> &function, A... arguments) const {
    check(function(arguments...), function.name, operation);
  }

  QueueRef make_queue(int priority, const core::Operation &) const;

  /// Copies between the host and memory of MemoryKind::shared. Waits for no stream.
  void read(void *to, const void *device_memory, std::size_t bytes, const core::Operation &) const;
  void write(void *device_memory, const void *from, std::size_t bytes, const core::Operation &) const;
  /// The same for memory that the host does not access.
  void copy_to_device(void *device_memory, const void *from, std::size_t bytes,
                      const core::Operation &) const;

private:
  QueueRef own_queue_ = nullptr;
};

} // namespace kcc::opencl

#endif
