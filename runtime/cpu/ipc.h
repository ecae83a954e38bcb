// Memory of several processes, on the CPU device: files in memory (memfd_create).
#ifndef KCC_RUNTIME_CPU_IPC_H
#define KCC_RUNTIME_CPU_IPC_H

#include "../core/ipc_backend.h"

#include <kcc/runtime/file_descriptor.h>

#include <cstddef>
#include <map>
#include <mutex>

namespace kcc::cpu {

class CpuDevice;

class CpuIpc final : public core::IpcBackend {
public:
  using EventHandle = core::EventHandle;
  using IpcBytes = core::IpcBytes;
  using Operation = core::Operation;

  explicit CpuIpc(CpuDevice &device) : device_(device) {}

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  IpcBytes memory_handle(void *memory, Operation) override;
  void *open_memory(const IpcBytes &, std::size_t bytes, Operation) override;
  void close_memory(void *memory, std::size_t bytes) noexcept override;
  EventHandle *create_event(Operation) override;
  IpcBytes event_handle(EventHandle *, Operation) override;
  EventHandle *open_event(const IpcBytes &, Operation) override;

private:
  struct File {
    FileDescriptor descriptor; ///< other processes open it through /proc
    std::size_t bytes;
  };

  CpuDevice &device_;
  std::mutex mutex_; ///< guards the next
  std::map<void *, File> files_;
};

} // namespace kcc::cpu

#endif
