// Adopting objects of other code, and giving it the driver's handles.
#include "event_state.h"
#include "loaded_module.h"
#include "native_backend.h"
#include "stream_state.h"

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/event.h>
#include <kcc/runtime/module.h>
#include <kcc/runtime/native.h>
#include <kcc/runtime/stream.h>

#include <cstdint>

namespace kcc {

core::NativeBackend &core::native_of(BackendDevice &device, const Operation &operation) {
  if (NativeBackend *const native = device.native())
    return *native;
  detail::fail(ErrorCategory::not_supported, operation.text(),
               "the device has no driver that other code could use",
               "Do it if Device::backend() is kcc::Backend::cuda");
}

Stream Stream::adopt(const Device &device, void *native) {
  return Stream(std::make_unique<core::StreamState>(device, core::NativeStream{native}));
}

void *Stream::native_handle() const noexcept {
  return state_->device().native_stream(state_->handle());
}

Event Event::adopt(const Device &device, void *native) {
  const auto operation = [&] { return "adopting an event of other code on " + core::label(device); };
  core::NativeBackend &backend = core::native_of(device.backend_device(), operation);
  if (!native)
    detail::fail(operation(), "the event is null", "Pass what cuEventCreate or cudaEventCreate gave");
  return Event(device,
               std::make_unique<core::EventState>(device.backend_device(), backend.adopt_event(native)));
}

void *Event::native_handle() const noexcept {
  core::NativeBackend *const backend = device_.backend_device().native();
  if (!backend)
    return nullptr;
  state_->share();
  return backend->native_event(state_->handle());
}

void *Module::native_handle() const {
  core::LoadedModule &module = code();
  core::NativeBackend *const backend = module.device().native();
  return backend ? backend->native_module(module.handle()) : nullptr;
}

void *detail::native_function(core::LoadedKernel &kernel) {
  core::NativeBackend *const backend = kernel.module->device().native();
  return backend ? backend->native_function(kernel.function.handle) : nullptr;
}

void detail::check_memory(const Device &device, const void *data, std::size_t count,
                          std::size_t element_bytes, std::size_t alignment) {
  core::BackendDevice &backend = device.backend_device();
  const auto operation = [&] { return "taking memory of other code as a view on " + backend.info().label; };
  if (count == 0)
    return;
  if (count > SIZE_MAX / element_bytes)
    fail(operation(), std::to_string(count) + " elements are more than fit in the address space", "");
  if (!data)
    fail(operation(), "the pointer is null", "Pass the address of device memory");
  if (reinterpret_cast<std::uintptr_t>(data) % alignment != 0)
    fail(operation(),
         "the pointer is not a multiple of " + std::to_string(alignment) + ", as the element type needs it",
         "Take a view of the whole memory, and a kernel that reads bytes");
  if (core::NativeBackend *const native = backend.native())
    native->check_memory(data, count * element_bytes, operation);
}

} // namespace kcc
