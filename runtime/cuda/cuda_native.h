// Streams, events, modules and memory that kcc shares with other code.
#ifndef KCC_RUNTIME_CUDA_CUDA_NATIVE_H
#define KCC_RUNTIME_CUDA_CUDA_NATIVE_H

#include "../core/native_backend.h"

namespace kcc::cuda {

class CudaDevice;

class CudaNative final : public core::NativeBackend {
public:
  explicit CudaNative(CudaDevice &device) : device_(device) {}

  core::StreamHandle *adopt_stream(void *native, core::Operation) override;
  StreamOptions stream_options(core::StreamHandle *, core::Operation) override;
  core::EventHandle *adopt_event(void *native) noexcept override;
  void *native_event(core::EventHandle *) noexcept override;
  core::ModuleHandle *adopt_module(void *native) override;
  void *native_module(core::ModuleHandle *) noexcept override;
  void *native_function(core::FunctionHandle *) noexcept override;
  void check_memory(const void *memory, std::size_t bytes, core::Operation) override;

private:
  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
