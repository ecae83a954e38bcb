// One GPU, through the CUDA driver.
#ifndef KCC_RUNTIME_CUDA_CUDA_DEVICE_H
#define KCC_RUNTIME_CUDA_CUDA_DEVICE_H

#include "../core/backend.h"
#include "driver.h"
#include "driver_errors.h"
#include "print_buffer.h"

#include <mutex>

namespace kcc::cuda {

/// Stream and event handles are the driver's own; modules and functions have additional data
/// (cuda_device.cpp).
class CudaDevice final : public core::BackendDevice {
public:
  using StreamHandle = core::StreamHandle;
  using EventHandle = core::EventHandle;
  using ModuleHandle = core::ModuleHandle;
  using Operation = core::Operation;

  CudaDevice(const Driver &driver, DeviceNumber number, int capability, core::DeviceInfo info)
      : BackendDevice(std::move(info)), api_(driver.api), number_(number), capability_(capability),
        print_buffer_(driver.api) {}

  void synchronize(Operation) override;
  void synchronize_memory(const void *, Operation operation) override { synchronize(operation); }

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  void copy_in(StreamHandle *, void *to, const void *host, std::size_t bytes, Operation) override;
  void copy_out(StreamHandle *, void *host, const void *from, std::size_t bytes, Operation) override;
  void copy_within(StreamHandle *, void *to, const void *from, std::size_t bytes, Operation) override;
  void fill(StreamHandle *, void *to, std::byte value, std::size_t bytes, Operation) override;

  StreamHandle *create_stream(Operation) override;
  void destroy_stream(StreamHandle *) noexcept override;
  void synchronize_stream(StreamHandle *, Operation) override;
  bool stream_done(StreamHandle *, Operation) override;
  void *native_stream(StreamHandle *) noexcept override;

  EventHandle *create_event(Operation) override;
  void destroy_event(EventHandle *) noexcept override;
  void record_event(EventHandle *, StreamHandle *, Operation) override;
  void wait_event(StreamHandle *, EventHandle *, Operation) override;
  void synchronize_event(EventHandle *, Operation) override;
  bool event_done(EventHandle *, Operation) override;
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override;

  const abi::Code &choose_code(const abi::Image &, Operation) override;
  ModuleHandle *load_code(const abi::Code &, Operation) override;
  void unload(ModuleHandle *) noexcept override;
  core::Function function(ModuleHandle *, const char *entry, Operation) override;
  void launch(StreamHandle *, const core::Launch &, Operation) override;
  std::uint32_t max_cooperative_blocks(const core::Launch &, Operation) override;

  core::Messages fetch_messages() override;
  std::uint64_t output_capacity() override { return print_buffer_.capacity(); }
  bool set_output_capacity(std::uint64_t bytes) override { return print_buffer_.set_capacity(bytes); }
  core::GlobalMemory global(ModuleHandle *, const char *symbol, Operation) override;
  void reserve_stack(std::size_t bytes, Operation) override;
  void set_heap_bytes(std::size_t bytes, Operation) override;
  std::size_t heap_bytes(Operation) override;

private:
  class Current;

  /// The device's primary context, retained at the first use and never released: it ends with the process,
  /// and other libraries that use the device (PyTorch, the CUDA runtime) share it.
  Context context(const Operation &);
  void grant_shared_memory(const core::Launch &, const Operation &);

  /// The driver's error, or the kernel's own report of why it ended.
  Error failed(Result, const char *call, const Operation &) const;

  template <class... P, class... A>
  void call(const Operation &operation, const DriverCall<Result(P...)> &function, A... arguments) const {
    if (const Result result = function(arguments...); result != success)
      throw failed(result, function.name, operation);
  }

  const DriverApi &api_;
  DeviceNumber number_;
  int capability_; ///< 10 * major + minor
  std::once_flag retained_;
  Context context_ = nullptr;
  mutable PrintBuffer print_buffer_;
};

} // namespace kcc::cuda

#endif
