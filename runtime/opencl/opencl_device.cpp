// Starting the device, and the failures of kernels.
#include "opencl_device.h"

#include <utility>

namespace kcc::opencl {

std::unique_ptr<Context> OpenclDevice::make_context(const Operation &operation) {
  return std::make_unique<Context>(*facts_, operation);
}

std::shared_ptr<OpenclStream> OpenclDevice::make_stream(Context &context, const StreamOptions &options,
                                                        const Operation &operation) {
  return std::make_shared<OpenclStream>(context, options.priority, operation);
}

/// Its thread may have failed, too.
void OpenclDevice::note_failure(OpenclStream &stream, const Operation &operation) {
  if (std::shared_ptr<const Error> failure = stream.take_host_failure())
    failures().add(&stream, std::move(failure));
  if (stream.take_failure(operation))
    failures().add(&stream, print_memory_.take_failure(), operation);
}

void OpenclDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on OpenCL devices have no heap");
}

} // namespace kcc::opencl
