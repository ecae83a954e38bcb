// One device, through Vulkan.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_DEVICE_H
#define KCC_RUNTIME_VULKAN_VULKAN_DEVICE_H

#include "../core/backend.h"
#include "../core/stream_failures.h"
#include "context.h"
#include "handles.h"
#include "host_memory.h"
#include "print_memory.h"
#include "properties.h"
#include "vulkan_modules.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace kcc::vulkan {

/// A failed kernel destroys nothing: each stream has a word that its kernels set when they fail, and the next
/// wait for the stream throws the Error. The device stays usable.
class VulkanDevice final : public core::BackendDevice {
public:
  using StreamHandle = core::StreamHandle;
  using EventHandle = core::EventHandle;
  using ModuleHandle = core::ModuleHandle;
  using Operation = core::Operation;

  VulkanDevice(std::unique_ptr<const PhysicalDevice> physical, core::DeviceInfo info)
      : BackendDevice(std::move(info)), physical_(std::move(physical)) {}

  void synchronize(Operation) override;
  void wait_quietly() noexcept override;
  void synchronize_memory(const void *, Operation operation) override { synchronize(operation); }

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  void enqueue_copy(StreamHandle *, const core::Copy &, Operation) override;
  void enqueue_fill(StreamHandle *, const core::Fill &, Operation) override;

  StreamHandle *create_stream(const StreamOptions &, Operation) override;
  void destroy_stream(StreamHandle *) noexcept override;
  void synchronize_stream(StreamHandle *, Operation) override;
  bool stream_done(StreamHandle *, Operation) override;
  void *native_stream(StreamHandle *) noexcept override { return nullptr; }

  void call_host(StreamHandle *, void (*function)(void *) noexcept, void *data, Operation) override;

  EventHandle *create_event(const EventOptions &, Operation) override;
  void destroy_event(EventHandle *) noexcept override;
  void record_event(EventHandle *, StreamHandle *, Operation) override;
  void wait_event(StreamHandle *, EventHandle *, Operation) override;
  void synchronize_event(EventHandle *, Operation) override;
  bool event_done(EventHandle *, Operation) override;
  core::EventEnd event_end(EventHandle *, bool wait, Operation) override;
  void claim(const std::shared_ptr<const Error> &error) noexcept override { failures_.forget(error); }
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override;

  const abi::Code &choose_code(const abi::Image &, Operation) override;
  ModuleHandle *load_code(const abi::Code &, Operation) override;
  core::ModuleBackend *modules() noexcept override { return &modules_; }
  void unload(ModuleHandle *) noexcept override;
  core::Function function(ModuleHandle *, const char *entry, Operation) override;
  void launch(StreamHandle *, const core::Launch &, Operation) override;
  std::uint32_t max_cooperative_blocks(const core::Launch &, Operation) override { return 0; }
  core::GlobalMemory global(ModuleHandle *, const char *symbol, Operation) override;

  core::Messages fetch_messages() override { return print_memory_.take(); }
  std::uint64_t output_capacity() override { return print_memory_.capacity(); }
  bool set_output_capacity(std::uint64_t bytes) override { return print_memory_.set_capacity(bytes); }
  void set_heap_bytes(std::size_t bytes, Operation) override;
  std::size_t heap_bytes(Operation) override;
  core::BackendDevice &reset(Operation) override;
  core::DeviceProperties &properties() noexcept override { return properties_; }
  core::HostMemoryBackend *host_memory() noexcept override { return &host_memory_; }

  // For the parts of the backend in other files.
  const PhysicalDevice &physical() const noexcept { return *physical_; }
  /// Started at the first use. Throws Error if the driver cannot start it.
  Context &context(const Operation &);
  /// A stream for kcc's own work, which never waits for the program.
  VulkanStream &own_stream(const Operation &);
  PrintMemory &print_memory() noexcept { return print_memory_; }
  ModuleHandle *load_spirv(spirv::Module, const Operation &);
  /// Waits for the work that all streams have been given so far.
  void wait_for_streams(const Operation &);

private:
  std::shared_ptr<VulkanStream> stream_of(StreamHandle *, const Operation &);
  std::vector<std::shared_ptr<VulkanStream>> streams() const;
  void note_failure(VulkanStream &, const Operation &);
  void throw_failure(VulkanStream &, const Operation &);
  void forget_finished() noexcept;
  void upload(Place to, const std::byte *from, std::size_t bytes, const Operation &);
  void copy_from_host(VulkanStream &, const core::Copy &, const Operation &);
  void copy_to_host(VulkanStream &, const core::Copy &, const Operation &);
  void copy_across_devices(StreamHandle *, const core::Copy &, const Operation &);
  PipelineRef pipeline(FunctionData &, const PipelineShape &, const Operation &);
  PipelineRef make_pipeline(const FunctionData &, const PipelineShape &, const Operation &);

  const std::unique_ptr<const PhysicalDevice> physical_;
  std::mutex starting_;                      ///< guards the making of what follows
  std::unique_ptr<Context> made_context_;    ///< see context_
  std::atomic<Context *> context_ = nullptr; ///< set when the streams exist as well
  std::shared_ptr<VulkanStream> own_stream_, default_stream_;

  mutable std::mutex mutex_;                           ///< guards what follows
  std::vector<std::shared_ptr<VulkanStream>> streams_; ///< also destroyed ones with unfinished work

  core::StreamFailures failures_;
  PrintMemory print_memory_{*this};
  VulkanModules modules_{*this};
  VulkanProperties properties_{*this};
  VulkanHostMemory host_memory_{*this};
};

} // namespace kcc::vulkan

#endif
