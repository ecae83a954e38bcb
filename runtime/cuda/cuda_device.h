// One GPU, through the CUDA driver.
#ifndef KCC_RUNTIME_CUDA_CUDA_DEVICE_H
#define KCC_RUNTIME_CUDA_CUDA_DEVICE_H

#include "../core/backend.h"
#include "checks.h"
#include "cuda_graphs.h"
#include "cuda_modules.h"
#include "cuda_native.h"
#include "driver.h"
#include "driver_errors.h"
#include "external_memory.h"
#include "host_memory.h"
#include "ipc.h"
#include "occupancy.h"
#include "pools.h"
#include "print_buffer.h"
#include "properties.h"
#include "textures.h"
#include "virtual_memory.h"

#include <atomic>
#include <mutex>

namespace kcc::cuda {

/// Stream and event handles are the driver's own; those of modules and functions have additional data
/// (handles.h).
class CudaDevice final : public core::BackendDevice {
public:
  using StreamHandle = core::StreamHandle;
  using EventHandle = core::EventHandle;
  using ModuleHandle = core::ModuleHandle;
  using Operation = core::Operation;

  /// \p adopted is a context of other code; null: the device's primary context.
  CudaDevice(const Driver &driver, DeviceNumber number, int capability, core::DeviceInfo info,
             Context adopted = nullptr)
      : BackendDevice(std::move(info)), api_(driver.api), driver_(driver), number_(number),
        capability_(capability), is_adopted_(adopted != nullptr), context_(adopted), modules_(*this),
        print_buffer_(driver.api), checks_(driver.api) {}

  void synchronize(Operation) override;
  void synchronize_memory(const void *, Operation operation) override { synchronize(operation); }

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  void enqueue_copy(StreamHandle *, const core::Copy &, Operation) override;
  void enqueue_fill(StreamHandle *, const core::Fill &, Operation) override;

  StreamHandle *create_stream(const StreamOptions &, Operation) override;
  void destroy_stream(StreamHandle *) noexcept override;
  void synchronize_stream(StreamHandle *, Operation) override;
  bool stream_done(StreamHandle *, Operation) override;
  void *native_stream(StreamHandle *) noexcept override;

  void call_host(StreamHandle *, void (*function)(void *) noexcept, void *data, Operation) override;

  EventHandle *create_event(const EventOptions &, Operation) override;
  void destroy_event(EventHandle *) noexcept override;
  void record_event(EventHandle *, StreamHandle *, Operation) override;
  void wait_event(StreamHandle *, EventHandle *, Operation) override;
  void synchronize_event(EventHandle *, Operation) override;
  bool event_done(EventHandle *, Operation) override;
  void begin_asking(Operation) override;
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override;

  const abi::Code &choose_code(const abi::Image &, Operation) override;
  ModuleHandle *load_code(const abi::Code &, Operation) override;
  core::ModuleBackend *modules() noexcept override { return &modules_; }
  core::GraphBackend *graphs() noexcept override { return CudaGraphs::are_in(api_) ? &graphs_ : nullptr; }
  void unload(ModuleHandle *) noexcept override;
  core::Function function(ModuleHandle *, const char *entry, Operation) override;
  void launch(StreamHandle *, const core::Launch &, Operation) override;
  core::KernelBackend *kernels() noexcept override { return &kernels_; }
  std::uint32_t max_cooperative_blocks(const core::Launch &, Operation) override;

  core::Messages fetch_messages() override;
  std::uint64_t output_capacity() override { return print_buffer_.capacity(); }
  bool set_output_capacity(std::uint64_t bytes) override { return print_buffer_.set_capacity(bytes); }
  core::GlobalMemory global(ModuleHandle *, const char *symbol, Operation) override;
  void reserve_stack(std::size_t bytes, Operation) override;
  void set_heap_bytes(std::size_t bytes, Operation) override;
  std::size_t heap_bytes(Operation) override;
  void *native_context(Operation operation) override { return context(operation); }
  core::BackendDevice &reset(Operation) override;
  core::DeviceProperties &properties() noexcept override { return properties_; }
  core::PeerBackend *peers() noexcept override { return &peers_; }
  core::NativeBackend *native() noexcept override { return &native_; }
  core::HostMemoryBackend *host_memory() noexcept override { return &host_memory_; }
  core::PoolBackend *pools() noexcept override { return pools_.exist() ? &pools_ : nullptr; }
  core::TextureBackend *textures() noexcept override { return &textures_; }
  core::VirtualMemoryBackend *virtual_memory() noexcept override { return &virtual_memory_; }
  core::IpcBackend *ipc() noexcept override { return &ipc_; }
  core::ExternalBackend *external() noexcept override { return &external_; }

  // For the parts of the backend in other files.
  const DriverApi &api() const noexcept { return api_; }
  const Driver &driver() const noexcept { return driver_; }
  DeviceNumber number() const noexcept { return number_; }
  PrintBuffer &print_buffer() noexcept { return print_buffer_; }
  GpuChecks &checks() noexcept { return checks_; }

  /// The device's primary context, or the adopted one. The primary context is retained at the first use and
  /// released only by a reset: static objects may still free their memory when the process ends, and with it
  /// the context ends anyway. Other libraries that use the device (PyTorch, the CUDA runtime) share it.
  /// Throws Error after a reset, which thereby holds for everything that was made with this device.
  Context context(const Operation &operation) {
    const Context context = context_.load(std::memory_order_acquire);
    return context ? context : retain(operation);
  }
  bool is_adopted() const noexcept { return is_adopted_; }

  /// A device for the next life, and the end of this one's: the driver's context is reset.
  std::unique_ptr<CudaDevice> successor();
  void end(const Operation &);

  /// A device like this one that works in another context.
  std::unique_ptr<CudaDevice> in_context(Context);

  /// The driver's error, or the kernel's own report of why it ended.
  Error failed(Result, const char *call, const Operation &, std::string log = {}) const;

  /// After a successful wait. Throws the Error of an invalid access that kernels have reported.
  void report_checks(const Operation &);

  /// Calls the driver; throws the Error if that fails.
  template <class... P, class... A>
  void call(const Operation &operation, const DriverCall<Result(P...)> &function, A... arguments) const {
    if (const Result result = function(arguments...); result != success)
      throw failed(result, function.name, operation);
  }

  /// Lets the function have as much dynamic shared memory, and clusters as large, as the launch asks for.
  void grant(const core::Launch &, const Operation &);
  /// How many clusters of a launch run at the same time; called with the context current.
  std::uint32_t active_clusters(const core::Launch &, const Operation &);

private:
  /// Whether it is ordinary memory of the host, which the driver cannot read or write asynchronously.
  bool is_pageable(const void *host, const Operation &) const;
  void enqueue(StreamRef, const core::Copy &, const Operation &);
  void fill_rows(StreamRef, DevicePointer, std::size_t pitch, const std::byte *value, std::size_t width,
                 std::size_t count, std::size_t rows, const Operation &);
  void launch_described(StreamRef, const core::Launch &, const Operation &);
  void fill_columns(StreamRef, const core::Fill &, DevicePointer to, std::size_t width, const Operation &);
  Context retain(const Operation &);

  const DriverApi &api_;
  const Driver &driver_;
  DeviceNumber number_;
  int capability_; ///< 10 * major + minor
  bool is_adopted_;
  std::mutex retaining_;
  bool has_ended_ = false;       ///< guarded by the mutex
  std::atomic<Context> context_; ///< null: not retained yet, or the device was reset
  CudaKernels kernels_{*this};
  CudaModules modules_;
  CudaGraphs graphs_{*this};
  CudaNative native_{*this};
  mutable PrintBuffer print_buffer_;
  mutable GpuChecks checks_;
  CudaProperties properties_{*this};
  CudaPeers peers_{*this};
  CudaHostMemory host_memory_{*this};
  CudaPools pools_{*this};
  CudaTextures textures_{*this};
  CudaVirtualMemory virtual_memory_{*this};
  CudaIpc ipc_{*this};
  CudaExternal external_{*this};
};

} // namespace kcc::cuda

#endif
