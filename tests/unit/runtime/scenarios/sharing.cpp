#include "scenarios.h"

#include <kcc/runtime.h>

#include <sys/mman.h>

void scenarios::other_processes(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::IpcBuffer<int> buffer(gpu, 4);
  kcc::IpcEvent event(gpu);
  kcc::IpcMemoryHandle memory_handle = buffer.handle();
  kcc::IpcEventHandle event_handle = event.handle();
  ++memory_handle.process_salt; // as if they were of another process
  ++event_handle.process_salt;
  kcc::IpcBuffer<int> opened(gpu, memory_handle);
  kcc::IpcEvent opened_event(gpu, event_handle);
  kcc::fill(stream, opened, 1);
  stream.record(opened_event);
  stream.wait(event);
}

void scenarios::other_libraries(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  const auto file = [] { return kcc::FileDescriptor(memfd_create("test", MFD_CLOEXEC)); };
  const kcc::ExternalMemory memory(gpu, file(), 4096);
  kcc::fill(stream, memory.view(), std::byte{1});
  kcc::ExternalSemaphore semaphore(gpu, file(), kcc::ExternalSemaphoreKind::timeline);
  semaphore.signal(stream, 1);
  semaphore.wait(stream, 1);
}
