// Objects that are shared with other code that uses the same driver. Backends that have such code return this
// from BackendDevice::native().
#ifndef KCC_RUNTIME_CORE_NATIVE_BACKEND_H
#define KCC_RUNTIME_CORE_NATIVE_BACKEND_H

#include "backend.h"

#include <cstddef>

namespace kcc::core {

/// All functions may be called from any thread; they throw Error unless noexcept.
class NativeBackend {
public:
  /// The handle of a stream of other code, which must not be destroyed. Throws Error if the stream is of
  /// another context.
  virtual StreamHandle *adopt_stream(void *native, Operation) = 0;
  /// What any stream was made with.
  virtual StreamOptions stream_options(StreamHandle *, Operation) = 0;

  /// The handle of an event of other code, which must not be destroyed.
  virtual EventHandle *adopt_event(void *native) noexcept = 0;
  virtual void *native_event(EventHandle *) noexcept = 0;

  /// A module of other code: BackendDevice::unload() leaves it to that.
  virtual ModuleHandle *adopt_module(void *native) = 0;
  virtual void *native_module(ModuleHandle *) noexcept = 0;
  virtual void *native_function(FunctionHandle *) noexcept = 0;

  /// Throws Error unless all `bytes` are in memory of the device, or managed by the driver.
  virtual void check_memory(const void *memory, std::size_t bytes, Operation) = 0;

protected:
  ~NativeBackend() = default;
};

/// Throws Error (not_supported) if the device has no such code.
NativeBackend &native_of(BackendDevice &, const Operation &);

} // namespace kcc::core

#endif
