#include "external_memory.h"

#include "../check/settings.h"
#include "check/objects.h"
#include "cpu_device.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>

namespace kcc::cpu {

void *map_file(CpuDevice &device, int descriptor, std::size_t bytes, const core::Operation &operation) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0)
    detail::fail(operation.text(), std::string("the file descriptor is not valid: ") + std::strerror(errno),
                 "Pass an open one");
  if (!S_ISREG(status.st_mode) || static_cast<std::size_t>(status.st_size) < bytes)
    detail::fail(operation.text(),
                 S_ISREG(status.st_mode) ? "the file has " + std::to_string(status.st_size) +
                                               " bytes, fewer than " + std::to_string(bytes)
                                         : "the file descriptor is not of a file",
                 "Pass a file of memfd_create, and its size");
  void *const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED)
    detail::fail(ErrorCategory::system, operation.text(),
                 std::string("the file cannot be mapped for reading and writing: ") + std::strerror(errno));
  try {
    device.unclaimed().add_memory(memory, bytes);
  } catch (...) {
    munmap(memory, bytes);
    throw;
  }
  if (kcc::check::are_on()) // others write there, too
    check::objects().add(memory, bytes, check::ObjectKind::host_memory);
  return memory;
}

void unmap_file(CpuDevice &device, void *memory, std::size_t bytes) noexcept {
  device.wait_for_queues();
  device.unclaimed().remove_memory(memory);
  if (kcc::check::are_on())
    check::objects().remove(memory);
  munmap(memory, bytes);
}

core::ImportedMemory CpuExternal::import_memory(int fd, std::size_t bytes, const ExternalMemoryOptions &,
                                                Operation operation) {
  return {nullptr, map_file(device_, fd, bytes, operation)};
}

void CpuExternal::release_memory(const core::ImportedMemory &memory, std::size_t bytes) noexcept {
  unmap_file(device_, memory.data, bytes);
}

core::ExternalSemaphoreHandle *CpuExternal::import_semaphore(int, ExternalSemaphoreKind,
                                                             Operation operation) {
  detail::fail(
      ErrorCategory::not_supported, operation.text(),
      "the semaphores are of GPUs, which signal them without the processor",
      "Wait on the host: for the other library before giving work to the stream, and for the stream before "
      "telling the other library");
}

} // namespace kcc::cpu
