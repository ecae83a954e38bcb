// The processor, as a device.
#ifndef KCC_RUNTIME_CPU_CPU_DEVICE_H
#define KCC_RUNTIME_CPU_CPU_DEVICE_H

#include "../core/backend.h"
#include "check/objects.h"
#include "cpu_graphs.h"
#include "cpu_kernels.h"
#include "cpu_properties.h"
#include "external_memory.h"
#include "host_memory.h"
#include "ipc.h"
#include "module_files.h"
#include "pools.h"
#include "queue.h"
#include "textures.h"
#include "unclaimed_failures.h"
#include "virtual_memory.h"

#include <memory>
#include <mutex>
#include <vector>

namespace kcc::cpu {

/// Each stream has a queue (queue.h), so a call returns before the work is done, as on a GPU. Failures are
/// reported as by a GPU, too: a launch whose kernel faults does not throw. The queue keeps the failure, and
/// later calls on the stream throw it; UnclaimedFailures reports it if the stream is destroyed before that.
class CpuDevice final : public core::BackendDevice {
public:
  using StreamHandle = core::StreamHandle;
  using EventHandle = core::EventHandle;
  using ModuleHandle = core::ModuleHandle;
  using Operation = core::Operation;

  CpuDevice();

  void synchronize(Operation) override;
  void wait_quietly() noexcept override;
  void synchronize_memory(const void *memory, Operation) override;

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  void lend_to_host(const void *memory) override;
  void enqueue_copy(StreamHandle *, const core::Copy &, Operation) override;
  void enqueue_fill(StreamHandle *, const core::Fill &, Operation) override;

  StreamHandle *create_stream(const StreamOptions &, Operation) override;
  void destroy_stream(StreamHandle *) noexcept override;
  void synchronize_stream(StreamHandle *, Operation) override;
  bool stream_done(StreamHandle *, Operation) override;
  void *native_stream(StreamHandle *) noexcept override { return nullptr; }

  void call_host(StreamHandle *, void (*function)(void *) noexcept, void *data, Operation) override;
  void signal_host(StreamHandle *, void (*function)(void *) noexcept, void *data, Operation) override;

  EventHandle *create_event(const EventOptions &, Operation) override;
  void destroy_event(EventHandle *) noexcept override;
  void record_event(EventHandle *, StreamHandle *, Operation) override;
  void wait_event(StreamHandle *, EventHandle *, Operation) override;
  void synchronize_event(EventHandle *, Operation) override;
  bool mark_event(EventHandle *, StreamHandle *) override;
  bool event_done(EventHandle *, Operation) override;
  core::EventEnd event_end(EventHandle *, bool wait, Operation) override;
  void claim(const std::shared_ptr<const Error> &) noexcept override;
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override;

  const abi::Code &choose_code(const abi::Image &, Operation) override;
  ModuleHandle *load_code(const abi::Code &, Operation) override;
  core::ModuleBackend *modules() noexcept override { return &module_files_; }
  void unload(ModuleHandle *) noexcept override;
  core::Function function(ModuleHandle *, const char *entry, Operation) override;
  core::GlobalMemory global(ModuleHandle *, const char *symbol, Operation) override;
  void launch(StreamHandle *, const core::Launch &, Operation) override;
  core::KernelBackend *kernels() noexcept override { return &kernels_; }
  std::uint32_t max_cooperative_blocks(const core::Launch &, Operation) override;

  core::Messages fetch_messages() override;
  std::uint64_t output_capacity() override;
  bool set_output_capacity(std::uint64_t bytes) override;
  void set_heap_bytes(std::size_t bytes, Operation) override;
  std::size_t heap_bytes(Operation) override;
  core::BackendDevice &reset(Operation) override;
  core::DeviceProperties &properties() noexcept override { return properties_; }

  core::HostMemoryBackend *host_memory() noexcept override { return &host_memory_; }
  core::PoolBackend *pools() noexcept override { return &pools_; }
  core::GraphBackend *graphs() noexcept override { return &graphs_; }
  core::TextureBackend *textures() noexcept override { return &textures_; }
  core::VirtualMemoryBackend *virtual_memory() noexcept override { return &virtual_memory_; }
  core::IpcBackend *ipc() noexcept override { return &ipc_; }
  core::ExternalBackend *external() noexcept override { return &external_; }

  // For the parts of the backend in other files.
  /// Waits for the work that all streams have been given so far. Does not wait for later work, or a busy
  /// device would block the caller forever, nor for the work of the queue that the calling thread runs.
  void wait_for_queues();
  /// Memory of the device, or of the host with the same checks.
  void *allocate_for(check::Owner, std::size_t bytes, const Operation &);
  void release_from(check::Owner, void *memory) noexcept;
  /// To be called before the stream is given work: throws the failure of its earlier work.
  void enter(StreamHandle *, const Operation &);
  UnclaimedFailures &unclaimed() noexcept { return unclaimed_; }

private:
  std::shared_ptr<const Error> take_losses();
  void throw_failure(const std::shared_ptr<const Error> &failure);

  std::mutex mutex_;                         ///< guards the next
  std::vector<std::weak_ptr<Queue>> queues_; ///< of all streams, also of destroyed ones with unfinished work
  UnclaimedFailures unclaimed_;
  CpuHostMemory host_memory_{*this};
  CpuPools pools_{*this};
  CpuVirtualMemory virtual_memory_{*this};
  CpuIpc ipc_{*this};
  CpuExternal external_{*this};
  CpuGraphs graphs_;
  CpuTextures textures_{*this};
  CpuKernels kernels_;
  CpuProperties properties_{info()};
  ModuleFiles module_files_;
};

} // namespace kcc::cpu

#endif
