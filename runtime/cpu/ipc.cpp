#include "ipc.h"

#include "cpu_device.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace kcc::cpu {

namespace {

/// A process's file, and what tells it from another file that it has opened since.
struct FileName {
  long process;
  int descriptor;
  dev_t device;
  ino_t number;
};

std::string problem(const char *what) {
  return std::string(what) + ": " + std::strerror(errno);
}

[[noreturn]] void fail_event(const core::Operation &operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(),
               "a stream of the CPU device belongs to its process, and cannot wait for one of another",
               "Wait for the stream, and tell the other process, by a pipe for example");
}

} // namespace

void *CpuIpc::allocate(std::size_t bytes, Operation operation) {
  FileDescriptor file(memfd_create("kcc", MFD_CLOEXEC));
  if (!file)
    detail::fail(ErrorCategory::system, operation.text(), problem("memfd_create failed"));
  if (ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
    detail::fail(ErrorCategory::out_of_memory, operation.text(),
                 problem("the process cannot get that much memory (ftruncate)"), "Work on smaller parts");
  void *const memory = map_file(device_, file.get(), bytes, operation);
  try {
    const std::lock_guard lock(mutex_);
    files_.emplace(memory, File{std::move(file), bytes});
  } catch (...) {
    unmap_file(device_, memory, bytes);
    throw;
  }
  return memory;
}

void CpuIpc::release(void *memory) noexcept {
  const auto file = [&] {
    const std::lock_guard lock(mutex_);
    return files_.extract(memory);
  }();
  unmap_file(device_, memory, file.mapped().bytes);
}

core::IpcBytes CpuIpc::memory_handle(void *memory, Operation operation) {
  const std::lock_guard lock(mutex_);
  struct stat status{};
  FileName name{};
  name.process = getpid();
  name.descriptor = files_.at(memory).descriptor.get();
  if (fstat(name.descriptor, &status) != 0)
    detail::fail(ErrorCategory::system, operation.text(), problem("fstat failed"));
  name.device = status.st_dev;
  name.number = status.st_ino;
  IpcBytes bytes{};
  static_assert(sizeof name <= sizeof bytes);
  std::memcpy(bytes.data(), &name, sizeof name);
  return bytes;
}

void *CpuIpc::open_memory(const IpcBytes &bytes, std::size_t size, Operation operation) {
  FileName name;
  std::memcpy(&name, bytes.data(), sizeof name);
  const std::string path = "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.descriptor);
  const FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC));
  struct stat status{};
  if (!file)
    detail::fail(
        ErrorCategory::not_found, operation.text(), problem(("opening " + path).c_str()),
        "The process that allocated the memory must be alive, keep its buffer, and be of the same user "
        "and container");
  if (fstat(file.get(), &status) != 0 || status.st_dev != name.device || status.st_ino != name.number)
    detail::fail(ErrorCategory::not_found, operation.text(), path + " is another file: the memory was freed",
                 "Keep the buffer in the process that allocated it until the others have closed theirs");
  return map_file(device_, file.get(), size, operation);
}

void CpuIpc::close_memory(void *memory, std::size_t bytes) noexcept {
  unmap_file(device_, memory, bytes);
}

core::EventHandle *CpuIpc::create_event(Operation operation) {
  fail_event(operation);
}
core::IpcBytes CpuIpc::event_handle(EventHandle *, Operation operation) {
  fail_event(operation);
}
core::EventHandle *CpuIpc::open_event(const IpcBytes &, Operation operation) {
  fail_event(operation);
}

} // namespace kcc::cpu
