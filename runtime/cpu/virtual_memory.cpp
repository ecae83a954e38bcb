#include "virtual_memory.h"

#include "../check/settings.h"
#include "check/device_pages.h"
#include "check/host_accesses.h"
#include "check/objects.h"
#include "cpu_device.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace kcc::cpu {

std::size_t CpuVirtualMemory::granularity(Operation) {
  return static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

void *CpuVirtualMemory::reserve(std::size_t bytes, Operation operation) {
  void *const memory =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, /*fd=*/-1, 0);
  if (memory == MAP_FAILED)
    detail::fail(ErrorCategory::out_of_memory, operation.text(),
                 "the process cannot get " + std::to_string(bytes) +
                     " bytes of addresses (mmap: " + std::strerror(errno) + ")",
                 "Reserve fewer addresses, or raise the process's limit (ulimit -v)");
  try {
    device_.unclaimed().add_memory(memory, bytes);
  } catch (...) {
    munmap(memory, bytes);
    throw;
  }
  if (kcc::check::are_on()) {
    check::objects().add(memory, bytes, check::ObjectKind::buffer, /*unwritten=*/true);
    check::objects().set_end(memory, memory);
  }
  return memory;
}

void CpuVirtualMemory::release(void *memory, std::size_t bytes, std::size_t /*mapped_bytes*/) noexcept {
  device_.wait_for_queues();
  device_.unclaimed().remove_memory(memory);
  check::report_host_accesses();
  check::remove_device_pages(memory, bytes);
  if (kcc::check::are_on())
    check::objects().remove(memory);
  munmap(memory, bytes);
}

void CpuVirtualMemory::map(void *at, std::size_t bytes, Operation operation) {
  if (mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0)
    detail::fail(
        ErrorCategory::out_of_memory, operation.text(),
        std::string("the process cannot get that much memory (mprotect: ") + std::strerror(errno) + ")",
        "Work on smaller parts; the machine has " + std::to_string(device_.info().total_memory) + " bytes");
  check::add_device_pages(at, bytes);
  if (kcc::check::are_on())
    check::objects().set_end(at, static_cast<std::byte *>(at) + bytes);
}

void CpuVirtualMemory::unmap(void *at, std::size_t bytes) noexcept {
  check::report_host_accesses();
  check::remove_device_pages(at, bytes);
  if (kcc::check::are_on())
    check::objects().set_end(at, at);
  // Replaces the pages, which returns their memory.
  mmap(at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, /*fd=*/-1, 0);
}

} // namespace kcc::cpu
