#include "external_memory.h"

#include "current.h"
#include "handles.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace kcc::cuda {

namespace {

ExternalMemoryRef raw(core::ExternalMemoryHandle *handle) {
  return reinterpret_cast<ExternalMemoryRef>(handle);
}
ExternalSemaphoreRef raw(core::ExternalSemaphoreHandle *handle) {
  return reinterpret_cast<ExternalSemaphoreRef>(handle);
}

/// Lets the driver import a copy of a descriptor. If it succeeds, the driver owns the copy. If it fails,
/// driver 580 has closed the descriptor of memory, but not that of a semaphore. The copy has a high number,
/// which no other thread gets for a new file meanwhile, so it is safe to ask whether it is still open.
template <class F> void import_copy_of(int fd, const core::Operation &operation, F &&import_copy) {
  constexpr int high = 512;
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, high);
  if (copy < 0 && errno == EINVAL) // the process may have fewer
    copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (copy < 0)
    detail::fail(errno == EBADF ? ErrorCategory::invalid_argument : ErrorCategory::system, operation.text(),
                 std::string("the file descriptor cannot be copied: ") + std::strerror(errno));
  try {
    import_copy(copy);
  } catch (const Error &) {
    if (fcntl(copy, F_GETFD) != -1)
      close(copy);
    throw;
  }
}

} // namespace

core::ImportedMemory CudaExternal::import_memory(int fd, std::size_t bytes,
                                                 const ExternalMemoryOptions &options, Operation operation) {
  const Current current(device_, operation);
  ExternalMemoryDescription description{};
  description.source.type =
      options.kind == ExternalMemoryKind::dma_buf ? external_memory_dma_buf : external_memory_opaque_fd;
  description.bytes = bytes;
  description.flags = options.dedicated ? external_memory_dedicated : 0;
  ExternalMemoryRef memory = nullptr;
  import_copy_of(fd, operation, [&](int copy) {
    description.source.handle.fd = copy;
    device_.call(operation, device_.api().import_external_memory, &memory, &description);
  });
  ExternalBufferDescription buffer{};
  buffer.bytes = bytes;
  DevicePointer data = 0;
  const auto &map = device_.api().external_memory_get_mapped_buffer;
  if (const Result result = map(&data, memory, &buffer); result != success) {
    device_.api().destroy_external_memory(memory);
    throw device_.failed(result, map.name, operation);
  }
  return {reinterpret_cast<core::ExternalMemoryHandle *>(memory), pointer(data)};
}

void CudaExternal::release_memory(const core::ImportedMemory &memory, std::size_t) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().mem_free(address(memory.data)); // waits for the device
    device_.api().destroy_external_memory(raw(memory.handle));
  });
}

core::ExternalSemaphoreHandle *CudaExternal::import_semaphore(int fd, ExternalSemaphoreKind kind,
                                                              Operation operation) {
  const Current current(device_, operation);
  ExternalSemaphoreDescription description{};
  description.source.type =
      kind == ExternalSemaphoreKind::timeline ? external_semaphore_timeline_fd : external_semaphore_opaque_fd;
  ExternalSemaphoreRef semaphore = nullptr;
  import_copy_of(fd, operation, [&](int copy) {
    description.source.handle.fd = copy;
    device_.call(operation, device_.api().import_external_semaphore, &semaphore, &description);
  });
  return reinterpret_cast<SemaphoreHandle *>(semaphore);
}

void CudaExternal::release_semaphore(SemaphoreHandle *semaphore) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().destroy_external_semaphore(raw(semaphore));
  });
}

void CudaExternal::signal(StreamHandle *stream, SemaphoreHandle *semaphore, std::uint64_t value,
                          Operation operation) {
  const Current current(device_, operation);
  ExternalSemaphoreParameters parameters{};
  parameters.value = value;
  const ExternalSemaphoreRef semaphores[] = {raw(semaphore)};
  device_.call(operation, device_.api().signal_external_semaphores, +semaphores, &parameters, 1u,
               cuda::raw(stream));
}

void CudaExternal::wait(StreamHandle *stream, SemaphoreHandle *semaphore, std::uint64_t value,
                        Operation operation) {
  const Current current(device_, operation);
  ExternalSemaphoreParameters parameters{};
  parameters.value = value;
  const ExternalSemaphoreRef semaphores[] = {raw(semaphore)};
  device_.call(operation, device_.api().wait_external_semaphores, +semaphores, &parameters, 1u,
               cuda::raw(stream));
}

} // namespace kcc::cuda
