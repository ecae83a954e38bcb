#include "cuda_native.h"

#include "current.h"
#include "handles.h"

#include <memory>
#include <string>

namespace kcc::cuda {

core::StreamHandle *CudaNative::adopt_stream(void *native, core::Operation operation) {
  // Null stands for the device's own stream elsewhere in kcc. Both are the driver's names of one stream.
  auto *const stream = static_cast<StreamRef>(native ? native : pointer(stream_legacy));
  const Current current(device_, operation);
  Context context = nullptr; // the current one, for the default streams
  device_.call(operation, device_.api().stream_get_context, stream, &context);
  if (context != device_.context(operation))
    detail::fail(operation.text(), "the stream is of another context",
                 "Pass the device of that context: kcc::Device::cuda() for PyTorch, CuPy and the CUDA "
                 "runtime, kcc::Device::adopt(context) for one made by cuCtxCreate");
  return reinterpret_cast<core::StreamHandle *>(stream);
}

StreamOptions CudaNative::stream_options(core::StreamHandle *stream, core::Operation operation) {
  const Current current(device_, operation);
  StreamOptions options;
  unsigned flags = 0;
  device_.call(operation, device_.api().stream_get_priority, raw(stream), &options.priority);
  device_.call(operation, device_.api().stream_get_flags, raw(stream), &flags);
  options.synchronizes_with_default_stream = (flags & stream_non_blocking) == 0;
  return options;
}

core::EventHandle *CudaNative::adopt_event(void *native) noexcept {
  return static_cast<core::EventHandle *>(native);
}

void *CudaNative::native_event(core::EventHandle *event) noexcept {
  return event;
}

core::ModuleHandle *CudaNative::adopt_module(void *native) {
  auto module = std::make_unique<ModuleData>();
  module->module = static_cast<ModuleRef>(native);
  module->is_adopted = true;
  return reinterpret_cast<core::ModuleHandle *>(module.release());
}

void *CudaNative::native_module(core::ModuleHandle *module) noexcept {
  return data(module).module;
}

void *CudaNative::native_function(core::FunctionHandle *function) noexcept {
  return data(function).function;
}

namespace {

/// Where a byte is.
struct Place {
  unsigned type = 0; ///< MemoryType; 0: memory that the driver does not know
  unsigned is_managed = 0;
  DeviceNumber device = -1;
};

Place place_of(CudaDevice &device, const std::byte *memory, const core::Operation &operation) {
  const auto &ask = device.api().pointer_get_attribute;
  Place place;
  const Result result = ask(&place.type, pointer_memory_type, address(memory));
  if (result == error_invalid_value)
    return place;
  if (result != success)
    throw device.failed(result, ask.name, operation);
  device.call(operation, ask, static_cast<void *>(&place.is_managed), pointer_is_managed, address(memory));
  device.call(operation, ask, static_cast<void *>(&place.device), pointer_device_number, address(memory));
  return place;
}

} // namespace

void CudaNative::check_memory(const void *memory, std::size_t bytes, core::Operation operation) {
  const Current current(device_, operation);
  const auto *const first = static_cast<const std::byte *>(memory);
  // Not by the range that the driver reports, which may be a part of what an allocator has mapped in pieces.
  for (const std::byte *const at : {first, first + (bytes - 1)}) {
    const Place place = place_of(device_, at, operation);
    const bool is_start = at == first;
    if (place.is_managed != 0)
      continue;
    if (place.type != memory_of_device)
      detail::fail(operation.text(),
                   !is_start ? "its last byte is not in device memory: it has fewer than " +
                                   std::to_string(bytes) + " bytes"
                   : place.type == memory_of_host ? "the pointer is to page-locked memory of the host"
                                                  : "the pointer is to ordinary memory of the host",
                   is_start ? "Copy the data into a kcc::Buffer" : "Pass the number of elements that it has");
    if (place.device != device_.number())
      detail::fail(operation.text(), "the memory is on GPU " + std::to_string(place.device),
                   "Pass kcc::Device::cuda(" + std::to_string(place.device) + ")");
  }
}

} // namespace kcc::cuda
