// One of AMD's GPUs, through HIP.
#ifndef KCC_RUNTIME_HIP_HIP_DEVICE_H
#define KCC_RUNTIME_HIP_HIP_DEVICE_H

#include "../core/backend.h"
#include "hip_errors.h"
#include "hip_modules.h"
#include "host_memory.h"
#include "loader.h"
#include "occupancy.h"
#include "print_buffer.h"
#include "properties.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kcc::hip {

/// All handles are HIP's own. Most functions make the device current to the thread (Current) and then call
/// HIP.
class HipDevice final : public core::BackendDevice {
public:
  using StreamHandle = core::StreamHandle;
  using EventHandle = core::EventHandle;
  using ModuleHandle = core::ModuleHandle;
  using Operation = core::Operation;

  HipDevice(const Hip &hip, core::DeviceInfo info)
      : BackendDevice(std::move(info)), api_(hip.api), print_buffer_(hip.api) {}

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
  void *native_stream(StreamHandle *stream) noexcept override { return stream; }

  void call_host(StreamHandle *, void (*function)(void *) noexcept, void *data, Operation) override;

  EventHandle *create_event(const EventOptions &, Operation) override;
  void destroy_event(EventHandle *) noexcept override;
  void record_event(EventHandle *, StreamHandle *, Operation) override;
  void wait_event(StreamHandle *, EventHandle *, Operation) override;
  void synchronize_event(EventHandle *, Operation) override;
  bool event_done(EventHandle *, Operation) override;
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override;

  const abi::Code &choose_code(const abi::Image &, Operation) override;
  ModuleHandle *load_code(const abi::Code &, Operation) override;
  core::ModuleBackend *modules() noexcept override { return &modules_; }
  void unload(ModuleHandle *) noexcept override;
  core::Function function(ModuleHandle *, const char *entry, Operation) override;
  void launch(StreamHandle *, const core::Launch &, Operation) override;
  core::KernelBackend *kernels() noexcept override { return &kernels_; }
  std::uint32_t max_cooperative_blocks(const core::Launch &, Operation) override { return 0; }
  core::GlobalMemory global(ModuleHandle *, const char *symbol, Operation) override;

  core::Messages fetch_messages() override;
  std::uint64_t output_capacity() override { return print_buffer_.capacity(); }
  bool set_output_capacity(std::uint64_t bytes) override { return print_buffer_.set_capacity(bytes); }
  void reserve_stack(std::size_t bytes, Operation) override;
  void set_heap_bytes(std::size_t bytes, Operation) override;
  std::size_t heap_bytes(Operation) override { return 0; }
  core::BackendDevice &reset(Operation) override;
  core::DeviceProperties &properties() noexcept override { return properties_; }
  core::HostMemoryBackend *host_memory() noexcept override { return &host_memory_; }

  // For the parts of the backend in other files.
  const HipApi &api() const noexcept { return api_; }
  int number() const noexcept { return info().ordinal; }
  void note_use() noexcept { used_.store(true, std::memory_order_relaxed); }
  /// Before the process ends; a device that was not used need not be started for that.
  void wait_if_used() noexcept;
  /// Loads a code object.
  ModuleHandle *load(const void *bytes, std::size_t size, const Operation &);

  /// HIP's error, or the kernel's own report of why it ended.
  Error failed(Result, const char *call, const Operation &) const;

  /// Calls HIP; throws the Error if that fails.
  template <class... P, class... A>
  void call(const Operation &operation, const HipCall<Result(P...)> &function, A... arguments) const {
    if (const Result result = function(arguments...); result != success)
      throw failed(result, function.name, operation);
  }

private:
  bool is_done(Result, const char *call, const Operation &) const;
  bool is_pageable(const void *host, const Operation &) const;
  void enqueue(StreamRef, const core::Copy &, const Operation &);
  void fill_row(StreamRef, std::byte *to, const core::Fill &, const Operation &);
  void repeat_row(StreamRef, std::byte *first, const core::Fill &, const Operation &);

  const HipApi &api_;
  std::atomic<bool> used_ = false;
  HipModules modules_{*this};
  HipKernels kernels_{*this};
  PrintBuffer print_buffer_;
  HipProperties properties_{*this};
  HipHostMemory host_memory_{*this};
};

inline StreamRef raw(core::StreamHandle *handle) {
  return reinterpret_cast<StreamRef>(handle);
}
inline EventRef raw(core::EventHandle *handle) {
  return reinterpret_cast<EventRef>(handle);
}
inline ModuleRef raw(core::ModuleHandle *handle) {
  return reinterpret_cast<ModuleRef>(handle);
}
inline FunctionRef raw(core::FunctionHandle *handle) {
  return reinterpret_cast<FunctionRef>(handle);
}

} // namespace kcc::hip

#endif
