// Memory and events of several processes, on CUDA.
#ifndef KCC_RUNTIME_CUDA_IPC_H
#define KCC_RUNTIME_CUDA_IPC_H

#include "../core/ipc_backend.h"

namespace kcc::cuda {

class CudaDevice;

class CudaIpc final : public core::IpcBackend {
public:
  using EventHandle = core::EventHandle;
  using IpcBytes = core::IpcBytes;
  using Operation = core::Operation;

  explicit CudaIpc(CudaDevice &device) : device_(device) {}

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  IpcBytes memory_handle(void *memory, Operation) override;
  void *open_memory(const IpcBytes &, std::size_t bytes, Operation) override;
  void close_memory(void *memory, std::size_t bytes) noexcept override;
  EventHandle *create_event(Operation) override;
  IpcBytes event_handle(EventHandle *, Operation) override;
  EventHandle *open_event(const IpcBytes &, Operation) override;

private:
  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
